import ABRMedia
import Testing

@testable import ABRPolicies

/// Levels that no segment fits under.
@Suite struct LevelWarningTests {
  @Test(
    "levels under a segment are told unless they are defaults, and so is one that is never reached",
    arguments: [
      ("static(30s)", []), ("watermark(start=0.5s,resume=3s,max=50s)", []),
      ("watermark(start=1s)", ["start 1 s is under one segment of 4 s"]),
      ("watermark(start=0.1s,resume=2s,max=3s)", ["start 0.1 s", "resume 2 s", "max 3 s is under one segment of 4 s"]),
      ("static(3s)+watermark(resume=2s)", ["resume 2 s", "target 3 s is under one segment of 4 s"]),
      ("growth+watermark(resume=45s,max=60s)", ["resume 45 s is not under the 30 s that are held at the start"]),
      ("growth+watermark(resume=60s,max=60s)", ["resume 60 s is not under the 60 s that are held at most"]),
      ("bytes(100kB)+watermark(resume=2s)", ["resume 2 s", "a budget of 100 kB is under one segment"]),
      // 1 MB of the lowest rendition, 1 Mbit/s, are 8 s.
      ("bytes(1MB)+watermark(resume=20s)", ["resume 20 s is never reached: the byte budget holds 8 s"]),
      ("static(0s)", ["a target of 0 s lets the player decide"]),
    ] as [(String, [String])])
  func levels(spec: String, expected: [String]) throws {
    let video = try Video(
      name: "v", ladder: Ladder([Rendition(bandwidth: 1_000_000)]), segmentDuration: 4,
      sizes: .init(repeating: [500_000], count: 10))
    let warnings = try BufferSpec(parsing: spec).configuration.warnings(for: video)
    #expect(warnings.count == expected.count, "\(warnings)")
    for (warning, part) in zip(warnings, expected) { #expect(warning.contains(part), "\(warning)") }
  }
}
