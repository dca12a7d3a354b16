import ABRInput
import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRSessions

/// The links over which a variant is played, and the video of items without one of their own.
///
///     network = {families = ["4g"], count = 6}     # generated traces; or one of the other three:
///     network = {constant = ["3M", "6M"]}          # a link each
///     network = {rows = [{for = "20s", bandwidth = "3M"}]}
///     network = {instant = true}                   # bytes take no time
///     # beside them rtt = "50ms", link = true for bandwidths of a link with its headers, viewers = 1 for each link
///     video = {ladder = ["400k 640x360", "800k 854x480"], segment = "4s", duration = "600s", sizes = "constant"}
struct ScenarioMedia {
  let links: [(name: String, link: Link)]
  /// Viewers drawn for each link.
  let viewers: Int
  let video: Video

  init(_ table: TOMLTable) throws {
    guard let network = try table.table("network") else { throw table.invalid("network", allowed: "a table") }
    try network.allow(only: ["families", "count", "constant", "rows", "instant", "rtt", "link", "viewers"])
    viewers = try network.integer("viewers", in: 1...10_000) ?? 1
    let roundTrip = try network.duration("rtt") ?? 0.05
    if try network.boolean("instant") ?? false {
      links = [("instant", Link(instantaneousWithLatency: roundTrip))]
    } else {
      links = try Self.traces(network).map {
        // Viewers are drawn by this name.
        let name = $0.name.hasSuffix(".csv") ? String($0.name.dropLast(4)) : $0.name
        return (name, Link($0, end: .wrap, defaultLatency: roundTrip))
      }
    }
    video = try Self.video(table.table("video") ?? table.without(table.keys))
  }

  private static func traces(_ network: TOMLTable) throws -> [BandwidthTrace] {
    let measure: BandwidthTrace.Measure = try network.boolean("link") ?? false ? .linkCapacity : .goodput
    if network.has("rows") {
      let rows = try network.tables("rows").map { row in
        BandwidthTrace.Row(
          duration: try row.duration("for") ?? 0, bandwidth: try Double(Quantity.bitrate(row.texts("bandwidth")[0])))
      }
      return [try BandwidthTrace(name: "rows", rows: rows, measure: measure)]
    }
    if network.has("constant") {
      return try network.texts("constant").map { text in
        let row = BandwidthTrace.Row(duration: 3600, bandwidth: Double(try Quantity.bitrate(text)))
        return try BandwidthTrace(name: "constant \(row.bandwidth / 1e6) Mbit/s", rows: [row], measure: measure)
      }
    }
    let (names, count) = (try network.strings("families") ?? [], try network.integer("count", in: 1...100) ?? 1)
    return try TraceProfile.all.filter { names.contains($0.name) }.flatMap { profile in
      try (1...count).map {
        try TraceGenerator.generate(
          profile: profile, seed: BundledTraces.seed, index: $0, duration: BundledTraces.duration)
      }
    }
  }

  private static func video(_ table: TOMLTable) throws -> Video {
    try table.allow(only: ["ladder", "segment", "duration", "sizes"])
    let ladder =
      try table.strings("ladder") ?? ["400k 640x360", "800k 854x480", "1.6M 960x540", "3M 1280x720", "5M 1920x1080"]
    let renditions = try ladder.map { text in
      let words = text.split(separator: " ").map(String.init)
      let size = words.count > 1 ? try Quantity.resolution(words[1]) : nil
      return Rendition(bandwidth: try Quantity.bitrate(words[0]), width: size?.width, height: size?.height)
    }
    return try (table.string("sizes").map { try SizeModel(spec: $0) } ?? .constant).video(
      name: "scenario", ladder: Ladder(renditions), segmentDuration: table.duration("segment") ?? 4,
      duration: table.duration("duration") ?? 600)
  }
}
