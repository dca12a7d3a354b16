import ABRReports
import ABRTestSupport
import Testing

/// What holds for every setting, tried on many random ones.
@Suite struct PlayerCodePropertyTests {
  /// SplitMix64, so that a printed seed repeats a setting.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  static let parts: [@Sendable (inout PlayerSetting) -> Void] = [
    { $0.minimumTarget = nil }, { $0.maximumTarget = nil }, { $0.evaluationInterval = nil }, { $0.start = nil },
    { $0.resume = nil }, { $0.maximumLevel = nil }, { $0.byteBudget = nil }, { $0.peakBitrate = nil },
    { $0.peakBitrateExpensive = nil }, { $0.maximumPixels = nil }, { $0.maximumResolution = nil },
    { $0.gateOpen = nil }, { $0.gateClose = nil }, { $0.preloadPrevious = nil }, { $0.preloadNext = nil },
    { $0.preloadDuration = nil }, { $0.preloadMemory = nil },
    { $0.growthOffset = nil }, { $0.byteFloor = nil },
  ]

  /// A setting with about two thirds of its parts, each over many orders of magnitude; with `wild` also senseless
  /// values.
  static func setting(seed: UInt64, wild: Bool) -> PlayerSetting {
    var random = Random(state: seed)
    func seconds() -> Double? {
      guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
      if wild, Int.random(in: 0..<6, using: &random) == 0 {
        return [.nan, .infinity, -.infinity, -1, 0, -0.0, 1e300, 1e-300, 5e-4, .greatestFiniteMagnitude].randomElement(
          using: &random)
      }
      let magnitude = Double.random(in: -3...3, using: &random)
      let value =
        (0..<3).reduce(1.0) { value, _ in value * (magnitude < 0 ? 1 / (1 - magnitude * 2) : 1 + magnitude * 2) }
        * Double.random(in: 0.5...2, using: &random)
      // A note about rounding would hide a part that is lost otherwise.
      return wild ? value : max(1, (value * 1000).rounded()) / 1000
    }
    func count(_ range: ClosedRange<Int>) -> Int? {
      guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
      if wild, Int.random(in: 0..<6, using: &random) == 0 {
        return [Int.min, -1, 0, 1, Int(Int32.max), Int(Int32.max) + 1, Int.max].randomElement(using: &random)
      }
      return Int.random(in: range, using: &random)
    }
    var made = PlayerSetting(
      minimumTarget: seconds(), maximumTarget: seconds(), evaluationInterval: seconds(), start: seconds(),
      resume: seconds(), maximumLevel: seconds(), byteBudget: count(1...1_000_000_000),
      peakBitrate: count(1...50_000_000), peakBitrateExpensive: count(1...50_000_000),
      maximumPixels: count(1...9_000_000), gateOpen: seconds(), gateClose: seconds(), preloadPrevious: count(0...20),
      preloadNext: count(0...20), preloadDuration: seconds(), preloadMemory: count(1...900_000_000))
    if let width = count(1...4096), let height = count(1...2304) {
      made.maximumResolution = .init(width: width, height: height)
    }
    (made.growthOffset, made.byteFloor) = (seconds(), seconds())
    return made
  }

  /// The numbers that follow a text at its every occurrence.
  static func numbers(after text: String, in code: String) -> [Double] {
    code.split(separator: text, omittingEmptySubsequences: false).dropFirst().map { rest in
      Double(String(rest.prefix { $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }.filter { $0 != "_" })) ?? .nan
    }
  }

  static func number(after text: String, in code: String) -> Double? { numbers(after: text, in: code).first }

  /// The code without its comments.
  static func withoutComments(_ code: String) -> String {
    code.split(separator: "\n").map { line in
      line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
    }.joined(separator: "\n")
  }

  @Test("constraints between written values hold", arguments: 0..<UInt64(Seeds.rounds(of: 20)))
  func constraints(block: UInt64) throws {
    for seed in (block * 100)..<(block * 100 + 100) {
      let setting = Self.setting(seed: seed, wild: true)
      let comment: Comment = "seed \(seed)"
      func code(_ player: PlayerTarget) -> String { PlayerCode(setting, for: player).code }

      let brightcove = code(.brightcove)
      let smallest = Self.number(after: "MinimumDurationKey] = ", in: brightcove) ?? 30
      let largest = Self.number(after: "MaximumDurationKey] = ", in: brightcove) ?? 90
      #expect(smallest >= 1 && smallest <= largest, comment)

      let apsara = code(.apsara)
      let start = Self.number(after: "startBufferDuration = ", in: apsara) ?? 500
      let high = Self.number(after: "highBufferDuration = ", in: apsara) ?? 3000
      let maximum = Self.number(after: "maxBufferDuration = ", in: apsara) ?? 50_000
      #expect(start <= high && high <= maximum && maximum <= 300_000, comment)
      let open = Self.number(after: "startBufferLimit = ", in: apsara) ?? 15_000
      let close = Self.number(after: "stopBufferLimit = ", in: apsara) ?? 3000
      #expect(close <= open, comment)
      if let memory = Self.number(after: "maxPreloadMemorySizeMB = ", in: apsara) { #expect(memory >= 20, comment) }
      for name in ["startBufferDuration", "highBufferDuration", "maxBufferDuration", "startBufferLimit"]
        + ["stopBufferLimit", "maxAllowedAbrVideoPixelNumber", "preloadDuration", "maxPreloadMemorySizeMB"]
      {
        for value in Self.numbers(after: "\(name) = ", in: apsara) {
          #expect(value == value.rounded() && value >= 0 && value <= Double(Int32.max), "\(name), seed \(seed)")
        }
      }

      let media3 = code(.media3)
      if let minBuffer = Self.number(after: "/* minBufferMs = */ ", in: media3) {
        let maxBuffer = try #require(Self.number(after: "/* maxBufferMs = */ ", in: media3))
        let playback = try #require(Self.number(after: "/* bufferForPlaybackMs = */ ", in: media3))
        let rebuffer = try #require(Self.number(after: "/* bufferForPlaybackAfterRebufferMs = */ ", in: media3))
        #expect(playback >= 0 && rebuffer >= 0, comment)
        #expect(minBuffer >= playback && minBuffer >= rebuffer && maxBuffer >= minBuffer, comment)
        for value in [minBuffer, maxBuffer, playback, rebuffer] {
          #expect(value == value.rounded() && value <= Double(Int32.max), comment)
        }
      }
      for name in ["setTargetBufferBytes(", "setMaxVideoBitrate(", "setMaxVideoSize("] {
        for value in Self.numbers(after: name, in: media3) {
          #expect(value == value.rounded() && value >= 1 && value <= Double(Int32.max), "\(name), seed \(seed)")
        }
      }

      let hls = code(.hlsJS)
      let ensured = Self.number(after: "maxBufferLength: ", in: hls) ?? 30
      #expect(ensured > 0 && ensured <= Self.number(after: "maxMaxBufferLength: ", in: hls) ?? 600, comment)

      let dash = code(.dashJS)
      let usual = Self.number(after: "bufferTimeDefault: ", in: dash) ?? 18
      #expect(usual <= Self.number(after: "bufferTimeAtTopQuality: ", in: dash) ?? 30, comment)
      #expect(usual <= Self.number(after: "bufferTimeAtTopQualityLongForm: ", in: dash) ?? 60, comment)
      #expect(Self.number(after: "initialBufferLevel: ", in: dash) ?? 0 <= usual, comment)

      let shaka = code(.shaka)
      let goal = Self.number(after: " bufferingGoal: ", in: shaka) ?? 10
      #expect(goal > 0, comment)
      #expect(Self.number(after: "rebufferingGoal: ", in: shaka) ?? 0 <= goal, comment)
      #expect(Self.number(after: "'streaming.rebufferingGoal', ", in: shaka) ?? 0 <= goal, comment)

      let avplayer = code(.avplayer)
      for value in Self.numbers(after: "item.preferredForwardBufferDuration = ", in: avplayer) {
        #expect(value > 0, comment)
      }
    }
  }

  @Test("code has only finite numbers without exponents, balanced brackets and short lines", arguments: 0..<5)
  func wellFormed(block: UInt64) {
    for seed in (block * 100)..<(block * 100 + 100) {
      let setting = Self.setting(seed: seed, wild: true)
      for player in PlayerTarget.allCases {
        let written = PlayerCode(setting, for: player)
        let comment: Comment = "\(player), seed \(seed)"
        #expect(written.player == player)
        #expect(written.code.hasSuffix("\n") && !written.code.hasSuffix("\n\n"), comment)
        let bare = Self.withoutComments(written.code)
        for word in ["nan", "inf", "NaN", "Infinity", "e+", "e-", "e1", "--"] {
          #expect(!bare.contains(word), "\(word), \(comment)")
        }
        for (left, right) in [("(", ")"), ("[", "]"), ("{", "}")] as [(Character, Character)] {
          #expect(bare.count { $0 == left } == bare.count { $0 == right }, comment)
        }
        for line in written.code.split(separator: "\n") { #expect(line.count <= 120, comment) }
        for note in written.notes {
          #expect(note.hasSuffix(".") && !note.contains("\n") && !note.contains("nan"), "\(note), \(comment)")
        }
        #expect(Set(written.notes).count == written.notes.count, "the same note twice: \(written.notes), \(comment)")
      }
    }
  }

  @Test(
    "every part is in the code or in a note: leaving it out changes one of them",
    arguments: 0..<UInt64(Seeds.rounds(of: 12)))
  func nothingIsLost(block: UInt64) {
    for seed in (block * 25)..<(block * 25 + 25) {
      let setting = Self.setting(seed: seed, wild: false)
      for (index, remove) in Self.parts.enumerated() {
        var without = setting
        remove(&without)
        guard without != setting else { continue }
        for player in PlayerTarget.allCases {
          #expect(
            PlayerCode(setting, for: player) != PlayerCode(without, for: player),
            "part \(index), \(player), seed \(seed)")
        }
      }
    }
  }

  @Test("a part alone is never silent", arguments: PlayerTarget.allCases)
  func alone(player: PlayerTarget) {
    let full = PlayerSetting(
      minimumTarget: 11, maximumTarget: 33, evaluationInterval: 5, growthOffset: 7, start: 0.5, resume: 3,
      maximumLevel: 77, byteBudget: 9_000_000, byteFloor: 8, peakBitrate: 3_000_000, peakBitrateExpensive: 1_000_000,
      maximumPixels: 921_600,
      maximumResolution: .init(width: 1280, height: 720), gateOpen: 15, gateClose: 3, preloadPrevious: 1,
      preloadNext: 2, preloadDuration: 4, preloadMemory: 50_000_000)
    for index in Self.parts.indices {
      var only = full
      for (other, remove) in Self.parts.enumerated() where other != index { remove(&only) }
      let written = PlayerCode(only, for: player)
      #expect(!written.code.hasPrefix("// Nothing to set") || !written.notes.isEmpty, "part \(index)")
    }
  }

  @Test("the same setting gives the same code")
  func repeatable() {
    for seed in 0..<50 as Range<UInt64> {
      let setting = Self.setting(seed: seed, wild: true)
      for player in PlayerTarget.allCases {
        let (first, second) = (PlayerCode(setting, for: player), PlayerCode(setting, for: player))
        #expect(first.code == second.code && first.notes == second.notes, "\(player), seed \(seed)")
      }
    }
  }
}
