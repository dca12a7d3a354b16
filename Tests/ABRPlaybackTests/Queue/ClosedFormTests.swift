import ABRNetwork
import ABRPlayback
import Testing

/// Bytes fetched, bytes wasted and startup of scenarios S01, S02, S17, S39 and S40, worked out by hand.
///
/// B = 250 kB is a segment of d = 2 s at 1 Mbit/s; a second of media is b = 125 kB. At 4 Mbit/s a segment takes τ = 0.5
/// s, on the infinitely fast link τ = 0.
@Suite struct ClosedFormTests {
  private static let segmentBytes = ConstantQueue.segmentBytes
  private static let secondBytes = 125_000.0

  private static func link(_ transfer: Double) throws -> Link {
    transfer == 0 ? Link(instantaneousWithLatency: 0) : try ConstantQueue.link(2_000_000 / transfer)
  }

  // MARK: S01, a teaser that is left

  @Test(
    "S01: a viewer who leaves a long item costs what the target had fetched ahead",
    arguments: [0, 0.5], [5.0, 10, 30])
  func teaser(transfer: Double, target: Double) throws {
    for leave in [3.25, 8.25, 20.25, 40.25, 100.25] {
      var queue = ConstantQueue(lengths: [300], script: Script([.init(.time(leave), .leave)]))
      queue.target = ConstantTarget(seconds: target)
      let session = try queue.play(over: Self.link(transfer)).metrics
      let schedule = FetchSchedule(count: 300, target: target, transfer: transfer)
      // Fetched: whole segments that have arrived, and the begun one by its share. Played: b·(T − τ). The rest is
      // waste: of whole segments as unplayed, of the begun one as aborted.
      let whole = schedule.arrived(by: leave) * Self.segmentBytes
      let begun = Int(schedule.partial(at: leave) * Double(Self.segmentBytes))
      let played = Int((leave - transfer) * Self.secondBytes)
      #expect(session.ledger.downloaded == whole + begun, "T = \(leave)")
      #expect(session.ledger[.played] == played, "T = \(leave)")
      #expect(session.ledger[.unplayed] == whole - played && session.ledger[.aborted] == begun, "T = \(leave)")
      #expect(session.ledger.wasted == whole + begun - played && session.startupTime == transfer)
      if transfer == 0 {
        // A segment is requested while k·d < T + m: the ⌈(T + m) / d⌉ of the table for the infinitely fast link.
        #expect(whole == Int(((leave + target) / 2).rounded(.up)) * Self.segmentBytes)
      }
    }
  }

  // MARK: S02, a feed

  /// Six items of 10 s, of which the viewer watches 8 s of four; two neighbours ahead, one segment each.
  private static func feed(_ trigger: PreloadSettings.Trigger, transfer: Double) throws -> SessionMetrics {
    let steps = [Script.Action.next, .next, .next, .leave].map { Script.Step(.watched(8), $0) }
    let queue = ConstantQueue(
      lengths: [5, 5, 5, 5, 5, 5], preload: PreloadSettings(trigger: trigger, nextCount: 2, amount: .seconds([1, 1])),
      script: Script(steps))
    return try queue.play(over: Self.link(transfer)).metrics
  }

  @Test(
    "S02: a feed pays for the window beyond the last item, and every item after the first starts at once",
    arguments: [0, 0.5])
  func feed(transfer: Double) throws {
    // Each of the four items is fetched to its end while it is watched, 5 B, of which 4 B are shown; the rest is
    // unplayed. With preloads the two items after the last one have a segment each that nobody sees.
    let gate = PreloadSettings.Trigger.gate(.init())
    for (trigger, startups, ahead) in [
      (.never, [1.0, 1, 1, 1], 0), (gate, [1, 0, 0, 0], 2),
      // Without the gate the first segment shares the link with the first preload, and takes 2τ.
      (.always, [2, 0, 0, 0], 2),
    ] as [(PreloadSettings.Trigger, [Double], Int)] {
      let metrics = try Self.feed(trigger, transfer: transfer)
      let ledger = metrics.ledger
      #expect(metrics.visits.map(\.startupTime) == startups.map { $0 * transfer }, "\(trigger)")
      #expect(metrics.startupTotal == startups.reduce(0, +) * transfer, "\(trigger)")
      #expect(ledger.downloaded == (4 * 5 + ahead) * Self.segmentBytes, "\(trigger)")
      #expect(ledger[.played] == 4 * 4 * Self.segmentBytes && ledger[.unplayed] == 4 * Self.segmentBytes, "\(trigger)")
      #expect(ledger[.preloaded] == ahead * Self.segmentBytes && ledger.wasted == (4 + ahead) * Self.segmentBytes)
      #expect(metrics.count(of: .hit) == (trigger == .never ? 0 : 3) && metrics.stallCount == 0)
    }
  }

