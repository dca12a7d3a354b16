import ABRPolicies

extension KnownPlayer {
  /// Options of AliListPlayer, AVPPreloadConfig and AliPlayerGlobalSettings: how a feed is fetched ahead.
  static let apsaraPreloading: [PlayerOption] = [
    list(
      "preloadCount", 0...100, default: .absent("2 with nextCount, or no list"), to: ["prev", "next"],
      "items before and after the current one that a list fetches ahead"
    ).written(counts),
    list(
      "nextCount", 0...100, default: .absent("preloadCount, or no list"), to: ["next"],
      "items after the current one that a list fetches ahead"
    ).written(counts),
    ahead(
      "preloadDuration", 1...86_400_000, default: 1_000, to: "duration", "ms",
      "media in ms that a list fetches of the nearest item"
    ).written(
      """
      AVPPreloadConfig *preload = [[AVPPreloadConfig alloc] init];
      preload.preloadDuration = {preloadDuration};
      [listPlayer updatePreloadConfig:preload];
      """),
    ahead(
      "maxPreloadMemorySizeMB", 20...1_000_000, default: 100, to: "memory", "MB",
      "memory in MB for what a list fetches ahead"
    ).written("listPlayer.maxPreloadMemorySizeMB = {maxPreloadMemorySizeMB};"),
    ahead(
      "startBufferLimit", 0...86_400_000, default: 15_000, to: "open", "ms",
      "level in ms at which preloading may begin"),
    ahead(
      "stopBufferLimit", 0...86_400_000, default: 3_000, to: "close", "ms", "level in ms at which preloading stops"),
    // Behind the others, whose values it keeps.
    PlayerOption(
      "enableNetworkBalance", .choice(["true", "false"]), default: .value(.choice("true")),
      mapsTo: "preload network-balance, or ungated with false",
      "whether items are fetched ahead only while the current one is well buffered"
    ) { value, player in
      let own = try player.preloadTerm()
      let isList = own.name == balance
      guard value.text == "false", isList || own.name == loader else { return }
      let window = isList ? own.arguments : ["prev", "next"].map { SpecTerm.Argument(key: $0, value: "0") }
      try player.change(.preload, to: SpecTerm(name: open, arguments: window.filter { declares(open, $0.key) }).text)
    }.written("[AliPlayerGlobalSettings enableNetworkBalance:{enableNetworkBalance}];"),
  ]

  private static let balance = "network-balance"
  /// The same window without the gate.
  private static let open = "ungated"
  /// What there is without a list.
  private static let loader = "media-loader"

  /// Sets both counts: without the first one it is 2, as in the SDK.
  private static let counts = "[listPlayer setPreloadCount:{preloadCount|2} nextCount:{nextCount|preloadCount|2}];"

  private static func declares(_ scheduler: String, _ key: String?) -> Bool {
    PreloadRegistry.entry(named: scheduler)?.parameters.contains { $0.key == key } ?? false
  }

  /// An option that makes a list, or changes one.
  private static func list(
    _ key: String, _ range: ClosedRange<Int>, default: Parameter.Default, to ends: [String], _ summary: String
  ) -> PlayerOption {
    let mapsTo = ends.map { "\($0)=VALUE" }.joined(separator: ",")
    return PlayerOption(key, .integer(range), default: `default`, mapsTo: "preload \(balance)(\(mapsTo))", summary) {
      value, player in
      let own = try player.preloadTerm()
      var given = ends.map { SpecTerm.Argument(key: $0, value: value.text) }
      // One call sets both counts.
      if player.arguments?.has("preloadCount") == false { given.append(.init(key: "prev", value: "2")) }
      // The gate of the media loader is that of the list.
      let gate = own.name == loader ? own.arguments : []
      try player.change(.preload, to: SpecTerm(name: balance, arguments: gate + given).text)
    }
  }

  /// An option of what is fetched ahead, which has no effect where that has no such parameter.
  private static func ahead(
    _ key: String, _ range: ClosedRange<Int>, default value: Int, to parameter: String, _ unit: String,
    _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, .integer(range), default: .value(.integer(value)), mapsTo: "preload, its \(parameter)", summary
    ) { given, player in
      let own = try player.preloadTerm().name
      guard declares(own, parameter) else { return }
      try player.change(.preload, to: "\(own)(\(parameter)=\(given.text)\(unit))")
    }
  }
}

extension Player {
  /// How it fetches ahead so far.
  fileprivate func preloadTerm() throws -> SpecTerm { try SpecTerm.terms(of: parts[.preload] ?? "none")[0] }
}
