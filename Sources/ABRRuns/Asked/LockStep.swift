import ABRNetwork
import ABRParallel
import ABRPlayback

/// Plays sessions whose policy is outside of the engine side by side: all of them to their next question, then the
/// answers to all.
struct LockStep {
  /// Sessions of a group, at most: enough for one message to be worth its cost, few enough for several threads.
  static let groupSize = 64

  let external: any ExternalPolicy

  /// Plays a group.
  ///
  /// - Parameters:
  ///   - number: of the group in the run.
  ///   - sessions: what plays each session, and where it starts, with the name of its trace. Only a session of several
  ///     items that is alone may change what may be chosen.
  ///   - observer: of each session.
  ///   - isCancelled: asked between two rounds, and by policies that wait.
  /// - Returns: metrics and observer of each session; `nil` where it was cancelled.
  /// - Throws: what the policy throws; ``ExternalPolicyError`` for an answer that is no rendition.
  func play<O: SessionObserver>(
    _ number: Int, _ sessions: [(trace: String, player: SessionPlayer, start: AnyPlayer.Start)], observer: O,
    isCancelled: @escaping () -> Bool
  ) throws -> [(metrics: SessionMetrics, observer: O)]? {
    let traces = sessions.map(\.trace)
    let sessions = sessions.map { AskedSession($0.player, start: $0.start, observer: observer) }
    // Who never gets to a question asks nobody.
    guard let first = sessions.first, sessions.contains(where: { !$0.state.isOver }) else {
      return sessions.map { ($0.metrics, $0.observer) }
    }
    var group = AskedGroup(first, number: number, traces: traces)
    var visit = first.visit
    let decisions = try external.begin(group, isCancelled: isCancelled)
    defer { decisions.end() }
    while !isCancelled() {
      let questions = sessions.enumerated().compactMap { index, session in
        session.question.map {
          AskedQuestion(session: index, context: $0, downloads: session.downloads, waited: session.waited)
        }
      }
      if questions.isEmpty { return sessions.map { ($0.metrics, $0.observer) } }
      if sessions.count == 1, first.visit != visit || first.eligible != group.eligible {
        group = AskedGroup(first, number: number, traces: traces)
        visit = first.visit
        try decisions.continueSession(with: group)
      }
      let answers = try decisions.decide(questions)
      guard answers.count == questions.count else {
        throw ExternalPolicyError("found \(answers.count) answers to \(questions.count) questions")
      }
      for (question, answer) in zip(questions, answers) {
        guard group.eligible.indices.contains(answer) else {
          throw ExternalPolicyError(
            "segment \(question.context.segment) over \(group.traces[question.session]): found rendition \(answer), "
              + "expected 0 to \(group.eligible.count - 1)")
        }
        sessions[question.session].answer(answer)
      }
    }
    return nil
  }
}

extension AskedGroup {
  /// What sessions have in common with the first of them, as it stands.
  fileprivate init(_ session: AskedSession<some SessionObserver>, number: Int, traces: [String]) {
    self.init(
      number: number, video: session.video, segmentCount: session.segmentCount, eligible: session.eligible,
      initialPosition: session.initialPosition, traces: traces)
  }
}

extension ExperimentRunner {
  /// Plays the sessions of external policies.
  ///
  /// - Parameters:
  ///   - plays: those of the run, with their places.
  ///   - sessions: those of the run; what is played is put into its place.
  /// - Throws: what a policy throws; of several errors that of the first group.
  func playAsked(
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
      prepare: { $0 },
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
    for (group, outcome) in zip(groups, outcomes) {
      guard case .success(let played?) = outcome else { continue }
      for session in played { sessions[session.trace * plays.count + group.place] = session }
    }
  }
}
