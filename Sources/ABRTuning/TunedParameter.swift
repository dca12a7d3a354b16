import ABRPolicies

/// A parameter of a player, a policy, a buffer or a preload scheduler that a search varies.
package struct TunedParameter: Sendable {
  /// Where a parameter stands in the templates of a search.
  struct Place: Sendable, Hashable {
    var part: SpecTemplate.Part
    /// Name of the term: which one it is may hang on other parameters.
    var term: String
    var key: String
  }

  /// Its name: `growth.min`, that of the term alone for a value without a key, `peak`, or an option's own,
  /// `maxBufferLength`.
  package let name: String
  /// What it is.
  package let parameter: Parameter
  /// The values that the grid has.
  package let range: ParameterRange
  let place: Place

  /// Whether it is an option of a player, under the player's own name.
  package var isOption: Bool { place.part == .player }

  /// Whether a value is no value of the parameter, but a forward target that has none: `static(30s)`.
  package func isTarget(_ value: ParameterValue) -> Bool {
    guard place.part == .buffer, case .choice(let words) = value else { return false }
    return BufferRegistry.entry(named: String(words.prefix { $0 != "(" })) != nil
  }

  /// Every parameter of some templates, by its name.
  static func all(of templates: [SpecTemplate]) -> [(name: String, place: Place, parameter: Parameter)] {
    templates.flatMap { template in
      zip(template.terms.map(\.name), template.parameters).flatMap { term, parameters in
        parameters.map { parameter in
          (
            template.part == .player ? parameter.key : parameter.isPositional ? term : "\(term).\(parameter.key)",
            Place(part: template.part, term: term, key: parameter.key), parameter
          )
        }
      }
    }
  }

  /// Finds the parameter that a name means: `growth.min`, or `min` where one term alone has it.
  ///
  /// - Throws: ``TuningError`` for a name that means none or several.
  static func find(
    _ name: String, in templates: [SpecTemplate]
  ) throws(TuningError) -> (name: String, place: Place, parameter: Parameter) {
    let all = all(of: templates)
    if let exact = all.first(where: { $0.name == name }) { return exact }
    let matches = all.filter { $0.place.key == name || "\($0.name).\($0.place.key)" == name }
    guard let match = matches.first else {
      if let limit = LimitRegistry.entry(named: name), let policy = templates.first(where: { $0.part == .policy }) {
        throw .missingLimit(found: name, policy: "\(policy.text)+\(name):\(limit.parameters[0].example)")
      }
      if let buffer = growing(with: name, in: templates) {
        throw .constantTarget(found: name, buffer: buffer.own, growing: buffer.growing)
      }
      throw .unknownParameter(found: name, allowed: all.map(\.name))
    }
    guard matches.count == 1 else { throw .ambiguousParameter(found: name, allowed: matches.map(\.name)) }
    return match
  }

  /// The buffer of some templates, and one like it whose forward target has a parameter: that of a target that grows.
  private static func growing(
    with name: String, in templates: [SpecTemplate]
  ) -> (own: String, growing: String)? {
    let key = name.split(separator: ".").last.map(String.init)
    guard let own = templates.first(where: { $0.part == .buffer })?.text,
      let entry = BufferRegistry.entry(named: "growth"), entry.parameters.contains(where: { $0.key == key }),
      name == key || name.hasPrefix("growth."), let buffer = try? BufferSpec(parsing: own)
    else { return nil }
    var term = entry.name
    if case .constant(let target) = buffer.configuration.target, target.seconds.isFinite {
      // Where the smallest target is varied, the buffer as it is; otherwise one below it leaves room.
      let least = key == "min" ? target.seconds : min(target.seconds, 30)
      term += "(min=\(ParameterValue.duration(least).text),max=\(ParameterValue.duration(target.seconds).text))"
    }
    return (try? BufferSpec.merging(term, over: own)).map { (own, $0) }
  }
}

extension [SpecTemplate] {
  /// The value of a parameter at a place; `nil` for none.
  func value(of parameter: Parameter, at place: TunedParameter.Place) -> ParameterValue? {
    guard let template = first(where: { $0.part == place.part }),
      let term = template.terms.firstIndex(where: { $0.name == place.term })
    else { return nil }
    return template.value(of: parameter, in: term)
  }

  /// Sets a parameter at a place.
  ///
  /// - Returns: whether there is such a term.
  mutating func set(_ parameter: Parameter, at place: TunedParameter.Place, to value: ParameterValue) -> Bool {
    guard let index = firstIndex(where: { $0.part == place.part }),
      let term = self[index].terms.firstIndex(where: { $0.name == place.term })
    else { return false }
    self[index].set(parameter, of: term, to: value)
    return true
  }
}

extension Parameter {
  /// A value to show of a limit.
  fileprivate var example: String { kind == .bitrate ? "3M" : "1280x720" }
}
