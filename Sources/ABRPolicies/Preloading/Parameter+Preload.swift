import ABRPlayback

/// Parameters that several preload schedulers have.
extension Parameter {
  static func preloadWindow(previous: Int, next: Int) -> [Parameter] {
    [
      Parameter("prev", .integer(0...100), default: .value(.integer(previous)), "items before the current one"),
      Parameter("next", .integer(0...100), default: .value(.integer(next)), "items after the current one"),
    ]
  }

  /// How much of each neighbour, by distance (ApsaraVideo preload task duration and dynamic preloading).
  static let preloadAmounts = [
    Parameter(
      "duration", .duration(0.001...86_400), default: .value(.duration(1)),
      "media of the nearest neighbour, rounded up to whole segments"),
    Parameter(
      "dynamic", .choice(PreloadAmount.Dynamic.allCases.map(\.rawValue)), default: .value(.choice("off")),
      "how the amount falls with the distance k: not, by (k-1)*offset, or by scale^(k-1)"),
    Parameter("offset", .duration(0...86_400), default: .value(.duration(0.5)), "step of dynamic=sub"),
    Parameter("scale", .number(0...1), default: .value(.number(0.75)), "factor of dynamic=div"),
    Parameter(
      "current", .duration(0.001...86_400), default: .absent("what its buffer holds"),
      "media held of the current item at most"),
  ]

  /// What may be in flight and in memory (ApsaraVideo `maxPreloadMemorySizeMB`).
  static func preloadLimits(memory: Int = 100_000_000, share: PreloadSettings.Share = .fair) -> [Parameter] {
    [
      Parameter("parallel", .integer(1...16), default: .value(.integer(1)), "preloads running at one time"),
      Parameter(
        "memory", .bytes, default: .value(.bytes(memory)), "preloaded bytes held at most, at least 20MB"),
      Parameter(
        "share", .choice(PreloadSettings.Share.allCases.map(\.rawValue)), default: .value(.choice(share.rawValue)),
        "how the link is shared: equally, or preloads get what the current item leaves idle"),
    ]
  }

  /// Which rendition is preloaded, and with which one an item starts.
  static func preloadRendition(start: PreloadSettings.Start) -> [Parameter] {
    let initial = "the rendition that an item would start with"
    return [
      Parameter("bandwidth", .bitrate, default: .absent(initial), "preloads the rendition closest to this bandwidth"),
      Parameter("resolution", .resolution, default: .absent(initial), "preloads the largest picture within this one"),
      Parameter("quality", .integer(0...63), default: .absent(initial), "preloads this ladder index, 0 lowest"),
      Parameter(
        "start", .choice(PreloadSettings.Start.allCases.map(\.rawValue)), default: .value(.choice(start.rawValue)),
        "rendition that an item starts with; what was preloaded of another one is of no use"),
    ]
  }
}

extension PreloadSettings {
  /// Writes what the shared parameters say.
  mutating func apply(_ arguments: Arguments) throws(SettingsError) {
    if arguments.declares("prev") { previousCount = arguments.optionalInteger("prev") ?? previousCount }
    if arguments.declares("next") { nextCount = arguments.optionalInteger("next") ?? nextCount }
    if arguments.declares("duration") {
      currentAmount = arguments.optionalSeconds("current")
      amount = try PreloadAmount(arguments).table(distance: max(previousCount, nextCount))
    }
    maxParallel = arguments.integer("parallel")
    memoryCap = arguments.bytes("memory")
    share = arguments.word("share")
    start = arguments.word("start")
    let selectors = ["bandwidth", "resolution", "quality"].filter(arguments.has)
    guard selectors.count <= 1 else {
      throw SettingsError(
        setting: "rendition", found: selectors.joined(separator: " and "),
        allowed: "one of bandwidth, resolution and quality")
    }
    if case .bitrate(let rate)? = arguments["bandwidth"] { rendition = .bandwidth(Double(rate)) }
    if case .resolution(let size)? = arguments["resolution"] { rendition = .pixels(size.pixels) }
    if let index = arguments.optionalInteger("quality") { rendition = .index(index) }
  }
}

extension Arguments {
  /// Whether there is such a parameter.
  func declares(_ key: String) -> Bool { parameters.contains { $0.key == key } }
}
