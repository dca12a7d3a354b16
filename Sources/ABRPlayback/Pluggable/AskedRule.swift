/// A rule that does not answer by itself: its session stands still at every request until somebody outside of the
/// engine has chosen, see ``AskedSession``.
package struct AskedRule: Rule {
  /// What a session has to say to the one who is asked. It belongs to the session and to one thread at a time.
  package final class Exchange: @unchecked Sendable {
    /// What is to be decided.
    package internal(set) var question: RequestContext?
    /// The download that has ended last since the last answer, complete or aborted; `nil` for none.
    package internal(set) var download: Download?
    /// Those before it since then: a time-out is followed by another download without a question.
    package internal(set) var earlierDownloads: [Download] = []
    /// Seconds without a request before this question because the buffer was full.
    package internal(set) var waited = 0.0

    /// Its owner has answered.
    func forget() {
      download = nil
      if !earlierDownloads.isEmpty { earlierDownloads = [] }
      waited = 0
    }
  }

  /// Made by the session's own copy of the rule, which is the first to be asked.
  private(set) var exchange: Exchange?

  /// Creates the rule.
  package init() {}

  /// `true`: all renditions are chosen from outside.
  package var choosesFirstRendition: Bool { true }

  /// Needs no tables.
  package mutating func prepare(for setup: RuleSetup) {}

  /// Puts the question, and wants the lowest rendition at no time at all: the session waits for another answer.
  package mutating func decide(_ context: RequestContext) -> Decision {
    opened().question = context
    return Decision(0, after: .infinity)
  }

  /// Keeps what the next question is told.
  package mutating func downloaded(_ download: Download, level: Double) {
    let exchange = opened()
    if let before = exchange.download { exchange.earlierDownloads.append(before) }
    exchange.download = download
  }

  /// Keeps what the next question is told.
  package mutating func waited(_ seconds: Double) { opened().waited += seconds }

  /// The session continues, and so does its exchange.
  package mutating func carryOver(from previous: Self) { exchange = previous.exchange }

  private mutating func opened() -> Exchange {
    if let exchange { return exchange }
    let made = Exchange()
    exchange = made
    return made
  }
}
