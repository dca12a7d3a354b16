import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct PreloadWarningsTests {
  private func warnings(_ preload: String, _ buffer: String, segment: Double = 2, bandwidth: Int = 1_000_000) throws
    -> [String]
  {
    let video = try Video(
      name: "constant", ladder: Ladder([Rendition(bandwidth: bandwidth)]), segmentDuration: segment,
      sizes: Array(repeating: [Int(Double(bandwidth) * segment / 8)], count: 10))
    return try PreloadSpec(parsing: preload).settings.warnings(
      with: BufferSpec(parsing: buffer).configuration, for: video)
  }

  @Test(
    "settings that can never work together are told with their numbers",
    arguments: [
      // The optimizer's minimum is under the gate: a feed of short dwells never preloads.
      (
        "network-balance", "growth(min=10s,max=30s)+watermark(start=1s,resume=4s)", 2.0,
        "gate open 15 s is above the forward target of 10 s at the start of an item: it waits for the item to "
          + "be buffered to its end, or for the target to grow"
      ),
      (
        "network-balance", "static(10s)+watermark(resume=4s)", 2,
        "gate open 15 s is above the forward target of 10 s at the start of an item: it waits for the item to be buffered to its end"
      ),
      (
        "network-balance", "static(10s)+watermark(resume=7s)", 6,
        "gate open 15 s is above the forward target of 10 s at the start of an item: it waits for the item to be buffered to its "
          + "end, or for a segment that carries the level over it"
      ),
      (
        "network-balance", "static(30s)+watermark(resume=4s,max=12s)", 2,
        "gate open 15 s is above the forward target of 12 s at the start of an item: it waits for the item to be buffered to its end"
      ),
      (
        "network-balance(open=5s,close=4s)", "static(30s)+watermark(resume=3s)", 2,
        "gate open 5 s and close 4 s are less than one segment of 2 s apart: every segment may open the gate and close it"
      ),
      (
        "network-balance(close=1s)", "static(30s)+watermark(resume=3s)", 4,
        "resume 3 s is under one segment of 4 s: after a stall playback goes on with a single segment"
      ),
      (
        "network-balance(close=2s)", "static(30s)+watermark(resume=2s)", 2,
        "resume 2 s is the level at which the gate closes: after a stall playback goes on where preloads must stop"
      ),
      (
        "network-balance(close=2s,next=4,prev=0,dynamic=sub)", "static(30s)", 2,
        "the window reaches 4 items, but from distance 3 on nothing is preloaded"
      ),
      (
        "media3(5s/2s,next=3)", "static(30s)", 2,
        "the window reaches 3 items, but from distance 3 on nothing is preloaded"
      ),
      (
        "ungated(quality=0)", "static(30s)", 2,
        "start initial throws away what was preloaded of another rendition: with bandwidth, resolution or quality, start "
          + "preloaded plays it"
      ),
      (
        "ungated(quality=0,start=previous-preloaded)", "static(30s)", 2,
        "start previous-preloaded preloads the rendition on the screen: bandwidth, resolution or quality says nothing"
      ),
    ])
  func told(preload: String, buffer: String, segment: Double, expected: String) throws {
    #expect(try warnings(preload, buffer, segment: segment) == [expected])
  }

  @Test("where media is playable while it arrives, a resume level under a segment has its effect")
  func arriving() throws {
    let video = try Video(
      name: "constant", ladder: Ladder([Rendition(bandwidth: 1_000_000)]), segmentDuration: 4,
      sizes: Array(repeating: [500_000], count: 10))
    let preload = try PreloadSpec(parsing: "network-balance(close=1s)").settings
    let buffer = try BufferSpec(parsing: "static(30s)+watermark(resume=3s)").configuration
    #expect(preload.warnings(with: buffer, for: video).count == 1)
    #expect(preload.warnings(with: buffer, for: video, playing: .arriving(fragment: nil)).isEmpty)
  }

  @Test("a byte budget that holds less than the gate's level is told for the top rendition")
  func bytes() throws {
    // 50 MB at 40 Mbit/s are 10 s.
    let found = try warnings("network-balance(close=2s)", "legacy", bandwidth: 40_000_000)
    #expect(found == ["gate open 15 s is above the 10 s that the byte budget holds at 40 Mbit/s"])
    #expect(try warnings("network-balance(close=2s)", "legacy", bandwidth: 4_000_000).isEmpty)
  }

  @Test(
    "settings that work are not talked about",
    arguments: [
      ("network-balance", "static(30s)"), ("network-balance(close=2s)", "static(30s)"),
      ("network-balance(close=2s)", "static(15s)"),
      ("none", "static(1s)"),
      ("ungated", "static(1s)"), ("progress", "brightcove"), ("next-item", "legacy"), ("media3", "apsara"),
      ("network-balance(close=2s)", "unlimited"), ("network-balance(prev=0,next=0)", "static(1s)"),
    ])
  func silent(preload: String, buffer: String) throws {
    #expect(try warnings(preload, buffer).isEmpty)
  }

  @Test("the warning about the gate is right about sessions", arguments: [5.0, 9, 10, 11, 12, 13, 15, 20, 30])
  func sessions(open: Double) throws {
    // An item of 100 s on a link without delay; segments of 2 s.
    let video = try Video(
      name: "constant", ladder: Ladder([Rendition(bandwidth: 1_000_000)]), segmentDuration: 2,
      sizes: Array(repeating: [250_000], count: 50))
    for text in ["static(10s)", "static(13s)", "growth(min=10s,max=14s)", "growth(min=10s,max=40s)", "static(40s)"] {
      let buffer = try BufferSpec(parsing: text).configuration
      let preload = try PreloadSpec(parsing: "network-balance(open=\(ParameterValue.decimal(open))s,next=1)").settings
      let warning = preload.warnings(with: buffer, for: video).first { $0.hasPrefix("gate open") }
      let player = try PolicySpec(parsing: "auto").policy(model: .lab).makePlayer(video: video, buffer: buffer)
      let items = [QueueItem("a"), QueueItem("b")]
      let session = try SessionPlayer(players: [player], queue: ItemQueue(playlist: items), preload: preload)
      var log = EventLog()
      _ = session.play(over: Link(instantaneousWithLatency: 0), observer: &log)
      let first = try #require(log.events.first { if case .gate = $0.kind { true } else { false } })
      let comment: Comment = "open \(open), \(text): \(warning ?? "no warning"), opened at \(first.time)"
      guard let warning else {
        #expect(first.time == 0, comment)
        continue
      }
      guard case .gate(_, let cause, _) = first.kind else { continue }
      // Waiting for the target or a segment is waiting for a level, and only a segment may bring it at once.
      #expect((cause == .complete) == warning.hasSuffix("buffered to its end"), comment)
      if !warning.contains("carries the level over it") { #expect(first.time > 0, comment) }
    }
  }
}
