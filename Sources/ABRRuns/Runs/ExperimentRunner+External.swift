import ABRParallel

extension ExperimentRunner {
  /// Plays the sessions of external policies.
  ///
  /// - Parameters:
  ///   - plays: those of the run, with their places.
  ///   - sessions: those of the run; what is played is put into its place.
  /// - Throws: what a policy throws; of several errors the first, which ends the other groups.
  func playExternal(
    _ plays: [SessionPlay], into sessions: inout [SessionResult?], cancellation: CancellationFlag,
    progress: ProgressCounter, everyTick: ((ProgressCounter) -> Void)?
  ) throws {
    struct Group {
      let place: Int
      let external: any ExternalPolicy
      let traces: Range<Int>
    }
    let count = experiment.traces.count
    let groups = plays.enumerated().flatMap { place, play -> [Group] in
      guard let external = play.session.external else { return [] }
      // Items come up in each session at times of its own.
      let size = play.session.hasSeveralItems ? 1 : LockStep.groupSize
      return stride(from: 0, to: count, by: size).map {
        Group(place: place, external: external, traces: $0..<min($0 + size, count))
      }
    }
    guard !groups.isEmpty else { return }
    let experiment = experiment
    let failure = CancellationFlag()
    let outcomes = Workers(jobs: jobs).map(
      groups: groups.count, of: 1, cancellation: cancellation, everyTick: { _ in everyTick?(progress) },
      prepare: { group, _ in group },
      body: { _, _, number -> Result<[SessionResult]?, any Error> in
        let group = groups[number]
        let found = Result {
          try plays[group.place].play(group.traces, number, of: experiment, by: group.external) {
            cancellation.isCancelled || failure.isCancelled
          }
        }
        // A wait that was ended by the user, or because another group has failed, is no failure of its own.
        if case .failure = found, cancellation.isCancelled || failure.isCancelled { return .success(nil) }
        if case .failure = found { failure.cancel() }
        progress.add(group.traces.count)
        return found
      })
    for outcome in outcomes { if case .failure(let error) = outcome { throw error } }
    if !cancellation.isCancelled { for play in plays { try play.session.external?.finish() } }
    for (group, outcome) in zip(groups, outcomes) {
      guard case .success(let played?) = outcome else { continue }
      for session in played { sessions[session.trace * plays.count + group.place] = session }
    }
  }
}
