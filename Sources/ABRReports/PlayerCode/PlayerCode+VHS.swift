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
    leaveOut(.evaluationInterval, because: "the goal grows with the position")
  }
}
