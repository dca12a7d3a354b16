import ABRPlayerCode
import ABRTestSupport
import Foundation
import Testing

@Suite("explain with two players, and with players' own code")
struct ExplainedPlayersTests {
  /// The words of a session over one trace of the folder.
  private func explain(
    _ folder: CommandFolder, _ player: String, _ more: [String] = []
  ) -> (code: Int32, output: String, diagnostics: String) {
    folder.perform(
      ["explain", folder.path("links/a.csv"), "--video", folder.path("movie.json"), "--player", player] + more)
  }

  private func ownCode(_ folder: CommandFolder) -> String {
    "code(\(folder.path("player.js")),adapter=\(folder.path("adapter.js")))"
  }

  @Test("--against says where requests part: nowhere for the same player")
  func parting() throws {
    let folder = try CommandFolder([:])
    let same = explain(folder, "lab", ["--against", "lab"])
    #expect(same.output.contains("all requests the same"), "\(same.diagnostics)")
    let other = explain(folder, "lab", ["--policy", "fixed:0", "--against", "fixed:1"])
    #expect(other.output.contains("against fixed:1: the same rendition in 0 of"))
    #expect(other.output.contains("the first request differs"))
    #expect(other.output.contains("<- fixed:0") && other.output.contains("<- fixed:1"))
    let reasoned = explain(folder, "hls.js", ["--against", "shaka"]).output
    #expect(reasoned.contains(#/decide [^\n]*estimate [^\n]*  <- hls.js\n[^\n]*request [^\n]*  <- hls.js\n/#))
    let json = explain(folder, "lab", ["--against", "bola", "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let reason = (document?["against"] as? [String: Any])?["second_reason"] as? [String: Any]
    #expect(reason?["event"] as? String == "decided" && reason?["cause"] is String)
    #expect((document?["against"] as? [String: Any])?["name"] as? String == "bola")
  }

  @Test("a configuration is that of --player alone, and compare says how two are compared")
  func configured() throws {
    let folder = try CommandFolder(["team.js": "new Hls({ maxBufferLength: 5, maxMaxBufferLength: 5 });"])
    let file = folder.path("team.js")
    let configured = ["--player-config", file]
    let result = explain(folder, "hls.js", configured + ["--against", "hls.js"]).output
    #expect(result.contains("against hls.js: ") && !result.contains("all requests the same"))
    #expect(result.contains("<- hls.js(maxBufferLength=5,maxMaxBufferLength=5)\n") && result.contains("<- hls.js\n"))
    let other = explain(folder, "hls.js", configured + ["--against", "media3"])
    #expect(other.code == 0, "\(other.diagnostics)")
    let twice = folder.perform(["compare", "hls.js", "hls.js"] + folder.inputs + configured)
    #expect(twice.code == 64 && twice.diagnostics.contains("--player-config is read for both"))
    #expect(twice.diagnostics.contains("hint:  abrlab compare 'hls.js(config=\(file))' 'hls.js'\n"))
    let both = folder.perform(["run", "--player", "hls.js", "media3"] + folder.inputs + configured)
    #expect(both.code == 64 && both.diagnostics.contains("is read as the configuration of every --player"))
    #expect(both.diagnostics.contains("hint:  --player 'hls.js(config=\(file))' 'media3'\n"))
  }

  @Test("what --against does not know is refused")
  func unknown() throws {
    let result = explain(try CommandFolder([:]), "lab", ["--against", "nonsense"])
    #expect(result.code == 64 && result.diagnostics.contains("--against: "))
  }

  @Test("a player that fails says why, and that no frame was shown", .enabled(if: JavaScriptMachine.isAvailable))
  func failing() throws {
    let folder = try CommandFolder([
      "player.js": StandInPlayer.script(onStart: "throw new Error('broken');"), "adapter.js": StandInPlayer.adapter,
    ])
    let result = explain(folder, ownCode(folder))
    #expect(result.output.contains("no first frame, "))
    #expect(result.output.contains("failed: the player failed: Error: broken"))
  }

  @Test("--player-log adds what the player says, and changes nothing", .enabled(if: JavaScriptMachine.isAvailable))
  func log() throws {
    let folder = try CommandFolder([
      "player.js": StandInPlayer.script(onStart: "console.debug('one');"), "adapter.js": StandInPlayer.adapter,
    ])
    let logged = explain(folder, ownCode(folder), ["--player-log"]).output
    #expect(logged.contains("player    event: starting goal=20\n"))
    #expect(logged.contains("player    debug: one\n"))
    let silent = explain(folder, ownCode(folder)).output
    let lines = logged.split(separator: "\n").filter { !$0.contains("  player    ") }
    #expect(lines == silent.split(separator: "\n"))
    #expect(explain(folder, "lab", ["--player-log"]).code == 64)
  }
}
