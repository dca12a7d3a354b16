import ABRMedia
import ABRPlayback

/// A policy as a spec names it: a rule and limits, `bola+peak:3M`.
///
/// The rule comes first; limits follow, each at most once. A spec that begins with a limit has the rule `auto`:
/// `peak:3M` is `auto+peak:3M`.
public struct PolicySpec: Sendable {
  /// The spec in its canonical spelling, which results carry: aliases replaced by names, what was given in the order of
  /// the registries, values in their shortest form.
  public let canonical: String
  /// The rule.
  public let rule: RuleEntry
  /// What the spec says about the rule.
  public let arguments: Arguments
  /// The limits.
  public let limits: Limits
  /// The spec as it was written, for messages.
  let text: String
  /// The rule in its canonical spelling; empty where the spec begins with a limit.
  private let ruleText: String

  /// Reads a spec.
  ///
  /// - Parameters:
  ///   - spec: the text.
  ///   - registry: the rules it may name.
  ///   - base: the policy whose rule holds where the spec begins with a limit; `nil` for `auto`.
  /// - Throws: ``SpecError``.
  /// - Complexity: O(*length*).
  public init(
    parsing spec: String, registry: RuleRegistry = .standard, rule base: PolicySpec? = nil
  ) throws(SpecError) {
    var terms = try SpecTerm.terms(of: spec)
    let rule: RuleEntry
    var ruleText = ""
    if LimitRegistry.entry(named: terms[0].name) != nil, let auto = registry.entry(named: "auto") {
      rule = base?.rule ?? auto
      arguments = base?.arguments ?? Arguments(defaultsOf: auto.parameters)
      if let base, base.ruleText != auto.name { ruleText = base.ruleText }
    } else {
      let term = terms.removeFirst()
      guard let entry = registry.entry(named: term.name) else {
        if MM22Registry.entry(named: term.name) != nil {
          throw .conflict(
            spec: spec, part: "policy", found: "\(term.name), which only --model mm22 has",
            allowed: "--model mm22, or a rule of abrlab policy list")
        }
        if let meant = Self.familiar[term.name] {
          throw .invalidValue(spec: spec, part: "policy", found: term.name, allowed: meant)
        }
        throw .unknownName(
          spec: spec, kind: "policy", found: term.name,
          allowed: registry.entries.flatMap { [$0.name] + $0.aliases } + LimitRegistry.entries.map(\.name))
      }
      rule = entry
      arguments = try Arguments(of: term, parameters: entry.parameters, spec: spec)
      ruleText = entry.name + arguments.text(.afterColon)
    }
    var limits = Limits()
    let limitTexts = try Self.readLimits(terms, of: spec, registry: registry, into: &limits)
    if arguments.parameters.contains(where: { $0.key == "caps" }), arguments.choice("caps") == "honour" {
      limits.fixedHonoursCaps = true
    }
    self.rule = rule
    self.limits = limits
    text = spec
    self.ruleText = ruleText
    canonical = ([ruleText] + limitTexts).filter { !$0.isEmpty }.joined(separator: "+")
    try check(nil)
  }

  /// The default: `auto` without limits.
  public static let standard = PolicySpec(rule: .auto)

  /// Words for a rendition that people try as a rule.
  private static let familiar = {
    let lowest = "fixed:0, always the lowest rendition"
    let highest = "fixed:N, always rendition N; abrlab video inspect lists them, the highest last"
    return [
      "lowest": lowest, "worst": lowest, "minimum": lowest, "highest": highest, "best": highest, "maximum": highest,
    ]
  }()

  private init(rule: RuleEntry) {
    self.rule = rule
    arguments = Arguments(defaultsOf: rule.parameters)
    limits = Limits()
    (canonical, text, ruleText) = (rule.name, rule.name, rule.name)
  }

  /// Checks the rule's arguments together, and against a ladder when there is one.
  func check(_ ladder: Ladder?) throws(SpecError) {
    guard let problem = rule.check(arguments, ladder) else { return }
    throw .invalidValue(
      spec: text, part: "\(rule.name) \(problem.key)", found: problem.found, allowed: problem.allowed)
  }

  private static func readLimits(
    _ terms: [SpecTerm], of spec: String, registry: RuleRegistry, into limits: inout Limits
  ) throws(SpecError) -> [String] {
    var texts: [(order: Int, text: String)] = []
    for term in terms {
      guard let order = LimitRegistry.entries.firstIndex(where: { $0.name == term.name }) else {
        if registry.entry(named: term.name) != nil {
          throw .conflict(
            spec: spec, part: term.name, found: "a second rule after +", allowed: "one rule, then limits")
        }
        throw .unknownName(spec: spec, kind: "limit", found: term.name, allowed: LimitRegistry.entries.map(\.name))
      }
      guard !texts.contains(where: { $0.order == order }) else {
        throw .conflict(spec: spec, part: term.name, found: "a second one", allowed: "one")
      }
      let entry = LimitRegistry.entries[order]
      let arguments = try Arguments(of: term, parameters: entry.parameters, spec: spec)
      if let value = arguments["value"] { entry.apply(value, &limits) }
      texts.append((order, entry.name + arguments.text(.afterColon)))
    }
    return texts.sorted { $0.order < $1.order }.map(\.text)
  }

  /// The policy for a model.
  public func policy(model: Model = .lab) -> Policy { Policy(spec: self, model: model) }
}
