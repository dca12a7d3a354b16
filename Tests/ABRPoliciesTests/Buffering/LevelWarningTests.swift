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

  @Test(
    "more bytes than a browser's source buffer takes are told, bytes and duration counted",
    arguments: [
      ("static(120s)", nil),
      ("static(300s)", "holds up to 188 MB of the highest rendition, where a browser takes 157 MB"),
      ("static(600s)+bytes(60MB,floor=30s)", nil), ("static(600s)+bytes(60MB,floor=400s)", "holds up to 250 MB"),
      ("static(30s)+whole-segments(top=350s)", "holds up to 219 MB"), ("static(6000s)", "holds up to 250 MB"),
    ] as [(String, String?)])
  func quota(spec: String, expected: String?) throws {
    let ladder = try Ladder([1_000_000, 5_000_000].map { Rendition(bandwidth: $0) })
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 4, sizes: .init(repeating: [500_000, 2_500_000], count: 100))
    let buffer = try BufferSpec(parsing: spec).configuration
    let told = buffer.warnings(for: video, quota: 150 * 1024 * 1024).filter { $0.contains("a browser takes") }
    #expect(told.count == (expected == nil ? 0 : 1) && expected.map { told[0].contains($0) } ?? true, "\(told)")
    #expect(buffer.warnings(for: video).allSatisfy { !$0.contains("a browser takes") })
  }
}
