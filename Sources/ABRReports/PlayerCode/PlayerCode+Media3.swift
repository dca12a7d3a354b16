import ABRPlayers

extension PlayerCodeDraft {
  /// Media3's load control, track selection and playlist preloading, in Kotlin.
  ///
  /// Source: `DefaultLoadControl.Builder` of AndroidX Media3 (`int` milliseconds and bytes; the minimum at least both
  /// playback levels, the maximum at least the minimum; 1.11.0 defaults 50 000, 50 000, 1 000, 2 000),
  /// `TrackSelectionParameters.Builder` and `ExoPlayer.PreloadConfiguration` (microseconds).
  mutating func writeMedia3(options: [PlayerCode.Option]) {
    writeMedia3Player(options: options)
    writeMedia3TrackSelection()
    writeMedia3Preloading()
    leaveOut(.evaluationInterval, .growthOffset, because: "the target does not grow")
    leaveOut(.byteFloor, because: "there is no byte budget")
    leaveOut(.peakBitrateExpensive, because: "the app has to change the limit itself when the network changes")
    leaveOut(.maximumPixels, because: "Media3 limits pictures by width and height only (maximum resolution)")
    leaveOut(
      .gateOpen, .gateClose,
      because: "preloading waits until the playing item's load control stops loading")
    leaveOut(.preloadMemory, because: "the playlist's preloading has no limit of its own")
  }

  /// The player with what its builder takes.
  private mutating func writeMedia3Player(options: [PlayerCode.Option]) {
    let components = [
      writeMedia3LoadControl(options: options), writeMedia3Factory(options: options),
      writeMedia3Meter(options: options),
    ].compactMap(\.self)
    guard components.count > 1 else {
      add(components.map { "val player = ExoPlayer.Builder(context)\($0).build()" })
      return
    }
    add("val player = ExoPlayer.Builder(context)")
    add(components.map { "    \($0)" })
    add("    .build()")
  }

  /// The rule's parameters, all in one call.
  ///
  /// - Returns: the call of the player's builder; `nil` where none of them is given.
  private mutating func writeMedia3Factory(options: [PlayerCode.Option]) -> String? {
    let keys = ["minDurationForQualityIncreaseMs", "maxDurationForQualityDecreaseMs", "bandwidthFraction"]
    let given = keys.compactMap { key in options.first { $0.key == key } }
    guard given.count == keys.count, given.contains(where: \.isGiven) else { return nil }
    // The third is the factory's own, minDurationToRetainAfterDiscardMs.
    add(
      "val trackSelection = AdaptiveTrackSelection.Factory("
        + "\(given[0].value), \(given[1].value), 25000, \(given[2].value)f)")
    return ".setTrackSelector(DefaultTrackSelector(context, trackSelection))"
  }

  /// The estimate before anything is measured.
  ///
  /// - Returns: the call of the player's builder; `nil` where it is not given.
  private mutating func writeMedia3Meter(options: [PlayerCode.Option]) -> String? {
    guard let estimate = options.first(where: { $0.key == "initialBitrateEstimate" }), estimate.isGiven else {
      return nil
    }
    add(
      "val bandwidthMeter = DefaultBandwidthMeter.Builder(context)"
        + ".setInitialBitrateEstimate(\(estimate.value)).build() // bit/s")
    return ".setBandwidthMeter(bandwidthMeter)"
  }

  /// The load control.
  ///
  /// - Returns: the call of the player's builder; `nil` where the setting has nothing of it.
  private mutating func writeMedia3LoadControl(options: [PlayerCode.Option]) -> String? {
    let parts = [Part.minimumTarget, .maximumTarget, .maximumLevel, .start, .resume]
    let bytes = take(.byteBudget)
    guard bytes != nil || parts.contains(where: { setting.has($0) }) else { return nil }
    add("val loadControl = DefaultLoadControl.Builder()")
    var minimum = 50_000
    if parts.contains(where: { setting.has($0) }) {
      let levels = media3Levels()
      minimum = levels.minimum
      add(
        "    .setBufferDurationsMs(", "        /* minBufferMs = */ \(DecimalText.grouped(levels.minimum)),",
        "        /* maxBufferMs = */ \(DecimalText.grouped(levels.maximum)),",
        "        /* bufferForPlaybackMs = */ \(DecimalText.grouped(levels.start)),",
        "        /* bufferForPlaybackAfterRebufferMs = */ \(DecimalText.grouped(levels.resume)),", "    )")
    }
    if let bytes {
      let isOwn = bytes == (try? Player(parsing: "media3"))?.buffer.settings.byteBudget
      add(
        "    .setTargetBufferBytes(\(DecimalText.grouped(bytes)))"
          + (isOwn ? " // what C.LENGTH_UNSET, the default, gives video with audio" : ""))
    }
    let given = options.first { $0.key == "prioritizeTimeOverSizeThresholds" && $0.isGiven }?.value
    let priority = given ?? (bytes != nil && setting.has(.byteFloor) ? "true" : nil)
    if let priority { add("    .setPrioritizeTimeOverSizeThresholds(\(priority))") }
    if bytes != nil { moveByteFloor(to: minimum, option: "minBufferMs") }
    add("    .build()")
    note("DefaultLoadControl is an unstable API: the code needs @OptIn(UnstableApi::class).")
    if bytes != nil {
      note(
        "The byte budget also counts audio and text"
          + (priority == "true" ? "." : ", and may stop loading under minBufferMs."))
    }
    return ".setLoadControl(loadControl)"
  }

