import Foundation
import Testing

/// Every setting of a search, the current one included, is the player that its specs name.
@Suite("Players of a search")
struct SearchedPlayerTests {
  @Test(
    "one end alone is varied: each setting gives what run gives with its buffer, and the current one is not of the grid",
    arguments: [("--policy", "auto", "static(30s)"), ("--player", "exoplayer", "static(50s)")],
    [["--min", "30s,40s,50s"], ["--vary", "growth.min=10s,30s,50s"]])
  func played(player: (option: String, name: String, target: String), range: [String]) throws {
    let folder = try CommandFolder()
    let words = [player.option, player.name, "--viewer", "leave(20s)"] + folder.inputs
    let file = folder.path("tune.json")
    let document = try folder.document(
      ["tune", "--held-out", "0", "--goal", "bytes_wasted_per_h", "--export", "json=\(file)"] + words + range)
    let settings = try #require(document["settings"] as? [[String: Any]])
    #expect(settings.count == 4)
    for setting in settings {
      let buffer = try #require(setting["buffer"] as? String)
      let run = try folder.document(["run", "--buffer", buffer] + words)
      let pooled = (run["policies"] as? [[String: Any]])?.first?["pooled"] as? [String: Any]
      let wasted = (setting["values"] as? [String: Double])?["bytes_wasted_per_h"]
      #expect(wasted == pooled?["bytes_wasted_per_h"] as? Double, "\(buffer)")
    }
    let current = try #require(document["current"] as? [String: Any])
    #expect((current["buffer"] as? String)?.hasPrefix(player.target) == true)
    #expect((current["parameters"] as? [String: String])?["growth.min"] == player.target)
    #expect(folder.perform(["report", file, "--output", folder.path("page.html")]).code == 0)
  }

  @Test(
    "an option that a scene sets has the scene's value now, not its default without one",
    arguments: [
      ("scene=none", "15000"), ("scene=very-short-video", "as scene=very-short-video"),
      ("scene=very-short-video,startBufferLimit=7000", "7000"),
    ])
  func scene(options: String, current: String) throws {
    let folder = try CommandFolder()
    let document = try folder.document(
      ["tune", "--held-out", "0", "--player", "apsara(\(options))", "--items", "3", "--goal", "bytes_wasted_per_h"]
        + ["--vary", "startBufferLimit=5000,8000,15000"] + folder.inputs, codes: [0, 3])
    let found = try #require(document["current"] as? [String: Any])
    let value = (found["parameters"] as? [String: Any])?["startBufferLimit"]
    #expect(value.map { "\($0)" } == current)
  }

  @Test("a range of an option that another one replaces is refused, in place of a search that plays one player")
  func replaced() throws {
    let folder = try CommandFolder()
    let words = ["tune", "--player", "apsara", "--items", "3", "--goal", "bytes_wasted_per_h"] + folder.inputs
    let range = ["--vary", "startBufferLimit=2000,4000"]
    let refused = folder.perform(words + range + ["--preload", "network-balance(open=8s,next=2)"])
    #expect(refused.code == 64)
    #expect(
      refused.diagnostics.contains(
        "--vary startBufferLimit: found a range, but --preload network-balance(open=8s,next=2)"),
      "\(refused.diagnostics)")
    #expect(folder.perform(words + range + ["--preload", "none"]).code == 64)
  }

  @Test("an option without effect is named, and the front lists the answer where others give the same")
  func idleOption() throws {
    let folder = try CommandFolder()
    let words = ["tune", "--held-out", "0", "--player", "dash.js", "--viewer", "leave(20s)"] + folder.inputs
    // The video is short.
    let option = "bufferTimeAtTopQualityLongForm"
    let range = "\(option)=40,60,80"
    let alone = folder.perform(words + ["--goal", "bytes_wasted_per_h", "--vary", range])
    #expect(alone.output.hasPrefix("Keep \(option)=60: \(option) changes nothing here.\n"), "\(alone)")
    let both = folder.perform(
      words + ["--goal", "bytes_wasted_per_h", "rebuffer_ratio", "--vary", "bufferTimeDefault=4,8", range])
    let warning = "warning: \(option) changes nothing here: its 3 values give the same in every metric of the search\n"
    #expect(both.diagnostics.contains(warning), "\(both)")
    #expect(!both.diagnostics.contains("bufferTimeDefault changes nothing"))
    let answer = try #require(both.output.firstMatch(of: #/\nbest +(\d+) +60 /#)).1
    #expect(both.output.contains(try Regex("\n1 of \\d+ +\(answer) +60 ")), "\(both)")
  }

  @Test("code of an answer in which a preset of the player's is another's has the option that makes it")
  func presetOption() throws {
    let folder = try CommandFolder()
    let words = ["--player", "brightcove", "--viewer", "leave(20s)", "--goal", "bytes_wasted_per_h", "--held-out", "0"]
    let document = try folder.document(["tune", "--vary", "method=none"] + words + folder.inputs, codes: [0, 3])
    let code = try #require((document["code"] as? [String: [String: Any]])?["brightcove"]?["code"] as? String)
    let best = try #require((document["best"] as? [String: Any])?["player"] as? String)
    let line = "options[kBCOVBufferOptimizerMethodKey] = BCOVBufferOptimizerMethod.none.rawValue\n"
    #expect(code.contains(line) == best.contains("method=none"), "\(best)\n\(code)")
  }

  @Test("the page of a search over a feed has the median startup of all visits, not the first item's alone")
  func startupOfFeed() throws {
    for (items, label) in [("1", "startup_s"), ("3", "startup_s_p50")] {
      let folder = try CommandFolder()
      let page = folder.path("page.html")
      let words = ["tune", "--player", "apsara", "--items", items, "--goal", "bytes_wasted_per_h", "--held-out", "0"]
      let result = folder.perform(
        words + ["--vary", "maxBufferDuration=8000,20000", "--export", "html=\(page)"] + folder.inputs)
      #expect([0, 3].contains(result.code), "\(result)")
      let text = try String(contentsOfFile: page, encoding: .utf8)
      for name in ["startup_s", "startup_s_p50"] {
        #expect(text.contains("\"label\":\"\(name)\"") == (name == label), "\(items) \(name)")
      }
    }
  }
}
