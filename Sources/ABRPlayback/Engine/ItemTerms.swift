import ABRMedia

/// What is the same in every session of a ``VideoPlayer``: worked out once, and shared by reference.
@usableFromInline
final class ItemTerms: Sendable {
  let video: Video
  let settings: PlayerSettings
  let segmentCount: Int
  let renditions: [RenditionTerms]
  /// See ``Video/judgedScores``.
  let scores: [QualityScores]
  /// What the limits leave when a session begins, and where an item starts among it.
  let eligible: EligibleSet
  let ladderIndices: [Int]
  let initialPosition: Int
  /// Media seconds of the item.
  let duration: Double
  /// The target at the highest eligible rendition; `nil` for the optimizer's.
  let topTarget: Double?
  /// Whether the rule watches downloads and may abandon them; whether it chooses the first rendition, of itself or
  /// because the player leaves that to it.
  let watchesProgress: Bool
  let choosesFirstRendition: Bool
  /// Whether the rule is an ``ExternalRule``.
  let isExternal: Bool
  /// See ``Rule/countsReplacedMedia``.
  let countsReplacedMedia: Bool
  /// See ``Rule/inheritsState``.
  let inheritsState: Bool
  /// Whether items of this video may be fetched along ``FastPath``: nothing is to be done with a segment but to append
  /// it.
  let allowsFastPath: Bool
  /// Whether media is playable while it arrives, and the media seconds of a fragment where only whole ones are.
  let playsArriving: Bool
  let fragment: Double?
  /// The video and the buffer as that path wants them.
  let source: FastPath.Source
  /// Playing seconds between two ticks of the optimizer.
  let interval: Double
  /// What the optimizer holds at the start of an item, in seconds.
  let initialTarget: Double

  /// - Parameters:
  ///   - setup: what is played of the video.
  ///   - eligible: the renditions to choose from at the start, those of the setup.
  ///   - rule: prepared for that.
  init<R: Rule, T: ForwardTarget>(
    _ setup: RuleSetup, eligible: EligibleSet, rule: R, target: T, settings: PlayerSettings
  ) {
    video = setup.video
    self.settings = settings
    segmentCount = setup.segmentCount
    renditions = RenditionTerms.terms(of: setup.video.ladder)
    scores = setup.video.judgedScores
    self.eligible = eligible
    ladderIndices = setup.ladderIndices
    initialPosition = settings.initialRendition.position(in: setup.video.ladder, eligible: eligible)
    duration = setup.video.starts[setup.segmentCount]
    let (buffer, network) = (settings.buffer, settings.network)
    topTarget = buffer.topTarget(of: duration)
    watchesProgress = rule.watchesProgress && network.abandonment != .off
    isExternal = R.self == ExternalRule.self
    // An external policy says itself whether it can answer the first question.
    choosesFirstRendition =
      rule.choosesFirstRendition || settings.initialRendition == .chosenByRule && !isExternal
    countsReplacedMedia = rule.countsReplacedMedia
    inheritsState = rule.inheritsState
    interval = target.interval
    source = FastPath.Source(
      video: video, segmentCount: segmentCount, settings: settings, topTarget: topTarget, isWatched: watchesProgress,
      interval: interval)
    if case .arriving(let fragment) = settings.playable {
      (playsArriving, self.fragment) = (true, fragment)
    } else {
      (playsArriving, fragment) = (false, nil)
    }
    allowsFastPath =
      !playsArriving && settings.switchMode.allowsFastPath && buffer.allowsFastPath && network.reusesConnections
      && settings.stream.subtitleBytes == 0
    var target = target
    initialTarget = target.begin()
  }

  /// What a rule is prepared for when limits leave these renditions.
  func setup(for eligible: EligibleSet) -> RuleSetup {
    RuleSetup(
      video: video, eligible: eligible, segmentLimit: settings.segmentLimit,
      audioBitrate: settings.stream.audioBitrate)
  }
}
