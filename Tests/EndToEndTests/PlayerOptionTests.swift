import Foundation
import Testing

@testable import ABRCommands

/// `--player` and `--playable`.
@Suite("Player options", .timeLimit(.minutes(20)))
struct PlayerOptionTests {
  /// The startup in seconds of one session over a constant link of 1 Mbit/s, and what was said beside it.
  private func startup(_ options: [String]) throws -> (seconds: Double, notes: String) {
    let place = try RunTests.Place([
      "link/constant.csv": "duration_s,bandwidth_bps,latency_ms\n100,1000000,50\n",
      "flat.json": """
      {"bitrates_kbps": [1000], "segment_duration_ms": 6000, "segment_sizes_bits": [[6000000], [6000000], [6000000]]}
      """,
    ])
    let result = try place.run(
      ["--traces", "link", "--video", "flat.json", "--policy", "fixed:0", "--format", "json"] + options)
    #expect(result.status == 0, "\(result.diagnostics)")
    let run = try RunTests.json(result.output)
    let policies = try #require(run["policies"] as? [[String: Any]])
    let pooled = try #require(policies[0]["pooled"] as? [String: Any])
    return (try #require(pooled["startup_s_p50"] as? Double), result.diagnostics)
  }

  // Three round trips to the first byte, then a second for each second of media.
  @Test(
    "startup follows what is playable",
    arguments: [
      ([], 6.15), (["--playable", "whole-segment"], 6.15), (["--playable", "arriving"], 0.65),
      // Shaka takes 42 ms to the first frame.
      (["--playable", "arriving(2s)"], 2.15), (["--player", "shaka"], 6.15 + 0.042), (["--player", "media3"], 1.15),
      (["--player", "apsara"], 0.65), (["--player", "media3", "--playable", "whole-segment"], 6.15),
      (["--player", "media3", "--buffer", "watermark(start=2s,resume=3s)"], 2.15),
    ])
  func startup(options: [String], expected: Double) throws {
    let (seconds, notes) = try startup(options + ["--stream", "none"])
    #expect(abs(seconds - expected) < 1e-6)
    #expect(notes.contains("(--playable); nothing is fetched beside the segments (--stream)"))
  }

  // A round trip for each answer and its bytes at 1 Mbit/s: 828 + 1049 + 830 of HLS, 3035 + 830 of DASH.
  @Test(
    "a run that does not say so plays the stream of its player",
    arguments: [
      ([], 6.15 + 0.15 + 0.021656, "multivariant playlist 828 B"),
      // Two pauses after playlists, no round trip for the header, and the time to the first frame.
      (["--player", "hls.js"], 6.15 + 0.1 + 0.021656 + 0.05 + 0.044, "media playlist 1049 B"),
      (["--player", "shaka"], 6.15 + 0.05 + 0.03092 + 0.025 + 0.042, "manifest 3035 B"),
      (
        ["--player", "shaka", "--stream", "hls(init=1kB)"], 6.15 + 0.1 + 0.023016 + 0.05 + 0.042,
        "initialisation segment 1000 B"
      ),
    ])
  func stream(options: [String], expected: Double, caption: String) throws {
    let (seconds, notes) = try startup(options)
    #expect(abs(seconds - expected) < 1e-6)
    #expect(notes.contains(caption) && notes.contains("(--stream)"))
  }

  // The rendition is fixed and the link has its own latency; the video has one rendition of segments of 6 s.
  @Test(
    "options that change nothing are told, and those that do are not",
    arguments: [
      (["--initial", "index(0)"], "--initial changes nothing: the rendition is fixed"),
      (["--switch-mode", "replace"], "--switch-mode changes nothing: the rendition is fixed"),
      (["--expensive-network"], "--expensive-network changes nothing: no policy has a peak-expensive limit"),
      (["--expensive-network", "--policy", "auto+peak:2M+peak-expensive:3M"], "--expensive-network changes nothing"),
      (["--latency", "80ms"], "--latency changes nothing: every row of the traces has a latency"),
      (["--sizes", "vbr(cov=0.3)"], "--sizes changes nothing: the videos have sizes"),
      (["--playable", "arriving(9s)"], "changes nothing: no segment is longer than 6 s"),
      (["--policy", "fixed:0+peak:100k"], "fixed:0+peak:100k: limits change nothing for a rendition that is fixed"),
      (["--policy", "fixed(0,caps=honour)+peak:100k+pixels:1"], "it heeds peak limits only"),
      (["--expensive-network", "--policy", "auto+peak-expensive:3M"], nil),
      (["--initial", "index(0)", "--policy", "auto"], nil),
      (["--policy", "fixed(0,caps=honour)+peak:100k"], nil), (["--playable", "arriving(5s)"], nil),
    ] as [([String], String?)])
  func inert(options: [String], expected: String?) throws {
    let (_, notes) = try startup(options)
    if let expected {
      #expect(notes.contains(expected), "\(notes)")
    } else {
      #expect(!notes.contains("change nothing") && !notes.contains("changes nothing"), "\(notes)")
    }
  }

  @Test("a first rendition that the ladder lacks is refused")
  func initial() throws {
    let place = try RunTests.Place()
    let result = try place.run(RunTests.inputs + ["--policy", "auto", "--initial", "index(20)"])
    #expect(result.status == 64 && result.diagnostics.contains("found 20, expected a ladder index, 0 to 1"))
  }

  @Test("a player's name is the player also where a file has it, and a page says that auto stands in for its rule")
  func names() throws {
    let place = try RunTests.Place(["brightcove": "{}"])
    let inputs = ["--traces", "traces", "--video", "movie.json"]
    let compared = try Program.run(["compare", "hls.js", "brightcove"] + inputs, folder: place.folder)
    #expect(compared.status == 0, "\(compared)")
    let note = "brightcove: its own rule is not modelled; auto selects renditions"
    let words = inputs + ["--player", "brightcove", "hls.js", "--export", "html=p.html"]
    _ = try place.run(words)
    #expect(try place.text("p.html").contains(note))
    let alone = try Program.run(["compare", "avplayer", "brightcove"] + inputs, folder: place.folder)
    #expect(alone.diagnostics.contains("how much it buffers is not documented, 50 MB stand in"), "\(alone)")
    _ = try place.run(words + ["--policy", "bola"])
    #expect(try !place.text("p.html").contains("its own rule is not modelled"))
  }

  @Test("a player that nobody knows is refused with the nearest name")
  func unknown() throws {
    let place = try RunTests.Place()
    let result = try place.run(RunTests.inputs + ["--policy", "auto", "--player", "shakka"])
    #expect(result.status == 64 && result.diagnostics.contains("shaka"))
    let playable = try place.run(RunTests.inputs + ["--policy", "auto", "--playable", "ariving"])
    #expect(playable.status == 64 && playable.diagnostics.contains("did you mean arriving?"))
  }
}
