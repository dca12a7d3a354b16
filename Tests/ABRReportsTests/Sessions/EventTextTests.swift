import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import Foundation
import Testing

@testable import ABRReports

@Suite struct EventTextTests {
  private static func video(segments: Int) throws -> Video {
    try Video(
      name: "constant", ladder: Ladder([Rendition(bandwidth: 1_000_000, width: 640, height: 360)]), segmentDuration: 2,
      sizes: Array(repeating: [250_000], count: segments))
  }

  /// Two items of 6 s and one of 8 s over 4 Mbit/s; the viewer swipes twice, the second time while a preload runs.
  private static func feed() throws -> (events: [SessionEvent], lines: [String]) {
    let lengths = [3, 3, 4]
    let players = try lengths.map {
      try PolicySpec(parsing: "auto").policy(model: .lab).makePlayer(
        video: video(segments: $0), buffer: BufferSpec(parsing: "static(30s)").configuration)
    }
    let items = lengths.indices.map { QueueItem(["cats", "dogs", ""][$0], player: $0) }
    let player = try SessionPlayer(
      players: players, queue: ItemQueue(playlist: items),
      script: Script([.init(.time(3), .next), .init(.time(4.25), .next), .init(.time(5.25), .leave)]),
      preload: PreloadSpec(parsing: "network-balance(prev=0,next=1)").settings)
    let link = Link(
      try BandwidthTrace(name: "4M", rows: [.init(duration: 100, bandwidth: 4_000_000)]))
    var log = EventLog()
    _ = player.play(over: link, observer: &log)
    var writer = EventText(
      items: try zip(items, lengths).map { EventText.Item(name: $0.name, video: try video(segments: $1)) }, visits: 3)
    return (log.events, log.events.map { writer.line($0) })
  }

  @Test("a whole segment says what of it is audio that is fetched apart, and the rest of one does not")
  func audio() throws {
    let video = try Self.video(segments: 3).adding(audioBitrate: 128_000)
    var writer = EventText(items: [.init(name: "film", video: video, audioBitrate: 128_000)], visits: 1)
    func line(_ bytes: Int) -> String {
      writer.line(
        SessionEvent(time: 0, level: 0, position: 0, kind: .requested(segment: 1, rendition: 0, bytes: bytes)))
    }
    #expect(line(282_000).hasSuffix("282.0 kB, 32.0 kB of it audio, requested apart"))
    #expect(line(250_000).hasSuffix("250.0 kB"))
  }

