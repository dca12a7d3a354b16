/// Options that every command has.
enum CommonOptions {
  static let all: [OptionSpec] = [
    .flag("--quiet", short: "-q", group: "Common options", "Print no notes and no progress, only warnings and errors"),
    .flag("--verbose", short: "-v", group: "Common options", "Print more notes"),
    .option(
      "--color", "WHEN", values: .choice(Terminal.ColorChoice.allCases.map(\.rawValue)), default: "auto",
      group: "Common options", "When to colour; auto follows NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR and the terminal"),
    .option(
      "--progress", "HOW", values: .choice(Progress.Choice.allCases.map(\.rawValue)), default: "auto",
      group: "Common options", "How to show progress on standard error"),
  ]

  /// The form of the result on standard output.
  static func format(_ formats: [String], default defaultText: String = "table") -> OptionSpec {
    .option(
      "--format", "FORMAT", values: .choice(formats), default: defaultText, group: "Output",
      "Form of the result on standard output")
  }

  /// Files that the result goes to.
  static let export = OptionSpec.option(
    "--export", "FORMAT=PATH", isRepeatable: true, group: "Output",
    "Also write the result to a file, such as json=run.json")
  /// The same of commands that write pages, too.
  static let pageExport = OptionSpec.option(
    export.name, export.valueName, isRepeatable: true, group: export.group,
    export.help + ", or html=page.html for a page that people open in a browser")
}
