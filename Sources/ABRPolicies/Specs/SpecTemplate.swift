/// A spec whose parameters may be set: the terms of a player, a policy, a buffer or a preload scheduler with what each
/// of them takes.
public struct SpecTemplate: Sendable {
  /// What the spec names.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    case player, policy, buffer, preload
  }

  /// What the spec names.
  public let part: Part
  /// Its terms as they were written.
  public private(set) var terms: [SpecTerm]
  /// What each term takes.
  public let parameters: [[Parameter]]
  /// The rules that a policy may name.
  package let rules: RuleRegistry

  /// Reads the terms of a spec. Values need not be there yet: a required one may be set later.
  ///
  /// - Throws: ``SpecError`` for a malformed spec and for a name that no registry has.
  public init(_ part: Part, parsing spec: String, rules: RuleRegistry = .standard) throws(SpecError) {
    self.part = part
    self.rules = rules
    terms = try part == .buffer ? BufferSpec.terms(of: spec) : SpecTerm.terms(of: spec)
    var parameters: [[Parameter]] = []
    for term in terms {
      guard let known = Self.parameters(of: term.name, in: part, rules: rules) else {
        throw .unknownName(
          spec: spec, kind: part.rawValue, found: term.name, allowed: Self.names(of: part, rules: rules))
      }
      parameters.append(known)
    }
    self.parameters = parameters
  }

  /// A player with its options.
  ///
  /// - Parameters:
  ///   - player: its term.
  ///   - options: what it takes.
  ///   - rules: those that its policy may name.
  package init(player: SpecTerm, options: [Parameter], rules: RuleRegistry = .standard) {
    part = .player
    self.rules = rules
    terms = [player]
    parameters = [options]
  }

  /// The spec as it stands.
  public var text: String { terms.map(\.text).joined(separator: "+") }

  /// Sets a parameter.
  ///
  /// - Parameters:
  ///   - term: index of the term.
  ///   - parameter: one of the term's.
  ///   - value: what it becomes.
  public mutating func set(_ parameter: Parameter, of term: Int, to value: ParameterValue) {
    terms[term] = terms[term].setting(parameter, to: value)
  }

  /// The value that a parameter has now, by itself or by default; `nil` when it has none.
  public func value(of parameter: Parameter, in term: Int) -> ParameterValue? {
    let given = terms[term].arguments.first { $0.key == parameter.key || ($0.key == nil && parameter.isPositional) }
    if let given { return try? parameter.value(given.value) }
    guard case .value(let value) = parameter.defaultValue else { return nil }
    return value
  }

  private static func parameters(of name: String, in part: Part, rules: RuleRegistry) -> [Parameter]? {
    switch part {
    case .player: nil
    case .policy: rules.entry(named: name)?.parameters ?? LimitRegistry.entry(named: name)?.parameters
    case .buffer: BufferRegistry.entry(named: name)?.parameters
    case .preload: PreloadRegistry.entry(named: name)?.parameters
    }
  }

  private static func names(of part: Part, rules: RuleRegistry) -> [String] {
    switch part {
    case .player: []
    case .policy: rules.entries.map(\.name) + LimitRegistry.entries.map(\.name)
    case .buffer: BufferRegistry.entries.map(\.name)
    case .preload: PreloadRegistry.entries.map(\.name)
    }
  }
}
