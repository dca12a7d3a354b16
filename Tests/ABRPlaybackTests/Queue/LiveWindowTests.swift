import ABRNetwork
import Testing

@testable import ABRPlayback

/// Seeks and pauses in the window of a live stream.
///
/// Segments of 2 s come 0.5 s after their request, and exist when the edge has passed their end. The edge is at 60 s
/// when the session begins; the viewer joins three segments before it, at 54 s.
@Suite struct LiveWindowTests {
  private static func play(
    _ steps: [Script.Step], edge: Double = 60, maxDelay: Double = 5, rests: Bool = true, preserves: Bool = false
  ) throws -> ConstantQueue.Result {
    var queue = ConstantQueue(lengths: [200], script: Script(steps))
    queue.live = LiveSettings(
      edge: edge, maxDelay: maxDelay, fetchesWhilePaused: !rests, preservesDelay: preserves)
    return try queue.play(over: ConstantQueue.fastLink)
  }

  private static func position(_ result: ConstantQueue.Result, at time: Double) -> Double? {
    result.events.last { $0.time <= time }?.position
  }

  @Test("idle time at the live edge is logged once for each segment, up to its request", arguments: [0, 1000])
  func waits(playlistBytes: Int) throws {
    var queue = ConstantQueue(lengths: [60])
    queue.live = LiveSettings(edge: 60, maxDelay: 20, playlistBytes: playlistBytes)
    let result = try queue.play(over: ConstantQueue.fastLink)
    let waits = result.events.compactMap { event -> Double? in
      if case .waited(let seconds, .liveEdge) = event.kind { event.time + seconds } else { nil }
    }
    let requests = result.times { kind in
      switch kind {
      case .requested, .resourceRequested: true
      default: false
      }
    }
    // Of the 33 segments three exist when the viewer joins.
    #expect(waits.count > 20 && waits == Array(Set(waits)).sorted())
    #expect(waits.allSatisfy { wait in requests.contains { abs($0 - wait) < 1e-9 } })
  }

  @Test("a seek beyond the edge goes to where a viewer joins")
  func beyondEdge() throws {
    // At 20 s the edge is at 80 s; three segments before it is 74 s. With a greatest delay of 20 s the playhead is at
    // 54 + (20 - 0.5) = 73.5 s, and 74 s lies in the buffer.
    let result = try Self.play([.init(.time(20), .seek(to: 120)), .init(.time(40), .leave)], maxDelay: 20)
    #expect(result.times { $0 == .ignored(.beyondEdge(position: 120)) } == [20])
    #expect(result.times { $0 == .seeked(to: 74, isInside: true) } == [20])
    #expect(result.metrics.seekTime == 0 && result.metrics.stallCount == 0)
    // Played: 19.5 s to 73.5 s, and 20 s from 74 s on.
    #expect(result.metrics.playedMedia == 39.5)
  }

  @Test("a stream that has come to its end is seeked in as any other")
  func ended() throws {
    // The viewer joins at 392 s; at 1 s all 400 s exist. Three segments before the end would be 394 s.
    let result = try Self.play([.init(.time(2), .seek(to: 399)), .init(.time(40), .leave)], edge: 399)
    #expect(result.times { $0 == .seeked(to: 399, isInside: true) } == [2])
  }

  @Test("who goes back in the window stays there: nothing is dropped and nothing is played faster")
  func behindOnPurpose() throws {
    // At 20 s the playhead is at 73.5 s; 29.5 s back is 44 s, whose segment comes at 20.5 s. 39.5 s later it is at
    // 83.5 s.
    let result = try Self.play([.init(.time(20), .seekBy(-29.5)), .init(.time(60), .leave)], maxDelay: 20)
    #expect(result.metrics.droppedMedia == 0 && result.metrics.catchUpTime == 0)
    #expect(result.events.last?.position == 83.5)
    // Back at the edge the rule holds again: at 60 s the edge is at 120 s, and 114 s is where a viewer joins.
    let back = try Self.play(
      [.init(.time(20), .seekBy(-29.5)), .init(.time(60), .seek(to: 500)), .init(.time(70), .leave)], maxDelay: 5)
    #expect(back.times { $0 == .ignored(.beyondEdge(position: 500)) } == [60])
    #expect(back.metrics.catchUpTime > 0)
  }