  private mutating func media3Levels() -> (minimum: Int, maximum: Int, start: Int, resume: Int) {
    let targets = targets(ownSmallest: 50_000, ownLargest: 50_000)
    handle(.minimumTarget, .maximumTarget)
    var minimum = targets.smallest ?? 50_000
    let maximum = targets.largest ?? 50_000
    var start = take(.start) ?? 1000
    var resume = take(.resume) ?? 2000
    move(.start, &start, to: min(start, maximum), because: "maxBufferMs, above which nothing is loaded")
    move(.resume, &resume, to: min(resume, maximum), because: "maxBufferMs, above which nothing is loaded")
    move(
      .minimumTarget, &minimum, to: max(minimum, start, resume),
      because: "minBufferMs may not be under the playback levels")
    let own = [
      targets.smallest == nil ? "minBufferMs 50 s" : nil, targets.largest == nil ? "maxBufferMs 50 s" : nil,
      setting.has(.start) ? nil : "bufferForPlaybackMs 1 s",
      setting.has(.resume) ? nil : "bufferForPlaybackAfterRebufferMs 2 s",
    ].compactMap { $0 }
    if !own.isEmpty {
      note(
        "All four durations are set by one call; those not in the setting are 1.11.0's own: "
          + "\(own.joined(separator: ", ")).")
    }
    if minimum < maximum {
      note(
        "minBufferMs and maxBufferMs are a hysteresis: loading starts below \(Part.minimumTarget.text(minimum)) and "
          + "goes on to \(Part.maximumTarget.text(maximum)), from the first second on; the target does not grow.")
    }
    return (minimum, maximum, start, resume)
  }

  private mutating func writeMedia3TrackSelection() {
    let peak = take(.peakBitrate)
    handle(.maximumResolution)
    guard peak != nil || setting.maximumResolution != nil else { return }
    if lines.isEmpty { add("// player: the ExoPlayer.") }
    add("player.trackSelectionParameters = player.trackSelectionParameters.buildUpon()")
    if let peak {
      add("    .setMaxVideoBitrate(\(DecimalText.grouped(peak))) // bit/s")
      note("setMaxVideoBitrate compares the bitrate of the video track, which in DASH is without audio.")
    }
    if let size = setting.maximumResolution { add("    .setMaxVideoSize(\(size.width), \(size.height)) // pixels") }
    add("    .build()")
    note("The limits are soft: when no track fits, Media3 exceeds them (exceedVideoConstraintsIfNecessary).")
  }

  private mutating func writeMedia3Preloading() {
    leaveOut(.preloadPrevious, because: "the playlist preloads the next item only")
    guard let duration = take(.preloadDuration) else {
      leaveOut(.preloadNext, because: "preloading needs a preload duration")
      return
    }
    let count = take(.preloadNext)
    guard count != 0 else {
      note("The preload duration is left out: with a preload count of 0 after the playing item, preloading stays off.")
      return
    }
    if lines.isEmpty { add("// player: the ExoPlayer.") }
    add("player.preloadConfiguration = ExoPlayer.PreloadConfiguration(\(DecimalText.grouped(duration * 1000))L) // µs")
    if let count {
      note(
        count == 1
          ? "The preload count of 1 is what the playlist does."
          : "The preload count of \(count) becomes 1: the playlist preloads the next item only; for more there is "
            + "DefaultPreloadManager.")
    }
  }
}
