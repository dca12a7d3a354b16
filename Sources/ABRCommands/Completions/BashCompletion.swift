/// The completion script for bash (programmable completion, bash 4 and later).
enum BashCompletion {
  /// A script that defines and registers one function; every command is a case of its command path.
  static func script(for program: CommandSpec) -> String {
    var cases = ""
    for (path, command) in CompletionTable.commands(of: program) {
      let words = command.subcommands.map(\.name) + CompletionTable.names(of: command)
      cases += "    \(quoted(path.joined(separator: " "))))\n"
      cases += "      words=\(quoted(words.joined(separator: " ")))\n"
      let valued = command.options.filter { $0.kind == .option }
      if !valued.isEmpty {
        cases += "      case $last in\n"
        for option in valued {
          let names = [option.name, option.short].compactMap(\.self).joined(separator: "|")
          cases += "        \(names)) \(action(option)) ;;\n"
        }
        cases += "      esac\n"
      }
      if let positional = command.options.first(where: { $0.kind == .positional }) {
        cases += "      if [[ -z $last ]]; then \(action(positional)); fi\n"
      }
      cases += "      ;;\n"
    }
    return """
      # bash completion for \(program.name)
      _\(program.name)() {
        local current=${COMP_WORDS[COMP_CWORD]} path='' last='' words='' values='' files='' index word
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          case $word in
            \(valued(program, repeatable: true))) last=$word ;;
            \(valued(program, repeatable: false))) last=$word; index=$((index + 1)); ((index == COMP_CWORD)) || last='' ;;
            -*) last='' ;;
            *)
              # The first words are commands, as long as they are some.
              if [[ -z $last && " \(CompletionTable.paths(of: program).joined(separator: " | ")) " == *" ${path:+$path }$word "* ]]; then
                path=${path:+$path }$word
              fi
              ;;
          esac
        done
        case $path in
      \(cases.split(separator: "\n").joined(separator: "\n"))
        esac
        COMPREPLY=()
        if [[ $current == -* ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        elif [[ -n $values ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
        elif [[ -n $files ]]; then
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
        else
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        fi
      }
      complete -F _\(program.name) \(program.name)

      """
  }

  /// A pattern for the options, of all commands together, that take several values or just one.
  private static func valued(_ program: CommandSpec, repeatable: Bool) -> String {
    let options = CompletionTable.commands(of: program).flatMap(\.command.options)
    func names(_ repeatable: Bool) -> Set<String> {
      let chosen = options.filter { $0.kind == .option && $0.isRepeatable == repeatable }
      return Set(chosen.flatMap { [$0.short, $0.name].compactMap(\.self) })
    }
    // An option that repeats in one command and not in another counts as one that does.
    let chosen = repeatable ? names(true) : names(false).subtracting(names(true))
    return chosen.sorted().joined(separator: "|")
  }

  private static func action(_ option: OptionSpec) -> String {
    switch option.values {
    case .choice(let words), .suggestion(let words): "values=\(quoted(words.joined(separator: " ")))"
    case .path: "files=1"
    case .text: ":"
    }
  }

  /// A word that the shell takes as it is.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
