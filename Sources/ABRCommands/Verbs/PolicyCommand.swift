import ABRPlayers
import ABRPolicies
import ABRReports

/// `abrlab policy`: the rules, limits, buffers, preload schedulers and viewers that specs can name, and the policies of
/// the model mm22.
enum PolicyCommand: Verb {
  static let spec = CommandSpec(
    name: "policy",
    summary: "List policies and explain their options",
    group: "Learn",
    subcommands: [list, show, PolicyTry.spec])

  private static let list = CommandSpec(
    name: "list",
    summary: "List every rule, limit, buffer, preload scheduler and viewer",
    discussion:
      "A policy is a rule and limits, joined with +: bola, bba-0(reservoir=8s)+peak:3M, fixed:2. Those of kind mm22 "
      + "decide what to fetch as well and stand alone, only with --model mm22.",
    examples: [.init(line: "abrlab policy list", meaning: "what --policy, --buffer, --preload and --viewer take")],
    options: [CommonOptions.format(TableFormat.allCases.map(\.rawValue))])

  private static let show = CommandSpec(
    name: "show",
    summary: "Explain one of them: what it does, where it comes from, its options",
    examples: [.init(line: "abrlab policy show growth", meaning: "the options of the growing buffer")],
    options: [
      .positional("NAME", values: .suggestion(PolicyCatalogue.items.map(\.name)), "Name as in abrlab policy list"),
      CommonOptions.format(["text", "json"], default: "text"),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    if arguments.path.last == PolicyTry.spec.name { return try PolicyTry.run(arguments, context: context) }
    if arguments.path.last == list.name {
      let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
      context.console.output.write(
        PolicyCatalogue.table.text(
          as: format, width: min(100, context.console.outputTerminal.width ?? DataTable.pageWidth)))
      return .success
    }
    let name = arguments.string("NAME") ?? ""
    let known = PolicyCatalogue.items.flatMap { [$0.name] + $0.aliases }
    if !known.contains(name), let text = optionText(name) {
      context.console.output.write(text)
      return .success
    }
    guard let item = PolicyCatalogue.items.first(where: { $0.name == name || $0.aliases.contains(name) }) else {
      throw UsageError(
        "unknown name \(name): no rule, limit, buffer, preload scheduler or viewer"
          + NearestName.hint(for: name, among: known),
        hint: "abrlab policy list")
    }
    let isJSON = arguments.string("--format") == "json"
    context.console.output.write(isJSON ? item.json.text() : item.text(context.console.outputTerminal))
    return .success
  }

  /// What an option of a known player does here; `nil` for a name that no player has.
  private static func optionText(_ name: String) -> String? {
    let owners = KnownPlayer.all.compactMap { player in
      player.options.first { $0.names.contains { $0.lowercased() == name.lowercased() } }.map { (player, $0) }
    }
    guard let (player, option) = owners.first else { return nil }
    return """
      \(option.parameter.key)  (option of \(owners.map { $0.0.name }.joined(separator: ", ")))
      \(option.parameter.summary)

      maps to  \(option.mapsTo)
      write    --player '\(player.name)(\(option.parameter.key)=…)'
      see      abrlab player show \(player.name)

      """
  }
}
