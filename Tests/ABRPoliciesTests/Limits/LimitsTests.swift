import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct LimitsTests {
  /// Two bitrates at each of three sizes, one without a size between them, averages far under the declared peaks.
  private static let ladder: Ladder = {
    func rendition(_ bandwidth: Int, _ width: Int?, _ height: Int?) -> Rendition {
      Rendition(bandwidth: bandwidth, averageBandwidth: bandwidth / 2, width: width, height: height)
    }
    // swift-format-ignore: NeverUseForceTry
    return try! Ladder([
      rendition(400_000, 640, 360), rendition(800_000, 640, 360), rendition(1_500_000, nil, nil),
      rendition(2_000_000, 1280, 720), rendition(3_000_000, 1280, 720), rendition(5_000_000, 1920, 1080),
      rendition(8_000_000, 1920, 1080),
    ])
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    var limits: Limits
    var expected: [Int]
    var mode = Limits.Mode.automatic
    var isExpensive = false
    var testDescription: String { "\(limits) → \(expected)" }
  }

  private static func size(_ width: Int, _ height: Int) -> PictureSize { PictureSize(width: width, height: height) }

  @Test(
    "limits leave what equals them or is under them",
    arguments: [
      Case(limits: Limits(), expected: [0, 1, 2, 3, 4, 5, 6]),
      // Peak: inclusive, against the declared bandwidth and not the average, 0 for none.
      Case(limits: Limits(peakBitrate: 3_000_000), expected: [0, 1, 2, 3, 4]),
      Case(limits: Limits(peakBitrate: 2_999_999), expected: [0, 1, 2, 3]),
      Case(limits: Limits(peakBitrate: 0), expected: [0, 1, 2, 3, 4, 5, 6]),
      Case(limits: Limits(peakBitrate: 1), expected: [0]),
      // The expensive peak holds on expensive networks only, and only where it is stricter.
      Case(limits: Limits(peakBitrateExpensive: 800_000), expected: [0, 1, 2, 3, 4, 5, 6]),
      Case(limits: Limits(peakBitrateExpensive: 800_000), expected: [0, 1], isExpensive: true),
      Case(
        limits: Limits(peakBitrate: 2_000_000, peakBitrateExpensive: 5_000_000), expected: [0, 1, 2, 3],
        isExpensive: true),
      Case(
        limits: Limits(peakBitrate: 5_000_000, peakBitrateExpensive: 2_000_000), expected: [0, 1, 2, 3],
        isExpensive: true),
      Case(
        limits: Limits(peakBitrate: 5_000_000, peakBitrateExpensive: 0), expected: [0, 1, 2, 3, 4, 5], isExpensive: true
      ),
      // Pixels: inclusive; every bitrate of a size goes or stays together; what has no size stays.
      Case(limits: Limits(maximumPixels: 921_600), expected: [0, 1, 2, 3, 4]),
      Case(limits: Limits(maximumPixels: 921_599), expected: [0, 1, 2]),
      Case(limits: Limits(maximumPixels: 1), expected: [2]),
      // Resolution: either side.
      Case(limits: Limits(maximumResolution: size(1280, 720)), expected: [0, 1, 2, 3, 4]),
      Case(limits: Limits(maximumResolution: size(1280, 719)), expected: [0, 1, 2]),
      Case(limits: Limits(maximumResolution: size(1279, 4000)), expected: [0, 1, 2]),
      Case(limits: Limits(maximumResolution: size(4000, 4000)), expected: [0, 1, 2, 3, 4, 5, 6]),
      // Viewport: up to and including the smallest size that covers it.
      Case(limits: Limits(viewport: Viewport(size: size(640, 360))), expected: [0, 1, 2]),
      Case(limits: Limits(viewport: Viewport(size: size(641, 361))), expected: [0, 1, 2, 3, 4]),
      Case(limits: Limits(viewport: Viewport(size: size(640, 360), scale: 2)), expected: [0, 1, 2, 3, 4]),
      Case(limits: Limits(viewport: Viewport(size: size(1300, 700))), expected: [0, 1, 2, 3, 4]),
      Case(limits: Limits(viewport: Viewport(size: size(1, 1))), expected: [0, 1, 2]),
      Case(limits: Limits(viewport: Viewport(size: size(3840, 2160))), expected: [0, 1, 2, 3, 4, 5, 6]),
      // A viewport looks among what the other limits leave: no covering size is left here, so nothing more goes.
      Case(
        limits: Limits(peakBitrate: 1_500_000, viewport: Viewport(size: size(1280, 720))), expected: [0, 1, 2]),
      // Several limits: all of them.
      Case(limits: Limits(peakBitrate: 2_000_000, maximumPixels: 921_600), expected: [0, 1, 2, 3]),
      // Allowed renditions.
      Case(limits: Limits(allowedRenditions: [1, 4, 63]), expected: [1, 4]),
      Case(limits: Limits(peakBitrate: 500_000, allowedRenditions: [1, 4]), expected: [0]),
      // Fixed by hand: the picture limits say nothing; the bitrate limits only on request.
      Case(
        limits: Limits(
          peakBitrate: 800_000, maximumPixels: 1, maximumResolution: size(1, 1), viewport: Viewport(size: size(1, 1))),
        expected: [0, 1, 2, 3, 4, 5, 6], mode: .fixed),
      Case(
        limits: Limits(peakBitrate: 800_000, maximumPixels: 1, fixedHonoursCaps: true), expected: [0, 1], mode: .fixed),
      Case(
        limits: Limits(peakBitrateExpensive: 800_000, fixedHonoursCaps: true), expected: [0, 1], mode: .fixed,
        isExpensive: true),
      Case(limits: Limits(peakBitrate: 2_000_000, fixedHonoursCaps: true), expected: [0, 1, 2, 3]),
    ])
  func eligible(_ test: Case) throws {
    try test.limits.validate()
    let found = test.limits.eligible(in: Self.ladder, mode: test.mode, networkIsExpensive: test.isExpensive)
    #expect(found.indices == test.expected)
  }

  @Test("where nothing is left the lowest bandwidth is, whatever its picture")
  func nothingLeft() throws {
    let ladder = try Ladder([
      Rendition(bandwidth: 500_000, width: 1920, height: 1080), Rendition(bandwidth: 900_000, width: 640, height: 360),
    ])
    #expect(Limits(peakBitrate: 1).eligible(in: ladder).indices == [0])
    #expect(Limits(maximumPixels: 1).eligible(in: ladder).indices == [0])
    #expect(Limits(maximumPixels: 230_400).eligible(in: ladder).indices == [1])
  }

  @Test("a ladder without sizes is untouched by limits on the picture")
  func noSizes() throws {
    let ladder = try Ladder([Rendition(bandwidth: 1), Rendition(bandwidth: 2)])
    let limits = Limits(
      maximumPixels: 1, maximumResolution: Self.size(1, 1), viewport: Viewport(size: Self.size(1, 1)))
    #expect(limits.eligible(in: ladder).indices == [0, 1])
  }

  @Test("a portrait video is covered by the side that touches the viewport")
  func portrait() throws {
    let ladder = try Ladder([
      Rendition(bandwidth: 1, width: 360, height: 640), Rendition(bandwidth: 2, width: 720, height: 1280),
      Rendition(bandwidth: 3, width: 1080, height: 1920),
    ])
    // Shown 405 points wide and 720 high: 360 × 640 must be enlarged, 720 × 1280 need not.
    #expect(Limits(viewport: Viewport(size: Self.size(1280, 720))).eligible(in: ladder).indices == [0, 1])
  }

  @Test(
    "a value that no limit can have is an error that names it",
    arguments: [
      (Limits(peakBitrate: -1), "peak"), (Limits(peakBitrateExpensive: -1), "peak-expensive"),
      (Limits(maximumPixels: 0), "pixels"), (Limits(maximumPixels: -5), "pixels"),
      (Limits(maximumResolution: size(0, 720)), "resolution"),
      (Limits(maximumResolution: size(1280, -1)), "resolution"),
      (Limits(viewport: Viewport(size: size(0, 1))), "viewport"),
      (Limits(viewport: Viewport(size: size(1, 1), scale: 0)), "viewport"),
      (Limits(viewport: Viewport(size: size(1, 1), scale: .nan)), "viewport"),
      (Limits(viewport: Viewport(size: size(1, 1), scale: .infinity)), "viewport"),
      (Limits(allowedRenditions: []), "renditions"), (Limits(allowedRenditions: [-1, 2]), "renditions"),
    ])
  func invalid(limits: Limits, name: String) {
    let error = #expect(throws: SettingsError.self) { try limits.validate() }
    #expect(error?.setting == name)
  }

  @Test("tightening any limit never adds a rendition", arguments: 0..<200)
  func monotone(seed: UInt64) {
    var random = SpecGenerator(seed: seed)
    let peak = 1 + Int(random.unit() * 9_000_000)
    let pixels = 1 + Int(random.unit() * 3_000_000)
    let loose = Limits(peakBitrate: peak, maximumPixels: pixels).eligible(in: Self.ladder)
    let tight = Limits(peakBitrate: max(1, peak / 2), maximumPixels: max(1, pixels / 2)).eligible(in: Self.ladder)
    // Only the fallback to the lowest rendition may be new.
    #expect(tight.indices.allSatisfy { loose.contains($0) || $0 == 0 }, "seed \(seed)")
  }
}
