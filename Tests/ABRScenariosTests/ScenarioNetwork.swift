import ABRInput
import ABRNetwork

/// The links over which a scenario is played.
package struct ScenarioNetwork: Sendable {
  /// Where the links come from.
  package enum Source: Sendable, Hashable {
    /// The first traces of generated families, so many of each.
    case families([String], count: Int)
    /// Links of constant bandwidth in bits per second, one each.
    case constant([Int])
    /// A link on which bytes take no time.
    case instant
    /// One link, row by row: seconds and bits per second.
    case rows([Row])
  }

  /// A stretch of a link.
  package struct Row: Sendable, Hashable {
    /// Seconds.
    package var duration: Double
    /// Bits per second.
    package var bandwidth: Int
  }

  /// A link and what it is called.
  package struct NamedLink: Sendable {
    /// File name of a generated trace without its ending, or a description.
    package let name: String
    /// The link.
    package let link: Link
  }

  /// What links that a scenario describes itself have for a family.
  private static let ownFamily = "scenario"

  /// Where the links come from.
  package var source: Source
  /// Seconds of a round trip where the trace has none.
  package var roundTrip: Double
  /// What bandwidths given here count.
  package var measure: BandwidthTrace.Measure
  /// What happens when a trace is over.
  package var end: TraceEnd
  /// Viewers drawn for each link; one where the session has steps.
  package var viewers: Int

  /// Makes the links.
  ///
  /// - Throws: `TraceError` never for what ``ScenarioFile`` has checked.
  /// - Complexity: O(rows of all links).
  package func links() throws -> [NamedLink] {
    guard source != .instant else {
      return [NamedLink(name: "instant", link: Link(instantaneousWithLatency: roundTrip))]
    }
    return try traces().map { trace, _ in
      let name = trace.name.hasSuffix(".csv") ? String(trace.name.dropLast(4)) : trace.name
      return NamedLink(name: name, link: Link(trace, end: end, defaultLatency: roundTrip))
    }
  }

  /// The traces and their families.
  private func traces() throws -> [(trace: BandwidthTrace, family: String)] {
    switch source {
    case .families(let names, let count):
      return try TraceProfile.all.filter { names.contains($0.name) }.flatMap { profile in
        try (1...count).map { index in
          let trace = try TraceGenerator.generate(
            profile: profile, seed: BundledTraces.seed, index: index, duration: BundledTraces.duration)
          return (trace, profile.family)
        }
      }
    case .constant(let rates):
      return try rates.map { rate in
        let rows = [BandwidthTrace.Row(duration: 3600, bandwidth: Double(rate))]
        return (
          try BandwidthTrace(name: "constant \(Double(rate) / 1e6) Mbit/s", rows: rows, measure: measure),
          Self.ownFamily
        )
      }
    case .rows(let rows):
      let rows = rows.map { BandwidthTrace.Row(duration: $0.duration, bandwidth: Double($0.bandwidth)) }
      return [(try BandwidthTrace(name: "rows", rows: rows, measure: measure), Self.ownFamily)]
    case .instant: return []
    }
  }
}
