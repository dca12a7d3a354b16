import Testing

@testable import ABRCommands

@Suite("Options that a change of a part replaces")
struct ReplacedOptionNotesTests {
  @Test(
    "are named in one note, with the policies that keep them, and left out of the saved run",
    arguments: [
      (
        ["hls-abr", "hls-abr+peak:2.5M"], [],
        "--policy hls-abr hls-abr+peak:2.5M replaces abrBandWidthFactor=0.9, "
          + "abrEwmaDefaultEstimate=1000000; kept by --policy peak:0 peak:2.5M", nil
      ),
      (["bola"], [], "--policy bola replaces abrBandWidthFactor=0.9, abrEwmaDefaultEstimate=1000000", nil),
      (["peak:0", "peak:2.5M"], [], nil, "0.9"),
      (["peak:0"], ["--initial", "lowest"], "--initial lowest replaces startLevel=1", "0.9"),
    ] as [([String], [String], String?, String?)])
  func note(policies: [String], more: [String], note: String?, factor: String?) throws {
    let folder = try CommandFolder([
      "hls.js": "new Hls({ abrBandWidthFactor: 0.9, abrEwmaDefaultEstimate: 1000000, startLevel: 1 });\n"
    ])
    let words = ["run"] + folder.inputs + ["--player", "hls.js", "--player-config", folder.path("hls.js"), "--policy"]
    let outcome = folder.perform(words + policies + more)
    let notes = outcome.diagnostics.split(separator: "\n").filter { $0.hasPrefix("hls.js: --") }
    #expect(notes == (note.map { ["hls.js: \($0)"] } ?? []))
    let inputs = try #require(folder.document(words + policies + more)["inputs"] as? [String: Any])
    let options = try #require((inputs["players"] as? [[String: Any]])?.first?["options"] as? [String: String])
    #expect(options["abrBandWidthFactor"] == factor && options["maxBufferLength"] == "30")
  }
}
