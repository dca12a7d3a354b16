import ABRPlayback
import ABRPolicies
import ABRRuns

/// Policies outside of the engine: those that a program brings which has the lab in it, `call(NAME)`, and programs of
/// their own, `exec(./policy.py)`.
struct ExternalPolicies: Sendable {
  private static let call = "call"
  private static let exec = "exec"
  private var policies: [String: any ExternalPolicy] = [:]
  private var programs: [String: ProgramPolicy] = [:]
  /// Whether sessions have several items.
  private var severalItems = false

  /// Adds a policy under a name of letters, digits, dots, hyphens and underscores.
  mutating func add(_ policy: any ExternalPolicy, named name: String) { policies[name] = policy }

  /// These policies, and the programs that specs name.
  ///
  /// - Parameter severalItems: whether sessions have several items.
  /// - Throws: ``UsageError`` for what is no program.
  func adding(programsOf specs: [String], severalItems: Bool) throws -> ExternalPolicies {
    var all = self
    all.severalItems = severalItems
    for spec in specs {
      // What is no spec is refused where it is read.
      for term in (try? SpecTerm.terms(of: spec)) ?? [] {
        guard let place = Self.program(of: term) else { continue }
        let path = term.arguments[place].value
        let limit = term.arguments.first { $0.key == "timeout" }.flatMap { try? Quantity.duration($0.value) }
        all.programs[path] = try ProgramPolicy(path, within: limit ?? ProgramPolicy.standardLimit)
      }
    }
    return all
  }

  /// Refuses policies outside of the engine for a command that asks none.
  ///
  /// - Throws: ``UsageError``.
  static func refuse(in specs: [String], _ place: String, of command: String) throws(UsageError) {
    for term in specs.flatMap({ (try? SpecTerm.terms(of: $0)) ?? [] }) where [call, exec].contains(term.name) {
      throw UsageError(
        "\(place): \(term.name) cannot be used with \(command)",
        hint: "run, explain, compare, check, baseline and sweep play policies outside of the lab")
    }
  }

  /// A spec whose program is found from any folder, where a spec can say so.
  static func absolute(_ spec: String) -> String {
    guard var terms = try? SpecTerm.terms(of: spec) else { return spec }
    for index in terms.indices {
      guard let place = program(of: terms[index]) else { continue }
      terms[index].arguments[place].value = ResolvedPath.text(of: terms[index].arguments[place].value)
    }
    let text = terms.map(\.text).joined(separator: "+")
    return (try? SpecTerm.terms(of: text)) == terms ? text : spec
  }

  /// Which argument of a term is the path of a program; `nil` for other terms.
  private static func program(of term: SpecTerm) -> Int? {
    guard term.name == exec else { return nil }
    return term.arguments.firstIndex { ($0.key ?? "program") == "program" }
  }

  /// The rules that a policy may name.
  var rules: RuleRegistry {
    var rules: [RuleEntry] = []
    if !policies.isEmpty {
      let name = Parameter("name", .choice(policies.keys.sorted()), default: .required, isPositional: true, "which")
      rules.append(rule(Self.call, [name], "a policy of the program that has the lab in it"))
    }
    let paths = programs.isEmpty ? ["the path of a program"] : programs.keys.sorted()
    let program = Parameter("program", .choice(paths), default: .required, isPositional: true, "path of the program")
    let timeout = Parameter(
      "timeout", .duration(0.001...3600), default: .value(.duration(ProgramPolicy.standardLimit)),
      "longest wait for an answer")
    rules.append(rule(Self.exec, [program, timeout], "a program that answers lines of JSON"))
    return .standard.adding(rules)
  }

  /// Digests of the programs, as options of a run.
  var record: [String: String] {
    Dictionary(uniqueKeysWithValues: programs.map { ("\(Experiment.programKey)\($0.key)", $0.value.sha256) })
  }

  /// Who decides; `nil` where the rule of the spec does.
  func policy(of spec: PolicySpec) -> (any ExternalPolicy)? {
    guard let name = Self.name(spec.rule.name, spec.arguments) else { return nil }
    return spec.rule.name == Self.call ? policies[name] : programs[name]
  }

  /// Which policy a rule of these names; `nil` for other rules.
  private static func name(_ rule: String, _ arguments: Arguments) -> String? {
    switch rule {
    case call: arguments.choice("name")
    case exec: arguments.choice("program")
    default: nil
    }
  }

  private func rule(_ name: String, _ parameters: [Parameter], _ summary: String) -> RuleEntry {
    let severalItems = severalItems
    return RuleEntry(
      name, source: "ABRLab", parameters: parameters, summary: summary,
      build: { _ in AskedRule(choosesFirstRendition: !severalItems) })
  }
}

extension ParsedArguments {
  /// Whether sessions have several items, in which first renditions are not asked for.
  var hasSeveralItems: Bool { has("--session") || has("--items") && string("--items") != "1" }
}
