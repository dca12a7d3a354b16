import ABRPolicies

/// The settings beside the answer, which say what each of its values costs.
extension TuningSearch {
  /// A setting one value of the grid beside another.
  typealias Neighbour = (parameter: Int, judged: Judged)

  /// The settings one value of the grid below and above in each parameter, of a word those with each other value, over
  /// all traces; they are played where they have not been. None where the user stopped it.
  mutating func neighbours(of setting: Int, play: Play) throws -> [Neighbour] {
    let steps = neighbours(of: setting)
    try require(steps.map(\.setting), over: traces, play: play)
    guard !isInterrupted else { return [] }
    return zip(steps, judged(steps.map(\.setting), over: traces.count)).map { ($0.parameter, $1) }
  }

  /// Index of the setting with these values, which is added where it is new; `nil` where they are no setting.
  mutating func index(of values: [ParameterValue]) -> Int? {
    if let known = settings.firstIndex(where: { $0.values == values }) { return known }
    return (try? space.setting(values)).map { append($0) }
  }

  /// Those inside the ranges of all parameters: a current setting may lie beyond them.
  private mutating func neighbours(of setting: Int) -> [(parameter: Int, setting: Int)] {
    var found: [(parameter: Int, setting: Int)] = []
    for (parameter, tuned) in space.parameters.enumerated() {
      let own = settings[setting].values[parameter]
      guard !tuned.isTarget(own) else { continue }
      let steps =
        own.number.map { number in
          let below = tuned.range.values.last { ($0.number ?? number) < number }
          let above = tuned.range.values.first { ($0.number ?? number) > number }
          return [below, above].compactMap(\.self)
        } ?? tuned.range.values.filter { $0 != own }
      for neighbour in steps {
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
