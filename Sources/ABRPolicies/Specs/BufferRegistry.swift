import ABRPlayback

/// The buffers that a spec can name: `growth(min=10s,max=30s)+watermark(start=1s)`.
public enum BufferRegistry {
  /// Every entry, in the order in which they are listed.
  public static let entries: [BufferEntry] = [
    growth, fixed, stepped, unlimited, watermark, keepUp, bytes, wholeSegments, brightcove, apsara, legacy,
  ]

  /// The entry of a name.
  public static func entry(named name: String) -> BufferEntry? { entries.first { $0.name == name } }

  private static let anyDuration = Parameter.Kind.duration(0...31_536_000)

  private static let poll = Parameter(
    "poll", .duration(0...3_600), default: .value(.duration(0)),
    "time between two looks at a full buffer; 0 looks all the time")

  private static let growth = BufferEntry(
    "growth", roles: [.target], source: "Brightcove SDK 7.2.8, BCOVPlaybackController.h",
    parameters: [
      Parameter("min", .duration(1...86_400), default: .value(.duration(30)), "smallest forward target"),
      Parameter("max", .duration(1...86_400), default: .value(.duration(90)), "largest forward target"),
      Parameter(
        "interval", .duration(0.001...86_400), default: .value(.duration(5)), "playing time between two evaluations"),
      Parameter(
        "basis", .choice(BufferGrowthOptimizer.Basis.allCases.map(\.rawValue)), default: .value(.choice("watched")),
        "what the target follows: the playhead, or the media played of this item"),
      Parameter(
        "overshoot", .number(1...1000), default: .value(.number(1)), "factor for a player that takes targets as hints"),
      Parameter(
        "offset", .duration(0...86_400), default: .value(.duration(0)), "added to what has been viewed, as VHS does"),
    ],
    summary: "forward target that grows with what has been viewed"
  ) { arguments, draft throws(SettingsError) in
    let (minimum, maximum) = (arguments.seconds("min"), arguments.seconds("max"))
    // If only one bound is given, the error names the default of the other.
    if minimum > maximum, let given = ["min", "max"].first(where: arguments.has),
      !arguments.has("min") || !arguments.has("max")
    {
      throw SettingsError(
        setting: "growth \(given)",
        found: given == "min"
          ? "min \(minimum) s with max \(maximum) s, its default"
          : "max \(maximum) s with min \(minimum) s, its default",
        allowed: "min ≤ max")
    }
    draft.target = .growth(
      try BufferGrowthOptimizer(
        minimum: minimum, maximum: maximum,
        interval: arguments.seconds("interval"), basis: arguments.word("basis"),
        overshoot: arguments.number("overshoot"), offset: arguments.seconds("offset")))
  }

  private static let fixed = BufferEntry(
    "static", roles: [.target], source: "the lab's default, with 30s",
    parameters: [
      Parameter(
        "target", .duration(0...31_536_000), default: .value(.duration(30)), isPositional: true,
        "forward target; 0 lets the player decide, see legacy")
    ],
    summary: "forward target that never changes"
  ) { arguments, draft throws(SettingsError) in
    let seconds = arguments.seconds("target")
    guard seconds > 0 else {
      draft.isLeftToPlayer = true
      draft.settings.byteBudget = BufferGrowthOptimizer.legacyBytes
      return
    }
    draft.target = .constant(try StaticTarget(seconds: seconds))
  }

  private static let stepped = BufferEntry(
    "stepped", roles: [.target],
    source: "Brightcove preferredForwardBufferDuration, set from the progress callback; the steps are the lab's",
    parameters: [
      Parameter(
        "targets", .durations(0.001...31_536_000), default: .value(.durations([15, 30, 60])),
        "forward targets, the first from the start and each other one from its mark on"),
      Parameter(
        "at", .durations(0.001...31_536_000), default: .value(.durations([15, 60])),
        "marks in increasing order, one less than targets"),
      Parameter(
        "basis", .choice(BufferGrowthOptimizer.Basis.allCases.map(\.rawValue)), default: .value(.choice("position")),
        "what the marks count: the playhead, or the media played of this item"),
      Parameter(
        "interval", .duration(0.001...86_400), default: .value(.duration(0.5)),
        "playing time between two reports of progress"),
    ],
    summary: "forward target that an app sets from its progress callback, step by step"
  ) { arguments, draft throws(SettingsError) in
    draft.target = .stepped(
      try SteppedTarget(
        targets: arguments.durations("targets"), marks: arguments.durations("at"), basis: arguments.word("basis"),
        interval: arguments.seconds("interval")))
  }

