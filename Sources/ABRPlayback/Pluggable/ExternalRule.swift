/// A rule whose answers come from outside of the engine: its session pauses at every request until one is given, see
/// ``SteppedSession``.
package struct ExternalRule: Rule {
  /// What a session passes on with each question. It belongs to the session and to one thread at a time.
  package final class Exchange: @unchecked Sendable {
    /// What is to be decided.
    package internal(set) var question: RequestContext?
    /// The download that has ended last since the last answer, complete or aborted; `nil` for none.
    package internal(set) var download: Download?
    /// Those before it since then: a time-out is followed by another download without a question.
    package internal(set) var earlierDownloads: [Download] = []
    /// Seconds without a request before this question because the buffer was full.
    package internal(set) var waited = 0.0

    /// Starts anew after an answer.
    func forget() {
      download = nil
      if !earlierDownloads.isEmpty { earlierDownloads = [] }
      waited = 0
    }
  }

  /// That of the session; `nil` before it has begun.
  var exchange: Exchange?

  /// Whether the first rendition of an item is asked for, too. Of several items it is that of the player's options:
  /// items may begin, or be fetched ahead, between two questions.
  package let choosesFirstRendition: Bool

  /// Creates the rule.
  package init(choosesFirstRendition: Bool = true) { self.choosesFirstRendition = choosesFirstRendition }

  /// Needs no tables.
  package mutating func prepare(for setup: RuleSetup) {}

  /// Puts the question, and wants the lowest rendition at no time at all: the session waits for another answer.
  package mutating func decide(_ context: RequestContext) -> Decision {
    exchange?.question = context
    return Decision(0, after: .infinity)
  }

  /// Keeps what the next question is told.
  package mutating func downloaded(_ download: Download, level: Double) {
    guard let exchange else { return }
    if let before = exchange.download { exchange.earlierDownloads.append(before) }
    exchange.download = download
  }

  /// Keeps what the next question is told.
  package mutating func waited(_ seconds: Double) { exchange?.waited += seconds }
}
