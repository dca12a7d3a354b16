import Testing

/// Options and keys that act on nothing, which is said.
@Suite("Options without effect")
struct SilentOptionsTests {
  private static let files = [
    "one.toml": "[[item]]\n",
    "drawn.toml": "[[item]]\nduration = \"8s..30s\"\n",
    "limit.toml": "[[item]]\n[[step]]\nat = \"3s\"\ndo = \"limit\"\nlimits = \"peak:500k\"\n",
    "habits.toml": "[session]\npatience = \"0.1s\"\nautoplays = true\n[[item]]\n",
    "comments.js": "// maxBufferLength = 30\n",
    "mixed/m.csv": "duration_s,bandwidth_bps,latency_ms,network\n20,3000000,50,wifi\n30,3000000,50,cellular\n",
  ]

  /// Runs with the files by name, `auto` where no rule or player is named.
  private func run(_ words: [String], verb: [String] = ["run"]) throws -> (
    code: Int32, output: String, diagnostics: String
  ) {
    let folder = try CommandFolder(Self.files)
    let traces = words.contains("--traces") ? ["--video", folder.path("movie.json")] : folder.inputs
    let policy =
      verb != ["run"] || words.contains("--policy") || words.contains("--player") ? [] : ["--policy", "auto"]
    let names = words.map { Self.files.keys.contains($0) || $0 == "mixed" ? folder.path($0) : $0 }
    return folder.perform(verb + traces + policy + names)
  }

  @Test(
    "an option that nothing obeys is a warning, and one that acts is not",
    arguments: [
      (["--back-buffer", "30s"], "--back-buffer changes nothing: the viewer never seeks; add a seek step"),
      (["--switch-mode", "flush"], "--switch-mode changes nothing: flush acts where a step changes a limit"),
      (["--switch-mode", "flush", "--policy", "fixed:0"], "--switch-mode changes nothing: the rendition is fixed"),
      (["--switch-mode", "flush", "--policy", "auto+peak-expensive:1M"], "--switch-mode changes nothing: flush acts"),
      (
        ["--switch-mode", "flush", "--policy", "auto+peak-expensive:1M", "--traces", "mixed"],
        "--switch-mode changes nothing: flush"
      ),
      (["--switch-mode", "flush", "--session", "limit.toml"], nil),
      (["--switch-mode", "flush", "--player", "dash.js"], nil),
      (["--switch-mode", "replace"], nil),
      (["--seed", "4", "--trace-start", "begin"], "--seed changes nothing: sessions start where their traces begin"),
      (
        ["--seed", "4", "--model", "sabre"],
        "--seed changes nothing: sessions start where their traces begin, and nothing"
      ),
      (["--seed", "4"], nil),
      (["--seed", "4", "--trace-start", "begin", "--retransmission-timeouts", "2min"], nil),
      (["--seed", "4", "--trace-start", "begin", "--session", "drawn.toml"], nil),
      (["--seed", "4", "--trace-start", "begin", "--items", "2", "--viewer", "feed(short-video)"], nil),
      (["--per-session"], "--per-session changes nothing: table has no single sessions; --format csv"),
      (["--per-session", "--format", "md"], "--per-session changes nothing: md has no single sessions"),
      (["--per-session", "--format", "csv"], nil),
      (["--metric", "qoe_lin", "--format", "csv"], "--metric changes nothing: it adds columns to table, md and latex"),
      (["--metric", "qoe_lin", "--format", "csv", "--by", "trace"], nil), (["--metric", "qoe_lin"], nil),
      (["--player", "hls.js", "--player-config", "comments.js"], "comments.js: changes nothing: it has comments only"),
    ] as [([String], String?)])
  func unused(options: [String], warning: String?) throws {
    let result = try run(options)
    #expect(result.code == 0, "\(result)")
    if let warning {
      #expect(result.diagnostics.contains(warning), "\(result.diagnostics)")
    } else {
      #expect(!result.diagnostics.contains("changes nothing"), "\(result.diagnostics)")
    }
  }

  @Test("--allow-subset changes nothing where A and B are played together")
  func subset() throws {
    let result = try run(["--allow-subset"], verb: ["compare", "auto", "bola"])
    #expect(result.code == 0, "\(result)")
    #expect(result.diagnostics.contains("warning: --allow-subset changes nothing: A and B are played"), "\(result)")
  }

  @Test(
    "a margin of a metric that is not compared changes nothing, which is said",
    arguments: [([], false), (["--metric", "rebuffer_ratio"], true), (["--metric", "bytes_wasted_per_h"], false)])
  func margin(metrics: [String], isUnused: Bool) throws {
    let result = try run(["--margin", "bytes_wasted_per_h=500MB/h"] + metrics, verb: ["compare", "auto", "bola"])
    let warning =
      "warning: --margin bytes_wasted_per_h changes nothing: bytes_wasted_per_h is not compared; "
      + "--metric bytes_wasted_per_h compares it"
    #expect(result.code == 0 && result.diagnostics.contains(warning) == isUnused, "\(result)")
  }

  @Test("habits of a session file are void under a viewer model, with a warning, and hold under other viewers")
  func habits() throws {
    func watched(by viewer: String, _ file: String = "habits.toml") throws -> (rows: String, notes: String) {
      let result = try run(["--session", file, "--viewer", viewer, "--per-session", "--format", "csv"])
      #expect(result.code == 0, "\(result)")
      return (result.output.replacing(",\(file.dropLast(5)),", with: ",NAME,"), result.diagnostics)
    }
    for viewer in ["watch", "leave(30s)"] {
      #expect(try watched(by: viewer).rows != watched(by: viewer, "one.toml").rows)
      #expect(try !watched(by: viewer).notes.contains("changes nothing"))
    }
    let (rows, notes) = try watched(by: "feed(long-form)")
    #expect(try rows == watched(by: "feed(long-form)", "one.toml").rows)
    for key in ["patience", "autoplays"] {
      #expect(notes.contains("session.\(key): changes nothing with --viewer feed(long-form)"), "\(notes)")
    }
    #expect(!notes.contains("session.advances"))
  }
}
