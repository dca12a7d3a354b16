import ABRInput
import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRSessions

/// Reads `[network]` and `[video]` of a scenario.
enum ScenarioParts {
  static func network(_ table: TOMLTable?, root: TOMLTable) throws -> ScenarioNetwork {
    let sources = ["families", "constant", "instant", "rows"]
    guard let table else {
      throw root.invalid("network", allowed: "a table with \(FaultText.choice(sources))")
    }
    try table.allow(only: sources + ["count", "rtt", "end", "viewers", "link"])
    let given = sources.filter { table.has($0) }
    guard given.count == 1 else {
      throw root.invalid(
        "network", found: given.isEmpty ? "nothing" : given.joined(separator: " and "),
        allowed: "one of \(FaultText.choice(sources))")
    }
    guard given[0] == "families" || !table.has("count") else {
      throw table.refused("count", "belongs beside families")
    }
    let source: ScenarioNetwork.Source
    switch given[0] {
    case "families": source = try families(table)
    case "constant": source = .constant(try table.texts("constant").map { try rate($0, of: table, key: "constant") })
    case "instant":
      guard try table.boolean("instant") == true else { throw table.invalid("instant", allowed: "true") }
      source = .instant
    default: source = .rows(try rows(table))
    }
    return ScenarioNetwork(
      source: source, roundTrip: try table.duration("rtt") ?? 0.05,
      measure: try table.boolean("link") ?? false ? .linkCapacity : .goodput,
      end: try table.choice("end", of: TraceEnd.allCases.map(\.rawValue)).flatMap(TraceEnd.init) ?? .wrap,
      viewers: try table.integer("viewers", in: 1...10_000) ?? 1)
  }

  private static func families(_ table: TOMLTable) throws -> ScenarioNetwork.Source {
    let names = try table.strings("families") ?? []
    let known = TraceProfile.all.map(\.name)
    for name in names where !known.contains(name) {
      throw table.invalid(
        "families", found: name + NearestName.hint(for: name, among: known), allowed: FaultText.choice(known))
    }
    guard !names.isEmpty else { throw table.invalid("families", allowed: FaultText.choice(known)) }
    return .families(names, count: try table.integer("count", in: 1...BundledTraces.count) ?? BundledTraces.count)
  }

  private static func rows(_ table: TOMLTable) throws -> [ScenarioNetwork.Row] {
    let rows = try table.tables("rows").map { row in
      try row.allow(only: ["for", "bandwidth"])
      let duration = try row.required("for", try row.positiveDuration("for"), allowed: "a duration such as 20s")
      let texts = try row.texts("bandwidth")
      guard let text = texts.first, texts.count == 1 else {
        throw row.invalid("bandwidth", allowed: "a bitrate such as 3M")
      }
      return ScenarioNetwork.Row(duration: duration, bandwidth: try rate(text, of: row, key: "bandwidth"))
    }
    guard rows.contains(where: { $0.bandwidth > 0 }) else {
      throw table.invalid("rows", allowed: "at least one row of more than 0 bit/s")
    }
    return rows
  }

  private static func rate(_ text: String, of table: TOMLTable, key: String) throws -> Int {
    do {
      return try Quantity.bitrate(text)
    } catch {
      throw table.invalid(key, found: "\"\(error.found)\"", allowed: error.allowed)
    }
  }

  /// The videos that items and steps may name.
  static func sources(_ root: TOMLTable) throws -> [String: VideoSource] {
    var sources: [String: VideoSource] = [:]
    for table in try root.tables("source") {
      let name = try table.required("name", try table.string("name"), allowed: "a name")
      let video = try video(table, named: name)
      // Not read from a file, so there is no digest of one.
      guard sources.updateValue(VideoSource(file: name, sha256: "", video: video), forKey: name) == nil else {
        throw table.invalid("name", found: "\"\(name)\" again", allowed: "another name for each source")
      }
    }
    return sources
  }

  static func video(_ table: TOMLTable?, named name: String = "scenario") throws -> Video {
    guard let table else { return try video(of: ScenarioFile.defaultLadder.map { try rendition($0) }) }
    try table.allow(only: ["name", "ladder", "segment", "duration", "sizes"])
    let renditions = try (try table.strings("ladder") ?? ScenarioFile.defaultLadder).map { text in
      do {
        return try rendition(text)
      } catch {
        throw table.invalid(
          "ladder", found: "\"\(text)\"", allowed: "bitrate and picture size, such as \"400k 640x360\"")
      }
    }
    do {
      return try video(
        of: renditions, named: name, segment: try table.positiveDuration("segment") ?? 4,
        duration: try table.positiveDuration("duration") ?? 600,
        sizes: try table.string("sizes").map { try SizeModel(spec: $0) } ?? .constant)
    } catch let error as VideoError {
      throw table.refused("ladder", error)
    }
  }

  private static func video(
    of renditions: [Rendition], named name: String = "scenario", segment: Double = 4, duration: Double = 600,
    sizes: SizeModel = .constant
  ) throws -> Video {
    try sizes.video(name: name, ladder: try Ladder(renditions), segmentDuration: segment, duration: duration)
  }

  private static func rendition(_ text: String) throws(QuantityError) -> Rendition {
    let words = text.split(separator: " ")
    guard let rate = words.first, words.count <= 2 else {
      throw QuantityError(found: text, allowed: "bitrate and picture size")
    }
    let size = words.count == 2 ? try Quantity.resolution(String(words[1])) : nil
    return Rendition(bandwidth: try Quantity.bitrate(String(rate)), width: size?.width, height: size?.height)
  }
}
