import ABRNetwork
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
    let sessions = sessions.map { SteppedSession($0.player, start: $0.start, observer: observer) }
    // Sessions without a question start no program.
    guard let first = sessions.first, sessions.contains(where: { !$0.state.isOver }) else {
      return sessions.map { ($0.metrics, $0.observer) }
    }
    var group = SessionGroup(first, number: number, traces: traces)
    var visit = first.visit
    let decisions = try external.begin(group, isCancelled: isCancelled)
    defer { decisions.end() }
    while !isCancelled() {
      let questions = sessions.enumerated().compactMap { index, session in
        session.question.map {
          PolicyQuestion(session: index, context: $0, downloads: session.downloads, waited: session.waited)
        }
      }
      if questions.isEmpty { return sessions.map { ($0.metrics, $0.observer) } }
      if sessions.count == 1, first.visit != visit || first.eligible != group.eligible {
        group = SessionGroup(first, number: number, traces: traces)
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

extension SessionGroup {
  /// What sessions have in common with the first of them, as it stands.
  fileprivate init(_ session: SteppedSession<some SessionObserver>, number: Int, traces: [String]) {
    self.init(
      number: number, video: session.video, segmentCount: session.segmentCount, eligible: session.eligible,
      initialPosition: session.initialPosition, traces: traces)
  }
}
