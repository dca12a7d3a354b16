import ABRMedia
import ABRNetwork

/// A rule and a buffer optimizer at work on the items of one video, their types hidden.
///
/// A session of several items asks its rule through one virtual call a decision, so that its event loop is compiled
/// once and not once for each rule; between two decisions several events pass, and the call does not show in a profile.
@usableFromInline
class ItemDriver {
  /// What is the same in every session.
  final let terms: ItemTerms
  /// What the limits leave, and where an item starts among it; a limit change replaces them for the rest of the
  /// session.
  final var eligible: EligibleSet
  final var ladderIndices: [Int]
  final var initialPosition: Int

  init(_ terms: ItemTerms) {
    self.terms = terms
    eligible = terms.eligible
    ladderIndices = terms.ladderIndices
    initialPosition = terms.initialPosition
  }

  /// As it was made, for another session.
  func reset() {
    eligible = terms.eligible
    ladderIndices = terms.ladderIndices
    initialPosition = terms.initialPosition
  }

  /// Where an item starts of which nothing is there yet: at the initial rendition, or where a rule says that chooses
  /// the first one.
  var firstPosition: Int { initialPosition }

  /// A new item: a fresh rule that keeps what the one before knows of the network, and a fresh optimizer.
  ///
  /// - Returns: the forward target in force from the start.
  func begin(after previous: ItemDriver?) -> Double { fatalError("only TypedDriver is made") }
  func decide(_ context: RequestContext) -> Decision { fatalError("only TypedDriver is made") }
  func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason { DecisionReason() }
  func downloaded(_ download: Download, level: Double) {}
  func waited(_ seconds: Double) {}
  func shouldAbandon(_ progress: DownloadProgress) -> Int? { nil }
  /// Asks about a download that is alone on the link, see ``ProgressPoll/ask(_:about:until:over:)``.
  func ask(
    _ poll: inout ProgressPoll, about download: PolledDownload, until end: Double, over link: Link
  ) -> ProgressPoll.Answer { .continue }
  func prepare(_ setup: RuleSetup) {}
  func tick(position: Double, watched: Double) -> Double { fatalError("only TypedDriver is made") }
  /// Fetches segments as long as nothing else happens, see ``FastPath/run(_:_:source:ladderIndices:link:renditions:)``.
  func fetch(along path: inout FastPath, over link: Link, renditions: inout [UInt8]) -> FastPath.Rest {
    fatalError("only TypedDriver is made")
  }

  /// Takes over the state of the rule of a session before.
  func inherit(from previous: ItemDriver) {}

  /// Connects an ``ExternalRule`` to what answers its questions; other rules ignore it.
  func connect(_ exchange: ExternalRule.Exchange) {}

  /// Plays a session of this video alone.
  @usableFromInline
  @specialized(where O == NoLog)
  final func playSingle<O: SessionObserver>(
    _ start: AnyPlayer.Start, viewer: Viewer, scratch: inout SessionScratch, observer: inout O
  ) -> SessionMetrics {
    Session.play(
      .singleVideo, script: viewer.script, drivers: [self], start: start, memory: &scratch, observer: &observer
    )
  }

  /// Limits change, for this item and all that follow.
  final func change(to eligible: EligibleSet) {
    self.eligible = eligible
    let setup = terms.setup(for: eligible)
    ladderIndices = setup.ladderIndices
    initialPosition = terms.settings.initialRendition.position(in: terms.video.ladder, eligible: eligible)
    prepare(setup)
  }

  /// Where a ladder index stands among the eligible renditions: itself, the nearest lower one, or the lowest.
  final func position(of rendition: Int) -> Int {
    // Without limits each stands at its own place.
    if ladderIndices.indices.contains(rendition), ladderIndices[rendition] == rendition { return rendition }
    return ladderIndices.lastIndex { $0 <= rendition } ?? 0
  }

  /// The ladder index of the eligible rendition whose declared bandwidth is closest, the lower one on a tie.
  final func rendition(closestTo bandwidth: Double) -> Int {
    ladderIndices.min {
      abs(terms.renditions[$0].bandwidth - bandwidth) < abs(terms.renditions[$1].bandwidth - bandwidth)
    }
      ?? ladderIndices[0]
  }

