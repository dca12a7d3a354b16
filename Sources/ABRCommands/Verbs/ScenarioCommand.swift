import ABRInput
import ABRPolicies
import ABRReports
import ABRScenarios

/// `abrlab scenario`: documented situations with variants, and what must hold between them.
enum ScenarioCommand: Verb {
  static let spec = CommandSpec(
    name: "scenario",
    summary: "List, show and run the scenarios that come with the lab",
    group: "Learn",
    subcommands: [list, show, run, coverage])

  private static let list = CommandSpec(
    name: "list",
    summary: "List every scenario and what it stresses",
    examples: [.init(line: "abrlab scenario list", meaning: "what there is")],
    options: [CommonOptions.format(TableFormat.allCases.map(\.rawValue))])

  private static let show = CommandSpec(
    name: "show",
    summary: "Print a scenario: its session, its variants and what it expects",
    examples: [
      .init(line: "abrlab scenario show S02", meaning: "the feed, as data"),
      .init(line: "abrlab scenario show S02/gate", meaning: "one of its variants"),
    ],
    options: [
      .positional(
        "ID", values: .suggestion(ScenarioLibrary.ids),
        "Id as in abrlab scenario list, ID/VARIANT for one variant of it, or a TOML file"),
      CommonOptions.format(["text", "json"], default: "text"),
    ])

  private static let run = CommandSpec(
    name: "run",
    summary: "Play the variants of scenarios and check what they expect",
    discussion: "The exit code is 2 when an expectation does not hold.",
    examples: [
      .init(line: "abrlab scenario run S02 S40", meaning: "two scenarios"),
      .init(line: "abrlab scenario run S02/gate", meaning: "one variant, with the expectations about it alone"),
      .init(line: "abrlab scenario run --all", meaning: "all of them"),
    ],
    options: [
      .positional(
        "ID", values: .suggestion(ScenarioLibrary.ids), isRepeatable: true, isRequired: false,
        "Ids as in abrlab scenario list, ID/VARIANT for one variant, or TOML files"),
      .flag("--all", "Run every scenario"),
      CommonOptions.format(["table", "json"]),
    ])

  private static let coverage = CommandSpec(
    name: "coverage",
    summary: "Print which scenarios exercise which features of the player SDKs",
    discussion: "The output is the page Scenarios of the documentation, in Markdown.",
    options: [])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let output = context.console.output
    switch arguments.path.last {
    case list.name:
      let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
      output.write(try ScenarioTables.list().text(as: format, width: context.console.outputTerminal.width ?? .max))
    case show.name:
      let choice = try ScenarioChoice(arguments.string("ID") ?? "", place: "ID")
      let isJSON = arguments.string("--format") == "json"
      output.write(isJSON ? choice.scenario.json.text() : ScenarioText.text(of: choice))
    case run.name: return try play(arguments, context: context)
    default: output.write(try ScenarioCoverage.markdown())
    }
    return .success
  }

  private static func play(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let given = arguments.strings("ID")
    let isAll = arguments.has("--all")
    guard isAll == given.isEmpty else {
      throw UsageError(
        isAll ? "--all plays every scenario; leave out the ids" : "'abrlab scenario run' needs ids, or --all",
        hint: "abrlab scenario list")
    }
    // Read all of them before any is played: a wrong id is told at once.
    let choices = try (isAll ? ScenarioLibrary.ids : given).map { try ScenarioChoice($0, place: "ID") }
    for choice in choices where choice.leftOut > 0 {
      context.console.note(
        "\(choice.scenario.id): expectations that name other variants are not checked: \(choice.leftOut)")
    }
    let scenarios = choices.map(\.scenario)
    let isJSON = arguments.string("--format") == "json"
    let progress = Progress(total: scenarios.count, unit: "scenarios played", console: context.console)
    var results: [ScenarioResult] = []
    for scenario in scenarios {
      let result = try ScenarioRunner.run(scenario)
      results.append(result)
      progress.update(done: results.count)
    }
    progress.finish()
    if isJSON {
      context.console.output.write(JSONValue.array(results.map(\.json)).text())
    } else {
      let terminal = context.console.outputTerminal
      context.console.output.write(
        results.map { ScenarioTables.text(of: $0, terminal: terminal) }.joined(separator: "\n"))
    }
    return results.allSatisfy(\.holds) ? .success : .regression
  }
}
