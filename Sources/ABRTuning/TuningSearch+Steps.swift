import ABRPolicies

/// Steps from a setting that was played over all traces to those beside it and between them.
extension TuningSearch {
  /// Steps from a setting: beside it, between the values of the grid, and beside what that found.
  ///
  /// - Parameters:
  ///   - start: where they begin.
  ///   - onlyPromised: whether they lead to settings only that are promised to meet the conditions.
  ///   - play: plays what has not been played.
  /// - Returns: where they end, and the settings beside that; none of these where the user stopped it.
  mutating func steps(from start: Judged, onlyPromised: Bool, play: Play) throws -> (best: Judged, beside: [Neighbour])
  {
    var best = try climb(from: start, onlyPromised: onlyPromised, play: play).best
    best = try refine(from: best, onlyPromised: onlyPromised, play: play)
    return try climb(from: best, onlyPromised: onlyPromised, play: play)
  }

  /// Steps beside a setting, by one value of the grid in one parameter, until no step is better.
  private mutating func climb(
    from start: Judged, onlyPromised: Bool, play: Play
  ) throws -> (best: Judged, beside: [Neighbour]) {
    var best = start
    while true {
      guard let beside = try lookBeside(best.setting, play: play) else { return (best, []) }
      let winner = ranking([best] + open(beside.map(\.judged), onlyPromised))[0]
      if winner.setting == best.setting { return (best, beside) }
      best = winner
    }
  }

  /// The settings that a step may lead to.
  private func open(_ candidates: [Judged], _ onlyPromised: Bool) -> [Judged] {
    onlyPromised ? promised(candidates) : candidates
  }

  /// A setting one value of the grid beside another.
  typealias Neighbour = (parameter: Int, judged: Judged)

  /// Plays the settings beside one over all traces; `nil` where the user stopped it.
  mutating func lookBeside(_ setting: Int, play: Play) throws -> [Neighbour]? {
    let steps = beside(setting)
    let settings = steps.map(\.setting)
    guard try look(at: settings, over: traces.count, play: play) == traces.count else { return nil }
    return zip(steps, judged(settings, over: traces.count)).map { ($0.parameter, $1) }
  }

  /// Looks between the values of the grid around a setting, in the parameters that are continuous.
  ///
  /// A compass search (R. Hooke and T. A. Jeeves, JACM 8, 1961; T. G. Kolda, R. M. Lewis and V. Torczon, SIAM Review
  /// 45, 2003): half a step of the grid down and up in each parameter; to the best of these where it is better,
  /// otherwise the step is halved, twice at most. Values are rounded to the power of ten below a quarter of the grid's
  /// step, so that what is found can be said to people.
  ///
  /// - Returns: where it ends.
  private mutating func refine(from start: Judged, onlyPromised: Bool, play: Play) throws -> Judged {
    let continuous = space.parameters.indices.filter { space.parameters[$0].range.isContinuous }
    var best = start
    let gridSteps = continuous.map { step(of: $0, around: best.setting) }
    var steps = gridSteps.map { $0 / 2 }
    var halvings = 0
    for _ in 0..<Self.mostRefinements where halvings < 3 && !continuous.isEmpty {
      var candidates: [Int] = []
      for (place, parameter) in continuous.enumerated() {
        for sign in [-1.0, 1] {
          let moved = index(
            of: best.setting, moving: parameter, by: sign * steps[place],
            unit: Self.powerOfTen(below: gridSteps[place] / 4))
          if let moved, !candidates.contains(moved) { candidates.append(moved) }
        }
      }
      guard try look(at: candidates, over: traces.count, play: play) == traces.count else { return best }
      let winner = ranking([best] + open(judged(candidates, over: traces.count), onlyPromised))[0]
      if winner.setting == best.setting {
        steps = steps.map { $0 / 2 }
        halvings += 1
      }
      best = winner
    }
    return best
  }

  /// The most moves of ``refine(from:onlyPromised:play:)``.
  private static let mostRefinements = 12

  /// The distance between values of the grid around a setting.
  private func step(of parameter: Int, around setting: Int) -> Double {
    let numbers = space.parameters[parameter].range.values.compactMap(\.number)
    let value = settings[setting].values[parameter].number ?? 0
    let above = numbers.first { $0 > value }
    let below = numbers.last { $0 < value }
    return min((above ?? .infinity) - value, value - (below ?? -.infinity))
  }

  /// The largest power of ten that is not above a value.
  static func powerOfTen(below value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1e-6 }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return power
  }

  /// Index of the setting with one value moved and rounded; `nil` where that leaves the range, changes nothing or is no
  /// setting.
  private mutating func index(of setting: Int, moving parameter: Int, by distance: Double, unit: Double) -> Int? {
    let tuned = space.parameters[parameter]
    var values = settings[setting].values
    guard distance.isFinite, let old = values[parameter].number, let bounds = tuned.range.bounds else { return nil }
    let moved = ((old + distance) / unit).rounded() * unit
    guard bounds.contains(moved), let value = try? tuned.parameter.value(of: moved),
      value != values[parameter]
    else { return nil }
    values[parameter] = value
    return index(of: values)
  }

  /// Index of the setting with these values, which is added where it is new; `nil` where they are no setting.
  mutating func index(of values: [ParameterValue]) -> Int? {
    if let known = settings.firstIndex(where: { $0.values == values }) { return known }
    return (try? space.setting(values)).map { append($0) }
  }

  /// The settings one value of the grid below and above in each parameter, inside the ranges of all: a current setting
  /// may lie beyond them.
  private mutating func beside(_ setting: Int) -> [(parameter: Int, setting: Int)] {
    var found: [(parameter: Int, setting: Int)] = []
    for (parameter, tuned) in space.parameters.enumerated() {
      guard let number = settings[setting].values[parameter].number else { continue }
      let below = tuned.range.values.last { ($0.number ?? number) < number }
      let above = tuned.range.values.first { ($0.number ?? number) > number }
      for neighbour in [below, above].compactMap({ $0 }) {
        var values = settings[setting].values
        values[parameter] = neighbour
        guard isInside(values) else { continue }
        if let index = index(of: values) { found.append((parameter, index)) }
      }
    }
    return found
  }

  /// Whether values lie in the ranges that were asked for.
  private func isInside(_ values: [ParameterValue]) -> Bool {
    zip(space.parameters, values).allSatisfy { tuned, value in
      guard let number = value.number, let bounds = tuned.range.bounds else { return true }
      return bounds.contains(number)
    }
  }
}
