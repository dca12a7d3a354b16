import ABRInput
import ABRPlayback
import ABRPolicies
import ABRRuns

/// The settings that a search chooses from: a grid over parameters of a player, a policy, a buffer and a preload
/// scheduler.
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

  /// The templates of a player's parts, by the player's own, whose options are set.
  package typealias Parts = @Sendable (SpecTemplate) throws -> [SpecTemplate]

  /// What every setting begins with.
  private struct Base: Sendable {
    var templates: [SpecTemplate]
    var configuration: Configuration
    var parts: Parts
  }

  private let base: Base
  private let relations: [ParameterRelation]

  /// Builds a space.
  ///
  /// - Parameters:
  ///   - templates: the specs, one of each part that there is; they are the current setting.
  ///   - played: what the current setting is played as, where its specs are not the templates. A setting has its
  ///     player and viewer, and what no template says.
  ///   - parts: the templates of a setting in which options of the player are varied; they decide what its parts are.
  ///   - ranges: names of parameters and what they go through, see ``ParameterRange``.
  ///   - relations: conditions between parameters, see ``ParameterRelation``.
  /// - Throws: ``TuningError``.
  /// - Complexity: O(combinations).
  package init(
    templates: [SpecTemplate], current played: Configuration? = nil, ranges: [(name: String, text: String)],
    relations: [String] = [], parts: @escaping Parts = { [$0] }
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
    let base = Base(
      templates: templates,
      configuration: played ?? Configuration(policy: "auto", buffer: "static(30s)", viewer: "watch"), parts: parts)
    self.base = base
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
            zip(parameters, place).map { $0.range.values[$1] }, at: place, parameters, base, conditions))
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
    (current, currentProblem) = Self.current(parameters, base, isPlayed: played != nil)
  }

  /// A setting from values of its own, on the grid or not.
  ///
  /// - Parameter values: one for each parameter.
  /// - Throws: ``Exclusion`` saying why the values are no setting.
  package func setting(_ values: [ParameterValue]) throws(Exclusion) -> TuningSetting {
    let places = zip(parameters, values).map { $0.range.values.firstIndex(of: $1) }
    return try Self.setting(
      values, at: places.contains(nil) ? nil : places.compactMap { $0 }, parameters, base, relations)
  }

  /// Values in words, one for each parameter: `growth.min=4s growth.max=28s`; of a forward target without these
  /// parameters the target, `static(30s)`.
  package func text(of values: [ParameterValue]) -> String { Self.text(of: values, parameters) }

  private static func text(of values: [ParameterValue], _ parameters: [TunedParameter]) -> String {
    zip(parameters, values).map { $0.isTarget($1) ? $1.text : "\($0.name)=\($1.text)" }.uniqued().joined(separator: " ")
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
    _ values: [ParameterValue], at place: [Int]?, _ parameters: [TunedParameter], _ base: Base,
    _ relations: [ParameterRelation]
  ) throws(Exclusion) -> TuningSetting {
    var filled = base.templates
    let pairs = zip(parameters, values)
    let options = pairs.filter { $0.0.place.part == .player }
    for (option, value) in options { _ = filled.set(option.parameter, at: option.place, to: value) }
    if !options.isEmpty, let player = filled.first(where: { $0.part == .player }) {
      do { filled = try base.parts(player) } catch { throw Exclusion(reason: "\(error)") }
    }
    for (parameter, value) in pairs where parameter.place.part != .player {
      guard filled.set(parameter.parameter, at: parameter.place, to: value) else {
        throw Exclusion(reason: "\(text(of: values, parameters)): there is no \(parameter.place.term)")
      }
    }
    if let relation = relations.first(where: { !$0.holds(in: filled) }) {
      throw Exclusion(reason: "\(text(of: values, parameters)) is not \(relation.text)")
    }
    return try checked(filled, base, values: values, place: place)
  }

  /// - Parameter isPlayed: whether it is played as the base is, which is right as it is.
  private static func current(
    _ parameters: [TunedParameter], _ base: Base, isPlayed: Bool
  ) -> (TuningSetting?, String?) {
    var values: [ParameterValue] = []
    let target = isPlayed ? otherTarget(base) : nil
    for parameter in parameters {
      if let target, parameter.place.part == .buffer, parameter.place.term == target.searched {
        values.append(.choice(target.played))
      } else if let value = base.templates.value(of: parameter.parameter, at: parameter.place) {
        values.append(value)
      } else if parameter.place.part == .player, case .absent(let words) = parameter.parameter.defaultValue {
        // What a player does without the option is a setting, too.
        values.append(.choice(words))
      } else {
        return (nil, "\(parameter.name) has no value in \(base.templates.map(\.text).joined(separator: " "))")
      }
    }
    let places = zip(parameters, values).map { $0.range.values.firstIndex(of: $1) }
    let place = places.contains(nil) ? nil : places.compactMap { $0 }
    if isPlayed { return (TuningSetting(values: values, place: place, configuration: base.configuration), nil) }
    do {
      return (try checked(base.templates, base, values: values, place: place, isCurrent: true), nil)
    } catch { return (nil, error.reason) }
  }

  /// The term of the forward target that is searched, and the target that is played in its place; `nil` where the
  /// template's own values make the same target.
  private static func otherTarget(_ base: Base) -> (searched: String, played: String)? {
    guard let template = base.templates.first(where: { $0.part == .buffer }),
      let searched = try? BufferSpec(parsing: template.text),
      let played = try? BufferSpec(parsing: base.configuration.buffer),
      searched.configuration.target.ends != played.configuration.target.ends
    else { return nil }
    func target(_ spec: String) -> SpecTerm? {
      (try? SpecTemplate(.buffer, parsing: spec))?.terms.first {
        BufferRegistry.entry(named: $0.name)?.roles.contains(.target) == true
      }
    }
    return target(template.text).map { ($0.name, target(base.configuration.buffer)?.text ?? base.configuration.buffer) }
  }

  /// The canonical specs of filled templates, with what is wrong with them together.
  private static func checked(
    _ templates: [SpecTemplate], _ base: Base, values: [ParameterValue], place: [Int]?, isCurrent: Bool = false
  ) throws(Exclusion) -> TuningSetting {
    func text(_ part: SpecTemplate.Part) -> String? { templates.first { $0.part == part }?.text }
    do {
      var configuration = base.configuration
      if let player = text(.player) { configuration.player = player }
      if let policy = templates.first(where: { $0.part == .policy }) {
        configuration.policy = try PolicySpec(parsing: policy.text, registry: policy.rules).canonical
      }
      let buffer = try text(.buffer).map { try BufferSpec(parsing: $0) }
      if let buffer {
        try buffer.configuration.validate(as: buffer.canonical)
        configuration.buffer = buffer.canonical
      }
      let preload = try text(.preload).map { try PreloadSpec(parsing: $0) }
      configuration.preload = preload?.canonical
      // What is played already may be as odd as it is.
      if !isCurrent, let buffer, let preload, case .gate(let gate) = preload.settings.trigger,
        preload.settings.isActive
      {
        let largest = min(buffer.configuration.target.maximum, buffer.configuration.settings.maximum)
        guard gate.open <= largest else {
          throw Exclusion(
            reason: "the gate of \(preload.canonical) opens above the largest forward target of \(buffer.canonical)")
        }
      }
      return TuningSetting(values: values, place: place, configuration: configuration)
    } catch let error as Exclusion {
      throw error
    } catch {
      throw Exclusion(reason: "\(error)")
    }
  }
}

extension BufferTarget {
  /// The smallest and the largest target; `nil` for one that neither is constant nor grows.
  fileprivate var ends: [Double]? {
    switch self {
    case .growth(let optimizer): [optimizer.minimum, optimizer.maximumTarget]
    case .constant(let target): [target.seconds, target.seconds]
    case .stepped, .custom: nil
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
