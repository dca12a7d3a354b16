extension PlayerCodeDraft {
  /// AVPlayer's properties, in Swift; a growing target as an observer of the playing time.
  ///
  /// Source: Apple's reference of `AVPlayerItem.preferredForwardBufferDuration` (seconds, 0 leaves the choice to the
  /// player) and `AVPlayer.addPeriodicTimeObserver(forInterval:queue:using:)`.
  mutating func writeAVPlayer(options: [PlayerCode.Option]) {
    let targets = targets()
    handle(.minimumTarget, .maximumTarget)
    let limits = itemLimits(of: "item", withPeakBitrate: true)
    if targets.smallest != nil || targets.largest != nil || !limits.isEmpty {
      add("// item: the AVPlayerItem, before it is given to the player.")
    }
    if let target = targets.only {
      add("item.preferredForwardBufferDuration = \(DecimalText.seconds(target))  // s")
      noteGuideline()
      add(limits)
    } else if let smallest = targets.smallest, let largest = targets.largest {
      let (low, high) = (DecimalText.seconds(smallest), DecimalText.seconds(largest))
      let interval = DecimalText.seconds(take(.evaluationInterval) ?? 5000)
      let offset = take(.growthOffset).map(DecimalText.seconds)
      let viewed = "time.seconds" + (offset.map { " + \($0)" } ?? "")
      add("item.preferredForwardBufferDuration = \(low)  // s")
      add(limits)
      add(
        "// The target follows the position; keep the observer, and remove it with player.removeTimeObserver(_:).",
        "let bufferObserver = player.addPeriodicTimeObserver(",
        "  forInterval: CMTime(seconds: \(interval), preferredTimescale: 1000), queue: .main",
        ") { [weak item] time in",
        "  item?.preferredForwardBufferDuration = min(max(\(viewed), \(low)), \(high))  // s",
        "}")
      noteGuideline()
      note("The target follows the position, not the time viewed: a seek forward takes it to the largest at once.")
      note(
        "--player-config does not read this code, since the target is computed: write "
          + "--player avplayer --buffer 'growth(min=\(low)s,max=\(high)s\(offset.map { ",offset=\($0)s" } ?? ""))'.")
    } else {
      add(limits)
    }
    leaveOut(.evaluationInterval, .growthOffset, because: "the target does not grow")
    add(waiting(of: "player", options: options))
    noteAppleSemantics()
  }

  private mutating func noteGuideline() {
    note("preferredForwardBufferDuration is a guideline: AVPlayer may buffer more or less.")
  }
}
