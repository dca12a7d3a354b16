import ABRInput
import ABRPlayers
import ABRPolicies
import ABRReports

/// `abrlab player`: the players that `--player` can name, their options, and their configuration as code.
enum PlayerCommand: Verb {
  static let spec = CommandSpec(
    name: "player",
    summary: "List and explain players, write their code, read off what they do",
    group: "Learn",
    subcommands: [list, show, PlayerFingerprintCommand.spec])

  private static let list = CommandSpec(
    name: "list",
    summary: "List every known player",
    discussion: """
      A player is everything a client decides with: rule, buffer, start, retries, stream. --player takes its name, options in \
      parentheses, and a version: hls.js, 'hls.js(maxBufferLength=60)', media3:minBufferMs=15000, hls.js@1.7. Without --player \
      sessions are played by the neutral player lab.
      """,
    examples: [.init(line: "abrlab player list", meaning: "what --player takes")],
    options: [CommonOptions.format(TableFormat.allCases.map(\.rawValue))])

  private static let show = CommandSpec(
    name: "show",
    summary: "Explain a player: its parts, its options with their defaults, its configuration as code",
    examples: [
      .init(line: "abrlab player show media3", meaning: "what Media3 does, and its options"),
      .init(
        line: "abrlab player show 'hls.js(maxBufferLength=60)' --code",
        meaning: "the configuration for the player's own file"),
      .init(
        line: "abrlab player show hls.js --player-config team.js", meaning: "what of a team's configuration is played"),
    ],
    options: [
      .positional("SPEC", values: .suggestion(KnownPlayer.all.map(\.name)), "A player, with or without options"),
      .flag("--code", "Print the configuration for the player's own file"),
      configuration, CommonOptions.format(["text", "json"], default: "text"),
    ])

  static let configuration = OptionSpec.option(
    "--player-config", "FILE", values: .path,
    "The player with the configuration that its app has; what of it does not act is listed")

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let console = context.console
    if arguments.path.last == PlayerFingerprintCommand.spec.name {
      return try PlayerFingerprintCommand.run(arguments, console: console)
    }
    if arguments.path.last == list.name {
      let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
      console.output.write(table.text(as: format, width: min(100, console.outputTerminal.width ?? DataTable.pageWidth)))
      return .success
    }
    var player: Player
    do {
      player = try Player(parsing: arguments.string("SPEC") ?? "")
    } catch {
      throw UsageError("\(error)", hint: "abrlab player list")
    }
    if let file = arguments.string(configuration.name) {
      if player.configuration != nil { throw UsageError("\(configuration.name): SPEC has a configuration of its own") }
      let read = try player.configured(by: PlayerConfiguration(contentsOf: file), file: file)
      if let refusal = read.refusal { throw refusal }
      player = read.player
    }
    console.warn(all: player.configuration?.warnings ?? [])
    for note in player.configuration?.notes ?? [] { console.note(note) }
    for note in player.optionNotes { console.note(note) }
    if player.code != nil {
      throw UsageError(
        "\(player.spec) has no parts: its own code decides",
        hint: "abrlab run --player \(ShellWord.quoted(player.spec))")
    }
    if arguments.has("--code") {
      let code = try code(of: player)
      console.output.write(code.code + options(of: player))
      for note in code.notes { console.note(note) }
      return .success
    }
    let isJSON = arguments.string("--format") == "json"
    console.output.write(isJSON ? json(of: player).text() : text(of: player, console.outputTerminal))
    return .success
  }

  private static var table: DataTable {
    var table = DataTable(columns: [.text("name"), .text("version"), .text("summary")])
    for player in KnownPlayer.all {
      table.append([.text(player.name), .text(player.version), .text(player.summary)])
    }
    return table
  }

  /// The configuration of a player, in the language of its own file.
  private static func code(of player: Player) throws(UsageError) -> (code: String, notes: [String]) {
    guard let target = PlayerTarget(rawValue: player.known.name) else {
      throw UsageError(
        "\(player.known.name) has no configuration of its own to write; --code writes "
          + KnownPlayer.withConfiguration.joined(separator: ", "))
    }
    do {
      let code = try PlayerCode(player, for: target, preload: player.preload)
      return (code.code, code.notes)
    } catch {
      throw UsageError("\(error)")
    }
  }

  /// Every option that the lab plays as a comment under the code, which sets only what a setting of the lab sets.
  private static func options(of player: Player) -> String {
    let held = player.options
    let lines = player.known.options.map { option in
      let parameter = option.parameter
      let words =
        switch (parameter.defaultValue, held[parameter.key]) {
        case (_, let value?) where value == parameter.defaultText: "\(value), the default"
        case (_, let value?): value
        case (.value, nil): "not in force: another option says what happens"
        default: "not set: \(parameter.defaultText)"
        }
      return "//   \(parameter.key): \(words)\n"
    }
    return lines.isEmpty
      ? ""
      : "\n// Options of \(player.known.name) that the lab plays:\n" + lines.joined()
        + "// The lab does not play any other option of the player.\n"
  }

  /// The parts in the order of their keys' declaration.
  private static func parts(of player: Player) -> [(key: String, text: String)] {
    PlayerPart.allCases.compactMap { part in player.parts[part].map { (part.rawValue, $0) } }
  }

  private static func text(of player: Player, _ terminal: Terminal) -> String {
    let known = player.known
    var lines = [
      terminal.paint(player.spec, .strong) + (known.version.isEmpty ? "" : "  (\(known.version))"),
      TextWrap.wrap(known.summary, width: 98), "", "source   \(known.source)",
    ]
    if !known.aliases.isEmpty { lines.append("aliases  \(known.aliases.joined(separator: ", "))") }
    if let note = known.ruleNote { lines.append("rule     \(note)") }
    lines += ["", "parts in force, each changed by the option of its name:"]
    let width = parts(of: player).map(\.key.count).max() ?? 0
    for part in parts(of: player) {
      lines.append("  \(part.key)\(String(repeating: " ", count: width - part.key.count))  \(part.text)")
    }
    if !known.options.isEmpty { lines += ["", "options:"] }
    for option in known.options {
      lines.append("  \(option.parameter.key)  \(option.parameter.summary)")
      lines.append("    default  \(option.parameter.defaultText)")
      lines.append("    allowed  \(option.parameter.allowed)")
      lines.append("    maps to  \(option.mapsTo)")
      if !option.aliases.isEmpty { lines.append("    also     \(option.aliases.joined(separator: ", "))") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func json(of player: Player) -> JSONValue {
    let known = player.known
    let options = known.options.map { option -> JSONValue in
      [
        "name": .string(option.parameter.key), "aliases": .array(option.aliases.map { .string($0) }),
        "summary": .string(option.parameter.summary), "default_value": .string(option.parameter.defaultText),
        "allowed": .string(option.parameter.allowed), "maps_to": .string(option.mapsTo),
      ]
    }
    return [
      "name": .string(known.name), "spec": .string(player.spec), "version": .string(known.version),
      "aliases": .array(known.aliases.map { .string($0) }), "summary": .string(known.summary),
      "source": .string(known.source), "has_own_rule": .bool(known.hasOwnRule),
      "parts": .object(Dictionary(uniqueKeysWithValues: parts(of: player).map { ($0.key, .string($0.text)) })),
      "options": .array(options),
    ]
  }
}
