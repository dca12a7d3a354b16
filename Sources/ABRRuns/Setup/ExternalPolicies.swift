import ABRPlayback
import ABRPolicies

/// Policies outside of the engine: those that a program brings which has the lab in it, `call(NAME)`, and programs of
/// their own, `exec(./policy.py)`.
package struct ExternalPolicies: Sendable {
  /// The rule of a policy that a program brings.
  package static let call = "call"
  /// The rule of a program.
  package static let exec = "exec"
  /// The longest wait for a program's answer where the spec names none, in seconds.
  package static let standardLimit = 10.0

  private var policies: [String: any ExternalPolicy] = [:]
  private var programs: [String: (policy: any ExternalPolicy, sha256: String)] = [:]
  /// Whether sessions have several items.
  package var severalItems = false

  /// No policies.
  package init() {}

  /// Adds a policy under a name of letters, digits, dots, hyphens and underscores.
  package mutating func add(_ policy: any ExternalPolicy, named name: String) { policies[name] = policy }

  /// Adds a program.
  ///
  /// - Parameters:
  ///   - policy: asks it.
  ///   - path: its path, as specs name it.
  ///   - sha256: digest of its bytes.
  package mutating func add(_ policy: any ExternalPolicy, program path: String, sha256: String) {
    programs[path] = (policy, sha256)
  }

  /// The rules that a policy may name.
  package var rules: RuleRegistry {
    var rules: [RuleEntry] = []
    if !policies.isEmpty {
      let name = Parameter("name", .choice(policies.keys.sorted()), default: .required, isPositional: true, "which")
      rules.append(rule(Self.call, [name], "a policy of the program that has the lab in it"))
    }
    let paths = programs.isEmpty ? ["the path of a program"] : programs.keys.sorted()
    let program = Parameter("program", .choice(paths), default: .required, isPositional: true, "path of the program")
    let timeout = Parameter(
      "timeout", .duration(0.001...3600), default: .value(.duration(Self.standardLimit)),
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
    switch spec.rule.name {
    case Self.call: policies[spec.arguments.choice("name")]
    case Self.exec: programs[spec.arguments.choice("program")]?.policy
    default: nil
    }
  }

  private func rule(_ name: String, _ parameters: [Parameter], _ summary: String) -> RuleEntry {
    let severalItems = severalItems
    return RuleEntry(
      name, source: "ABRLab", parameters: parameters, summary: summary,
      build: { _ in ExternalRule(choosesFirstRendition: !severalItems) })
  }
}
