extension TuningSearch {
  /// Settings of the last rung that are chosen at a time: what each of them gave says more of the others. With many known one more says
  /// little, and an eighth of them is chosen.
  private var atOnce: Int { max(4, known.count / 8) }

  /// Sessions that the method may ask for.
  private var limit: Int { Int(budget * Double(space.settings.count * traces.count * outcomes.programmeCount)) }

  /// Plays settings over all traces, a few at a time, as far as the budget goes: those that are expected to add most to the front, and with
  /// conditions those that are expected to be best by them. In between it steps from the best one to its neighbours.
  ///
  /// - Parameter count: settings that are played over all traces at least, whatever the budget.
  /// - Returns: whether the user let it come to its end.
  mutating func playLastRung(
    atLeast count: Int, play: Play, onBatch: (TuningSearch) throws -> Void
  ) throws -> Bool {
    let setting = traces.count * outcomes.programmeCount
    for reserve in [Self.climbers, Self.lastClimbers] {
      guard try fill(upTo: limit - reserve * setting, atLeast: count, play: play, onBatch: onBatch),
        try climb(play: play, onBatch: onBatch)
      else { return false }
    }
    return true
  }

  private mutating func fill(
    upTo sessions: Int, atLeast count: Int, play: Play, onBatch: (TuningSearch) throws -> Void
  ) throws -> Bool {
    var isHopeful = false
    while true {
      let settled = known
      let given = settled.map { values(of: $0, over: traces) }
      nearby?.describe(settled, values: given)
      let costs = space.settings.indices.map(missing)
      let room = max(sessions - asked, 0)
      let least = count - known.count
      let candidates = judgedAsFarAsPlayed()
      let new: [Int]
      if costs.reduce(0, +) <= room {
        new = space.settings.indices.filter { reached[$0] != traces.count }
      } else {
        // Settings that cost more than there is are left out, unless there are too few.
        let affordable = candidates.map { costs[$0.setting] > room && least <= 0 ? $0.unwanted : $0 }
        var cost = 0
        new = choose(atOnce, of: isHopeful ? affordable.map(hopeful) : affordable).enumerated().prefix {
          place, setting in
          cost += costs[setting]
          return cost <= room || place < least
        }.map(\.element)
      }
      guard !new.isEmpty else { return true }
      guard try require(new, over: traces, play: play, onBatch: onBatch) else { return false }
      note(new, over: traces.count)
      takeInKnown()
      for setting in new {
        let (candidate, given) = (candidates[setting], values(of: setting, over: traces))
        nearby?.learn(given, early: candidate.early, nearby: candidate.nearby)
      }
      isHopeful.toggle()
    }
  }

  /// All settings of the grid, in its order, with what they gave or let expect over the traces that each of them was played over.
  private func judgedAsFarAsPlayed() -> [Judged] {
    var found: [Judged] = []
    let groups = Dictionary(grouping: space.settings.indices) { reached[$0] ?? 0 }
    for (count, group) in groups.sorted(by: { $0.key < $1.key }) {
      found += judged(group, over: Array(traces.prefix(count)))
    }
    return found.sorted { $0.setting < $1.setting }
  }

  /// Which settings to play over all traces next; `candidates` are all of the grid, in its order.
  ///
  private func choose(_ count: Int, of candidates: [Judged]) -> [Int] {
    var chosen = known
    let start = chosen.count
    let ranked = ranking(candidates)
    func take(_ wanted: Int, from ranked: [Judged]) {
      chosen += ranked.map(\.setting).filter { !chosen.contains($0) }.prefix(wanted)
    }
    take((count + 3) / 4, from: ranked)
    if !goals.keeps.isEmpty { take(count / 4, from: ranking(lenient(candidates))) }
    chosen += HypervolumeChoice(among: candidates.map(\.harms)).next(count - (chosen.count - start), besides: chosen)
    take(count - (chosen.count - start), from: ranked)
    return Array(chosen.dropFirst(start))
  }

  /// A setting taken for better than expected, by as much as what is expected of it may be off.
  ///
  /// What is expected errs. Every second time settings that were not played are judged like this, so that those are not passed over which only seem
  /// a little worse (the optimism of T. L. Lai and H. Robbins, Adv. Appl. Math. 6, 1985).
  private func hopeful(_ candidate: Judged) -> Judged {
    guard !candidate.doubts.isEmpty, !candidate.isUnwanted else { return candidate }
    let values = zip(zip(candidate.expected, candidate.doubts), goals.objectives).map { pair, measure in
      pair.0.map { $0 + (measure.direction == .higher ? pair.1 : -pair.1) }
    }
    return judged(candidate.setting, values, reference: reference(over: traces))
  }

  /// Steps from the best setting to a neighbour in the grid while that is better: few traces may have cost the best one its place.
  ///
  /// - Returns: whether the user let it come to its end.
  private mutating func climb(play: Play, onBatch: (TuningSearch) throws -> Void) throws -> Bool {
    var best = ranking(judged(known, over: traces))[0].setting
    while true {
      let played = Set(known)
      let candidates = around(best).filter { !played.contains($0) }
      var room = max(limit - asked, 0)
      let wanted = candidates.prefix { candidate in
        room -= missing(candidate)
        return room >= 0
      }.map(\.self)
      guard !wanted.isEmpty else { return true }
      guard try require(wanted, over: traces, play: play, onBatch: onBatch) else { return false }
      note(wanted, over: traces.count)
      takeInKnown()
      let winner = ranking(judged(known, over: traces))[0].setting
      if winner == best { return true }
      best = winner
    }
  }

  /// The settings of the grid that differ from one by a step in one parameter; where one setting is wanted and no front, also by one in two,
  /// the nearest first.
  private func around(_ setting: Int) -> [Int] {
    guard let place = settings[setting].place else { return [] }
    let most = goals.goals.count > 1 && goals.keeps.isEmpty ? 1 : 2
    let near = space.settings.indices.compactMap { other -> (steps: Int, index: Int)? in
      guard let there = space.settings[other].place else { return nil }
      let steps = zip(place, there).map { abs($0 - $1) }
      let sum = steps.reduce(0, +)
      return steps.allSatisfy { $0 <= 1 } && (1...most).contains(sum) ? (sum, other) : nil
    }
    return near.sorted { $0 < $1 }.map(\.index)
  }
}
