import ABRPlayback
import Testing

@testable import ABRPolicies

/// Facts from video.js http-streaming 3.17.4: its unit tests of the selectors.
@Suite struct VHSSelectorTests {
  private static func bench(_ kbps: [Int], duration: Double = 10) throws -> RuleBench<VHSSelector> {
    try RuleBench(VHSSelector(), kbps: kbps, segmentDuration: duration)
  }

  @Test(
    "the first rendition is the highest of which 1.2 times are below 4,194,304 bit/s",
    arguments: [([573, 3482, 6151], 1), ([500, 3495, 3496], 1), ([5000, 6000], 0)])
  func first(kbps: [Int], rendition: Int) throws {
    var bench = try Self.bench(kbps)
    #expect(bench.decide(level: 0).rendition == rendition)
  }

  @Test("the last segment alone counts, with the time to its first byte", arguments: [(1.9, 1), (1.7, 2)])
  func last(seconds: Double, rendition: Int) throws {
    var bench = try Self.bench([100, 500, 1000])
    bench.download(kbps: 90_000)
    // 2,280 kbit in all.
    bench.download(kbps: 2280 / (seconds - 0.5), seconds: seconds - 0.5, latency: 0.5, rendition: 1)
    #expect(bench.decide(level: 30, segment: 900, last: 1).rendition == rendition)
  }

  @Test(
    "up needs the position in the buffer, 30 s at most, and down needs nothing",
    arguments: [(1, 9.0, 1.0, 2), (2, 9, 11, 1), (2, 11, 9, 2), (500, 29.9, 0, 1), (500, 30, 0, 2)])
  func lowWater(segment: Int, level: Double, position: Double, rendition: Int) throws {
    var bench = try Self.bench([100, 500, 1000])
    bench.download(kbps: 2000, rendition: 1)
    bench.download(kbps: 2000, rendition: 1)
    #expect(bench.decide(level: level, segment: segment, last: 1).rendition == rendition)
    bench.download(kbps: 50, rendition: 1)
    bench.download(kbps: 50, rendition: 1)
    #expect(bench.decide(level: level, segment: segment, last: 1).rendition == 0)
  }

  @Test("after a seek the rendition chosen last is the one at hand, whether it has come or not")
  func seek() throws {
    var bench = try Self.bench([100, 500, 1000])
    for _ in 0..<2 { bench.download(kbps: 2000, rendition: 1) }
    #expect(bench.decide(level: 30, last: 1).rendition == 2)
    #expect(bench.decide(level: 0, segment: 900, last: 1).rendition == 2)
  }

  @Test("nothing is switched after the first segment of all, and of a rendition that is new to the session")
  func firstOfARendition() throws {
    var bench = try Self.bench([100, 500, 1000])
    #expect(bench.decide(level: 0).rendition == 2)
    bench.download(kbps: 50, rendition: 2)
    #expect(bench.decide(level: 10, segment: 1, last: 2).rendition == 2)
    bench.download(kbps: 50, rendition: 2)
    #expect(bench.decide(level: 20, segment: 2, last: 2).rendition == 0)
    bench.download(kbps: 2000, rendition: 0)
    #expect(bench.decide(level: 30, segment: 3, last: 0).rendition == 0)
    bench.download(kbps: 2000, rendition: 0)
    #expect(bench.decide(level: 30, segment: 4, last: 0).rendition == 2)
    bench.download(kbps: 50, rendition: 2)
    #expect(bench.decide(level: 30, segment: 5, last: 2).rendition == 0)
  }

  @Test("what ends too late is abandoned for less than what comes in time, and left out")
  func abandon() throws {
    var bench = try Self.bench([100, 500, 1000, 2000, 5000])
    for index in 0..<5 {
      // Every playlist is there.
      bench.download(kbps: Double([100, 500, 1000, 2000, 5000][index]) * 1.21 + 1, rendition: index)
      _ = bench.decide(level: 30, segment: 900, last: index)
    }
    bench.download(kbps: 90_000, rendition: 4)
    #expect(bench.decide(level: 30, segment: 900, last: 4).rendition == 4)
    // 2 Mbit/s: 24 s are left of 50 Mbit, and 5 s of 1 Mbit/s come in the 5 s that the buffer has.
    #expect(bench.shouldAbandon(rendition: 4, received: 0.04, elapsed: 1, latency: 0, level: 6) == nil)
    #expect(bench.shouldAbandon(rendition: 4, received: 0.0425, elapsed: 1.05, latency: 0, level: 6) == 2)
    // The browser takes the media in, too: 1.2 times and one bit a second are not enough.
    #expect(bench.decide(level: 6, segment: 900, last: 4).rendition == 1)
    for _ in 0..<2 { bench.download(kbps: 90_000, rendition: 2) }
    #expect(bench.decide(level: 30, segment: 900, last: 2).rendition == 3)
    // Nothing comes in time: the one that stalls least.
    #expect(bench.shouldAbandon(rendition: 3, received: 0.025, elapsed: 1.05, latency: 0, level: 0.5) == 0)
  }

