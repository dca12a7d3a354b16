import ABRPlayers
import ABRPolicies
import ABRRuns

extension ExternalPolicies {
  /// These policies, and the programs that the policies of a command name.
  ///
  /// - Throws: ``UsageError`` for what is no program.
  func adding(programsOf arguments: ParsedArguments) throws(UsageError) -> ExternalPolicies {
    try adding(programsOf: arguments.strings("--policy"), severalItems: arguments.hasSeveralItems)
  }

  /// These policies, and the programs that specs name.
  ///
  /// - Parameter severalItems: whether sessions have several items.
  /// - Throws: ``UsageError`` for what is no program.
  func adding(programsOf specs: [String], severalItems: Bool) throws(UsageError) -> ExternalPolicies {
    var all = self
    all.severalItems = severalItems
    for spec in specs {
      // What is no spec is refused where it is read.
      for term in (try? SpecTerm.terms(of: spec)) ?? [] {
        guard let place = Self.program(of: term) else { continue }
        let path = term.arguments[place].value
        let limit = term.arguments.first { $0.key == "timeout" }.flatMap { try? Quantity.duration($0.value) }
        let program = try ProgramPolicy(path, within: limit ?? Self.standardLimit)
        all.add(program, program: path, sha256: program.sha256)
      }
    }
    return all
  }

  /// A spec with other paths of its files: of the program in `exec(…)`, of the scripts in `code(…)`, of a player's
  /// configuration.
  ///
  /// - Parameters:
  ///   - spec: of a policy or a player; a text that is not a spec is returned unchanged.
  ///   - path: the path to write for one that stands there, and whether that is a program's.
  /// - Returns: `nil` where no spec can hold such a path.
  static func replacingPaths(in spec: String, with path: (String, _ isProgram: Bool) -> String) -> String? {
    guard var terms = try? SpecTerm.terms(of: spec) else { return spec }
    var isChanged = false
    for index in terms.indices {
      let term = terms[index]
      let isCode = term.name == KnownPlayer.ownCode.name
      let program = program(of: term)
      for place in terms[index].arguments.indices {
        let argument = term.arguments[place]
        let isFile = isCode ? isFile(argument) : KnownPlayer.isFile(argument, of: term)
        guard isFile || place == program else { continue }
        terms[index].arguments[place].value = path(argument.value, !isFile)
        isChanged = true
      }
    }
    guard isChanged else { return spec }
    let text = terms.map(\.text).joined(separator: "+")
    return (try? SpecTerm.terms(of: text)) == terms ? text : nil
  }

  /// Whether an argument of `code(…)` is a path, and no value of the player's own configuration.
  private static func isFile(_ argument: SpecTerm.Argument) -> Bool {
    KnownPlayer.ownCode.options.map(\.parameter).contains { option in
      option.kind == .path && (argument.key == option.key || argument.key == nil && option.isPositional)
    }
  }

  /// Which argument of a term is the path of a program; `nil` for other terms.
  private static func program(of term: SpecTerm) -> Int? {
    guard term.name == exec else { return nil }
    return term.arguments.firstIndex { ($0.key ?? "program") == "program" }
  }
}

extension ParsedArguments {
  /// Whether sessions have several items, in which first renditions are not asked for.
  var hasSeveralItems: Bool { has("--session") || has("--items") && string("--items") != "1" }
}
