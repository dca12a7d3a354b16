extension PlayerSetting {
  /// The parts of a setting, in the order in which notes speak of them.
  enum Part: Int, CaseIterable {
    case minimumTarget, maximumTarget, evaluationInterval, growthOffset, start, resume, maximumLevel
    case byteBudget, byteFloor
    case peakBitrate, peakBitrateExpensive, maximumPixels, maximumResolution
    case gateOpen, gateClose, preloadPrevious, preloadNext, preloadDuration, preloadMemory

    /// What a whole number counts in this part.
    enum Unit {
      case milliseconds, bytes, bitsPerSecond, pixels, items
    }

    /// The part's name in a sentence.
    var label: String {
      switch self {
      case .minimumTarget: "smallest target"
      case .maximumTarget: "largest target"
      case .evaluationInterval: "evaluation interval"
      case .growthOffset: "offset of the growth"
      case .start: "start level"
      case .resume: "resume level"
      case .maximumLevel: "maximum level"
      case .byteBudget: "byte budget"
      case .byteFloor: "floor of the byte budget"
      case .peakBitrate: "peak bitrate"
      case .peakBitrateExpensive: "peak bitrate on expensive networks"
      case .maximumPixels: "pixel limit"
      case .maximumResolution: "maximum resolution"
      case .gateOpen: "opening level of the preload gate"
      case .gateClose: "closing level of the preload gate"
      case .preloadPrevious: "preload count before the playing item"
      case .preloadNext: "preload count after the playing item"
      case .preloadDuration: "preload duration"
      case .preloadMemory: "preload memory"
      }
    }

    /// What the part counts.
    var unit: Unit {
      switch self {
      case .minimumTarget, .maximumTarget, .evaluationInterval, .growthOffset, .start, .resume, .maximumLevel,
        .byteFloor, .gateOpen, .gateClose, .preloadDuration:
        .milliseconds
      case .byteBudget, .preloadMemory: .bytes
      case .peakBitrate, .peakBitrateExpensive: .bitsPerSecond
      case .maximumPixels, .maximumResolution: .pixels
      case .preloadPrevious, .preloadNext: .items
      }
    }

    /// The smallest whole number that means something: a target, an interval or a limit of 0 is none.
    var smallest: Int {
      switch self {
      case .start, .resume, .gateOpen, .gateClose, .preloadPrevious, .preloadNext: 0
      default: 1
      }
    }

    /// A value of this part with its unit, as people write it.
    func text(_ value: Int) -> String {
      switch unit {
      case .milliseconds: "\(DecimalText.seconds(value)) s"
      case .bytes: "\(value) bytes"
      case .bitsPerSecond: "\(DecimalText.shifted(value, places: 6)) Mbit/s"
      case .pixels: "\(value) pixels"
      case .items: "\(value)"
      }
    }
  }

  /// The duration of a part that is one, in seconds.
  func seconds(_ part: Part) -> Double? {
    switch part {
    case .minimumTarget: minimumTarget
    case .maximumTarget: maximumTarget
    case .evaluationInterval: evaluationInterval
    case .growthOffset: growthOffset
    case .start: start
    case .resume: resume
    case .maximumLevel: maximumLevel
    case .byteFloor: byteFloor
    case .gateOpen: gateOpen
    case .gateClose: gateClose
    case .preloadDuration: preloadDuration
    default: nil
    }
  }

  /// The whole number of a part that is one.
  func count(_ part: Part) -> Int? {
    switch part {
    case .byteBudget: byteBudget
    case .peakBitrate: peakBitrate
    case .peakBitrateExpensive: peakBitrateExpensive
    case .maximumPixels: maximumPixels
    case .preloadPrevious: preloadPrevious
    case .preloadNext: preloadNext
    case .preloadMemory: preloadMemory
    default: nil
    }
  }
}
