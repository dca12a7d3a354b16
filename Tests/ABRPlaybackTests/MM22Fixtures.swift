import ABRMedia
import ABRNetwork

@testable import ABRPlayback

/// Carries out a list of actions.
struct ScriptedMM22Policy: MM22Policy {
  var firstRendition = 0
  var actions: [MM22Action]
  var place = 0

  init(_ actions: [MM22Action]) { self.actions = actions }

  mutating func decide(_ context: MM22Context) -> MM22Action {
    place += 1
    return actions[place - 1]
  }
}

/// Does anything that is allowed.
struct ErraticMM22Policy: MM22Policy {
  var random: TestRandom
  var firstRendition: Int { Int(random.state % 3) }

  mutating func decide(_ context: MM22Context) -> MM22Action {
    let open = context.queue.filter { context.items[$0].remainingCount > 0 }
    if open.isEmpty || random.chance(0.3) { return .sleep(milliseconds: random.number(1...1500)) }
    return .fetch(item: random.pick(open), rendition: random.pick([0, 1, 2]))
  }
}

enum MM22Fixture {
  /// Videos of so many chunks, each of so many bytes at every rendition.
  static func queue(chunks: [Int], bytes: Int) throws -> MM22Queue {
    let ladder = try Ladder(MM22Model.bandwidths.map { Rendition(bandwidth: $0) })
    let videos = try chunks.enumerated().map { index, count in
      try Video(
        name: "v\(index)", ladder: ladder, segmentDuration: 1,
        sizes: Array(repeating: [bytes, bytes, bytes], count: count))
    }
    return try MM22Queue(name: "fixture", videos: videos)
  }

  /// A link of constant capacity.
  static func link(bandwidth: Double) throws -> Link {
    Link(try BandwidthTrace(name: "constant", rows: [.init(duration: 100, bandwidth: bandwidth)]))
  }
}
