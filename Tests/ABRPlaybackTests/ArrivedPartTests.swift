import ABRNetwork
import Testing

@testable import ABRPlayback

/// Pictures and audio that is fetched apart, of which both are needed to play what arrives.
///
/// Segments are 2 s, 100 kB of pictures and 32 kB of audio; a byte takes 8 µs. Both come at half the link until the
/// audio is complete, after 64 kB.
@Suite struct ArrivedPartTests {
  private static func play(start: Double, fragment: Double? = nil) throws -> ConstantQueue.Result {
    var queue = ConstantQueue(lengths: [5], bitrates: [400_000], buffer: BufferSettings(start: start, resume: 2))
    queue.network = NetworkSettings(setupRoundTrips: 0)
    queue.playable = .arriving(fragment: fragment)
    queue.stream.audioBitrate = 128_000
    return try queue.play(over: ConstantQueue.link(1_000_000))
  }

  // Half a second is 25 kB of pictures, with as many bytes of audio; a second 50 kB, with all of the audio.
  @Test(
    "playback starts when the pictures of its level are there, and the audio",
    arguments: [(0.5, 0.4), (0.64, 0.512), (1, 0.656), (1.5, 0.856), (2, 1.056)])
  func start(level: Double, expected: Double) throws {
    let result = try Self.play(start: level)
    #expect(abs(result.metrics.startupTime - expected) < 1e-9, "\(result.metrics.startupTime)")
    let started = result.events.first { $0.kind == .started }
    #expect(abs((started?.level ?? 0) - level) < 1e-9)
  }

  @Test("fragments need both, too", arguments: [(0.5, 0.5, 0.4), (1, 0.5, 0.656), (1, 0.6, 0.656)])
  func fragments(fragment: Double, start: Double, expected: Double) throws {
    let result = try Self.play(start: start, fragment: fragment)
    #expect(abs(result.metrics.startupTime - expected) < 1e-9, "\(result.metrics.startupTime)")
  }

  @Test("the slower of two parts decides, and a faster one may overtake it")
  func growth() {
    func part(_ pictures: (Double, Double), _ audio: (Double, Double)) -> ArrivedPart {
      ArrivedPart(
        pictures: .init(there: pictures.0, size: pictures.1), audio: .init(there: audio.0, size: audio.1))
    }
    #expect(part((0, 100), (0, 50)).growth == (200, 100))
    #expect(part((50, 100), (50, 50)).growth == (100, .infinity))
    #expect(part((100, 100), (20, 50)).growth == (50, .infinity))
    // No audio: the share of the bytes.
    #expect(part((30, 100), (0, 0)).growth == (100, .infinity) && part((30, 100), (0, 0)).playable == 0.3)
    // Audio of 0.8 against nothing: 200 more bytes give pictures of 1, and audio would be 0.8 + 100/400 = 1.05 by then;
    // the audio has 80 bytes to go, which come among 160.
    #expect(part((0, 100), (320, 400)).growth == (200, 160))
    // Pictures catch up: b/200 = 0.2 + b/800.
    #expect(abs(part((0, 100), (80, 400)).growth.bytes - 160 / 3) < 1e-9)
    #expect(part((0, 100), (80, 400)).growth.size == 200)
  }
}
