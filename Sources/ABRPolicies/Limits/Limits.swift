import ABRMedia
import ABRPlayback

/// What a rendition may cost or show: the renditions among which a rule chooses are those that all limits leave.
///
/// The limits are those of AVPlayer, the Brightcove and ApsaraVideo SDKs and of web players. A limit keeps a rendition
/// that equals it. Bitrates are compared with the declared `BANDWIDTH`, never the average, and limit requests: they
/// shape no transfer. When nothing is left, the one rendition of the lowest bandwidth is eligible: the player plays as
/// little as it can, but it plays.
public struct Limits: Sendable, Hashable {
  /// Whether a rule selects renditions or the viewer has fixed one.
  public enum Mode: Sendable, Hashable {
    /// A rule selects.
    case automatic
    /// One rendition was chosen by hand. Limits on the picture say nothing then, and limits on the bitrate only with
    /// ``Limits/fixedHonoursCaps``.
    case fixed
  }

  /// Highest bandwidth in bits per second; 0 for none (AVPlayer `preferredPeakBitRate`, Brightcove bitrate menu).
  public var peakBitrate: Int
  /// Highest bandwidth in bits per second on expensive networks; 0 for none. Without effect where ``peakBitrate`` is
  /// stricter (AVPlayer `preferredPeakBitRateForExpensiveNetworks`).
  public var peakBitrateExpensive: Int
  /// Most pixels of a picture; `nil` for no limit (ApsaraVideo `maxAllowedAbrVideoPixelNumber`).
  public var maximumPixels: Int?
  /// Largest picture: a rendition that exceeds either side is dropped; `nil` for no limit (AVPlayer
  /// `preferredMaximumResolution`).
  public var maximumResolution: PictureSize?
  /// Where the video is shown; `nil` for no limit.
  ///
  /// Renditions are kept up to and including the smallest one that covers the viewport, all bitrates of that size
  /// included. A rendition covers it when its width or its height reaches that of the viewport in pixels: the picture
  /// is fitted inside without being cut, so one side is enough to show it without enlarging. Where none covers it, all
  /// are kept.
  public var viewport: Viewport?
  /// Ladder indices that are allowed at all; `nil` for every one.
  public var allowedRenditions: Set<Int>?
  /// Whether limits on the bitrate hold for a rendition that was fixed by hand.
  public var fixedHonoursCaps: Bool

  /// Creates limits; by default there are none.
  public init(
    peakBitrate: Int = 0, peakBitrateExpensive: Int = 0, maximumPixels: Int? = nil,
    maximumResolution: PictureSize? = nil, viewport: Viewport? = nil, allowedRenditions: Set<Int>? = nil,
    fixedHonoursCaps: Bool = false
  ) {
    self.peakBitrate = peakBitrate
    self.peakBitrateExpensive = peakBitrateExpensive
    self.maximumPixels = maximumPixels
    self.maximumResolution = maximumResolution
    self.viewport = viewport
    self.allowedRenditions = allowedRenditions
    self.fixedHonoursCaps = fixedHonoursCaps
  }

  /// Checks every value.
  ///
  /// - Throws: `SettingsError` naming the limit, what was found and what is allowed. Only bitrates take 0 for "none".
  public func validate() throws(SettingsError) {
    for (name, rate) in [("peak", peakBitrate), ("peak-expensive", peakBitrateExpensive)] where rate < 0 {
      throw SettingsError(setting: name, found: "\(rate) bit/s", allowed: "0 for none, or more")
    }
    if let maximumPixels, maximumPixels <= 0 {
      throw SettingsError(setting: "pixels", found: "\(maximumPixels)", allowed: "at least 1; leave it out for none")
    }
    if let size = maximumResolution, !size.isValid {
      throw SettingsError(
        setting: "resolution", found: "\(size.width)x\(size.height)", allowed: "1 to 100000 pixels a side")
    }
    if let viewport {
      let found = "\(viewport.size.width)x\(viewport.size.height)@\(viewport.scale)"
      guard viewport.size.isValid, Viewport.scales.contains(viewport.scale) else {
        throw SettingsError(
          setting: "viewport", found: found, allowed: "1 to 100000 points a side and a scale of 0.1 to 100")
      }
    }
    if let allowedRenditions, allowedRenditions.isEmpty || allowedRenditions.contains(where: { $0 < 0 }) {
      throw SettingsError(
        setting: "renditions", found: "\(allowedRenditions.sorted())", allowed: "at least one ladder index, from 0")
    }
  }

  /// The renditions that these limits leave.
  ///
  /// Renditions without a declared size are never dropped by limits on the picture.
  ///
  /// - Precondition: the limits are valid.
  /// - Complexity: O(*renditions*).
  public func eligible(
    in ladder: Ladder, mode: Mode = .automatic, networkIsExpensive: Bool = false
  ) -> EligibleSet {
    var left = Array(ladder.renditions.indices)
    if let allowedRenditions { left.removeAll { !allowedRenditions.contains($0) } }
    if mode == .automatic || fixedHonoursCaps {
      let peak = peak(networkIsExpensive: networkIsExpensive)
      left.removeAll { ladder[$0].bandwidth > peak }
    }
    if mode == .automatic {
      let pixels = min(maximumPixels ?? .max, coveringPixels(in: ladder, among: left))
      left.removeAll { (ladder[$0].pixels ?? 0) > pixels || exceedsResolution(ladder[$0]) }
    }
    return left.isEmpty ? EligibleSet([0]) : EligibleSet(left)
  }

  /// The bandwidth limit in force; `Int.max` for none.
  private func peak(networkIsExpensive: Bool) -> Int {
    let peak = peakBitrate > 0 ? peakBitrate : .max
    guard networkIsExpensive, peakBitrateExpensive > 0 else { return peak }
    return min(peak, peakBitrateExpensive)
  }

  private func exceedsResolution(_ rendition: Rendition) -> Bool {
    guard let size = maximumResolution, let width = rendition.width, let height = rendition.height else { return false }
    return width > size.width || height > size.height
  }

  /// Pixels of the smallest rendition that covers the viewport; `Int.max` where there is none.
  private func coveringPixels(in ladder: Ladder, among left: [Int]) -> Int {
    guard let viewport else { return .max }
    let width = Double(viewport.size.width) * viewport.scale
    let height = Double(viewport.size.height) * viewport.scale
    let covering = left.compactMap { index -> Int? in
      let rendition = ladder[index]
      guard let w = rendition.width, let h = rendition.height, Double(w) >= width || Double(h) >= height else {
        return nil
      }
      return rendition.pixels
    }
    return covering.min() ?? .max
  }
}