  // MARK: S17, a playlist

  /// What is preloaded of the next item of 60 s: nothing; everything once the current one is complete or three quarters
  /// through; 10 s at once; 10 s behind the gate.
  static let playlists: [(name: String, settings: PreloadSettings)] = [
    ("none", PreloadSettings()),
    ("complete", PreloadSettings(trigger: .currentComplete, nextCount: 1, amount: .target)),
    ("75 %", PreloadSettings(trigger: .progress(0.75), nextCount: 1, amount: .target)),
    ("at once", PreloadSettings(trigger: .always, nextCount: 1, amount: .seconds([10]))),
    ("gate", PreloadSettings(trigger: .gate(.init()), nextCount: 1, amount: .seconds([10]))),
  ]

  @Test("S17: with any preload the items of a playlist follow each other without a wait", arguments: [0, 0.5])
  func playlist(transfer: Double) throws {
    for (name, settings) in Self.playlists {
      let queue = ConstantQueue(lengths: Array(repeating: 30, count: 5), preload: settings)
      let metrics = try queue.play(over: Self.link(transfer)).metrics
      // Everything is watched: 5 · 30 B are fetched, none is wasted.
      #expect(metrics.ledger[.played] == 150 * Self.segmentBytes, "\(name)")
      #expect(metrics.ledger.downloaded == 150 * Self.segmentBytes, "\(name)")
      // The first item waits τ, or 2τ where it shares the link from the start.
      let first = name == "at once" ? 2 * transfer : transfer
      #expect(metrics.visits[0].startupTime == first, "\(name)")
      let following = name == "none" ? transfer : 0
      #expect(metrics.visits.dropFirst().allSatisfy { $0.startupTime == following }, "\(name)")
      #expect(metrics.stallCount == 0, "\(name)")
    }
  }

  @Test("S17: on a tight link loading the next item at once stalls the current one")
  func tightPlaylist() throws {
    // 1.2 Mbit/s: a segment takes 5/3 s alone and 10/3 s beside another. Five segments of each item arrive side by side
    // at 10/3 s, 20/3 s, … 50/3 s. Playback begins at 10/3 s with 2 s, stalls at 16/3 s, has 2 s at 20/3 s (not more
    // than 3 s) and goes on at 10 s with 4 s. It has 8/3 s at 40/3 s, stalls at 16 s, has 2 s at 50/3 s, and then,
    // alone on the link, 4 s at 55/3 s.
    for (name, settings) in Self.playlists {
      let queue = ConstantQueue(lengths: [30, 30], preload: settings)
      let metrics = try queue.play(over: ConstantQueue.link(1_200_000)).metrics
      let isAtOnce = name == "at once"
      #expect(metrics.stallCount == (isAtOnce ? 2 : 0), "\(name)")
      #expect(abs(metrics.stalledTime - (isAtOnce ? 14.0 / 3 + 7.0 / 3 : 0)) < 1e-9, "\(name)")
      #expect(abs(metrics.visits[0].startupTime - (isAtOnce ? 10.0 : 5.0) / 3) < 1e-9, "\(name)")
      #expect(abs(metrics.visits[1].startupTime - (name == "none" ? 5.0 / 3 : 0)) < 1e-9, "\(name)")
      #expect(metrics.ledger.wasted == 0, "\(name)")
    }
  }

  // MARK: S39, gate and target

