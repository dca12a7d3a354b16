import ABRPlayerCode
import ABRTestSupport
import Foundation
import Testing

@Suite("Gates of a player that fails everywhere", .enabled(if: JavaScriptMachine.isAvailable, "no JavaScriptCore"))
struct FailingPlayerGateTests {
  @Test("a build that shows nothing fails a gate that has no value left to judge")
  func failsEverywhere() throws {
    let folder = try CommandFolder(["player.js": StandInPlayer.script(), "adapter.js": StandInPlayer.adapter])
    let words =
      folder.inputs + ["--player", "code(\(folder.path("player.js")),adapter=\(folder.path("adapter.js")))"]
    let baseline = folder.path("baseline.json")
    #expect(folder.perform(["baseline", "save", baseline] + words).code == 0)
    let check = ["check", "--baseline", baseline, "--gate", "rebuffer_ratio<=+0.05pp"] + words
    #expect(folder.perform(check).code == 0)
    let broken = StandInPlayer.script(onStart: "throw new Error('broken');")
    try broken.write(toFile: folder.path("player.js"), atomically: true, encoding: .utf8)
    let result = folder.perform(check)
    #expect(result.code == 2 && result.output.contains("FAIL"), "\(result.output)\(result.diagnostics)")
    #expect(result.output.contains("showed a frame"))
  }
}
