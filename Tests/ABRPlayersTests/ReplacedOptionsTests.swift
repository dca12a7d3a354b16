import ABRPolicies
import Testing

@testable import ABRPlayers

@Suite("Replaced options")
struct ReplacedOptionsTests {
  static let rule = [
    "abrBandWidthFactor", "abrBandWidthUpFactor", "abrEwmaFastVoD", "abrEwmaSlowVoD", "abrEwmaDefaultEstimate",
    "abrEwmaDefaultEstimateMax", "maxStarvationDelay",
  ]

  @Test(
    "a part that is changed replaces the options that act in it alone",
    arguments: [
      ("hls.js", .policy, "hls-abr", rule), ("hls.js(abrBandWidthFactor=0.8)", .policy, "bola+peak:2M", rule),
      ("hls.js", .policy, "peak:2M", []), ("hls.js", .buffer, "15/60", ["maxMaxBufferLength"]),
      ("hls.js", .buffer, "bytes(50MB)", ["maxBufferSize"]), ("hls.js", .initial, "lowest", ["startLevel"]),
      ("hls.js", .rate, "2", []), ("dash.js", .buffer, "static(10s)", []),
      ("media3(maxVideoBitrate=2000000)", .policy, "peak-expensive:1M", ["maxVideoBitrate", "maxVideoSize"]),
      ("lab", .policy, "bola", []),
    ] as [(String, PlayerPart, String, [String])])
  func replaced(spec: String, part: PlayerPart, text: String, keys: [String]) throws {
    var replaced = ReplacedOptions()
    let player = try Player(parsing: spec)
    #expect(replaced.options(of: player).isEmpty)
    let found = replaced.options(of: try player.changing(part, to: text))
    #expect(found.map(\.option.parameter.key) == keys && found.allSatisfy { $0.part == part })
  }

  @Test("another policy and another buffer leave no option of a player that acts in them", arguments: KnownPlayer.all)
  func everything(known: KnownPlayer) throws {
    var replaced = ReplacedOptions()
    var player = try Player(parsing: known.name)
    try player.change(.policy, to: "bola")
    try player.change(.buffer, to: "growth(min=1s,max=2s)+watermark(start=0.1s,resume=0.2s,max=3s)+bytes(1MB)")
    let left = Set(known.options.map(\.parameter.key)).subtracting(
      replaced.options(of: player).map(\.option.parameter.key))
    for option in known.options where left.contains(option.parameter.key) && option.mapsTo.hasPrefix("policy") {
      #expect(option.needs != nil, "\(option.parameter.key)")
    }
  }

  @Test(
    "a policy with the player's own rule is said by its limits",
    arguments: [
      ("hls-abr", "peak:0"), ("hls-abr+peak:2.5M", "peak:2.5M"), ("hls-abr(factor=0.8)", "peak:0"), ("bola", nil),
      ("hls-abr+pixels:640x360+peak:2M", "peak:2M+pixels:640x360"),
    ] as [(String, String?)])
  func kept(policy: String, expected: String?) throws {
    #expect(try Player(parsing: "hls.js").policyKeepingRule(of: policy) == expected)
  }
}
