import ABRPolicies

/// A player that the lab knows: what it is, where its values come from, and the options that it has of its own.
public struct KnownPlayer: Sendable {
  /// Name in a spec.
  public let name: String
  /// Other names of the trade.
  public let aliases: [String]
  /// The version whose names, units and defaults hold.
  public let version: String
  /// What it does, one sentence.
  public let summary: String
  /// Where the values come from.
  public let source: String
  /// The parts that differ from the neutral player's, each as a spec.
  public let parts: [PlayerPart: String]
  /// Whether ``parts`` name a rule that is the player's own. Otherwise `auto` decides in its place.
  public let hasOwnRule: Bool
  /// Options under the player's own names, in the order in which they are applied.
  public let options: [PlayerOption]
  /// Keys of its configuration that the lab does not play, alone or with those around them (`abr.enabled`); a key
  /// stands for all that it holds.
  var unplayedKeys: [String] { Self.words(unplayedKeyText) }
  /// Whether other keys than those of ``options`` are values of its own configuration.
  let takesOtherKeys: Bool
  /// Properties of the player by which an app steers it while it plays, such as `hls.autoLevelCapping = 2`, which the
  /// lab does not play.
  var unplayedProperties: [String] { Self.words(unplayedPropertyText) }
  /// Keys, setters and classes by which an app has the player preload a feed, where `--preload` sets that in the lab.
  var preloadKeys: [String] { Self.words(preloadKeyText) }
  // Every command makes all players, and few ask for these words.
  private let unplayedKeyText: String
  private let preloadKeyText: String
  private let unplayedPropertyText: String
  /// Pairs of options of which the first one may not exceed the second.
  let ascending: [[String]]
  /// The same of levels in milliseconds, which `--normalise` repairs.
  let levels: [[String]]
  /// Calls in which an app sets several options at once, or an option under another name. A setter of one option,
  /// `setMaxVideoBitrate(…)`, follows from the option's name.
  let calls: [PlayerCall]
  /// Classes of the player's whose setters are all known: another one is said to be unknown.
  let builders: [String]
  /// How an option is written in the player's own code, with `KEY` and `VALUE`, and in a further line what applies it;
  /// empty for members of objects.
  let statement: String
  /// What stands in for more of the player than its rule, since it is not documented.
  private let standIn: String?

  init(
    _ name: String, aliases: [String] = [], version: String, source: String, parts: [PlayerPart: String],
    hasOwnRule: Bool = false, options: [PlayerOption] = [], unplayedKeys: String = "",
    unplayedProperties: String = "", preloadKeys: String = "", ascending: [[String]] = [], levels: [[String]] = [],
    calls: [PlayerCall] = [], builders: [String] = [], statement: String = "", takesOtherKeys: Bool = false,
    standIn: String? = nil, _ summary: String
  ) {
    self.standIn = standIn
    self.calls = calls
    self.builders = builders
    self.statement = statement
    unplayedKeyText = unplayedKeys
    unplayedPropertyText = unplayedProperties
    preloadKeyText = preloadKeys
    self.name = name
    self.aliases = aliases
    self.version = version
    self.source = source
    self.parts = parts
    self.hasOwnRule = hasOwnRule
    self.options = options
    self.ascending = ascending
    self.levels = levels
    self.takesOtherKeys = takesOtherKeys
    self.summary = summary
  }

