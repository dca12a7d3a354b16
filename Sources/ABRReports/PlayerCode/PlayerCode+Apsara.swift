extension PlayerCodeDraft {
  /// ApsaraVideo's configuration and its list player's preloading, in Objective-C.
  ///
  /// Source: `AVPConfig.h`, `AliListPlayer.h`, `AVPPreloadConfig.h` and `AliPlayerGlobalSettings.h` of the iOS SDK 7:
  /// whole milliseconds and megabytes in `int`. Defaults 500, 3 000 and 50 000 ms; more than 5 minutes are treated as 5
  /// minutes.
  mutating func writeApsara() {
    let config = apsaraLevels() + apsaraGate() + apsaraPixels()
    if !config.isEmpty {
      add("// player: the AliPlayer or AliListPlayer, before it is prepared.")
      add("AVPConfig *config = [player getConfig];")
      add(config)
      add("[player setConfig:config];")
    }
    if setting.has(.gateOpen) || setting.has(.gateClose) {
      add("[AliPlayerGlobalSettings enableNetworkBalance:YES];")
    } else if setting.has(.preloadPrevious) || setting.has(.preloadNext) {
      add("[AliPlayerGlobalSettings enableNetworkBalance:NO];")
    }
    writeApsaraPreloading()
    leaveOutApsaraLimits()
  }

  /// CicadaPlayer's `MediaPlayerConfig`, in C++, whose fields have the names and units of ApsaraVideo's.
  mutating func writeCicada() {
    add(apsaraLevels() + apsaraPixels())
    leaveOutApsaraLimits()
  }

  private mutating func leaveOutApsaraLimits() {
    leaveOut(.evaluationInterval, .growthOffset, because: "the player has no growing target")
    leaveOut(.byteBudget, .byteFloor, because: "the player's buffer is limited in milliseconds only")
    leaveOut(.peakBitrate, because: "the player limits automatic switching by pixels, not by bitrate")
    leaveOut(.peakBitrateExpensive, because: "the player has no limit by bitrate or network")
  }

  /// Start ≤ high ≤ max ≤ 5 minutes, repaired as the vendor's family does: a start level above the maximum is lowered,
  /// a resume level above it raises it.
  private mutating func apsaraLevels() -> [String] {
    let longest = 300_000
    let tooLong = "the player treats more than 5 minutes as 5 minutes"
    let targets = targets(ownLargest: 50_000)
    handle(.maximumTarget)
    if let smallest = setting[.minimumTarget], smallest == setting[.maximumTarget] { handle(.minimumTarget) }
    leaveOut(.minimumTarget, because: "the player always fills its buffer to maxBufferDuration")
    var start = take(.start) ?? 500
    var high = take(.resume) ?? 3000
    var maximum = targets.largest ?? 50_000
    move(.start, &start, to: min(start, longest), because: tooLong)
    move(.resume, &high, to: min(high, longest), because: tooLong)
    move(.maximumTarget, &maximum, to: min(maximum, longest), because: tooLong)
    move(.start, &start, to: min(start, maximum), because: "the player needs startBufferDuration ≤ maxBufferDuration")
    move(
      .maximumTarget, &maximum, to: max(high, maximum),
      because: "the player needs highBufferDuration ≤ maxBufferDuration")
    move(.resume, &high, to: max(start, high), because: "the player needs startBufferDuration ≤ highBufferDuration")
    var lines: [String] = []
    if setting.has(.start) || start != 500 { lines.append("config.startBufferDuration = \(start);  // ms") }
    if setting.has(.resume) || high != 3000 { lines.append("config.highBufferDuration = \(high);  // ms") }
    if targets.largest != nil || maximum != 50_000 { lines.append("config.maxBufferDuration = \(maximum);  // ms") }
    if let open = setting[.gateOpen], open > maximum {
      note(
        "The preload gate opens at \(Part.gateOpen.text(open)), more than the \(Part.maximumTarget.text(maximum)) that "
          + "are held at most: whether it opens for an item that is buffered to its end is not documented.")
    }
    return lines
  }

  /// The thresholds of the preload gate; the header names no defaults, those of the Android class are 15 and 3 s.
  private mutating func apsaraGate() -> [String] {
    guard setting.has(.gateOpen) || setting.has(.gateClose) else { return [] }
    var open = take(.gateOpen) ?? 15_000
    var close = take(.gateClose) ?? 3000
    if setting.has(.gateOpen) {
      move(.gateClose, &close, to: min(close, open), because: "the opening level")
    } else {
      move(.gateOpen, &open, to: max(close, open), because: "the closing level")
    }
    var lines: [String] = []
    if setting.has(.gateOpen) || open != 15_000 { lines.append("config.startBufferLimit = \(open);  // ms") }
    if setting.has(.gateClose) || close != 3000 { lines.append("config.stopBufferLimit = \(close);  // ms") }
    note("What the player does with a running preload when the gate closes is not documented.")
    return lines
  }

  private mutating func apsaraPixels() -> [String] {
    var limit = take(.maximumPixels)
    if let size = setting.maximumResolution {
      handle(.maximumResolution)
      let (product, overflows) = size.width.multipliedReportingOverflow(by: size.height)
      let pixels = overflows ? WholeSetting.largest : min(product, WholeSetting.largest)
      note(
        "The maximum resolution \(size.width)×\(size.height) is written as \(pixels) pixels: the player limits the "
          + "area, not width and height.")
      if let other = limit, other != pixels {
        note("Of the limits of \(other) and \(pixels) pixels the smaller is written.")
      }
      limit = min(limit ?? pixels, pixels)
    }
    guard let limit else { return [] }
    note("The pixel limit holds for automatic switching only, not for a track that the app selects.")
    return ["config.maxAllowedAbrVideoPixelNumber = \(limit);"]
  }

  private mutating func writeApsaraPreloading() {
    var lines: [String] = []
    let (previous, next) = (take(.preloadPrevious), take(.preloadNext))
    if previous != nil || next != nil {
      lines.append("[listPlayer setPreloadCount:\(previous ?? 2) nextCount:\(next ?? 2)];")
      if previous == nil || next == nil {
        note("Both preload counts are set by one call: the one that is not in the setting is the player's own, 2.")
      }
    }
    if let duration = take(.preloadDuration) {
      lines += [
        "AVPPreloadConfig *preload = [[AVPPreloadConfig alloc] init];",
        "preload.preloadDuration = \(duration);  // ms", "[listPlayer updatePreloadConfig:preload];",
      ]
    }
    if let bytes = take(.preloadMemory) {
      let megabytes = max(20, bytes / 1_000_000)
      lines.append("listPlayer.maxPreloadMemorySizeMB = \(megabytes);")
      if megabytes * 1_000_000 != bytes {
        note(
          "The preload memory of \(bytes) bytes is \(megabytes == 20 && bytes < 20_000_000 ? "raised" : "rounded") to "
            + "\(megabytes) MB: the player takes whole megabytes, 20 or more.")
      }
    }
    if !lines.isEmpty {
      add("// listPlayer: the AliListPlayer, before moveTo:.")
      add(lines)
    }
  }
}
