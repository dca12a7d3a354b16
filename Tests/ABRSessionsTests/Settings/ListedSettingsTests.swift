import ABRPolicies
import Testing

@testable import ABRSessions

@Suite("Settings that take several values")
struct ListedSettingsTests {
  /// Values that would show in one another if the second began from the first.
  static let samples: [String: [String]] = [
    "player": ["media3(minBufferMs=15000)", "media3(maxBufferMs=60000)", "lab", "media3"],
    "policy": ["bola+peak:3M", "peak:2M", "viewport:640x360", "bola", "rate"],
    "buffer": [
      "growth(min=10s)", "growth(max=90s)", "watermark(start=1s,resume=1s)", "static(12s)", "watermark(resume=3s)",
    ],
    "preload": [
      "network-balance(open=4s)", "network-balance(next=1)", "none", "next-item", "network-balance(duration=3s)",
    ],
    "viewer": ["leave(20s)", "watch", "leave(watched=30s)"],
    "name": ["FAST=bola", "SLOW=lab"],
    "qoe": ["quality=bitrate,stall=4.3,switch=1", "quality=bitrate,stall=2", "quality=bitrate"],
  ]

  /// What a setting of several values makes, a text a value.
  private func made(_ key: String, _ values: [String], by player: String) throws -> [String] {
    var given = ["items": ["3"], "player": [player]]
    given[key] = values
    let setup = try SessionSetup(
      GivenSettings(Dictionary(uniqueKeysWithValues: given.map { ($0, .init(texts: $1, place: "--\($0)")) })))
    return switch key {
    case "viewer": setup.viewers.map(\.canonical)
    case "name": setup.names.map { "\($0.name) \($0.spec)" }
    case "qoe": setup.formulas.map { "\($0)" }
    default:
      try setup.choices().map { choice in
        "\(choice.player.spec) \(choice.preload.canonical) "
          + choice.player.parts.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
      }
    }
  }

  @Test(
    "no value depends on the one before it",
    arguments: Setting.all.filter { $0.isRepeatable && $0.key != "trace-option" }.map(\.key) + ["policy"],
    ["lab", "media3(prioritizeTimeOverSizeThresholds=true)", "hls.js"])
  func independent(key: String, player: String) throws {
    let values = try #require(Self.samples[key], "\(key) has no sample values: add some")
    #expect(try made(key, values, by: player) == values.flatMap { try made(key, [$0], by: player) })
    #expect(try made(key, values.reversed(), by: player).sorted() == made(key, values, by: player).sorted())
  }
}