  private static func words(_ text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The player of a name, an alias, or either with a version behind `@`.
  ///
  /// - Parameters:
  ///   - name: as the user wrote it.
  ///   - spec: the spec that it stands in, for messages.
  /// - Throws: `SpecError` for an unknown name, and for a version that is not modelled.
  public static func named(_ name: String, spec: String) throws(SpecError) -> KnownPlayer {
    let parts = name.split(separator: "@", maxSplits: 1).map(String.init)
    let wanted = parts.first?.lowercased() ?? ""
    guard let known = (all + [.ownCode]).first(where: { ([$0.name] + $0.aliases).contains(wanted) }) else {
      if let instead = notModelled[wanted] {
        throw .invalidValue(
          spec: spec, part: "player", found: "\(wanted), which is not modelled",
          allowed: all.map(\.name).joined(separator: ", ") + "; \(instead)")
      }
      throw .unknownName(
        spec: spec, kind: "player", found: parts.first ?? name, allowed: all.map(\.name) + ["code(PATH)"])
    }
    guard parts.count > 1 else { return known }
    let given = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    let own = known.version.split(separator: ".")
    guard !known.version.isEmpty, own.starts(with: given) else {
      throw .invalidValue(
        spec: spec, part: "version of \(known.name)", found: parts[1],
        allowed: known.version.isEmpty ? "\(known.name) without a version" : "\(known.name)@\(known.version)")
    }
    return known
  }

  /// Players that people look for, and what comes nearest to them.
  private static let notModelled = [
    "gstreamer": "its choice by 0.8 of the throughput comes near to lab with --policy 'throughput(safety=0.8)'",
    "vlc": "its logic near-optimal comes near to lab with --policy bola, its logic rate with 'throughput(safety=0.75)'",
  ]

  /// The player of a published simulator.
  static func peer(_ model: Model) -> KnownPlayer {
    KnownPlayer(
      model.rawValue, version: "", source: "--model \(model.rawValue)", parts: [:], hasOwnRule: true,
      "the player of the simulator")
  }

  /// Takes values of the player's own configuration out of its term; none of a player whose options are all known.
  ///
  /// - Throws: `SpecError` for a key that is given twice.
  func takeOtherKeys(of term: inout SpecTerm, spec: String) throws(SpecError) -> [PlayerCodeFiles.Value] {
    guard takesOtherKeys else { return [] }
    var values: [PlayerCodeFiles.Value] = []
    for argument in term.arguments {
      guard let key = argument.key, !options.contains(where: { $0.parameter.key == key }) else { continue }
      guard !values.contains(where: { $0.path == key }) else {
        throw .conflict(spec: spec, part: "\(name) \(key)", found: "two values", allowed: "one")
      }
      values.append(PlayerCodeFiles.Value(path: key, text: argument.value))
    }
    term.arguments.removeAll { argument in values.contains { $0.path == argument.key } }
    return values
  }

  /// Takes the file of a configuration out of the player's term; `nil` for none, and where none is read of the player.
  ///
  /// - Throws: `SpecError` for two files.
  func takeFile(of term: inout SpecTerm, spec: String) throws(SpecError) -> String? {
    guard isConfigurable else { return nil }
    let files = term.arguments.filter { $0.key == Self.fileKey }.map(\.value)
    guard files.count < 2 else {
      throw .conflict(spec: spec, part: "\(name) \(Self.fileKey)", found: "two values", allowed: "one")
    }
    term.arguments.removeAll { $0.key == Self.fileKey }
    return files.first
  }

  /// Whether an argument of a term is the file of a player's configuration, which `takeFile(of:spec:)` takes.
  package static func isFile(_ argument: SpecTerm.Argument, of term: SpecTerm) -> Bool {
    argument.key == fileKey && (try? named(term.name, spec: term.text))?.isConfigurable == true
  }

  /// The key of a configuration file among the options of a player.
  private static let fileKey = "config"

  /// The spec of a player with the file of its configuration.
  ///
  /// - Parameters:
  ///   - spec: of the player, with or without options.
  ///   - file: the path.
  package static func spec(_ spec: String, configuredBy file: String) -> String {
    guard var term = try? SpecTerm.terms(of: spec).first else { return spec }
    term.arguments.append(.init(key: fileKey, value: file))
    return term.text
  }

  /// Refuses options of which one exceeds the other.
  ///
  /// - Throws: `SpecError`.
  func check(_ arguments: Arguments, spec: String) throws(SpecError) {
    guard let fault = contradiction(in: arguments, among: ascending, named: \.parameter.key) else { return }
    throw .invalidValue(
      spec: spec, part: "\(name) \(fault.option.parameter.key)", found: fault.found, allowed: fault.allowed)
  }

  /// Keys of the options whose defaults another one replaces.
  func replacedOptions(in arguments: Arguments) -> [String] { changed(in: arguments).flatMap(\.replaces) }

  /// The option that replaces the default of another one; `nil` for none.
  func replacing(_ option: PlayerOption, in arguments: Arguments) -> PlayerOption? {
    changed(in: arguments).first { $0.replaces.contains(option.parameter.key) }
  }

  private func changed(in arguments: Arguments) -> [PlayerOption] {
    options.filter { option in
      let key = option.parameter.key
      return arguments.has(key) && arguments[key]?.text != option.parameter.defaultText
    }
  }

  /// Options of which one exceeds the other; `nil` for none.
  ///
  /// - Parameters:
  ///   - arguments: what a spec says.
  ///   - pairs: those of ``ascending``, or of ``levels``.
  ///   - named: what an option is called.
  /// - Returns: the one that is given, what is found and what is allowed.
  func contradiction(
    in arguments: Arguments, among pairs: [[String]], named name: (PlayerOption) -> String
  ) -> (option: PlayerOption, found: String, allowed: String)? {
    let replaced = replacedOptions(in: arguments)
    for pair in pairs where pair.allSatisfy({ arguments.has($0) || !replaced.contains($0) }) {
      let both = pair.compactMap { key in options.first { $0.parameter.key == key } }
      guard both.count == 2, let lower = arguments[pair[0]], let upper = arguments[pair[1]],
        let least = lower.number, let most = upper.number, least > most
      else { continue }
      let names = both.map(name)
      return (
        both[arguments.has(pair[0]) ? 0 : 1], "\(names[0])=\(lower.text) with \(names[1])=\(upper.text)",
        "\(names[0]) ≤ \(names[1])"
      )
    }
    return nil
  }

  /// The key of the option that a configuration of the player has at a path, `streaming.bufferingGoal`; another name
  /// stays as it is.
  package func key(of name: String) -> String {
    options.first { option in option.paths.contains { $0.joined(separator: ".") == name } }?.parameter.key ?? name
  }

  /// Whether a configuration of its own is read and written.
  var isConfigurable: Bool { !options.isEmpty && !takesOtherKeys }

  /// Whether it is AVPlayer or plays with it.
  package var isOnAVPlayer: Bool { ["avplayer", "brightcove"].contains(name) }

  /// Bytes of video that the source buffer of a browser takes (Chromium, `kDemuxerMemoryLimit`); `nil` for players that
  /// have none.
  package var sourceBufferQuota: Int? {
    ["hls.js", "dash.js", "shaka", "vhs"].contains(name) ? 150 * 1024 * 1024 : nil
  }

  /// One line on a rule that stands in for the player's own, and on what else does; `nil` where it has its own.
  public var ruleNote: String? {
    guard !hasOwnRule else { return nil }
    return "\(name): its own rule is not modelled; auto selects renditions (--policy names another)"
      + (standIn.map { "; \($0)" } ?? "")
  }
}
