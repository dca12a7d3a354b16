import ABRNetwork
import ABRParallel
import ABRPlayback

/// Plays sessions of one player side by side: all of them to their next question, then the answers to all.
struct LockStep {
  /// Sessions of a group, at most: enough for one message to be worth its cost, few enough for several threads.
  static let groupSize = 64

  let player: AnyPlayer
  let policy: ConfiguredPolicy
  let external: any ExternalPolicy

  /// Plays a group.
  ///
  /// - Parameters:
  ///   - number: of the group in the run.
  ///   - starts: where each session starts, with the name of its trace.
  ///   - observer: of each session.
  ///   - isCancelled: asked between two rounds, and by policies that wait.
  /// - Returns: metrics and observer of each session; `nil` where it was cancelled.
  /// - Throws: what the policy throws; ``ExternalPolicyError`` for an answer that is no rendition.
  func play<O: SessionObserver>(
    _ number: Int, _ starts: [(trace: String, start: AnyPlayer.Start)], observer: O, isCancelled: @escaping () -> Bool
  ) throws -> [(metrics: SessionMetrics, observer: O)]? {
    let sessions = starts.map { AskedSession(player, start: $0.start, viewer: policy.viewer, observer: observer) }
    guard let first = sessions.first else { return [] }
    let group = AskedGroup(
      number: number, video: player.video, segmentCount: min(player.video.segmentCount, player.settings.segmentLimit),
      eligible: first.eligible, initialPosition: first.initialPosition, traces: starts.map(\.trace))
    let decisions = try external.begin(group, isCancelled: isCancelled)
    defer { decisions.end() }
    while !isCancelled() {
      let questions = sessions.enumerated().compactMap { index, session in
        session.question.map {
          AskedQuestion(session: index, context: $0, downloads: session.downloads, waited: session.waited)
        }
      }
      if questions.isEmpty { return sessions.map { ($0.metrics, $0.observer) } }
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
      let lockStep: LockStep
      let traces: Range<Int>
    }
    let count = experiment.traces.count
    let groups = plays.enumerated().flatMap { place, play -> [Group] in
      guard let lockStep = play.lockStep else { return [] }
      return stride(from: 0, to: count, by: LockStep.groupSize).map {
        Group(place: place, lockStep: lockStep, traces: $0..<min($0 + LockStep.groupSize, count))
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
          try plays[group.place].play(group.traces, number, of: experiment, group.lockStep) {
            cancellation.isCancelled || failure.isCancelled
          }
        }
        // Who was waited for when the user interrupted has not failed.
        if case .failure = found, cancellation.isCancelled { return .success(nil) }
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
