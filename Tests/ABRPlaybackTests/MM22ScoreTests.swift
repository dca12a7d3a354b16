import ABRMedia
import Testing

@testable import ABRPlayback

@Suite struct MM22ScoreTests {
  private static func download(
    _ item: Int, _ rendition: Int, rebuffering: Double = 0, bytes: Int = 0, wasted: Int = 0
  ) -> MM22Step {
    MM22Step(
      item: item, rendition: rendition, sleep: 0, delay: 100, rebuffering: rebuffering, bytes: bytes, endsVideo: false,
      playing: 0, wastedBytes: wasted)
  }

  private static func score(
    _ steps: [MM22Step], watchTimes: [Int], memory: inout MM22Score.Memory
  ) throws -> MM22Score {
    MM22Score(
      steps, videos: try MM22Fixture.queue(chunks: [3, 3, 3], bytes: 1000).videos, watchTimes: watchTimes,
      memory: &memory)
  }

  private static func qoe(_ steps: [MM22Step], watchTimes: [Int] = [1500, 1500, 1500]) throws -> Double {
    var memory = MM22Score.Memory()
    return try score(steps, watchTimes: watchTimes, memory: &memory).qoe
  }

  @Test("quality and switches count for chunks that will be watched, stalls for every download and for no sleep")
  func terms() throws {
    #expect(abs(try Self.qoe([Self.download(0, 0)]) - 0.75) < 1e-12)
    // 0.75, then 1.85 and the switch of 1.1 to it; the third chunk lies behind the watch time.
    let steps = [Self.download(0, 0), Self.download(0, 2), Self.download(0, 1, rebuffering: 1000)]
    #expect(abs(try Self.qoe(steps) - (0.75 + 1.85 - 1.1 - 1.85)) < 1e-12)
    var sleep = Self.download(0, 0, rebuffering: 1000)
    sleep.sleep = 500
    #expect(try Self.qoe([sleep]) == 0)
    // A watch time of two whole seconds makes the simulator wait for a third chunk to be the last.
    #expect(abs(try Self.qoe(steps, watchTimes: [2000, 0, 0]) - (0.75 + 1.85 - 1.1 + 1.2 - 0.65 - 1.85)) < 1e-12)
  }

  @Test("the last watched chunk pays the whole bitrate of a next video that was begun already")
  func nextVideo() throws {
    let after = [Self.download(0, 0), Self.download(0, 0), Self.download(1, 1)]
    // The first chunk of the second video is compared with the last watched one of the first.
    #expect(abs(try Self.qoe(after) - (0.75 + 0.75 + 1.2 - 0.45)) < 1e-12)
    let before = [Self.download(0, 0), Self.download(1, 1), Self.download(0, 0)]
    #expect(abs(try Self.qoe(before) - (0.75 + 1.2 + 0.75 - 1.2)) < 1e-12)
  }

  @Test("the array of last bitrates is carried to the next trace and changes its QoE, and nothing else")
  func memory() throws {
    var memory = MM22Score.Memory()
    let watchTimes = [500, 500, 500]
    _ = try Self.score([Self.download(0, 2)], watchTimes: watchTimes, memory: &memory)
    // The second video is begun before the last watched chunk of the first is there: what it is compared with is
    // another trace's.
    let steps = [Self.download(1, 1, bytes: 125_000, wasted: 7), Self.download(0, 0)]
    let carried = try Self.score(steps, watchTimes: watchTimes, memory: &memory)
    var fresh = MM22Score.Memory()
    let alone = try Self.score(steps, watchTimes: watchTimes, memory: &fresh)
    #expect(abs(alone.qoe - (1.2 + 0.75 - 1.2)) < 1e-12)
    #expect(abs(carried.qoe - (alone.qoe - 0.65)) < 1e-12)
    #expect(carried.bandwidthUsage == 125_000 && carried.wastedBytes == 7)
    #expect(abs(carried.score - (carried.qoe - 0.5)) < 1e-12)
    // Both left the same behind.
    #expect(memory.lastBitrates[0] == 750 && memory.lastBitrates[1] == 1200 && memory == fresh)
  }
}
