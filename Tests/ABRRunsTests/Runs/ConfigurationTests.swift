import ABRPlayers
import ABRRuns
import Testing

@Suite("Names of configurations")
struct ConfigurationTests {
  @Test(
    "a player's own policy and buffer are left out, and what was changed is not",
    arguments: [
      ("hls.js", nil, "hls.js watch"), ("hls.js(maxBufferLength=60)", nil, "hls.js(maxBufferLength=60) watch"),
      ("hls.js", "static(20s)", "hls.js BUFFER watch"), ("lab", nil, "auto static(30s) watch"),
    ] as [(String, String?, String)])
  func text(spec: String, buffer: String?, text: String) throws {
    var player = try Player(parsing: spec)
    if let buffer { player = try player.changing(.buffer, to: buffer) }
    let configuration = Configuration(of: player, viewer: "watch")
    let text = text.replacing("BUFFER", with: configuration.buffer)
    #expect(configuration.specText == text && configuration.name == text && configuration.fullName == text)
    // Documents have all of it.
    #expect(configuration.specs.contains(configuration.buffer))
  }

  @Test("of a player that cannot be read here all specs are named")
  func unknown() {
    let configuration = Configuration(policy: "a", buffer: "b", viewer: "watch", player: "another(1)")
    #expect(configuration.specText == "another(1) a b watch")
  }
}
