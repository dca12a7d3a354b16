import ABRPlayerCode
import ABRPlayers
import ABRTestSupport
import Foundation
import Testing

/// The same words mean the same player in every verb, so that their figures are the same to the bit.
@Suite("Players across verbs")
struct PlayersAcrossVerbsTests {
  /// Words that name a player, with parts changed or not.
  static let players: [[String]] =
    KnownPlayer.all.map { ["--player", $0.name] } + [
      ["--player", "hls.js(maxBufferLength=12,abrBandWidthFactor=0.8)"], ["--player", "media3:minBufferMs=8000"],
      ["--player", "brightcove(min=10s,max=20s)"], ["--player", "brightcove", "--buffer", "growth(min=10s)"],
      ["--player", "apsara(scene=short-video)"], ["--player", "avplayer(preferredForwardBufferDuration=12)"],
      ["--player", "dash.js", "--policy", "bola+peak:2M"], ["--player", "shaka", "--playable", "arriving"],
      ["--policy", "auto"], ["--policy", "auto", "--buffer", "bytes(3MB)"],
    ]
  /// One video, or several, which have a preload scheduler, too.
  static let sessions = [["--viewer", "leave(40s)"], ["--viewer", "leave(60s)", "--items", "3"]]
  static let metrics = ["rebuffer_ratio", "bytes_wasted", "startup_s_p50", "mean_bitrate_bps", "bytes_downloaded"]

  /// The only configuration of a document, and its pooled values.
  private func row(_ document: [String: Any]) throws -> (specs: [String: String], pooled: [String: Double]) {
    let policies = try #require(document["policies"] as? [[String: Any]])
    #expect(policies.count == 1)
    let pooled = try #require(policies[0]["pooled"] as? [String: Any])
    return (policies[0].compactMapValues { $0 as? String }, pooled.compactMapValues { $0 as? Double })
  }