  @Test("the lines of a feed tell why each preload ran or waited")
  func lines() throws {
    let lines = try Self.feed().lines.filter { !$0.contains("request   ") && !$0.contains("arrived   ") }
    #expect(
      lines == [
        "   0.000     0.00        0.00  VISIT     1 of 3, cats",
        "   0.000     0.00        0.00  target    30.000 s",
        "   0.500     2.00        0.00  START     first frame",
        "   1.500     5.00        1.00  gate open the item is buffered to its end, level 5.000 s",
        "   1.500     5.00        1.00  preload   dogs, segment 0 at 0 (1.00 Mbit/s 360p), 250.0 kB",
        "   2.000     4.50        1.50  preloaded dogs, segment 0",
        "   3.000     0.00        0.00  VISIT     2 of 3, dogs",
        "   3.000     0.00        0.00  target    30.000 s",
        "   3.000     2.00        0.00  hit       2.000 s buffered",
        "   3.000     2.00        0.00  gate shut the playhead is at new media, level 2.000 s",
        "   3.000     2.00        0.00  START     first frame",
        "   4.000     5.00        1.00  gate open the item is buffered to its end, level 5.000 s",
        "   4.000     5.00        1.00  preload   item 2, segment 0 at 0 (1.00 Mbit/s 360p), 250.0 kB",
        "   4.250     0.00        0.00  VISIT     3 of 3, item 2",
        "   4.250     0.00        0.00  target    30.000 s",
        "   4.250     0.00        0.00  partial   a part of the first segment is there or on its way",
        "   4.250     0.00        0.00  gate shut the playhead is at new media, level 0.000 s",
        "   4.500     2.00        0.00  START     first frame",
        "   5.250     3.25        0.75  cut off   segment 2 at 0 (1.00 Mbit/s 360p) after 125.0 kB",
        "   5.250     3.25        0.75  END       left",
      ])
  }

  @Test("the JSON of every event names it, and its members say what the line says")
  func json() throws {
    for event in try Self.feed().events {
      let object = try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any]
      #expect(object?["event"] as? String == event.name)
    }
    let kinds: [(SessionEvent.Kind, String)] = [
      (.visit(place: 1, item: 4), #""event": "visit", "visit": 1, "item": 4"#),
      (.readiness(.partial), #""event": "readiness", "readiness": "partial""#),
      (
        .gate(isOpen: false, cause: .newItem, threshold: 3),
        #""event": "gate", "gate": "closed", "cause": "new_item", "threshold_s": 3"#
      ),
      (
        .preloadStopped(item: 2, segment: 0, received: 9, isKept: true),
        #""event": "preload_stopped", "item": 2, "segment": 0, "bytes": 9, "received": "kept""#
      ),
      (
        .preloadWaits(item: 2, segment: 1, bytes: 9, held: 8),
        #""event": "preload_waits", "item": 2, "segment": 1, "bytes": 9, "held_bytes": 8"#
      ),
      (.lowMemory(seconds: 9), #""event": "low_memory", "seconds": 9"#),
      (.pageRequested(bytes: 9), #""event": "page_requested", "bytes": 9"#),
      (.pageArrived(known: 4), #""event": "page_arrived", "known_visits": 4"#),
      (.playbackRefused(.streamLimit), #""event": "playback_refused", "reason": "stream_limit""#),
      (.seeked(to: 9.5, isInside: false), #""event": "seeked", "to_s": 9.5, "target": "outside_buffer""#),
    ]
    for (kind, members) in kinds {
      let json = SessionEvent(time: 1, level: 2, position: 3, kind: kind).json
      #expect(json == #"{"time_s": 1, "level_s": 2, "position_s": 3, "# + members + "}")
    }
  }

  @Test(
    "what happens to a session is a line that says so",
    arguments: [
      (
        SessionEvent.Kind.gate(isOpen: true, cause: .level, threshold: 15),
        "gate open level 2.000 s has reached 15.000 s"
      ),
      (.gate(isOpen: false, cause: .level, threshold: 3), "gate shut level 2.000 s is down to 3.000 s"),
      (.gate(isOpen: false, cause: .stall, threshold: 3), "gate shut playback has stalled"),
      (.gate(isOpen: true, cause: .idle, threshold: 15), "gate open nothing is playing"),
      (.preloadsAllowed, "allowed   neighbours may be fetched from here on"),
      (.readiness(.miss), "miss      nothing is buffered"),
      (
        .preloadWaits(item: 0, segment: 1, bytes: 8_000_000, held: 16_000_000),
        "held back clip, segment 1: 8.00 MB do not fit beside 16.00 MB of preloads"
      ),
      (
        .preloadStopped(item: 0, segment: 1, received: 1500, isKept: true),
        "stop      clip, segment 1 after 1.5 kB, kept to go on with"
      ),
      (
        .preloadStopped(item: 7, segment: -1, received: 10, isKept: false),
        "stop      item 7, playlists after 10 B, lost"
      ),
      (.cut(segment: -1, rendition: 0, received: 1000), "cut off   playlists after 1.0 kB"),
      (.requested(segment: 1, rendition: 9, bytes: 1000), "request   segment 1 at 9, 1.0 kB"),
      (.paused, "PAUSE"), (.played, "PLAY"),
      (.playbackRefused(.streamLimit), "REFUSED   the service allows no further stream at once"),
      (.playbackRefused(.expensiveNetwork), "REFUSED   playback is not allowed on an expensive network"),
      (.lowMemory(seconds: 9), "memory    runs low: nothing is requested for 9.000 s"),
      (.pageRequested(bytes: 20_000), "page      more of the list is asked for, 20.0 kB"),
      (.pageArrived(known: 12), "page      12 visits are known"),
      (.refused(item: -1, segment: -2), "refused   a side request"),
      (.seeked(to: 9.5, isInside: true), "SEEK      to 9.500 s, inside the buffer"),
      (.capacity(factor: 0), "network   lost"), (.capacity(factor: 1), "network   back to all of its capacity"),
      (.capacity(factor: 0.25), "network   carries 25 % of its capacity"),
      (.refused(item: 0, segment: -1), "refused   clip, playlists"),
      (.dropped(seconds: 1.5), "drop      1.500 s to come closer to the live edge"),
      (.waited(seconds: 1.5, reason: .liveEdge), "wait      1.500 s, at the live edge"),
      (.retried, "retry     the player tries the network again"),
      (.retryAsked, "ask app   the player has no retry of its own left: the app is to reload"),
      (
        .timedOut(segment: 4, received: 1200, isKept: true),
        "time-out  segment 4, no byte for too long; 1200 bytes that had come are kept"
      ),
      (.networkIsBack, "network   it delivers again"),
      (.resumeBegan(attempt: 0), "set up    player made anew"),
      (.resumeBegan(attempt: 2), "set up    attempt 2 to resume"),
      (.resumeEnded(isComplete: true), "set up    playback goes on"),
      (.resumeEnded(isComplete: false), "set up    playback did not go on"),
      (.visit(place: 0, item: 0), "VISIT     1 of 1, clip"),
      (.evicted(item: 0, bytes: 2_000_000), "evict     2.00 MB of clip from the cache"),
    ])
  func words(kind: SessionEvent.Kind, expected: String) throws {
    var writer = EventText(items: [.init(name: "clip", video: try Self.video(segments: 3))], visits: 1)
    let line = writer.line(SessionEvent(time: 1, level: 2, position: 3, kind: kind))
    #expect(line == "   1.000     2.00        3.00  " + expected)
  }
  @Test(
    "a licence names its key, and an infinite target is shown as none",
    arguments: [
      (.licensed(key: 1), "licence   of key k2"), (.licensed(key: 2), "licence   of key 2"),
      (.target(seconds: .infinity), "target    none, other limits of the buffer hold"),
      (.target(seconds: 30), "target    30.000 s"),
    ] as [(SessionEvent.Kind, String)])
  func names(kind: SessionEvent.Kind, expected: String) throws {
    var writer = EventText(
      items: [.init(name: "clip", video: try Self.video(segments: 3))], visits: 1, keys: ["k1", "k2"])
    #expect(writer.line(SessionEvent(time: 1, level: 2, position: 3, kind: kind)).hasSuffix("  " + expected))
  }

  @Test("where visits may be inserted nobody counts them ahead")
  func inserted() throws {
    var writer = EventText(items: [.init(name: "clip", video: try Self.video(segments: 3))], visits: nil)
    let event = SessionEvent(time: 1, level: 2, position: 3, kind: .visit(place: 3, item: 0))
    #expect(writer.line(event) == "   1.000     2.00        3.00  VISIT     4, clip")
  }
}