  @Test(
    "a paused playhead stays, whether media comes meanwhile or not; then the rule decides", arguments: [true, false])
  func pause(rests: Bool) throws {
    // At 20 s the playhead is at 73.5 s; at 80 s it still is, and the edge at 140 s.
    let result = try Self.play(
      [.init(.time(20), .pause), .init(.time(80), .play), .init(.time(100), .leave)], maxDelay: 20, rests: rests)
    for event in result.events where event.time > 20 && event.time < 80 { #expect(event.position == 73.5) }
    // Nothing is lost while paused; then more than 20 + 5 s lie ready, and the player drops: at once with what has come
    // in the pause (30 s of target), and with the first segment beyond 25 s where nothing has.
    let drops = result.times { if case .dropped = $0 { true } else { false } }
    #expect(drops.first.map { rests ? $0 > 80 : $0 == 80 } ?? false, "\(drops)")
    // What is passed over is dropped, to the second: 250 kB are 2 s.
    #expect(abs(Double(result.metrics.ledger[.dropped]) - result.metrics.droppedMedia * 125_000) <= 2)
  }

  @Test("the delay from before a pause is kept though it is nearer to the edge than where a viewer joins")
  func preserved() throws {
    // With a greatest delay of 3 s catching up brings the playhead to 2.5 s behind the edge.
    let result = try Self.play(
      [.init(.time(40), .pause), .init(.time(80), .play), .init(.time(81), .leave)], maxDelay: 3, preserves: true)
    let delays = result.events.filter { [.paused, .played].contains($0.kind) || $0.time == 80 }
      .map { 60 + $0.time - $0.position }
    #expect(delays.count > 2 && abs((delays.last ?? 0) - (delays.first ?? 1)) < 1e-9, "\(delays)")
  }

  /// When segments of a stream are requested, and its playlist is.
  private static func requests(edge: Double, playlist: Int) throws -> (segments: [Double], playlists: [Double]) {
    var queue = ConstantQueue(lengths: [200], script: Script([.init(.time(9), .leave)]))
    queue.live = LiveSettings(edge: edge, playlistBytes: playlist)
    let result = try queue.play(over: ConstantQueue.fastLink)
    return (
      result.times { if case .requested = $0 { true } else { false } },
      result.times { if case .resourceRequested(_, .mediaPlaylist, _, _) = $0 { true } else { false } }
    )
  }

  @Test("where the playlist is fetched again, a segment is known once the playlist lists it")
  func playlists() throws {
    // With the edge at 60.5 s the viewer joins at 54 s; three segments exist, which come at 0.5, 1 and 1.5 s. The next
    // one, to 62 s, exists at 1.5 s.
    let known = try Self.requests(edge: 60.5, playlist: 0)
    #expect(known.segments == [0, 0.5, 1, 1.5, 3.5, 5.5, 7.5] && known.playlists.isEmpty)
    // The playlist of before the first segment may be fetched again 2 s later. 500 kB of it take 1 s: the segment comes
    // 1.5 s later than it might, in each round.
    let listed = try Self.requests(edge: 60.5, playlist: 500_000)
    #expect(listed.playlists == [2, 4, 6, 8])
    #expect(listed.segments == [0, 0.5, 1, 3, 5, 7])
  }

  @Test("a playlist lists what exists when it is requested, and states the longest segment")
  func playlistContent() {
    var live = LiveState()
    live.begin(LiveSettings(edge: 10, playlistBytes: 500))
    let starts: [Double] = [0, 4, 8, 16, 18]
    // The third segment, of 8 s, exists at 6 s.
    #expect(live.reloadTime(before: 2, at: 6, starts: starts) == nil)
    #expect(live.reloadTime(before: 3, at: 6, starts: starts) == 14)
  }

  @Test("a playlist that has not grown is fetched again after half of a segment (RFC 8216 6.3.4)")
  func unchangedPlaylist() {
    var live = LiveState()
    live.begin(LiveSettings(edge: 10, playlistBytes: 500))
    let starts = (0...20).map { 4.0 * Double($0) }
    // At 0 s there are two segments, of 8 s; the third exists at 2 s, the fourth at 6 s.
    #expect(live.reloadTime(before: 1, at: 0, starts: starts) == nil)
    #expect(live.reloadTime(before: 2, at: 0.5, starts: starts) == 4)
    live.beginReload(at: 1)
    live.endReload(starts)
    #expect(live.reloadTime(before: 2, at: 1.5, starts: starts) == 3)
    live.beginReload(at: 3)
    live.endReload(starts)
    #expect(live.reloadTime(before: 2, at: 3.5, starts: starts) == nil)
    #expect(live.reloadTime(before: 3, at: 3.5, starts: starts) == 7)
    // Another stream begins without one.
    live.begin(LiveSettings(edge: 100, playlistBytes: 500))
    #expect(live.reloadTime(before: 10, at: 50, starts: starts) == nil)
  }

  @Test("after a break a playlist comes before segments that the one from before it cannot list")
  func breakAndPlaylist() throws {
    var queue = ConstantQueue(lengths: [200, 5], script: Script([.init(.time(40), .leave)]))
    let live = LiveSettings(edge: 60, maxDelay: 60, playlistBytes: 1000)
    queue.adjust = { item, index in item.live = index == 0 ? live : nil }
    queue.visits = [
      Visit(item: 0, until: 64, keepsBuffer: true), Visit(item: 1, role: .ad(skippableAfter: .infinity)),
      Visit(item: 0),
    ]
    let result = try queue.play(over: ConstantQueue.fastLink)
    let back = try #require(result.times { $0 == .visit(place: 2, item: 0) }.first)
    // The rest of segment 34, to 70 s, was on its way at the break, at 10.5 s.
    let requests = result.events.filter { $0.time >= back - 1e-9 }.compactMap { event in
      switch event.kind {
      case .requested(let segment, _, _): "segment \(segment)"
      case .resourceRequested(_, .mediaPlaylist, _, _): "playlist"
      default: nil as String?
      }
    }
    #expect(requests.prefix(3) == ["segment 34", "playlist", "segment 35"])
  }

  @Test("all that is passed over is dropped, the first part of the segment where playback lands, too")
  func landing() throws {
    var queue = ConstantQueue(lengths: [200])
    queue.live = LiveSettings(edge: 60, maxDelay: 30, fetchesWhilePaused: true, preservesDelay: true)
    queue.script = Script([.init(.time(10), .pause), .init(.time(21.25), .play), .init(.time(40), .leave)])
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(abs(metrics.droppedMedia - 11.25) < 1e-9)
    #expect(abs(metrics.ledger[.dropped] - 1_406_250) <= 2)
  }
}
