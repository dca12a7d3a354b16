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

  /// The notes about what AVPlayer makes of the values, and the parts that it has no option for.
  mutating func noteAppleSemantics() {
    if setting.has(.peakBitrate) || setting.has(.peakBitrateExpensive) {
      note("A peak bitrate is a soft cap: when no variant fits, AVPlayer goes as low as it can and plays on.")
    }
    // Without waiting both levels are 0.
    if !setting.keepsUp, setting[.start] == 0, setting[.resume] == 0 {
      handle(.start, .resume)
      add("player.automaticallyWaitsToMinimizeStalling = false")
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
