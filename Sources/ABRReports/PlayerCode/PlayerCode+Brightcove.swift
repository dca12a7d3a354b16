extension PlayerCodeDraft {
  /// Brightcove's buffer optimizer and AVPlayer's limits, in Swift.
  ///
  /// Source: the option keys' comments in `BCOVPlaybackController.h` of SDK 7.2.8: seconds, minimum at least 1,
  /// defaults 30 and 90, evaluated every 5 s, valid with the method switched on only, set before the videos are.
  mutating func writeBrightcove(options: [PlayerCode.Option]) {
    var targets = targets(ownSmallest: 30_000, ownLargest: 90_000)
    handle(.minimumTarget, .maximumTarget)
    raiseToBrightcoveMinimum(.minimumTarget, &targets.smallest)
    raiseToBrightcoveMinimum(.maximumTarget, &targets.largest)
    if targets.smallest != nil || targets.largest != nil {
      add(
        "// Before playbackController.setVideos(_:).", "var options = playbackController.options ?? [:]",
        "options[kBCOVBufferOptimizerMethodKey] = BCOVBufferOptimizerMethod.default.rawValue")
      if let smallest = targets.smallest {
        add("options[kBCOVBufferOptimizerMinimumDurationKey] = \(DecimalText.seconds(smallest))  // s")
      }
      if let largest = targets.largest {
        add("options[kBCOVBufferOptimizerMaximumDurationKey] = \(DecimalText.seconds(largest))  // s")
      }
      add("playbackController.options = options")
      note("AVPlayer takes the optimizer's durations as a recommendation and may buffer more or less.")
      if let smallest = targets.smallest, smallest < 15_000 {
        note("Brightcove calls a smallest target of 15 to 30 s realistic; a smaller one may stall on erratic networks.")
      }
    }
    if let peak = take(.peakBitrate) {
      add("playbackController.setPreferredPeakBitRate(\(DecimalText.grouped(peak)))  // bit/s")
      note(
        "The peak bitrate holds for this and all later sessions, until the viewer picks one in the bitrate menu.")
    }
    let ofSession =
      itemLimits(of: "session.player.currentItem?", withPeakBitrate: false)
      + waiting(of: "session.player", options: options)
    if !ofSession.isEmpty {
      add("// For every session, in playbackController(_:didAdvanceTo:) of the delegate.")
      add(ofSession)
    }
    leaveOut(.growthOffset, because: "the optimizer's target follows the time viewed alone")
    if let interval = take(.evaluationInterval) {
      let text = Part.evaluationInterval.text(interval)
      note(
        interval == 5000
          ? "The evaluation interval of \(text) is the optimizer's own and cannot be set."
          : "Left out: evaluation interval \(text); the optimizer always evaluates every 5 s.")
      if let smallest = targets.smallest, let largest = targets.largest, smallest < largest {
        note(
          "The basis of the growth cannot be set: the optimizer's target is \"approximately equal to the current time "
            + "viewed\", which after a seek may be another than the lab's position or watched.")
      }
    }
    noteAppleSemantics()
  }

  private mutating func raiseToBrightcoveMinimum(_ part: Part, _ target: inout Int?) {
    guard var value = target else { return }
    move(part, &value, to: max(value, 1000), because: "Brightcove takes 1 s or more")
    target = value
  }
}