  /// The segment that holds a position; a border belongs to the later segment, the end to none.
  final func segment(at position: Double) -> Int {
    if position < terms.video.starts[1] { return 0 }
    var low = 0
    var high = terms.segmentCount
    while low < high {
      let middle = (low + high) / 2
      if terms.video.starts[middle + 1] <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// An ``ItemDriver`` for one rule and optimizer.
@usableFromInline
final class TypedDriver<R: Rule, T: ForwardTarget>: ItemDriver {
  /// What every session begins with, shared by reference.
  @usableFromInline
  final class Prototype: Sendable {
    let rule: R
    let target: T
    let fetch: FastPath.Run<R, T>
    let ask: ProgressPoll.Run<R>

    /// - Parameters:
    ///   - fetch: ``FastPath/run(_:_:source:ladderIndices:link:renditions:)``, compiled for the rule where its type is
    ///     known.
    ///   - ask: ``ProgressPoll/ask(_:about:until:over:)``, likewise.
    @usableFromInline
    init(rule: R, target: T, fetch: @escaping FastPath.Run<R, T>, ask: @escaping ProgressPoll.Run<R>) {
      self.rule = rule
      self.target = target
      self.fetch = fetch
      self.ask = ask
    }

    /// The same for another rule.
    init(rule: R, like other: Prototype) {
      self.rule = rule
      (target, fetch, ask) = (other.target, other.fetch, other.ask)
    }
  }

  private let prototype: Prototype
  /// What an item begins with where that is not ``prototype``: another rule.
  private var first: Prototype?
  @usableFromInline private(set) var rule: R
  private var target: T
  private var isChanged = false

  @usableFromInline
  init(_ terms: ItemTerms, _ prototype: Prototype) {
    self.prototype = prototype
    rule = prototype.rule
    target = prototype.target
    super.init(terms)
  }

  override func reset() {
    if isChanged { super.reset() }
    isChanged = false
    rule = prototype.rule
  }

  override var firstPosition: Int {
    guard terms.choosesFirstRendition, !terms.settings.forcesInitialRendition else { return initialPosition }
    // A copy: the item is not on the screen, and a rule must not learn from being asked.
    var rule = rule
    let duration = terms.video.segmentDuration(0)
    return rule.decide(
      RequestContext(
        segment: 0, segmentsLeft: terms.segmentCount, segmentDuration: duration, level: 0,
        maximumLevel: min(terms.initialTarget, terms.settings.buffer.maximum) + duration, lastRendition: 0,
        isPlaying: false)
    ).rendition
  }

  override func begin(after previous: ItemDriver?) -> Double {
    var next = (first ?? prototype).rule
    if isChanged { next.prepare(for: terms.setup(for: eligible)) }
    if let previous = previous as? TypedDriver<R, T> { next.carryOver(from: previous.rule) }
    rule = next
    target = prototype.target
    return target.begin()
  }

  override func inherit(from previous: ItemDriver) {
    guard let previous = previous as? TypedDriver<R, T> else { return }
    var rule = prototype.rule
    rule.inherit(from: previous.rule)
    first = Prototype(rule: rule, like: prototype)
  }

  override func connect(_ exchange: ExternalRule.Exchange) {
    guard var asked = prototype.rule as? ExternalRule else { return }
    asked.exchange = exchange
    guard let connected = asked as? R else { return }
    first = Prototype(rule: connected, like: prototype)
    rule = connected
  }

  override func decide(_ context: RequestContext) -> Decision { rule.decide(context) }
  override func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    rule.reason(for: decision, context)
  }
  override func downloaded(_ download: Download, level: Double) { rule.downloaded(download, level: level) }
  override func waited(_ seconds: Double) { rule.waited(seconds) }
  override func shouldAbandon(_ progress: DownloadProgress) -> Int? { rule.shouldAbandon(progress) }
  override func ask(
    _ poll: inout ProgressPoll, about download: PolledDownload, until end: Double, over link: Link
  ) -> ProgressPoll.Answer { prototype.ask(&poll, &rule, download, end, link) }

  override func fetch(along path: inout FastPath, over link: Link, renditions: inout [UInt8]) -> FastPath.Rest {
    prototype.fetch(&path, &rule, &target, terms.source, ladderIndices, link, &renditions)
  }

  override func prepare(_ setup: RuleSetup) {
    isChanged = true
    rule.prepare(for: setup)
  }

  override func tick(position: Double, watched: Double) -> Double { target.tick(position: position, watched: watched) }
}
