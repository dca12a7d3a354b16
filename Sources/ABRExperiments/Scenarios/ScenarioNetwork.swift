import ABRNetwork

/// The links over which a scenario is played.
public struct ScenarioNetwork: Sendable {
  /// Where the links come from.
  public enum Source: Sendable, Hashable {
    /// The first traces of bundled families, so many of each.
    case families([String], count: Int)
    /// Links of constant bandwidth in bits per second, one each.
    case constant([Int])
    /// A link on which bytes take no time.
    case instant
    /// One link, row by row: seconds and bits per second.
    case rows([Row])
  }

  /// A stretch of a link.
  public struct Row: Sendable, Hashable {
    /// Seconds.
    public var duration: Double
    /// Bits per second.
    public var bandwidth: Int
  }

  /// A link and what it is called.
  public struct NamedLink: Sendable {
    /// File name of a bundled trace without its ending, or a description.
    public let name: String
    /// The link.
    public let link: Link
  }

  /// Where the links come from.
  public var source: Source
  /// Seconds of a round trip where the trace has none.
  public var roundTrip: Double
  /// What happens when a trace is over.
  public var end: TraceEnd
  /// Viewers drawn for each link; one where the session has steps.
  public var viewers: Int

  /// Makes the links.
  ///
  /// - Throws: `TraceError` never for what ``ScenarioFile`` has checked.
  /// - Complexity: O(rows of all links).
  public func links() throws -> [NamedLink] {
    switch source {
    case .families(let names, let count):
      var links: [NamedLink] = []
      for profile in TraceProfile.all where names.contains(profile.name) {
        for index in 1...count {
          let trace = try TraceGenerator.generate(
            profile: profile, seed: BundledTraces.seed, index: index, duration: BundledTraces.duration)
          let name = trace.name.hasSuffix(".csv") ? String(trace.name.dropLast(4)) : trace.name
          links.append(NamedLink(name: name, link: link(of: trace)))
        }
      }
      return links
    case .constant(let rates):
      return try rates.map { rate in
        let trace = try BandwidthTrace(
          name: "constant", rows: [BandwidthTrace.Row(duration: 3600, bandwidth: Double(rate))])
        return NamedLink(name: "constant \(Double(rate) / 1e6) Mbit/s", link: link(of: trace))
      }
    case .instant:
      return [NamedLink(name: "instant", link: Link(instantaneousWithLatency: roundTrip))]
    case .rows(let rows):
      let trace = try BandwidthTrace(
        name: "rows",
        rows: rows.map { BandwidthTrace.Row(duration: $0.duration, bandwidth: Double($0.bandwidth)) })
      return [NamedLink(name: "rows", link: link(of: trace))]
    }
  }

  private func link(of trace: BandwidthTrace) -> Link { Link(trace, end: end, defaultLatency: roundTrip) }
}
