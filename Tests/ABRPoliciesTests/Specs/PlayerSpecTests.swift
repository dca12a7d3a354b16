import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite("Viewer, initial rendition and switch mode specs")
struct PlayerSpecTests {
  @Test(
    "a viewer is read, and written in one way",
    arguments: [
      ("watch", "watch", Viewer()), ("leave(8s)", "leave(8s)", Viewer(leavesAt: 8)),
      ("leave:500ms", "leave(0.5s)", Viewer(leavesAt: 0.5)),
      ("leave( at = 2min )", "leave(120s)", Viewer(leavesAt: 120)),
      ("leave(watched=30s)", "leave(watched=30s)", Viewer(leavesAfterWatching: 30)),
      ("leave(watched=30s,1h)", "leave(3600s,watched=30s)", Viewer(leavesAt: 3600, leavesAfterWatching: 30)),
    ])
  func viewer(spec: String, canonical: String, viewer: Viewer) throws {
    let read = try ViewerSpec(parsing: spec)
    #expect(read.viewer == viewer)
    #expect(try ViewerSpec(parsing: read.canonical) == read)
    #expect(read.canonical == canonical)
  }

  @Test(
    "an initial rendition is read",
    arguments: [
      ("lowest", InitialRendition.lowest), ("first-listed", .firstListed), ("closest-to(1M)", .closest(to: 1_000_000)),
      ("closest-to:0", .closest(to: 0)), ("index:2", .index(2)), ("by-rule", .chosenByRule),
    ])
  func initial(spec: String, rendition: InitialRendition) throws {
    #expect(try InitialRenditionSpec(parsing: spec).rendition == rendition)
  }

  @Test(
    "playable media is read, and written in one way",
    arguments: [
      ("whole-segment", "whole-segment", PlayableMedia.wholeSegment),
      ("arriving", "arriving", .arriving(fragment: nil)),
      ("arriving:500ms", "arriving(0.5s)", .arriving(fragment: 0.5)),
      ("arriving(fragment=2s)", "arriving(2s)", .arriving(fragment: 2)),
    ])
  func playable(spec: String, canonical: String, playable: PlayableMedia) throws {
    #expect(try PlayableSpec(parsing: spec).playable == playable)
    #expect(PlayableSpec(playable).canonical == canonical)
    #expect(try PlayableSpec(parsing: canonical) == PlayableSpec(parsing: spec))
  }

  @Test("a fragment is no shorter than a frame")
  func fragment() {
    #expect(throws: SpecError.self) { try PlayableSpec(parsing: "arriving(0.03s)") }
    #expect(throws: SpecError.self) { try PlayableSpec(parsing: "arriving(0s)") }
  }

  @Test(
    "a switch mode is read",
    arguments: [
      ("append", SwitchMode.append), ("replace", .replace(margin: 1.6)), ("replace(6s)", .replace(margin: 6)),
      ("replace(margin=0)", .replace(margin: 0)), ("flush", .flush),
      ("overwrite", .overwrite(segments: 0)), ("overwrite(1.5)", .overwrite(segments: 1.5)),
    ])
  func mode(spec: String, mode: SwitchMode) throws {
    #expect(try SwitchModeSpec(parsing: spec).mode == mode)
  }

  @Test(
    "a pace is read",
    arguments: [
      ("none", PaceSettings()), ("after(segment=0.009s)", PaceSettings(segment: 0.009)),
      (
        "after(playlist=0.025s,segment=0.009s,switch=0.005s,frame=0.044s,init=beside)",
        PaceSettings(playlist: 0.025, segment: 0.009, switching: 0.005, frame: 0.044, initialisation: .beside)
      ),
      (
        "after(segment=0.009s,resume=0.009s,init=again)",
        PaceSettings(segment: 0.009, resume: 0.009, initialisation: .again)
      ),
    ])
  func pace(spec: String, settings: PaceSettings) throws {
    let read = try PaceSpec(parsing: spec)
    #expect(read.settings == settings && read.canonical == spec)
    #expect(throws: SpecError.self) { try PaceSpec(parsing: "after(segment=2min)") }
  }

  @Test(
    "a time-out is read",
    arguments: [
      ("none", RetrySettings(), "none"), ("apsara", .apsaraVideo, "apsara"), ("hls", .hlsJS, "hls"),
      ("avplayer(resume=network-back)", RetrySettings(timeout: 60, resume: .whenNetworkIsBack), nil),
      ("after(15s)", RetrySettings(timeout: 15, count: 2), "after(15s)"),
      ("after(15s,retries=0)", RetrySettings(timeout: 15), "after(15s,retries=0)"),
      (
        "after(time=5s,first=10s,retries=1,delay=1s,counts=always,fetches=whole)",
        RetrySettings(timeout: 5, firstByteTimeout: 10, count: 1, delay: 1, counting: .always, fetchesRest: false),
        "after(5s,first=10s,retries=1,delay=1s,counts=always,fetches=whole)"
      ),
      ("first-byte(10s,retries=4,counts=always,fetches=whole,backoff=double,longest=8s,errors=6)", .hlsJS, nil),
      ("first-byte(8s)", RetrySettings(firstByteTimeout: 8, count: 2), nil),
      (
        "hls(8s,errors=2)",
        RetrySettings(
          firstByteTimeout: 8, count: 4, counting: .always, fetchesRest: false, errorCount: 2, backoff: .double,
          longestDelay: 8), nil
      ),
      (
        "after(5s,tries=rendition,errors=1,interval=2s)",
        RetrySettings(timeout: 5, count: 2, interval: 2, errorCount: 1, countsErrorsPerRendition: true), nil
      ),
      ("avplayer(retries=1,errors=3)", RetrySettings(timeout: 60, count: 1, errorCount: 3), nil),
    ] as [(String, RetrySettings, String?)])
  func timeout(spec: String, settings: RetrySettings, canonical: String?) throws {
    let read = try RetrySpec(parsing: spec)
    #expect(read.settings == settings && read.canonical == canonical ?? spec)
    #expect(try RetrySpec(parsing: read.canonical) == read)
  }

  @Test(
    "what is none of them is refused",
    arguments: [
      "", "leave", "leave()", "leave(8)", "leave(-1s)", "leaf(8s)", "watch(8s)", "watch+leave(8s)", "leave(8s,9s)",
      "Watch",
    ])
  func refused(spec: String) {
    #expect(throws: SpecError.self) { try ViewerSpec(parsing: spec) }
    #expect(throws: SpecError.self) { try InitialRenditionSpec(parsing: spec) }
    #expect(throws: SpecError.self) { try SwitchModeSpec(parsing: spec) }
    #expect(throws: SpecError.self) { try RetrySpec(parsing: spec) }
  }

  @Test("a value in place of the name is answered with the names")
  func bareValue() {
    let error = #expect(throws: SpecError.self) { try RetrySpec(parsing: "15s") }
    let names = "expected none, apsara, cicada, avplayer, hls, media3, after or first-byte"
    #expect(error?.description.contains(names) == true)
  }

  @Test("a name that is nearly right is suggested")
  func suggestion() {
    let error = #expect(throws: SpecError.self) { try ViewerSpec(parsing: "leav(8s)") }
    #expect(error?.suggestion == "leave")
    #expect(error?.description == "\"leav(8s)\": unknown viewer leav; did you mean leave? Expected watch or leave")
  }
}
