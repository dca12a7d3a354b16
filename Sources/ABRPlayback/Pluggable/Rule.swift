/// An automatic selection algorithm: which rendition next, and when to abandon a running download.
///
/// A rule is a value. The engine prepares one prototype for a video, copies it for each session and calls the copy from
/// one thread only, so a rule keeps its throughput history and tables in plain stored properties and two sessions never
/// share state. The engine is generic over the rule and specialised for it; a rule that allocates in ``decide(_:)`` or
/// ``downloaded(_:level:)`` pays for it in every segment.
///
/// Renditions are numbered among the **eligible** ones, those that the limits leave: 0 is the lowest bandwidth,
/// `setup.count - 1` the highest. The engine translates.
///
/// To add a rule: one file under `Sources/ABRPolicies/Rules` with a type that conforms to this protocol, and one line
/// in `RuleRegistry`.
public protocol Rule: Sendable {
  /// Whether ``shouldAbandon(_:)`` is to be asked while a download runs. Asking costs time; say `false` when the answer
  /// is always to continue.
  var watchesProgress: Bool { get }

  /// Whether buffered media that is being replaced after an up-switch counts in the levels that the rule is told, as in
  /// dash.js, whose buffer holds it until then (``SwitchMode/replace(margin:)``).
  var countsReplacedMedia: Bool { get }

  /// Whether the rule itself chooses the first rendition, whatever ``InitialRendition`` says. Only `fixed` says `true`.
  var choosesFirstRendition: Bool { get }

  /// Whether the rule takes something over from the session before, so that sessions must be played in order.
  var inheritsState: Bool { get }

  /// Sets what of the network settings is the rule's own: how often it looks at a download, and what follows one that
  /// it has abandoned. Called once for a player.
  func adjust(_ network: inout NetworkSettings)

  /// Builds tables for a set of eligible renditions. Called before the first session and again when limits change
  /// during play; throughput history must survive.
  mutating func prepare(for setup: RuleSetup)

  /// Chooses the rendition of the next request. Called once for each request, except the first of a session: that only
  /// where the rule or ``InitialRendition/chosenByRule`` says so.
  mutating func decide(_ context: RequestContext) -> Decision

  /// The reason of a decision, for `explain`. Called right after ``decide(_:)``, and only for a log that keeps reasons.
  ///
  /// - Parameters:
  ///   - decision: what the rule has answered.
  ///   - context: what it was asked.
  func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason

  /// Takes note of a download that has ended, the session's first included.
  ///
  /// - Parameters:
  ///   - download: what was fetched and how long it took; aborted downloads too.
  ///   - level: buffer level in media seconds, the new segment included.
  mutating func downloaded(_ download: Download, level: Double)

  /// Takes note of time in which nothing was requested because the buffer was full; waits that the rule itself asked
  /// for are not reported.
  mutating func waited(_ seconds: Double)

  /// Whether to give the running download up. Asked at the cadence of ``NetworkSettings/progressInterval``.
  ///
  /// - Returns: the rendition the rule has in mind instead, or `nil` to continue. The next request is decided anew.
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int?

  /// When ``shouldAbandon(_:)`` need not be asked about a download, because the answer is to continue: a rule that says
  /// so is played faster, with the same results.
  ///
  /// - Parameter worst: the download, with the lowest level that it may meet; received and elapsed are 0.
  func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds

  /// Seconds since the request before which the answer of ``shouldAbandon(_:)`` is to go on once more, asked when it
  /// was; `nil` where the rule does not say. A rule that looks at a download now and then is played faster, with the
  /// same results; a microsecond more is asked about.
  var continuesUntil: Double? { get }

  /// Takes over from the rule of the session before, where a peer keeps state from one session to the next. Called on a
  /// fresh copy, before the session; only a session played in a sequence calls it.
  mutating func inherit(from previous: Self)

  /// Takes over what is known of the network from the rule of the item before, in a session of several items. Called on
  /// a fresh copy with tables of its own, before the item begins.
  mutating func carryOver(from previous: Self)
}

extension Rule {
  /// `false`: most rules let a download run to its end.
  @inlinable public var watchesProgress: Bool { false }

  /// `true`: a switch that replaces media is no empty buffer.
  @inlinable public var countsReplacedMedia: Bool { true }

  /// `false`: the first rendition is an option of the player.
  @inlinable public var choosesFirstRendition: Bool { false }

  /// `false`: sessions are independent.
  @inlinable public var inheritsState: Bool { false }

  /// None: the rule does not say.
  @inlinable public func reason(for decision: Decision, _ context: RequestContext) -> DecisionReason {
    DecisionReason()
  }

  /// Leaves the settings as they are.
  @inlinable public func adjust(_ network: inout NetworkSettings) {}

  /// Does nothing: most rules take no note of idle time.
  @inlinable public mutating func waited(_ seconds: Double) {}

  /// Inherits nothing: sessions are independent.
  @inlinable public mutating func inherit(from previous: Self) {}

  /// Carries nothing over: a rule without a throughput history knows nothing of the network.
  @inlinable public mutating func carryOver(from previous: Self) {}

  /// Goes on with the download.
  @inlinable public mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? { nil }

  /// `nil`: the rule may answer otherwise at the next question.
  @inlinable public var continuesUntil: Double? { nil }

  /// None: the rule is asked at every question.
  @inlinable public func abandonmentBounds(_ worst: DownloadProgress) -> AbandonmentBounds { AbandonmentBounds() }
}