  @Test("tune's current setting is the row of run, to the bit", arguments: players, sessions)
  func tune(player: [String], session: [String]) throws {
    let folder = try CommandFolder()
    let words = folder.inputs + player + session
    let run = try row(folder.document(["run"] + words))
    let search = ["--min", "8s,20s", "--max", "40s", "--held-out", "0", "--goal"] + Self.metrics
    // 3: the two settings are the same in every goal. A buffer of the user's that does not grow has no --min.
    let ranges = player.contains("bytes(3MB)") ? ["--vary", "bytes.budget=2MB,4MB"] + search[4...] : search[...]
    let tuned = try folder.document(["tune"] + words + ranges, codes: [0, 3])
    let current = try #require(tuned["current"] as? [String: Any])
    for key in ["policy", "buffer", "preload"] where run.specs[key] != nil {
      #expect(current[key] as? String == run.specs[key])
    }
    let values = try #require(current["values"] as? [String: Double])
    for metric in Self.metrics { #expect(values[metric] == run.pooled[metric], "\(metric)") }
  }

  /// Options of players under their own names, each with values to try.
  static let options: [(player: String, range: String, spec: String, code: String)] = [
    ("hls.js", "maxBufferLength=12,40", "hls.js(maxBufferLength=12)", "maxBufferLength"),
    ("hls.js", "startLevel=1,2", "hls.js(startLevel=1)", "startLevel"),
    ("dash.js", "streaming.buffer.bufferTimeDefault=8..9 by 1", "dash.js(bufferTimeDefault=8)", "bufferTimeDefault"),
    ("shaka", "streaming.bufferingGoal=5,25", "shaka(bufferingGoal=5)", "bufferingGoal"),
    ("shaka", "maxBandwidth=1200000,2600000", "shaka(maxBandwidth=1200000)", "maxBandwidth"),
    ("media3", "minBufferMs=15000,30000", "media3(minBufferMs=15000)", "minBufferMs"),
    ("media3", "bandwidthFraction=0.5,0.6", "media3(bandwidthFraction=0.5)", "bandwidthFraction"),
    ("brightcove", "min=10s,20s", "brightcove(min=10s)", "kBCOVBufferOptimizerMinimumDurationKey"),
    ("apsara", "maxBufferDuration=8000,20000", "apsara(maxBufferDuration=8000)", "maxBufferDuration"),
    (
      "avplayer", "preferredForwardBufferDuration=8,20", "avplayer(preferredForwardBufferDuration=8)",
      "preferredForwardBufferDuration"
    ),
  ]

  @Test(
    "an option under the player's own name is played as run plays it, and the answer is the player's configuration",
    arguments: options)
  func ownOptions(player: String, range: String, spec: String, code: String) throws {
    let folder = try CommandFolder()
    for more in [[], ["--policy", "peak:2M", "--connections", "h3"]] {
      let words = folder.inputs + ["--viewer", "leave(40s)"] + more
      let search = ["--player", player, "--vary", range, "--held-out", "0", "--goal"] + Self.metrics
      if code == "maxBandwidth", !more.isEmpty {
        // The limit that all settings would have in its place.
        #expect(folder.perform(["tune"] + words + search).code == 64)
        continue
      }
      let tuned = try folder.document(["tune"] + words + search, codes: [0, 3])
      let settings = try #require(tuned["settings"] as? [[String: Any]])
      for (name, found) in [
        (spec, settings.first { $0["player"] as? String == spec }), (player, tuned["current"] as? [String: Any]),
      ] {
        let run = try row(folder.document(["run", "--player", name] + words))
        let setting = try #require(found)
        for key in ["player", "policy", "buffer"] { #expect(setting[key] as? String == run.specs[key]) }
        let values = try #require(setting["values"] as? [String: Double])
        for metric in Self.metrics { #expect(values[metric] == run.pooled[metric], "\(name) \(metric)") }
      }
      let written = try #require((tuned["code"] as? [String: Any])?[player] as? [String: Any])
      let specs = ["best", "current"].map { (tuned[$0] as? [String: Any])?["player"] as? String }
      let keeps = specs[0] == specs[1]
      #expect(keeps || (written["code"] as? String)?.contains(code) == true, "\(written)")
    }
  }

  @Test("a parameter that the policy has is not sought in a buffer that grows, and equal viewers are not counted")
  func ownParameters() throws {
    let folder = try CommandFolder()
    let words = ["tune"] + folder.inputs + ["--viewer", "leave(40s)", "--policy", "dash-abr", "--vary", "offset=0,1"]
    let tuned = try folder.document(words + ["--held-out", "0", "--goal"] + Self.metrics, codes: [0, 3])
    let settings = try #require(tuned["settings"] as? [[String: Any]])
    #expect(settings.count == 2 && settings.allSatisfy { $0["buffer"] as? String == "static(30s)" }, "\(settings)")
    let viewers = folder.perform(words + ["--viewers-per-trace", "2"])
    #expect(
      viewers.code == 64 && viewers.diagnostics.contains("found 2 where every viewer is the same"),
      "\(viewers.diagnostics)")
  }

  @Test("an option that changes how neighbours are fetched ahead is played as run plays it")
  func ownPreload() throws {
    let folder = try CommandFolder()
    let words = folder.inputs + ["--viewer", "leave(60s)", "--items", "3", "--player"]
    let search = ["--vary", "scene=short-video,none", "--held-out", "0", "--goal", "wait_ratio", "bytes_wasted"]
    let tuned = try folder.document(["tune"] + words + ["apsara"] + search, codes: [0, 3])
    let settings = try #require(tuned["settings"] as? [[String: Any]])
    let setting = try #require(settings.first { $0["player"] as? String == "apsara(scene=short-video)" })
    let run = try row(folder.document(["run"] + words + ["apsara(scene=short-video)"]))
    #expect(setting["preload"] as? String == run.specs["preload"])
    #expect((setting["values"] as? [String: Double])?["bytes_wasted"] == run.pooled["bytes_wasted"])
  }

  @Test(
    "what a player does not take is refused with what it allows",
    arguments: [
      ("hls.js", "maxBufferLength=-1,10", "maxBufferLength: found -1, expected a number, 0 to 86400"),
      ("hls.js", "maxBufferLength=10s,20s", "maxBufferLength: found 10s, expected a number, 0 to 86400"),
      ("hls.js", "startLevel=2,64", "startLevel: found 64, expected a whole number, -1 to 63"),
      ("hls.js", "maxBuferLength=10,20", "did you mean maxBufferLength"),
      ("media3", "minBufferMs=60000,70000", "expected minBufferMs ≤ maxBufferMs"),
    ])
  func ownOptionRefusals(player: String, range: String, message: String) throws {
    let folder = try CommandFolder()
    let result = folder.perform(["tune"] + folder.inputs + ["--player", player, "--vary", range])
    #expect(result.code == 64 && result.diagnostics.contains(message), "\(result.diagnostics)")
  }

  @Test("a player's own code is searched by keys of its configuration", .enabled(if: JavaScriptMachine.isAvailable))
  func ownCode() throws {
    let folder = try CommandFolder(["player.js": StandInPlayer.script(), "adapter.js": StandInPlayer.adapter])
    let build = "code(\(folder.path("player.js")),adapter=\(folder.path("adapter.js")))"
    let words = folder.inputs + ["--viewer", "leave(40s)", "--player"]
    let search = ["--vary", "goal=4,8", "--held-out", "0", "--goal"] + Self.metrics
    let tuned = try folder.document(["tune"] + words + [build] + search)
    let settings = try #require(tuned["settings"] as? [[String: Any]])
    #expect(settings.count == 3)
    for setting in settings {
      let run = try row(folder.document(["run"] + words + [setting["player"] as? String ?? ""]))
      let values = try #require(setting["values"] as? [String: Double])
      for metric in Self.metrics { #expect(values[metric] == run.pooled[metric], "\(metric)") }
    }
    #expect((tuned["current"] as? [String: Any])?["player"] as? String == build)
    let wrong = folder.perform(["tune"] + words + [build, "--vary", "gaol=4,8"])
    #expect(wrong.code == 64 && wrong.diagnostics.contains("stand-in 1.0 has no option gaol; did you mean goal?"))
    let mixed = folder.perform(["tune"] + words + [build, "--vary", "mode=1,fast"])
    #expect(mixed.code == 64 && mixed.diagnostics.contains("stand-in 1.0 has no option mode"), "\(mixed.diagnostics)")
    let long = folder.perform(
      ["tune"] + words + [build, "--vary", "goal=1..900 by 1", "network.retries=1,2", "--held-out", "0"])
    #expect(
      long.code == 64 && long.diagnostics.contains("5403 sessions of a player's own code take about"),
      "\(long.diagnostics)")
  }

  @Test(
    "a fingerprint has a row for each player, native or own code, and keeps its traces",
    .enabled(if: JavaScriptMachine.isAvailable))
  func fingerprint() throws {
    let folder = try CommandFolder([
      "player.js": StandInPlayer.script(), "adapter.js": StandInPlayer.adapter,
      "one.json": #"{"bitrates_kbps": [400], "segment_duration_ms": 4000, "segment_sizes_bits": [[1600000]]}"#,
    ])
    let build = "code(\(folder.path("player.js")),adapter=\(folder.path("adapter.js")))"
    let video = ["--video", folder.path("movie.json")]
    let words = ["player", "fingerprint", "hls.js", "lab", build] + video + ["--format", "json"]
    let result = folder.perform(words + ["-o", folder.path("shapes")])
    #expect(result.code == 0 && result.diagnostics.contains("stand-in 1.0"), "\(result.diagnostics)")
    let rows = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(rows.map { $0["player"] as? String } == ["hls.js", "lab", build])
    for row in rows {
      let (up, down) = (row["up_at"] as? Double ?? 0, row["down_at"] as? Double ?? 0)
      #expect(up > 0.5 && up < 3 && down > 0.2 && down < 3, "\(row)")
      #expect((row["levels_s"] as? String)?.split(separator: " ").count == 3)
    }
    // It takes 0.8 of what the last download measured.
    #expect(abs((rows[2]["up_at"] as? Double ?? 0) - 1.35) < 0.2, "\(rows[2])")
    let again = folder.perform(["run", "--player", "lab", "--traces", folder.path("shapes")] + video)
    #expect(again.code == 0, "\(again.diagnostics)")
    let refused = folder.perform(["player", "fingerprint", "nobody"] + video)
    #expect(refused.code == 64 && refused.diagnostics.contains("unknown player nobody"), "\(refused.diagnostics)")
    let single = folder.perform(["player", "fingerprint", "lab", "--video", folder.path("one.json")])
    #expect(single.code == 64 && single.diagnostics.contains("has one rendition"), "\(single.diagnostics)")
  }

  @Test("one end of the target alone is searched as run plays it", arguments: KnownPlayer.all.map(\.name), [0, 1])
  func oneEnd(player: String, end: Int) throws {
    let folder = try CommandFolder()
    let words = folder.inputs + ["--player", player, "--viewer", "leave(40s)"]
    let end = [["--min", "20s"], ["--max", "40s"]][end]
    let run = try row(folder.document(["run"] + words + end))
    let search = end + ["--held-out", "0", "--goal"] + Self.metrics
    let tuned = try folder.document(["tune"] + words + search, codes: [0, 3])
    let settings = try #require(tuned["settings"] as? [[String: Any]])
    let setting = try #require(settings.first { $0["buffer"] as? String == run.specs["buffer"] })
    let values = try #require(setting["values"] as? [String: Double])
    for metric in Self.metrics { #expect(values[metric] == run.pooled[metric], "\(metric)") }
  }

  @Test("a baseline of a player is met by the same player, with identical figures", arguments: players, sessions)
  func check(player: [String], session: [String]) throws {
    let folder = try CommandFolder()
    let words = folder.inputs + player + session
    let baseline = folder.path("baseline.json")
    #expect(folder.perform(["baseline", "save", baseline] + words).code == 0)
    let gates = ["--gate", "rebuffer_ratio<=+0pp", "bytes_wasted_per_h<=+0%", "mean_bitrate_bps>=-0%"]
    let checked = try folder.document(["check", "--baseline", baseline] + words + gates)
    #expect(checked["outcome"] as? String == "pass")
    let comparisons = try #require(checked["comparisons"] as? [[String: Any]])
    for metric in comparisons.flatMap({ $0["metrics"] as? [[String: Any]] ?? [] }) {
      #expect(metric["reference"] as? Double == metric["candidate"] as? Double, "\(metric["metric"] ?? "")")
    }
    // The baseline is a run, too.
    let pooled = try row(folder.document(["run"] + words)).pooled
    for metric in comparisons.flatMap({ $0["metrics"] as? [[String: Any]] ?? [] }) {
      guard let name = metric["metric"] as? String, let value = pooled[name] else { continue }
      #expect(metric["candidate"] as? Double == value, "\(name)")
    }
  }

  @Test("sweep plays the player of run", arguments: players, sessions)
  func sweep(player: [String], session: [String]) throws {
    let folder = try CommandFolder()
    let words = folder.inputs + player + session
    let run = try row(folder.document(["run"] + words))
    let swept = try row(folder.document(["sweep"] + words + ["--output", folder.path("sweep")]))
    #expect(swept.specs == run.specs)
    // A sweep adds exactly, a run in the order of its sessions; its percentiles are those of a histogram.
    for (name, value) in run.pooled where !name.hasSuffix("_p50") && !name.hasSuffix("_p95") {
      let own = try #require(swept.pooled[name], "\(name)")
      #expect(abs(own - value) <= 1e-12 * max(1, abs(value)), "\(name): \(own) and \(value)")
    }
  }

  @Test("explain plays the player of run", arguments: players, sessions)
  func explain(player: [String], session: [String]) throws {
    let folder = try CommandFolder()
    let words = ["--video", folder.path("movie.json")] + player + session
    let document = try folder.document(
      ["run", "--traces", folder.path("links/a.csv"), "--per-session"] + words)
    let policies = try #require(document["policies"] as? [[String: Any]])
    let sessions = try #require(policies[0]["sessions"] as? [[String: Any]])
    let explained = try folder.document(["explain", folder.path("links/a.csv")] + words)
    let metrics = try #require(explained["metrics"] as? [String: Any])
    #expect(sessions.count == 1 && metrics.count > 20)
    for (name, value) in metrics.compactMapValues({ $0 as? Double }) {
      #expect(sessions[0][name] as? Double == value, "\(name)")
    }
  }

  @Test(
    "compare plays the player of run", arguments: KnownPlayer.all.map(\.name) + ["media3:minBufferMs=8000"], sessions)
  func compare(player: String, session: [String]) throws {
    let folder = try CommandFolder()
    let words = folder.inputs + session
    let run = try row(folder.document(["run", "--player", player] + words))
    let other = player == "lab" ? "shaka" : "lab"
    let compared = try folder.document(["compare", player, other] + words + ["--metric"] + Self.metrics)
    let comparisons = try #require(compared["comparisons"] as? [[String: Any]])
    for metric in try #require(comparisons.first?["metrics"] as? [[String: Any]]) {
      let name = try #require(metric["metric"] as? String)
      #expect(metric["reference"] as? Double == run.pooled[name], "\(name)")
    }
  }

  @Test("a file means what the command line means", arguments: players)
  func file(player: [String]) throws {
    let folder = try CommandFolder()
    let session = ["--viewer", "leave(40s)"]
    let options = folder.inputs + player + session
    let lines = stride(from: 0, to: options.count, by: 2).map { "\(options[$0].dropFirst(2)) = \"\(options[$0 + 1])\"" }
    let other = try CommandFolder(["run.toml": lines.joined(separator: "\n")])
    let run = try row(folder.document(["run"] + options))
    let read = try row(other.document(["run", "--config", other.path("run.toml")]))
    #expect(read.specs == run.specs && read.pooled == run.pooled)
  }
}
