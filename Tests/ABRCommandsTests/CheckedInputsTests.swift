import Foundation
import Testing

@testable import ABRCommands

/// What `check` says of a baseline and a run that were played with other inputs, and what files it reads.
@Suite("Inputs of a check")
struct CheckedInputsTests {
  private static let gate = ["--gate", "rebuffer_ratio<=+99pp"]

  /// Saves a baseline, and checks against it.
  private static func check(
    _ folder: CommandFolder, _ saved: [String], _ run: [String]
  ) -> (code: Int32, output: String, diagnostics: String) {
    let base = folder.path("base.json")
    let result = folder.perform(["baseline", "save", base] + folder.inputs + saved)
    #expect(result.code == 0, "\(result)")
    return folder.perform(["check", "--baseline", base] + folder.inputs + gate + run)
  }

  @Test("a file of check is one of the other commands, too, which leave out what they have no option for")
  func sharedFile() throws {
    let text = """
      traces = ["links"]
      video = "movie.json"
      player = ["hls.js"]
      player-config = "web.js"
      allow-change = "player"
      allow-subset = true
      fail-on = "regression"
      """
    let more = "\nbaseline = \"base.json\"\nformat = \"junit\"\nexport = [\"github=a.txt\"]"
    let gate = "\n\n[[gate]]\nmetric = \"rebuffer_ratio\"\nmax_regression = \"+0.05pp\"\n"
    let folder = try CommandFolder([
      "web.js": "new Hls({maxBufferLength: 20})", "run.toml": text + gate, "all.toml": text + more + gate,
      "wrong.toml": "alow-change = \"player\"\n" + text + gate,
    ])
    let (base, all) = (folder.path("base.json"), folder.path("all.toml"))
    let missing = folder.perform(["check", "-c", all])
    #expect(missing.code == 5, "\(missing)")
    #expect(missing.diagnostics.contains("abrlab baseline save \(base) --config \(all)"), "\(missing)")
    // The hint, as it stands there.
    let saved = folder.perform(["baseline", "save", base, "--config", all])
    #expect(saved.code == 0, "\(saved)")
    let checked = folder.perform(["check", "-c", all])
    #expect(checked.code == 0, "\(checked)")
    for words in [["run"], ["tune", "--vary", "maxBufferLength=9,12", "--held-out", "0"]] {
      let played = folder.perform(words + ["-c", folder.path("run.toml")])
      #expect(played.code != 64, "\(played)")
    }
    for words in [["run"], ["baseline", "save", base], ["check", "--baseline", base]] {
      let refused = folder.perform(words + ["-c", folder.path("wrong.toml")])
      #expect(refused.code == 64, "\(refused)")
      #expect(refused.diagnostics.contains("alow-change: unknown key; did you mean allow-change?"), "\(refused)")
    }
  }

  @Test("the command of a failed gate plays the video that stalls, whichever comes first")
  func worstVideo() throws {
    let sizes = Array(repeating: "[80000, 90000, 100000]", count: 16).joined(separator: ",")
    let folder = try CommandFolder([
      "small.json": """
      {"bitrates_kbps": [20, 22, 25], "segment_duration_ms": 4000, "segment_sizes_bits": [\(sizes)]}
      """
    ])
    let base = folder.path("base.json")
    let inputs = [
      "--traces", folder.path("links"), "--video", folder.path("small.json"), folder.path("movie.json"), "--buffer",
      "static(20s)",
    ]
    #expect(folder.perform(["baseline", "save", base, "--policy", "fixed:0"] + inputs).code == 0)
    for gate in ["rebuffer_ratio<=+1pp", "startup_s_p95<=+1%"] {
      let failed = folder.perform(["check", "--baseline", base, "--policy", "fixed:2", "--gate", gate] + inputs)
      let command = failed.diagnostics.split(separator: "\n").last { $0.hasPrefix("  abrlab explain ") }
      #expect(failed.code == 2 && command?.contains("movie.json") == true, "\(failed)")
      #expect(command?.contains("small.json") == false, "\(failed)")
    }
  }
}
