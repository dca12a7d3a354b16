import ABRPlayback

/// The no-save baseline of the MM'22 challenge (version 2fba258): the video that plays first, to its end; then rounds
/// in which each video behind it is filled by another 800 kB. Renditions come from RobustMPC over five chunks.
///
/// Its quirks are kept: errors and estimates are noted twice for each decision, so that the second error compares the
/// throughput with an estimate that contains it; and the rendition before a plan's first chunk is the last one of the
/// plan looked at before, so that only the first plan is charged for the switch it really makes. A session begins with
/// the highest rendition.
public struct NoSave: MM22Policy {
  /// Chunks of a plan.
  public static let horizon = 5
  /// Throughput samples of the harmonic mean, and errors that the estimate guards against.
  public static let sampleCount = 5
  /// Bytes by which each round fills the videos behind the one that plays.
  public static let roundBytes = 800_000
  /// Weight of a second of stalling against one Mbit/s in a plan.
  public static let rebufferingPenalty = 4.3
  /// Milliseconds of a pause.
  public static let pause = 500.0

  /// The last throughputs in MB/s.
  private var samples: [Double] = []
  private var lastEstimate: Double?
  /// The last errors.
  private var errors: [Double] = []

  /// Creates the policy.
  public init() {}

  /// The highest.
  public var firstRendition: Int { MM22Model.renditionCount - 1 }

  /// The next chunk of the video whose turn it is, or a pause.
  public mutating func decide(_ context: MM22Context) -> MM22Action {
    if !context.last.isSleep {
      samples.append(Double(context.last.bytes) / 1_000_000 / (context.last.delay / 1000))
      if samples.count > Self.sampleCount { samples.removeFirst() }
    }
    guard let item = Self.turn(in: context) else { return .sleep(milliseconds: Self.pause) }
    _ = estimate()
    return .fetch(item: item, rendition: bestRendition(of: context.items[item], throughput: estimate()))
  }

  /// The video to fetch from: the one that plays; behind it, the nearest one whose round is the earliest.
  private static func turn(in context: MM22Context) -> Int? {
    if context.items[context.playing].remainingCount > 0 { return context.playing }
    let waiting = context.queue.dropFirst().filter { context.items[$0].remainingCount > 0 }
    return waiting.min { round(of: context.items[$0]) < round(of: context.items[$1]) }
  }

  private static func round(of item: MM22Item) -> Int { item.requestedBytes / roundBytes }

  /// Notes the last error and gives the throughput to plan with, in MB/s: the harmonic mean of the samples over one
  /// more than the largest of the last errors (RobustMPC, SIGCOMM'15).
  private mutating func estimate() -> Double {
    let last = samples[samples.count - 1]
    errors.append(lastEstimate.map { abs($0 - last) / last } ?? 0)
    if errors.count > Self.sampleCount { errors.removeFirst() }
    let mean = 1 / (samples.reduce(0) { $0 + 1 / $1 } / Double(samples.count))
    lastEstimate = mean
    return mean / (1 + (errors.max() ?? 0))
  }

  /// The first rendition of the last best plan in lexicographic order.
  private func bestRendition(of item: MM22Item, throughput: Double) -> Int {
    let count = min(Self.horizon, item.remainingCount)
    let ladder = item.video.ladder
    let bitrates = ladder.renditions.map { Double($0.bandwidth) / 1000 }
    let fetchTimes = (0..<count).map { chunk in
      bitrates.indices.map { rendition in
        1000 * (Double(item.size(ahead: chunk, rendition: rendition)) / 1_000_000) / throughput
      }
    }
    var previous = item.renditions.last ?? 0
    var best = (reward: -Double.infinity, rendition: 0)
    var plan = Array(repeating: 0, count: count)
    repeat {
      var buffer = item.buffer
      var stalled = 0.0
      var quality = 0.0
      var change = 0.0
      for (chunk, rendition) in plan.enumerated() {
        let time = fetchTimes[chunk][rendition]
        if buffer < time {
          stalled += time - buffer
          buffer = 0
        } else {
          buffer -= time
        }
        buffer += MM22Model.chunkDuration
        quality += bitrates[rendition]
        change += abs(bitrates[rendition] - bitrates[previous])
        previous = rendition
      }
      let reward = quality / 1000 - Self.rebufferingPenalty * stalled / 1000 - change / 1000
      if reward >= best.reward { best = (reward, plan[0]) }
    } while Self.advance(&plan, renditions: bitrates.count)
    return best.rendition
  }

  /// The next plan in lexicographic order, the last chunk changing first; whether there is one.
  private static func advance(_ plan: inout [Int], renditions: Int) -> Bool {
    for chunk in plan.indices.reversed() {
      plan[chunk] += 1
      if plan[chunk] < renditions { return true }
      plan[chunk] = 0
    }
    return false
  }
}

extension MM22Entry {
  static let noSave = MM22Entry(
    "no-save", source: "MM'22 short-video challenge 2fba258, no_save", needsRetention: false,
    summary: "the video that plays, then rounds of 800 kB of each next one, with RobustMPC"
  ) { NoSave() }
}
