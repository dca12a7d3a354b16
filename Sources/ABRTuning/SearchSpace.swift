import ABRPlayback
import ABRPolicies
import ABRRuns

/// The settings that a search chooses from: a grid over parameters of a policy, a buffer and a preload scheduler.
///
/// Only settings that can be played are in it. A combination that contradicts itself (a minimum above its maximum,
/// start, resume and maximum out of order, a gate that opens above the largest forward target) or one of the user's
/// relations is left out and counted, never repaired.
package struct SearchSpace: Sendable {
  /// The most settings that a space may have.
  package static let greatestCount = 20_000

  /// What is varied.
  package let parameters: [TunedParameter]
  /// The settings of the grid, the last parameter running fastest.
  package let settings: [TuningSetting]
  /// The specs as they are without the search, with every default: what the answer is held against; `nil` where they
  /// are none without a value from the search.
  package let current: TuningSetting?
  /// Why there is no current setting.
  package let currentProblem: String?
  /// How many combinations of the grid are no settings.
  package let excludedCount: Int
  /// Why the first of them is none.
  package let firstExclusion: String?

  private let templates: [SpecTemplate]
  private let viewer: String
  private let player: String
  private let relations: [ParameterRelation]

  /// Builds a space.
  ///
  /// - Parameters:
  ///   - templates: the specs, one of each part that there is; they are the current setting.
  ///   - viewer: canonical spec of who watches every setting.
  ///   - player: canonical spec of the player that every setting changes.
  ///   - played: what the current setting is played as, where its specs are not the templates.
  ///   - ranges: names of parameters and what they go through, see ``ParameterRange``.
  ///   - relations: conditions between parameters, see ``ParameterRelation``.
  /// - Throws: ``TuningError``.
  /// - Complexity: O(combinations).
  package init(
    templates: [SpecTemplate], viewer: String = "watch", player: String = Configuration.neutralPlayer,
    current played: Configuration? = nil, ranges: [(name: String, text: String)],
    relations: [String] = []
  ) throws(TuningError) {
    guard !ranges.isEmpty else { throw .noParameter }
    var parameters: [TunedParameter] = []
    for (name, text) in ranges {
      let (full, place, parameter) = try TunedParameter.find(name, in: templates)
      guard !parameters.contains(where: { $0.place == place }) else { throw .parameterTwice(full) }
      let range = try ParameterRange(parsing: text, of: parameter, name: full)
      parameters.append(TunedParameter(name: full, parameter: parameter, range: range, place: place))
    }
    var conditions: [ParameterRelation] = []
    for text in relations { conditions.append(try ParameterRelation(parsing: text, in: templates)) }
    self.parameters = parameters
    self.templates = templates
    self.viewer = viewer
    self.player = player
    self.relations = conditions

    let combinations = parameters.reduce(1) { $0.multipliedSaturating(by: $1.range.values.count) }
    // Combinations may be many more than settings, so that the limit on settings is judged after the conditions.
    guard combinations <= 50 * Self.greatestCount else {
      throw .tooManySettings(combinations: combinations, allowed: Self.greatestCount)
    }
    var settings: [TuningSetting] = []
    var excluded = 0
    var firstExclusion: String?
    for index in 0..<combinations {
      let place = Self.place(index, parameters)
      do {
        settings.append(
          try Self.setting(
            zip(parameters, place).map { $0.range.values[$1] }, at: place, parameters, (templates, viewer, player),
            conditions))
      } catch {
        excluded += 1
        if firstExclusion == nil { firstExclusion = error.reason }
      }
      guard settings.count <= Self.greatestCount else {
        throw .tooManySettings(combinations: combinations, allowed: Self.greatestCount)
      }
    }
    guard !settings.isEmpty else { throw .emptySpace(combinations: combinations, reason: firstExclusion ?? "none") }
    self.settings = settings
    excludedCount = excluded
    self.firstExclusion = firstExclusion
    (current, currentProblem) = Self.current(parameters, (templates, viewer, player), played: played)
  }

  /// A setting from values of its own, on the grid or not.
  ///
  /// - Parameter values: one for each parameter.
  /// - Throws: ``Exclusion`` saying why the values are no setting.
  package func setting(_ values: [ParameterValue]) throws(Exclusion) -> TuningSetting {
    let places = zip(parameters, values).map { $0.range.values.firstIndex(of: $1) }
    return try Self.setting(
      values, at: places.contains(nil) ? nil : places.compactMap { $0 }, parameters, (templates, viewer, player),
      relations)
  }

  /// Values in words, one for each parameter: `growth.min=4s growth.max=28s`.
  package func text(of values: [ParameterValue]) -> String { Self.text(of: values, parameters) }

  private static func text(of values: [ParameterValue], _ parameters: [TunedParameter]) -> String {
    zip(parameters, values).map { "\($0.name)=\($1.text)" }.joined(separator: " ")
  }

  /// Why values together are no setting.
  package struct Exclusion: Error, Sendable, Hashable {
    /// The reason in words.
    package let reason: String
  }

  private static func place(_ index: Int, _ parameters: [TunedParameter]) -> [Int] {
    var rest = index
    var place: [Int] = []
    for parameter in parameters.reversed() {
      place.append(rest % parameter.range.values.count)
      rest /= parameter.range.values.count
    }
    return place.reversed()
  }

  private static func setting(
    _ values: [ParameterValue], at place: [Int]?, _ parameters: [TunedParameter],
    _ specs: (templates: [SpecTemplate], viewer: String, player: String), _ relations: [ParameterRelation]
  ) throws(Exclusion) -> TuningSetting {
    var filled = specs.templates
    for (parameter, value) in zip(parameters, values) {
      guard let index = filled.firstIndex(where: { $0.part == parameter.place.part }) else {
        preconditionFailure("a parameter is one of the templates'")
      }
      filled[index].set(parameter.parameter, of: parameter.place.term, to: value)
    }
    if let relation = relations.first(where: { !$0.holds(in: filled) }) {
      throw Exclusion(reason: "\(text(of: values, parameters)) is not \(relation.text)")
    }
    return try checked(filled, viewer: specs.viewer, player: specs.player, values: values, place: place)
  }

  /// - Parameter played: what it is played as; it is right as it is.
  private static func current(
    _ parameters: [TunedParameter], _ specs: (templates: [SpecTemplate], viewer: String, player: String),
    played: Configuration?
  ) -> (TuningSetting?, String?) {
    var values: [ParameterValue] = []
    for parameter in parameters {
      guard let template = specs.templates.first(where: { $0.part == parameter.place.part }),
        let value = template.value(of: parameter.parameter, in: parameter.place.term)
      else { return (nil, "\(parameter.name) has no value in \(specs.templates.map(\.text).joined(separator: " "))") }
      values.append(value)
    }
    let places = zip(parameters, values).map { $0.range.values.firstIndex(of: $1) }
    let place = places.contains(nil) ? nil : places.compactMap { $0 }
    if let played { return (TuningSetting(values: values, place: place, configuration: played), nil) }
    do {
      return (
        try checked(
          specs.templates, viewer: specs.viewer, player: specs.player, values: values, place: place, isCurrent: true),
        nil
      )
    } catch { return (nil, error.reason) }
  }

  /// The canonical specs of filled templates, with what is wrong with them together.
  private static func checked(
    _ templates: [SpecTemplate], viewer: String, player: String, values: [ParameterValue], place: [Int]?,
    isCurrent: Bool = false
  ) throws(Exclusion) -> TuningSetting {
    func text(_ part: SpecTemplate.Part) -> String? { templates.first { $0.part == part }?.text }
    do {
      let rules = templates.first { $0.part == .policy }?.rules ?? .standard
      let policy = try PolicySpec(parsing: text(.policy) ?? "auto", registry: rules).canonical
      let buffer = try BufferSpec(parsing: text(.buffer) ?? "static(30s)")
      try buffer.configuration.validate(as: buffer.canonical)
      let preload = try text(.preload).map { try PreloadSpec(parsing: $0) }
      // What is played already may be as odd as it is.
      if !isCurrent, let preload, case .gate(let gate) = preload.settings.trigger, preload.settings.isActive {
        let largest = min(buffer.configuration.target.maximum, buffer.configuration.settings.maximum)
        guard gate.open <= largest else {
          throw Exclusion(
            reason: "the gate of \(preload.canonical) opens above the largest forward target of \(buffer.canonical)")
        }
      }
      return TuningSetting(
        values: values, place: place,
        configuration: Configuration(
          policy: policy, buffer: buffer.canonical, viewer: viewer, preload: preload?.canonical,
          player: player))
    } catch let error as Exclusion {
      throw error
    } catch {
      throw Exclusion(reason: "\(error)")
    }
  }
}

extension Int {
  /// The product, or the greatest integer where it is larger.
  fileprivate func multipliedSaturating(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
