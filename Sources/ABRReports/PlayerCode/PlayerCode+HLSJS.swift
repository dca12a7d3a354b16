extension PlayerCodeDraft {
  /// hls.js's configuration, and a level cap once the levels are known, in JavaScript.
  ///
  /// Source: `src/config.ts` and the API documentation of hls.js: seconds, bytes; 30 s, 600 s and 60 000 000 bytes by
  /// default. The goal is min(max(8 · maxBufferSize / level bitrate, maxBufferLength), maxMaxBufferLength).
  mutating func writeHLSJS(options: [PlayerCode.Option]) {
    let targets = targets(ownSmallest: 30_000, ownLargest: 600_000)
    handle(.minimumTarget, .maximumTarget)
    let bytes = take(.byteBudget)
    // maxBufferLength is the floor of maxBufferSize.
    if bytes != nil, setting.has(.byteFloor) {
      moveByteFloor(to: targets.smallest ?? 30_000, option: "maxBufferLength")
    } else if bytes != nil {
      note("hls.js fetches up to maxBufferLength, whatever maxBufferSize is.")
    }
    leaveOut(.byteFloor, because: "there is no byte budget")
    var config = JavaScriptObject()
    func set(_ key: String, _ value: String?, unit: String) {
      let own = options.first { $0.key == key }?.value
      if let text = value.map({ own ?? $0 }) { config.set(key, text, unit: unit) }
    }
    set("maxBufferLength", targets.smallest.map(DecimalText.seconds), unit: "s")
    set("maxMaxBufferLength", targets.largest.map(DecimalText.seconds), unit: "s")
    set("maxBufferSize", bytes.map { "\($0)" }, unit: "bytes")
    config.set(options.filter { $0.path.count == 1 })
    let limits = hlsLevelLimits()
    if !config.isEmpty {
      add("const hls = new Hls({")
      add(config.lines())
      add("});")
      noteHLSTargets(
        smallest: targets.smallest ?? 30_000, largest: targets.largest ?? 600_000, bytes: bytes ?? 60_000_000)
    }
    // A policy in the configuration would replace the whole of hls.js's own.
    for option in options where option.isGiven && option.path.count > 1 {
      add("hls.config.\(option.path.joined(separator: ".")) = \(option.value);")
    }
    if !limits.isEmpty {
      add(
        "hls.on(Hls.Events.MANIFEST_PARSED, () => {",
        "  // Levels are sorted by bitrate: up to the one before the first above the limit.")
      if limits.count == 1 {
        add("  const over = hls.levels.findIndex((level) => \(limits[0]));")
      } else {
        add("  const over = hls.levels.findIndex((level) =>")
        add(limits.dropLast().map { "    \($0) ||" } + limits.suffix(1).map { "    \($0));" })
      }
      add("  hls.autoLevelCapping = over < 0 ? -1 : Math.max(over - 1, 0);", "});")
      note("The cap holds for automatic switching only; when every level is above the limit, the lowest is played.")
    }
    leaveOut(.start, because: "hls.js leaves the start to the browser")
    leaveOut(.resume, because: "hls.js has no resume level, the browser resumes by itself")
    leaveOut(.evaluationInterval, .growthOffset, because: "the target does not grow with time")
    leaveOut(.peakBitrateExpensive, because: "the app has to change the cap itself when the network changes")
    leaveOut(
      .gateOpen, .gateClose, .preloadPrevious, .preloadNext, .preloadDuration, .preloadMemory,
      because: "hls.js plays one item and preloads no other")
  }

  private mutating func noteHLSTargets(smallest: Int, largest: Int, bytes: Int) {
    let (low, high) = (Part.minimumTarget.text(smallest), Part.maximumTarget.text(largest))
    guard smallest < largest else {
      note("maxBufferLength and maxMaxBufferLength are both \(low): the goal is static and the bytes have no effect.")
      return
    }
    // A level below the first bitrate reaches the ceiling, one above the second stays at the minimum.
    let ceiling = Part.peakBitrate.text(roundedForReading(bytes * 8000 / largest))
    let floor = Part.peakBitrate.text(roundedForReading(bytes * 8000 / smallest))
    note(
      "maxBufferLength is the minimum that is always loaded, maxMaxBufferLength the ceiling, and maxBufferSize decides "
        + "in between: with \(bytes) bytes the goal is \(high) up to about \(ceiling) and \(low) only from about "
        + "\(floor) on; it does not grow with the time viewed.")
  }

  /// Three significant digits.
  private func roundedForReading(_ value: Int) -> Int {
    var step = 1
    while value / step >= 1000 { step *= 10 }
    return (value + step / 2) / step * step
  }

  private mutating func hlsLevelLimits() -> [String] {
    var limits: [String] = []
    if let peak = take(.peakBitrate) { limits.append("level.bitrate > \(peak)") }
    if let pixels = take(.maximumPixels) { limits.append("level.width * level.height > \(pixels)") }
    if let size = setting.maximumResolution {
      handle(.maximumResolution)
      limits += ["level.width > \(size.width)", "level.height > \(size.height)"]
    }
    return limits
  }
}
