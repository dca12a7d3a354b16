extension PlayerCodeDraft {
  /// dash.js's settings, in JavaScript.
  ///
  /// Source: the settings of dash.js 5 (`streaming.buffer`, seconds; `streaming.abr.maxBitrate.video`, kbit/s).
  /// Defaults 18, 30 and 60 s; `initialBufferLevel` counts up to `bufferTimeDefault` only.
  mutating func writeDashJS(options: [PlayerCode.Option]) {
    let targets = targets(ownSmallest: 18_000, ownLargest: 60_000)
    handle(.minimumTarget, .maximumTarget)
    var buffer = JavaScriptObject()
    if let smallest = targets.smallest { buffer.set("bufferTimeDefault", DecimalText.seconds(smallest), unit: "s") }
    if options.isEmpty, let top = dashTopQuality(of: targets) {
      buffer.set("bufferTimeAtTopQuality", DecimalText.seconds(top), unit: "s")
    }
    if let largest = targets.largest {
      buffer.set("bufferTimeAtTopQualityLongForm", DecimalText.seconds(largest), unit: "s")
    }
    if var start = take(.start) {
      let longest = targets.smallest ?? 18_000
      move(.start, &start, to: min(start, longest), because: "dash.js waits for bufferTimeDefault at most")
      buffer.set("initialBufferLevel", DecimalText.seconds(start), unit: "s")
    }
    var video = JavaScriptObject()
    if let peak = take(.peakBitrate) {
      video.set("video", DecimalText.shifted(peak, places: 3), unit: "kbit/s")
      note("maxBitrate.video compares the video bitrate without audio; when none fits, dash.js ignores the limit.")
    }
    var (streaming, abr, settings) = (JavaScriptObject(), JavaScriptObject(), JavaScriptObject())
    abr.set("maxBitrate", video)
    streaming.set("buffer", buffer)
    streaming.set("abr", abr)
    settings.set("streaming", streaming)
    settings.set(options)
    if !settings.isEmpty {
      add("player.updateSettings({")
      add(settings.lines())
      add("});")
    }
    if targets.smallest != nil || targets.largest != nil { noteDashSemantics(of: targets) }
    leaveOut(.resume, because: "dash.js resumes as soon as the level is above its stall threshold")
    leaveOut(.evaluationInterval, .growthOffset, because: "the target does not grow with time")
    leaveOut(.byteBudget, .byteFloor, because: "dash.js's buffer has no limit in bytes")
    leaveOut(.peakBitrateExpensive, because: "the app has to change maxBitrate itself when the network changes")
    leaveOut(
      .maximumPixels, .maximumResolution,
      because: "dash.js limits pictures by the size of its element only (abr.limitBitrateByPortal)")
    leaveOut(
      .gateOpen, .gateClose, .preloadPrevious, .preloadNext, .preloadDuration, .preloadMemory,
      because: "dash.js has no playlist to preload from")
  }

  /// The target at the top quality of content under 10 minutes: the largest one, or dash.js's own 30 s moved between
  /// the smallest target and the maximum level.
  private mutating func dashTopQuality(of targets: Targets) -> Int? {
    if setting.has(.maximumTarget) { return targets.largest }
    let own = 30_000
    let moved = min(max(own, targets.smallest ?? own), targets.largest ?? .max)
    guard moved != own else { return nil }
    note("dash.js's own bufferTimeAtTopQuality of 30 s becomes \(Part.maximumTarget.text(moved)) to fit the others.")
    return moved
  }

  private mutating func noteDashSemantics(of targets: Targets) {
    if targets.smallest != targets.largest {
      note(
        "The target grows with the quality, not with the time viewed: bufferTimeDefault holds below the top quality, "
          + "bufferTimeAtTopQuality at it, and bufferTimeAtTopQualityLongForm at it in content of 10 minutes or more.")
    }
    note("dash.js requests a segment only if it fits under the target as a whole.")
    if setting.has(.minimumTarget) {
      note("bufferTimeDefault is also the level at which dash.js changes from its throughput rule to BOLA.")
    }
  }
}