  private static let unlimited = BufferEntry(
    "unlimited", roles: [.target], source: "mechanisms §3.2, optimizer method none",
    summary: "no forward target: everything is fetched as fast as it comes"
  ) { _, draft throws(SettingsError) in
    draft.target = .constant(.unlimited)
  }

  private static let watermark = BufferEntry(
    "watermark", roles: [.levels], source: "ApsaraVideo AVPConfig.h 5.5.1, CicadaPlayer",
    parameters: [
      Parameter("start", anyDuration, default: .value(.duration(0.5)), "level at which playback starts"),
      Parameter("resume", anyDuration, default: .value(.duration(3)), "level at which playback resumes after a stall"),
      Parameter(
        "max", anyDuration, default: .absent("50s, or none beside a forward target or a byte budget"),
        "level at which fetching stops; above 2s it goes on 1s lower"),
      Parameter(
        "refill", anyDuration, default: .absent("1s under max, or at once under a forward target"),
        "level under which fetching goes on once it has stopped (Media3 minBufferMs)"),
      poll,
      Parameter(
        "order", .choice(["documented", "any"]), default: .value(.choice("documented")),
        "documented: start is not above resume (ApsaraVideo); any: it may be (dash.js, Media3)"),
      Parameter(
        "levels", .choice(["media", "playback"]), default: .value(.choice("media")),
        "what start, resume and, at rates above 1, refill count: media, or its playback at the rate (Media3)"),
    ],
    summary: "start, resume and maximum levels; alone it fills to its maximum"
  ) { arguments, draft throws(SettingsError) in
    draft.setLevels(
      start: arguments.seconds("start"), resume: arguments.seconds("resume"),
      maximum: arguments.optionalSeconds("max") ?? (draft.isLimited ? nil : 50))
    draft.refillLevel = arguments.optionalSeconds("refill")
    if arguments.seconds("poll") > 0 { draft.settings.fullPollInterval = arguments.seconds("poll") }
    draft.settings.startMayExceedResume = arguments.choice("order") == "any"
    draft.settings.levelsFollowRate = arguments.choice("levels") == "playback"
  }

  private static let keepUp = BufferEntry(
    "keep-up", roles: [.levels],
    source: "AVPlayer automaticallyWaitsToMinimizeStalling; how it estimates is undocumented, the model is the lab's",
    parameters: [
      Parameter(
        "waits", .choice(["on", "off"]), default: .value(.choice("on")),
        "off: playback starts and resumes with the first media, as with the property off"),
      Parameter(
        "horizon", .duration(0.001...31_536_000), default: .absent("the rest of the item"),
        "media ahead that is to come as fast as it is played"),
    ],
    summary: "start and resume when the rest is likely to come as fast as it is played, or the buffer is full"
  ) { arguments, draft throws(SettingsError) in
    draft.hasLevels = true
    if arguments.choice("waits") == "off" {
      guard !arguments.has("horizon") else {
        throw SettingsError(setting: "horizon", found: "waits=off", allowed: "no horizon where nothing is waited for")
      }
      (draft.settings.start, draft.settings.resume, draft.settings.startRule) = (0, 0, .reached)
    } else {
      draft.settings.startRule = .likelyToKeepUp(horizon: arguments.optionalSeconds("horizon") ?? .infinity)
    }
  }

  private static let bytes = BufferEntry(
    "bytes", roles: [.bytes], source: "Brightcove README: up to 50 MB before iOS 10",
    parameters: [
      Parameter(
        "budget", .bytes, default: .value(.bytes(50_000_000)), isPositional: true, "unplayed bytes held at most"),
      Parameter(
        "floor", anyDuration, default: .value(.duration(0)),
        "level under which the budget does not stop fetching (hls.js maxBufferLength)"),
      Parameter(
        "counts", .choice(BufferSettings.BudgetBasis.allCases.map(\.rawValue)), default: .value(.choice("held")),
        "bytes that are held, or those of the media ahead at the declared bandwidth of the rendition wanted next (hls.js)"
      ),
      Parameter(
        "poll", .duration(0...3_600), default: .value(.duration(0)),
        "time between two looks at a full buffer by a timer since the manifest; 0 looks all the time"),
    ],
    summary: "fetching stops while so many bytes of unplayed media are held"
  ) { arguments, draft throws(SettingsError) in
    draft.settings.byteBudget = arguments.bytes("budget")
    draft.settings.byteBudgetFloor = arguments.seconds("floor")
    draft.settings.budgetBasis = arguments.word("counts")
    guard arguments.seconds("poll") > 0 else { return }
    draft.settings.fullPollInterval = arguments.seconds("poll")
    draft.settings.pollsFromStart = true
  }

