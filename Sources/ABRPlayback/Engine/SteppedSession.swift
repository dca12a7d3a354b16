import ABRMedia
import ABRNetwork

/// A session that is stepped from question to question: it pauses wherever a rendition is to be chosen, until
/// ``answer(_:)`` chooses it. Many can be played side by side, so that one call of a neural network or one message to a
/// program decides for all.
///
/// What is played is what ``SessionPlayer`` plays with a rule that answers the same, to the last bit. A session belongs
/// to one thread at a time.
package final class SteppedSession<O: SessionObserver> {
  /// What is to be chosen now; `nil` once the session is over.
  package var question: RequestContext? { state.isOver ? nil : exchange.question }
  /// The video of the item on the screen.
  package var video: Video { session.driver.terms.video }
  /// Segments of it that are played.
  package var segmentCount: Int { session.driver.terms.segmentCount }
  /// Which visit lasts, by its place in the queue.
  package var visit: Int { session.visit.index }
  /// The download that has ended last since the last answer; `nil` for none.
  package var download: Download? { exchange.download }
  /// Downloads that have ended since the last answer, complete and aborted ones.
  package var downloads: [Download] { exchange.download.map { exchange.earlierDownloads + [$0] } ?? [] }
  /// Seconds without a request before the question because the buffer was full.
  package var waited: Double { exchange.waited }
  /// Ladder indices of the renditions that may be chosen; the answers are indices of this list.
  package private(set) var eligible: [Int] = []
  /// Where the player's options would begin, as an index of ``eligible``.
  package private(set) var initialPosition = 0
  /// How far the session is.
  package private(set) var state = State()

  /// How far a session is.
  package struct State: Sendable {
    /// Whether the session is over.
    package var isOver = false
    /// Seconds since the play request.
    package var time = 0.0
    /// Seconds of stalls up to now, the startup apart.
    package var stalledTime = 0.0
  }

  private var session: Session<O>
  private var exchange: ExternalRule.Exchange
  private var memory: SessionScratch
  private let player: SessionPlayer

  /// Begins a session and plays to the first question.
  ///
  /// - Parameters:
  ///   - player: one with an ``ExternalRule`` for every video.
  ///   - start: the network, and where its trace begins.
  ///   - observer: receives the events.
  ///   - memory: what the session takes its memory of.
  @specialized(where O == NoLog)
  package init(
    _ player: SessionPlayer, start: AnyPlayer.Start, observer: O, memory: SessionScratch = SessionScratch()
  ) {
    var memory = memory
    let exchange = ExternalRule.Exchange()
    self.exchange = exchange
    self.player = player
    session = player.session(start, memory: &memory, observer: observer, exchange: exchange)
    self.memory = memory
    state = session.playToQuestion(choosing: nil, eligible: &eligible, initialPosition: &initialPosition)
  }

  /// Begins another session of the same player, in the same memory.
  @specialized(where O == NoLog)
  package func restart(_ start: AnyPlayer.Start, observer: O) {
    giveBack(&memory)
    exchange = ExternalRule.Exchange()
    session = player.session(start, memory: &memory, observer: observer, exchange: exchange)
    state = session.playToQuestion(choosing: nil, eligible: &eligible, initialPosition: &initialPosition)
  }

  /// Chooses an eligible rendition, and plays to the next question or to the end.
  @specialized(where O == NoLog)
  package func answer(_ rendition: Int) {
    guard !state.isOver else { return }
    exchange.forget()
    state = session.playToQuestion(choosing: rendition, eligible: &eligible, initialPosition: &initialPosition)
  }

  /// What the session cost and brought; complete once it is over.
  package var metrics: SessionMetrics { session.metrics }

  /// The observer with what it has recorded.
  package var observer: O { session.observer }

  /// Gives the memory back, and ends the session for good.
  func giveBack(_ memory: inout SessionScratch) { session.giveBack(&memory) }
}

extension SessionPlayer {
  /// A session that has not begun, whose rules speak through one exchange.
  fileprivate func session<O: SessionObserver>(
    _ start: AnyPlayer.Start, memory: inout SessionScratch, observer: O, exchange: ExternalRule.Exchange
  ) -> Session<O> {
    let drivers = players.map { $0.makeDriver() }
    for driver in drivers { driver.connect(exchange) }
    return Session(
      settings: settings, script: script, drivers: drivers, link: start.link, offset: start.offset, memory: &memory,
      observer: observer)
  }
}

extension Session {
  /// Plays until the rule wants something at no time at all, or to the end. One call, as a session is large and every
  /// other one might copy it.
  ///
  /// - Parameters:
  ///   - rendition: what the rule waits for, an index of the eligible ones; `nil` for a session that begins.
  ///   - eligible: ladder indices of what may be chosen next; limits change while it plays.
  ///   - initialPosition: where the player's options would begin among them.
  fileprivate mutating func playToQuestion(
    choosing rendition: Int?, eligible: inout [Int], initialPosition: inout Int
  ) -> SteppedSession<O>.State {
    if let rendition {
      requests.waitForRule(until: now, rendition: driver.ladderIndices[rendition])
      // The look at requests that has asked goes on where it was: a new one might start playback first.
      if !mayTakeFastPath {
        makeRequests()
        if !isOver, !isAsking { step() }
      }
    } else {
      begin()
    }
    while !isOver, !isAsking {
      while mayTakeFastPath, takeFastPath() {}
      if isAsking { break }
      request()
      if isOver || isAsking { break }
      step()
    }
    if isOver {
      finaliseAccounts()
      log(.ended(metrics.outcome))
    }
    if eligible != driver.ladderIndices {
      eligible = driver.ladderIndices
      initialPosition = driver.initialPosition
    }
    return SteppedSession<O>.State(isOver: isOver, time: now, stalledTime: metrics.stalledTime)
  }
}
