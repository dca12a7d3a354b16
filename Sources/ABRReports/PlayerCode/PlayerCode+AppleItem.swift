// What AVPlayer and the SDKs on top of it share.
extension PlayerCodeDraft {
  /// The limits that are properties of an `AVPlayerItem`.
  ///
  /// Source: Apple's reference of `preferredPeakBitRate` (bit/s, 0 for no limit),
  /// `preferredPeakBitRateForExpensiveNetworks` (bit/s, iOS 15, without effect when it is the laxer one) and
  /// `preferredMaximumResolution` (HLS only).
  ///
  /// - Parameter item: the expression in front of the property.
  mutating func itemLimits(of item: String, withPeakBitrate: Bool) -> [String] {
    var lines: [String] = []
    if withPeakBitrate, let peak = take(.peakBitrate) {
      lines.append("\(item).preferredPeakBitRate = \(DecimalText.grouped(peak))  // bit/s")
    }
    if let peak = take(.peakBitrateExpensive) {
      lines.append("\(item).preferredPeakBitRateForExpensiveNetworks = \(DecimalText.grouped(peak))  // bit/s")
      if let other = setting[.peakBitrate], other <= peak {
        note("The peak bitrate on expensive networks has no effect: the unconditional one is not laxer.")
      }
    }
    if let size = setting.maximumResolution {
      handle(.maximumResolution)
      lines.append(
        "\(item).preferredMaximumResolution = CGSize(width: \(size.width), height: \(size.height))  // HLS only")
    }
    return lines
  }

  /// The line that says whether AVPlayer waits; none where it waits by default.
  ///
  /// - Parameters:
  ///   - player: the expression in front of the property.
  ///   - options: those under the player's own names.
  mutating func waiting(of player: String, options: [PlayerCode.Option]) -> [String] {
    let key = "automaticallyWaitsToMinimizeStalling"
    // Without waiting both levels are 0.
    let waits = setting.keepsUp || setting[.start] != 0 || setting[.resume] != 0
    if !waits { handle(.start, .resume) }
    guard !waits || options.contains(where: { $0.key == key && $0.isGiven }) else { return [] }
    return ["\(player).\(key) = \(waits)"]
  }

  /// The notes about what AVPlayer makes of the values, and the parts that it has no option for.
  mutating func noteAppleSemantics() {
    if setting.has(.peakBitrate) || setting.has(.peakBitrateExpensive) {
      note("A peak bitrate is a soft cap: when no variant fits, AVPlayer goes as low as it can and plays on.")
    }
    leaveOut(
      .start,
      because: "AVPlayer starts when it expects to play through (automaticallyWaitsToMinimizeStalling), at no level")
    leaveOut(.resume, because: "after a stall AVPlayer resumes when it expects to play through, at no level")
    leaveOut(.byteBudget, .byteFloor, because: "AVPlayer has no option for it")
    leaveOut(.maximumPixels, because: "AVPlayer limits pictures by width and height only (maximum resolution)")
    leaveOut(
      .preloadPrevious, .preloadNext, .preloadDuration, .preloadMemory,
      because: "AVQueuePlayer decides itself when and how much of the next item it loads")
  }
}
