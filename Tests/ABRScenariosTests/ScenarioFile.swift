import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions
import FoundationEssentials

/// Reads a scenario from TOML.
///
///     id = "S02"
///     title = "Feed"
///     summary = "…"                  # what happens
///     stresses = "…"                 # what it puts under stress
///     features = ["N6", "N8"]        # of the SDKs, see features.toml
///     mechanism = [{feature = "N8", variant = "gate", without = "off"}]
///                                    # in which variant a feature acts: with the sessions of the variant without it
///                                    # in its place an expectation must fail
///     note = ["…"]                   # optional
///     metrics = ["bytes_wasted"]     # columns of its table, optional
///
///     [network]                      # exactly one of families (with count), constant, instant, rows
///     families = ["4g"]              # generated traces; count = 4 of each
///     constant = ["3M", "6M"]
///     instant = true
///     rows = [{for = "20s", bandwidth = "3M"}]
///     rtt = "50ms"
///     link = true                    # bandwidths are those of a link, headers of packets included
///     end = "wrap"                   # or hold, stop
///     viewers = 1                    # drawn for each link
///
///     [video]                        # optional: ladder, segment, duration, sizes
///     ladder = ["400k 640x360", "800k 854x480"]
///
///     [[source]]                     # optional: name and the keys of [video], for items with a video of their own
///     name = "h264"
///
///     [run]                          # optional, what variants start from
///     policy = "auto"                # player, playable, buffer, preload, switch-mode, initial, rate, normalise,
///                                    # expensive-network, connections, setup-round-trips, connection-per-request,
///                                    # dns-lookup, slow-start, path-queue, response-header, timeout, seed
///
///     [[item]]                       # the session, as SessionFile reads it
///
///     [[variant]]                    # at least one
///     name = "gate"
///     summary = "…"
///     preload = "network-balance"    # any key of [run]
///     session = {cache = "20MB"}     # any part of the session; [network] and [video] as a whole
///     refused = "start ≤ resume"     # instead of being played it must be refused with these words
///
///     [[expect]]
///     that = "rebuffer_s(gate) < rebuffer_s(off)"
///     why = "…"
///     each-link = true               # on each link by itself; otherwise over all of them
///
/// Everything is checked when it is read: specs, names of metrics and variants in expectations, and that each variant
/// can be played.
package struct ScenarioFile {
  private static let ownKeys = [
    "id", "title", "summary", "stresses", "features", "note", "metrics", "network", "video", "source", "run", "variant",
    "expect", "mechanism",
  ]
  private static let partKeys = ["network", "video"]

  /// The ladder of scenarios that name none, in bits per second and pixels, with segments of 4 s and 600 s in all.
  static let defaultLadder = ["400k 640x360", "800k 854x480", "1.6M 960x540", "3M 1280x720", "5M 1920x1080"]

  /// Columns of scenarios that name none.
  static let defaultMetrics = [
    "startup_s", "rebuffer_s", "rebuffer_count", "mean_bitrate_bps", "bytes_downloaded", "bytes_wasted",
  ]

  /// Reads a file.
  ///
  /// - Throws: `ConfigurationError`, also for a variant that cannot be played.
  package static func scenario(at path: String) throws -> Scenario {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return try scenario(parsing: try bytes(at: path), file: path, folder: folder)
  }

  /// The bytes of a file.
  ///
  /// - Throws: `ConfigurationError` when it cannot be read or is no configuration by its size.
  package static func bytes(at path: String) throws -> [UInt8] { try TOMLDocument.bytes(at: path) }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - file: its name, for messages.
  ///   - folder: what names of files in it are relative to.
  /// - Throws: `ConfigurationError`, also for a variant that cannot be played.
  package static func scenario(parsing bytes: [UInt8], file: String, folder: String = ".") throws -> Scenario {
    let root = try TOMLDocument(parsing: bytes, file: file).root
    try root.allow(only: ownKeys + SessionFile.keys)
    let variants = try variants(of: root, file: file, folder: folder)
    let text: (String) throws(ConfigurationError) -> String = { key throws(ConfigurationError) in
      try root.required(key, try root.string(key), allowed: "a text in quotes")
    }
    return Scenario(
      id: try text("id"), title: try text("title"), summary: try text("summary"), stresses: try text("stresses"),
      features: try root.strings("features") ?? [], notes: try root.strings("note") ?? [],
      metrics: try metrics(of: root), variants: variants,
      expectations: try root.tables("expect").map { try expectation($0, variants: variants) })
  }

  private static func metrics(of root: TOMLTable) throws -> [String] {
    let names = try root.strings("metrics") ?? defaultMetrics
    for name in names where ScenarioMetric.named(name) == nil {
      throw root.invalid("metrics", found: name + ScenarioMetric.hint(for: name), allowed: "the name of a metric")
    }
    return names
  }

  private static func expectation(_ table: TOMLTable, variants: [ScenarioVariant]) throws -> Expectation {
    try table.allow(only: ["that", "why", "each-link"])
    let text = try table.required("that", try table.string("that"), allowed: "a comparison")
    do {
      let comparison = try ExpectationReader.comparison(
        text, variants: variants.filter { $0.setup != nil }.map(\.name))
      return Expectation(
        text: text, why: try table.string("why") ?? "", onEachLink: try table.boolean("each-link") ?? false,
        comparison: comparison)
    } catch let error as ExpectationError {
      throw table.invalid("that", found: error.found, allowed: error.allowed)
    }
  }

  private static func variants(of root: TOMLTable, file: String, folder: String) throws -> [ScenarioVariant] {
    let tables = try root.tables("variant")
    guard !tables.isEmpty else { throw root.invalid("variant", allowed: "at least one [[variant]]") }
    var names: Set<String> = []
    return try tables.map { table in
      try table.allow(only: ["name", "summary", "refused"] + ScenarioRunKeys.all + partKeys + SessionFile.keys)
      let name = try table.required("name", try table.string("name"), allowed: "a name")
      guard !name.isEmpty, name.allSatisfy(ExpectationReader.isOfVariantName), names.insert(name).inserted else {
        throw table.invalid("name", allowed: "letters, digits, -, . and %, once in a scenario")
      }
      let content: ScenarioVariant.Content
      if let refused = try table.string("refused") {
        content = .refused(text: refused, message: refusal { try setup(table, root: root, file: file, folder: folder) })
      } else {
        do {
          content = .played(try setup(table, root: root, file: file, folder: folder))
        } catch let error where !(error is ConfigurationError) {
          // What only playing the variant would tell knows no place.
          throw table.refused("name", error)
        }
      }
      return ScenarioVariant(name: name, summary: try table.string("summary") ?? "", content: content)
    }
  }

  /// What a variant that must be refused is refused with.
  private static func refusal(_ body: () throws -> ScenarioSetup) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func setup(
    _ variant: TOMLTable, root: TOMLTable, file: String, folder: String
  ) throws -> ScenarioSetup {
    // A network or a video of the variant's own replaces the scenario's as a whole; all else is taken over key by key.
    let own = partKeys.filter { variant.has($0) }
    var base = root.without(own)
    // Steps of the variant's own take the place of the scenario's viewer, and the other way round.
    if variant.has("step") { base = base.without("viewer", in: "session") }
    if try variant.table("session")?.has("viewer") == true { base = base.without(["step"]) }
    let merged = base.overlaid(by: variant, keys: own + SessionFile.keys)
    let plan = try SessionFile.plan(
      of: merged, file: file, folder: folder, besides: ownKeys, named: try ScenarioParts.sources(root))
    let run = try root.table("run")
    if let run { try run.allow(only: ScenarioRunKeys.all) }
    let options = (run ?? variant.without(variant.keys)).overlaid(by: variant, keys: ScenarioRunKeys.all)
    let setup = try ScenarioRunKeys.setup(
      options, plan: plan, video: try ScenarioParts.video(merged.table("video")),
      network: try ScenarioParts.network(merged.table("network"), root: root))
    // What cannot be played is noticed here, before anything runs.
    _ = try setup.makePlayer()
    return setup
  }
}
