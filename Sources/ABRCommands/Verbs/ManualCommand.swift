/// `abrlab manual`: the pages of the manual, from the table of options that help reads, too.
enum ManualCommand: Verb {
  static let spec = CommandSpec(
    name: "manual",
    summary: "Print the manual, or write a page for each command into a folder",
    group: "Learn",
    examples: [
      .init(line: "abrlab manual run | man -l -", meaning: "read the page of a command"),
      .init(line: "abrlab manual --output ~/.local/share/man/man1", meaning: "install the manual"),
    ],
    options: [
      .positional(
        "COMMAND", values: .suggestion(ProgramSpec.names), isRequired: false, "The command; the program without it"),
      .option("--output", short: "-o", "FOLDER", values: .path, "Write all pages there, as abrlab.1 and so on"),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    guard let folder = arguments.string("--output") else {
      let name = arguments.string("COMMAND")
      guard let command = name.map({ ProgramSpec.program.command(at: [$0]) }) ?? ProgramSpec.program else {
        throw ParsedArguments.wrongChoice("COMMAND", found: name ?? "", allowed: ProgramSpec.names)
      }
      context.console.output.write(ManualPage.text(of: command, path: name.map { [$0] } ?? []))
      return .success
    }
    for (path, command) in [([], ProgramSpec.program)] + ProgramSpec.program.subcommands.map({ ([$0.name], $0) }) {
      let name = ([ProgramSpec.program.name] + path).joined(separator: "-")
      try OutputPath.write(Array(ManualPage.text(of: command, path: path).utf8), to: "\(folder)/\(name).1")
    }
    return .success
  }
}