  private static let wholeSegments = BufferEntry(
    "whole-segments", roles: [.requests], source: "dash.js 5.1.1, BufferController and ScheduleController",
    parameters: [
      poll,
      Parameter(
        "level", .duration(0...3_600), default: .value(.duration(0)),
        "playing time after which the player learns of its level again; 0 for one that knows it"),
      Parameter(
        "top", anyDuration, default: .absent("the forward target"),
        "target where the rendition requested last is the highest (dash.js bufferTimeAtTopQuality)"),
      Parameter(
        "long-top", anyDuration, default: .absent("top"),
        "the same for a video of 600s or more (dash.js bufferTimeAtTopQualityLongForm)"),
    ],
    summary: "a segment is requested only when it fits under the target as a whole"
  ) { arguments, draft throws(SettingsError) in
    draft.settings.ceiling = .wholeSegment
    draft.settings.fullPollInterval = arguments.seconds("poll")
    draft.settings.levelInterval = arguments.seconds("level")
    draft.settings.topTarget = arguments.optionalSeconds("top")
    draft.settings.longTopTarget = arguments.optionalSeconds("long-top")
  }

  private static let brightcove = BufferEntry(
    "brightcove", roles: [.target], source: "Brightcove SDK 7.2.8 defaults",
    expansion: "growth(min=30s,max=90s,basis=position)+keep-up",
    summary: "growth(min=30s,max=90s,interval=5s,basis=position), and keep-up where no levels are given"
  ) { _, draft throws(SettingsError) in
    if !draft.hasLevels { draft.settings.startRule = .likelyToKeepUp(horizon: .infinity) }
    draft.target = .growth(try BufferGrowthOptimizer(basis: .position))
  }

  private static let apsara = BufferEntry(
    "apsara", roles: [.levels], source: "ApsaraVideo defaults; setPlayerScene, whose values are the lab's",
    parameters: [
      Parameter(
        "scene", .choice(ScenePreset.all.map(\.name)), default: .value(.choice("none")),
        "kind of content; of a scene with a forward target a term of yours for it wins"),
      Parameter("start", anyDuration, default: .absent("the scene's"), "level above which playback starts"),
      Parameter(
        "resume", anyDuration, default: .absent("the scene's"), "level above which playback resumes after a stall"),
      Parameter("max", anyDuration, default: .absent("the scene's"), "level at which fetching stops"),
    ],
    summary: "watermark(start=0.5s,resume=3s,max=50s), or the preset of a scene"
  ) { arguments, draft throws(SettingsError) in
    let scene = try ScenePreset.configuration(of: arguments.choice("scene"))
    // Values of the user's own win, field by field.
    if draft.target == nil, !draft.isLeftToPlayer, scene.target.maximum < .infinity { draft.target = scene.target }
    draft.setLevels(
      start: arguments.optionalSeconds("start") ?? scene.settings.start,
      resume: arguments.optionalSeconds("resume") ?? scene.settings.resume,
      maximum: arguments.optionalSeconds("max") ?? scene.settings.maximum)
  }

  private static let legacy = BufferEntry(
    "legacy", roles: [.bytes], source: "Brightcove README: up to 50 MB before iOS 10", expansion: "bytes(50MB)",
    summary: "bytes(50MB): what AVPlayer did before it had a forward target"
  ) { _, draft throws(SettingsError) in
    draft.settings.byteBudget = BufferGrowthOptimizer.legacyBytes
  }
}

extension BufferDraft {
  /// Sets levels; with a maximum above 2 s fetching goes on 1 s under it (CicadaPlayer `SuperMediaPlayer`, observed).
  fileprivate mutating func setLevels(start: Double?, resume: Double?, maximum: Double?) {
    // ApsaraVideo's text: playback starts when the buffer reaches the level.
    settings.startRule = .reached
    hasLevels = true
    if let start { settings.start = start }
    if let resume { settings.resume = resume }
    guard let maximum else { return }
    settings.maximum = maximum
    settings.refill = maximum > 2 ? 1 : 0
  }
}