  @Test(
    "S39: a target under the open level keeps the gate shut to the end of the item",
    arguments: [3, 6, 20], [5.0, 10, 20, 30])
  func gateAndTarget(segments: Int, target: Double) throws {
    for open in [3.0, 8, 15, 20] {
      for transfer in [0, 0.5] {
        var queue = ConstantQueue(
          lengths: [segments, 5],
          preload: PreloadSettings(trigger: .gate(.init(open: open, close: 2)), nextCount: 1, amount: .seconds([1])))
        queue.target = ConstantTarget(seconds: target)
        let schedule = FetchSchedule(count: segments, target: target, transfer: transfer)
        let opening = schedule.gateOpening(at: open)
        let result = try queue.play(over: Self.link(transfer))
        #expect(result.gateChanges.first?.time == opening, "m = \(target), open = \(open), τ = \(transfer)")
        #expect(result.metrics.visits[0].startupTime == transfer)
        // A level of m + d − τ is the most that is ever there once the target is reached.
        if open > target + 2 { #expect(opening == schedule.arrival(segments - 1)) }
        // On the fast link the preload takes no time: a viewer who leaves at T has it if the gate opened before.
        guard transfer == 0 else { continue }
        let leave = 4.5
        queue.script = Script([.init(.time(leave), .leave)])
        let ledger = try queue.play(over: Self.link(0)).metrics.ledger
        let ahead = opening < leave ? Self.segmentBytes : 0
        let fetched = schedule.arrived(by: leave) * Self.segmentBytes
        #expect(ledger.downloaded == fetched + ahead && ledger[.preloaded] == ahead)
        #expect(ledger.wasted == fetched + ahead - Int(leave * Self.secondBytes))
      }
    }
  }

  // MARK: S40, sharing on a tight link

  /// An item of 60 s on 1.2 Mbit/s, three neighbours of one segment each.
  private static func tight(
    _ trigger: PreloadSettings.Trigger, _ share: PreloadSettings.Share, parallel: Int
  ) throws -> SessionMetrics {
    var queue = ConstantQueue(lengths: [30, 5, 5, 5])
    queue.preload = PreloadSettings(
      trigger: trigger, nextCount: 3, amount: .seconds([1, 1, 1]), maxParallel: parallel, share: share)
    queue.script.advances = false
    return try queue.play(over: ConstantQueue.link(1_200_000)).metrics
  }

  @Test("S40: what preloads cost the current item depends on how they share the link, and the gate takes the cost away")
  func sharing() throws {
    // Alone a segment takes τ = 5/3 s, so the level grows by 1/3 s a segment and is 2 + 29/3 s with the last one at 50
    // s; only then, behind the gate or with strict sharing, preloads get the link.
    let gate = PreloadSettings.Trigger.gate(.init())
    for (trigger, share, parallel, startup, stalled) in [
      (gate, .fair, 1, 5.0 / 3, 0.0), (gate, .fair, 3, 5.0 / 3, 0), (gate, .strict, 1, 5.0 / 3, 0),
      (.always, .strict, 1, 5.0 / 3, 0), (.always, .strict, 3, 5.0 / 3, 0),
      // One after another beside the first three segments, each pair in 10/3 s: playback begins at 10/3 s, stalls at
      // 16/3 s and goes on at 10 s with 4 s.
      (.always, .fair, 1, 10.0 / 3, 14.0 / 3),
      // All three beside the first segment: four flows take 20/3 s together, then the item has the link.
      (.always, .fair, 3, 20.0 / 3, 0),
    ] as [(PreloadSettings.Trigger, PreloadSettings.Share, Int, Double, Double)] {
      let metrics = try Self.tight(trigger, share, parallel: parallel)
      let name = "\(trigger), \(share), \(parallel)"
      #expect(abs(metrics.startupTime - startup) < 1e-9, "\(name)")
      #expect(abs(metrics.stalledTime - stalled) < 1e-9, "\(name)")
      #expect(metrics.stallCount == (stalled > 0 ? 1 : 0), "\(name)")
      // Whatever the order, the same is fetched: 30 B are shown, 3 B lie ready for nobody.
      #expect(metrics.ledger[.played] == 30 * Self.segmentBytes, "\(name)")
      #expect(metrics.ledger.wasted == 3 * Self.segmentBytes, "\(name)")
      #expect(metrics.ledger[.preloaded] == 3 * Self.segmentBytes, "\(name)")
    }
  }

  @Test("S40: on an infinitely fast link sharing costs nothing")
  func fastSharing() throws {
    for trigger in [PreloadSettings.Trigger.always, .gate(.init())] {
      for share in PreloadSettings.Share.allCases {
        var queue = ConstantQueue(lengths: [30, 5, 5, 5])
        queue.preload = PreloadSettings(trigger: trigger, nextCount: 3, amount: .seconds([1, 1, 1]), share: share)
        queue.script.advances = false
        let metrics = try queue.play(over: Link(instantaneousWithLatency: 0)).metrics
        #expect(metrics.startupTime == 0 && metrics.stalledTime == 0)
        #expect(metrics.ledger.downloaded == 33 * Self.segmentBytes)
        #expect(metrics.ledger.wasted == 3 * Self.segmentBytes)
      }
    }
  }
}
