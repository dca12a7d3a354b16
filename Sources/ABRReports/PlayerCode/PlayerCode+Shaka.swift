import ABRPolicies

extension PlayerCodeDraft {
  /// Shaka Player's configuration, in JavaScript.
  ///
  /// Source: `externs/shaka/player.js` of Shaka Player 5 (seconds, bit/s, pixels; defaults 10 and 0 s; `bufferingGoal`
  /// at least `rebufferingGoal`). A configuration may change during playback.
  mutating func writeShaka(options: [PlayerCode.Option]) {
    let targets = targets(ownLargest: 10_000)
    handle(.maximumTarget)
    if let smallest = setting[.minimumTarget] {
      if targets.largest == smallest { handle(.minimumTarget) }
      leaveOut(.minimumTarget, because: "bufferingGoal is one fixed target, from the first second on")
    }
    let levels = shakaLevels(largest: targets.largest ?? 10_000)
    var (streaming, restrictions) = (JavaScriptObject(), JavaScriptObject())
    if let goal = targets.largest { streaming.set("bufferingGoal", DecimalText.seconds(goal), unit: "s") }
    if let first = levels.first { streaming.set("rebufferingGoal", DecimalText.seconds(first), unit: "s") }
    if let peak = take(.peakBitrate) { restrictions.set("maxBandwidth", "\(peak)", unit: "bit/s") }
    if let pixels = take(.maximumPixels) { restrictions.set("maxPixels", "\(pixels)") }
    if let size = setting.maximumResolution {
      handle(.maximumResolution)
      for (key, side) in [("maxWidth", size.width), ("maxHeight", size.height)]
      where side < PictureSize.sides.upperBound {
        restrictions.set(key, "\(side)")
      }
    }
    if !restrictions.isEmpty {
      note("The restrictions hold for automatic switching only; when no variant fits, the lowest bitrate plays.")
    }
    var (abr, configuration) = (JavaScriptObject(), JavaScriptObject())
    abr.set("restrictions", restrictions)
    configuration.set("streaming", streaming)
    configuration.set("abr", abr)
    configuration.set(options)
    if !configuration.isEmpty {
      add("player.configure({")
      add(configuration.lines())
      add("});")
    }
    if let later = levels.later {
      add(
        "// One goal serves start and resume: from the first frame on it is the resume level.",
        "video.addEventListener('playing', () => {",
        "  player.configure('streaming.rebufferingGoal', \(DecimalText.seconds(later))); // s", "}, { once: true });")
      note("The start level and the listener have to be set again before every further item.")
    }
    leaveOut(.evaluationInterval, .growthOffset, because: "the target does not grow")
    leaveOut(.byteBudget, .byteFloor, because: "Shaka Player's buffer has no limit in bytes")
    leaveOut(.peakBitrateExpensive, because: "the app has to change the restrictions itself when the network changes")
    leaveOut(
      .gateOpen, .gateClose, .preloadPrevious, .preloadNext, .preloadDuration, .preloadMemory,
      because: "player.preload() loads one item that the app names, without an amount or a gate")
  }

  /// The rebuffering goal at the start, and the one after it if that is another, in milliseconds and not above the
  /// goal.
  private mutating func shakaLevels(largest: Int) -> (first: Int?, later: Int?) {
    var (start, resume) = (take(.start), take(.resume))
    if var level = start {
      move(.start, &level, to: min(level, largest), because: "bufferingGoal, which rebufferingGoal may not exceed")
      if resume != nil, resume != level {
        move(.start, &level, to: max(level, 1), because: "with 0 Shaka Player never looks at the level")
      }
      start = level
    }
    if var level = resume {
      move(.resume, &level, to: min(level, largest), because: "bufferingGoal, which rebufferingGoal may not exceed")
      resume = level
    }
    if start == nil || resume == nil, let level = start ?? resume {
      note("rebufferingGoal is both the start and the resume level: both are \(Part.start.text(level)).")
    }
    return (start ?? resume, start == nil || resume == nil || start == resume ? nil : resume)
  }
}
