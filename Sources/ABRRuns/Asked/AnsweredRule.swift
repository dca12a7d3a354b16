import ABRPlayback

/// A rule that asks an external policy and waits for the answer, in sessions of several items.
///
/// `AskedRule` lets many sessions of one video stand still at once, and one question is for all. Items of a queue
/// have videos and limits of their own, so here a session is a group by itself, and goes on from item to item.
package struct AnsweredRule: Rule {
  /// What a session says to the policy. It belongs to the session, and ends with the rules that have it.
  private final class Talk: @unchecked Sendable {
    let decisions: any GroupDecisions
    init(_ decisions: any GroupDecisions) { self.decisions = decisions }
    deinit { decisions.end() }
  }

  private let policy: AnsweredPolicy
  private var setup: RuleSetup?
  private var isTold = false
  private var talk: Talk?
  private var downloads: [Download] = []
  private var waitedTime = 0.0

  /// A rule that asks a policy.
  package init(_ policy: AnsweredPolicy) { self.policy = policy }

  /// The policy is told before it is asked next.
  package mutating func prepare(for setup: RuleSetup) {
    self.setup = setup
    isTold = false
  }

  /// Asks; once something is wrong it is the lowest rendition, and the run says what.
  package mutating func decide(_ context: RequestContext) -> Decision {
    guard let setup, !policy.isOver else { return Decision(0) }
    do {
      let decisions = try told(setup)
      let question = AskedQuestion(session: 0, context: context, downloads: downloads, waited: waitedTime)
      let answers = try decisions.decide([question])
      guard answers.count == 1, (0..<setup.count).contains(answers[0]) else {
        throw ExternalPolicyError(
          "segment \(context.segment) of \(setup.video.name): found rendition \(answers.first ?? -1), "
            + "expected 0 to \(setup.count - 1)")
      }
      downloads = []
      waitedTime = 0
      return Decision(answers[0])
    } catch {
      policy.fail(error)
      return Decision(0)
    }
  }

  /// Keeps what the next question is told.
  package mutating func downloaded(_ download: Download, level: Double) { downloads.append(download) }

  /// Keeps what the next question is told.
  package mutating func waited(_ seconds: Double) { waitedTime += seconds }

  /// The session goes on, and so does what is said.
  package mutating func carryOver(from previous: Self) {
    talk = previous.talk
    downloads = previous.downloads
    waitedTime = previous.waitedTime
  }

  private mutating func told(_ setup: RuleSetup) throws -> any GroupDecisions {
    if let talk, isTold { return talk.decisions }
    let policy = policy
    let eligible = EligibleSet(setup.ladderIndices)
    let group = AskedGroup(
      number: 0, video: setup.video, segmentCount: setup.segmentCount, eligible: setup.ladderIndices,
      initialPosition: policy.initial.position(in: setup.video.ladder, eligible: eligible), traces: [setup.video.name])
    if let talk {
      try talk.decisions.goOn(with: group)
    } else {
      talk = Talk(try policy.policy.begin(group) { policy.isOver })
    }
    isTold = true
    return try told(setup)
  }
}
