/// A limit that a spec can name: `bola+peak:3M+pixels:1280x720`.
public struct LimitEntry: Sendable {
  /// Name in a spec.
  public let name: String
  /// What it is, one sentence.
  public let summary: String
  /// Where it comes from.
  public let source: String
  /// Its one parameter.
  public let parameters: [Parameter]
  /// Writes the value into limits.
  let apply: @Sendable (ParameterValue, inout Limits) -> Void

  init(
    _ name: String, _ kind: Parameter.Kind, source: String, summary: String,
    apply: @escaping @Sendable (ParameterValue, inout Limits) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    parameters = [Parameter("value", kind, default: .required, isPositional: true, summary)]
    self.apply = apply
  }
}

/// The limits that a spec can name.
public enum LimitRegistry {
  /// Every entry, in the order in which they are listed.
  public static let entries: [LimitEntry] = [
    LimitEntry(
      "peak", .bitrate, source: "AVPlayer preferredPeakBitRate, Brightcove bitrate menu",
      summary: "highest bandwidth of a rendition, 0 for none"
    ) { value, limits in
      if case .bitrate(let rate) = value { limits.peakBitrate = rate }
    },
    LimitEntry(
      "peak-expensive", .bitrate, source: "AVPlayer preferredPeakBitRateForExpensiveNetworks",
      summary: "highest bandwidth of a rendition on an expensive network, 0 for none"
    ) { value, limits in
      if case .bitrate(let rate) = value { limits.peakBitrateExpensive = rate }
    },
    LimitEntry(
      "pixels", .pixels, source: "ApsaraVideo maxAllowedAbrVideoPixelNumber",
      summary: "most pixels of a picture, as a picture size, 540p of 16:9, or a number"
    ) { value, limits in
      if case .integer(let pixels) = value { limits.maximumPixels = pixels }
      if case .resolution(let size) = value { limits.maximumPixels = size.pixels }
    },
    LimitEntry(
      "resolution", .resolution, source: "AVPlayer preferredMaximumResolution",
      summary: "largest picture; neither side may exceed it"
    ) { value, limits in
      if case .resolution(let size) = value { limits.maximumResolution = size }
    },
    LimitEntry(
      "viewport", .viewport, source: "hls.js capLevelToPlayerSize, Video.js limitRenditionByPlayerDimensions",
      summary: "nothing larger than the smallest picture as wide or as high as this screen area"
    ) { value, limits in
      if case .viewport(let viewport) = value { limits.viewport = viewport }
    },
  ]

  /// The entry of a name.
  public static func entry(named name: String) -> LimitEntry? { entries.first { $0.name == name } }
}
