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

  /// A spec whose files are found from any folder, where a spec can say so.
  static func absolute(_ spec: String) -> String {
    guard var terms = try? SpecTerm.terms(of: spec) else { return spec }
    for index in terms.indices {
      let isCode = terms[index].name == KnownPlayer.ownCode.name
      let places = isCode ? Array(terms[index].arguments.indices) : program(of: terms[index]).map { [$0] } ?? []
      for place in places {
        let path = terms[index].arguments[place].value
        // A program finds what lies beside it by the path it is started by: links on the way to it stay.
        terms[index].arguments[place].value = isCode ? ResolvedPath.text(of: path) : ResolvedPath.absolute(path)
      }
    }
    let text = terms.map(\.text).joined(separator: "+")
    return (try? SpecTerm.terms(of: text)) == terms ? text : spec
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
