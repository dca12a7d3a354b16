/// `abrlab completions`: scripts that let a shell complete commands, options and their values.
enum CompletionsCommand: Verb {
  /// The shells there are scripts for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let spec = CommandSpec(
    name: "completions", summary: "Print a completion script for a shell", group: "Learn",
    examples: [
      .init(line: "abrlab completions bash > ~/.local/share/bash-completion/completions/abrlab", meaning: "bash"),
      .init(line: "abrlab completions zsh > ~/.zfunc/_abrlab", meaning: "zsh, with ~/.zfunc in fpath"),
      .init(line: "abrlab completions fish > ~/.config/fish/completions/abrlab.fish", meaning: "fish"),
    ],
    options: [
      .positional("SHELL", values: .choice(Shell.allCases.map(\.rawValue)), "The shell")
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    guard let shell = try arguments.choice("SHELL", as: Shell.self) else { return .usage }
    let script =
      switch shell {
      case .bash: BashCompletion.script(for: ProgramSpec.program)
      case .zsh: ZshCompletion.script(for: ProgramSpec.program)
      case .fish: FishCompletion.script(for: ProgramSpec.program)
      }
    context.console.output.write(script)
    return .success
  }
}
