import ABRPlayback

extension PreloadSettings {
  /// Seconds at which ApsaraVideo's gate closes unless it is told otherwise (`stopBufferLimit`).
  static let vendorClose = 3.0
}

/// ApsaraVideo's network balance: neighbours are fetched only while the current item has enough in its buffer. When the
/// gate opens and closes is `PreloadGate` of the engine.
extension PreloadEntry {
  /// The gate between two levels. Start mode 0 is the vendor's default, and with it a preload of any other rendition
  /// than the initial one is not played.
  static let networkBalance = PreloadEntry(
    "network-balance", source: "ApsaraVideo enableNetworkBalance, startBufferLimit, stopBufferLimit",
    parameters: gate + Parameter.preloadLimits() + Parameter.preloadWindow(previous: 2, next: 2)
      + Parameter.preloadAmounts + Parameter.preloadRendition(start: .initial),
    summary: "preloads may request while the current item is well buffered"
  ) { arguments throws(SettingsError) in
    var settings = gated(arguments)
    try settings.apply(arguments)
    return settings
  }

  /// The same gate for what the app tells the media loader, and no window: what the SDK does without a list.
  static let mediaLoader = PreloadEntry(
    "media-loader", source: "ApsaraVideo AliMediaLoader under enableNetworkBalance", parameters: gate,
    summary: "only tasks of the media loader, which may request while the current item is well buffered"
  ) { arguments throws(SettingsError) in gated(arguments) }

  /// The baseline with the gate switched off: the same window and amounts, requested at any time.
  static let freeForAll = PreloadEntry(
    "ungated", aliases: ["free-for-all"], source: "ApsaraVideo with enableNetworkBalance off",
    parameters: Parameter.preloadLimits() + Parameter.preloadWindow(previous: 2, next: 2)
      + Parameter.preloadAmounts + Parameter.preloadRendition(start: .initial),
    summary: "network balance switched off: the same window, preloads request at any time"
  ) { arguments throws(SettingsError) in
    var settings = PreloadSettings(trigger: .always, start: .initial)
    try settings.apply(arguments)
    return settings
  }

  private static func gated(_ arguments: Arguments) -> PreloadSettings {
    let gate = PreloadGate.Settings(
      open: arguments.seconds("open"), close: arguments.seconds("close"),
      closesOnRebuffer: arguments.choice("close-on-rebuffer") != "false",
      closesOnSwipe: arguments.choice("close-on-swipe") != "false")
    var settings = PreloadSettings(trigger: .gate(gate), start: .initial)
    settings.onClose = arguments.word("on-close")
    return settings
  }

  private static let gate: [Parameter] = [
    Parameter("open", .duration(0.001...86_400), default: .value(.duration(15)), "level at which the gate opens"),
    Parameter(
      "close", .duration(0...86_400), default: .value(.duration(PreloadSettings.vendorClose)),
      "level at which the gate closes, unless the item is buffered to its end"),
    Parameter(
      "on-close", .choice(PreloadSettings.Closing.allCases.map(\.rawValue)), default: .value(.choice("pause")),
      "running preloads at closing: pause and keep what has come, cancel and lose it, or finish the segment"),
    Parameter(
      "close-on-swipe", .choice(["true", "false"]), default: .value(.choice("true")),
      "whether a new item, or a seek out of the buffer, closes the gate"),
    Parameter(
      "close-on-rebuffer", .choice(["true", "false"]), default: .value(.choice("true")),
      "whether a stall closes the gate"),
  ]
}
