import ABRMedia
import ABRNetwork

/// A player that is ready to play one video: settings, eligible renditions, a prepared rule and a buffer optimizer.
///
/// Making one builds the rule's tables; each session copies them. The type is generic so that `FastPath` is compiled
/// for its rule; `AnyPlayer` hides the type where a user picks a rule by name.
public struct VideoPlayer<R: Rule, T: ForwardTarget>: Sendable {
  /// What is played, with the audio that is fetched apart from it.
  public var video: Video { terms.video }
  /// Options of the player.
  public var settings: PlayerSettings { terms.settings }
  /// Renditions that the limits leave at the start.
  public var eligible: EligibleSet { terms.eligible }
  /// The rule with its tables.
  public let preparedRule: R
  @usableFromInline let target: T
  @usableFromInline let terms: ItemTerms

  /// Prepares a player.
  ///
  /// - Parameters:
  ///   - video: what is played.
  ///   - rule: a rule as its initialiser left it.
  ///   - target: the buffer optimizer.
  ///   - settings: options of the player, valid.
  ///   - eligible: renditions that the limits leave; a subset of the video's ladder.
  /// - Complexity: O(*segments* + *renditions*) and whatever the rule's preparation costs.
  public init(
    video: Video, rule: R, target: T, settings: PlayerSettings = PlayerSettings(), eligible: EligibleSet? = nil
  ) {
    var settings = settings
    rule.adjust(&settings.network)
    let audioBitrate = settings.stream.audioBitrate
    let video = video.adding(audioBitrate: audioBitrate)
    let eligible = eligible ?? EligibleSet(all: video.ladder)
    let setup = RuleSetup(
      video: video, eligible: eligible, segmentLimit: settings.segmentLimit,
      audioBitrate: settings.stream.audioBitrate)
    var rule = rule
    rule.prepare(for: setup)
    preparedRule = rule
    self.target = target
    terms = ItemTerms(setup, eligible: eligible, rule: rule, target: target, settings: settings)
  }

  /// Plays one session.
  ///
  /// - Parameters:
  ///   - link: the network.
  ///   - offset: seconds into the trace at which the session starts.
  ///   - viewer: who watches.
  ///   - scratch: memory shared by sessions of one thread.
  ///   - observer: receives the events.
  /// - Returns: what the session cost and brought.
  /// - Complexity: O(segments + trace rows crossed), plus the questions asked by a rule that watches downloads.
  @inlinable
  public func play<O: SessionObserver>(
    over link: Link, from offset: Double = 0, viewer: Viewer = Viewer(), scratch: inout SessionScratch,
    observer: inout O
  ) -> SessionMetrics {
    var rule = preparedRule
    return play(over: link, from: offset, viewer: viewer, rule: &rule, scratch: &scratch, observer: &observer)
  }

  /// Plays one session with a rule of the caller's and hands it back with what it has learned: for peers whose policies
  /// keep state from one session to the next, and for rules that carry their throughput history over.
  @inlinable
  public func play<O: SessionObserver>(
    over link: Link, from offset: Double = 0, viewer: Viewer = Viewer(), rule: inout R,
    scratch: inout SessionScratch, observer: inout O
  ) -> SessionMetrics {
    let driver = TypedDriver(terms, prototype(of: rule))
    let metrics = driver.playSingle(
      AnyPlayer.Start(link: link, offset: offset), viewer: viewer, scratch: &scratch, observer: &observer)
    rule = driver.rule
    return metrics
  }

  /// What sessions with a rule begin with, compiled for it where its type is known.
  @inlinable
  func prototype(of rule: R) -> TypedDriver<R, T>.Prototype {
    TypedDriver<R, T>.Prototype(rule: rule, target: target) {
      path, rule, target, source, ladderIndices, link, renditions in
      path.run(&rule, &target, source: source, ladderIndices: ladderIndices, link: link, renditions: &renditions)
    } ask: { poll, rule, download, end, link in
      poll.ask(&rule, about: download, until: end, over: link)
    }
  }
}