  @Test("audio that is fetched apart is no part of a sample, nor of what has come of a running download")
  func audioApart() throws {
    let video = try benchVideo(kbps: [480, 1350], segmentDuration: 4, segments: 9)
    var plain = VHSSelector()
    plain.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: video.ladder)))
    var apart = plain
    let context = RequestContext(
      segment: 1, segmentsLeft: 8, segmentDuration: 4, level: 30, maximumLevel: 60, lastRendition: 0)
    // 1.2 times 1.35 Mbit/s are 1.62: 1.76 Mbit/s are more without 128 kbit/s, too, 1.7 Mbit/s are not.
    for (kilobits, renditions) in [(1_760.0, (1, 1)), (1_700, (1, 0))] {
      func download(audioBytes: Double) -> Download {
        Download(
          segment: 0, rendition: 0, segmentDuration: 1, bytes: kilobits * 125, audioBytes: audioBytes, transferTime: 1,
          latency: 0)
      }
      for _ in 0..<2 {
        plain.downloaded(download(audioBytes: 0), level: 4)
        apart.downloaded(download(audioBytes: 16_000), level: 4)
      }
      #expect((plain.decide(context).rendition, apart.decide(context).rendition) == renditions)
    }
    // Of 5.4 Mbit of video and 0.512 of audio 1.72 Mbit have come in 1.05 s, and all of the audio, since both find the
    // same share of the link: 4.19 Mbit of video are left for 3.64 s, and not 3.68 for 2.25. The slack is 2.3 s.
    var progress = DownloadProgress(
      segment: 2, rendition: 1, segmentDuration: 4, size: 739_000, received: 215_000, elapsed: 1.05, latency: 0,
      level: 3.3)
    #expect(plain.shouldAbandon(progress) == nil)
    progress.audioSize = 64_000
    #expect(apart.shouldAbandon(progress) == 0)
  }

  @Test("a switch has to save half a second", arguments: [(0.02, 0 as Int?), (0.03, nil)])
  func gain(received: Double, rendition: Int?) throws {
    var bench = try Self.bench([1000, 1040])
    _ = bench.decide(level: 30)
    #expect(bench.shouldAbandon(rendition: 1, received: received, elapsed: 1.05, latency: 0, level: 6) == rendition)
  }

  @Test("a request ends after 1.5 times a segment, but for the lowest rendition")
  func timeout() throws {
    var bench = try Self.bench([500, 1000])
    _ = bench.decide(level: 30)
    #expect(bench.shouldAbandon(rendition: 1, received: 0.9, elapsed: 14.9, latency: 0, level: 60) == nil)
    #expect(bench.shouldAbandon(rendition: 1, received: 0.9, elapsed: 15, latency: 0, level: 60) == 0)
    #expect(bench.decide(level: 45, segment: 9, last: 1).rendition == 0)
    #expect(bench.shouldAbandon(rendition: 0, received: 0.9, elapsed: 15, latency: 0, level: 30) == nil)
  }

  @Test("with the browser's own estimate nothing that is measured counts")
  func networkInformation() throws {
    var options = VHSSelector.Options()
    (options.measures, options.estimate) = (false, 1_450_000)
    var bench = try RuleBench(VHSSelector(options), kbps: [500, 1000, 5000], segmentDuration: 10)
    for _ in 0..<3 { bench.download(kbps: 90_000, rendition: 1) }
    #expect(bench.decide(level: 30, segment: 900, last: 1).rendition == 1)
    for _ in 0..<3 { bench.download(kbps: 50, rendition: 1) }
    #expect(bench.decide(level: 30, segment: 900, last: 1).rendition == 1)
  }
}
