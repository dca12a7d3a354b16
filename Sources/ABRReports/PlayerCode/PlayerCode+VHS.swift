extension PlayerCodeDraft {
  /// The goal of video.js http-streaming, in JavaScript.
  ///
  /// Source: `Config` of http-streaming 3 (seconds). Defaults 30 and 60 s; the goal grows by 1 s for each second of
  /// position.
  mutating func writeVHS() {
    let targets = targets(ownSmallest: 30_000, ownLargest: 60_000)
    handle(.minimumTarget, .maximumTarget)
    if let smallest = targets.smallest {
      add("videojs.Vhs.GOAL_BUFFER_LENGTH = \(DecimalText.seconds(smallest)); // s")
    }
    if let largest = targets.largest {
      add("videojs.Vhs.MAX_GOAL_BUFFER_LENGTH = \(DecimalText.seconds(largest)); // s")
    }
    for part in [Part.start, .resume] where setting[part] == 0 { handle(part) }
    leaveOut(.start, .resume, because: "video.js starts and resumes with the first segment")
    if let smallest = targets.smallest, let largest = targets.largest, smallest < largest,
      setting.has(.evaluationInterval)
    {
      noteVHSGrowth(from: smallest)
    }
  }

  /// That the goal is the position and the smallest target together, looked at every half second.
  private mutating func noteVHSGrowth(from smallest: Int) {
    let offset = take(.growthOffset) ?? 0
    if offset != smallest {
      note(
        "The goal is GOAL_BUFFER_LENGTH plus the position, up to MAX_GOAL_BUFFER_LENGTH; the setting's target is the "
          + "larger of \(Part.minimumTarget.text(smallest)) and the time viewed"
          + (offset > 0 ? " plus \(Part.growthOffset.text(offset))." : "."))
    }
    if setting[.evaluationInterval] == 500 { handle(.evaluationInterval) }
    leaveOut(.evaluationInterval, because: "video.js looks at the goal every 0.5 s")
  }
}
