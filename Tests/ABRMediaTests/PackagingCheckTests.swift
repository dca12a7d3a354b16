import ABRTestSupport
import Testing

@testable import ABRMedia

@Suite struct PackagingCheckTests {
  private func findings(_ variants: String, _ playlists: [String: String] = [:]) throws -> [PackagingFinding] {
    let folder = try TemporaryFolder()
    for (name, text) in playlists { try folder.write(name, text) }
    return try PackagingCheck.findings(at: try folder.write("m.m3u8", "#EXTM3U\n\(variants)"))
  }

  private func variant(_ attributes: String, _ uri: String) -> String { "#EXT-X-STREAM-INF:\(attributes)\n\(uri)\n" }

  private func playlist(_ sizes: [Int]) -> String {
    HLSManifestTests.playlist(sizes.map { "#EXTINF:4,\n#EXT-X-BYTERANGE:\($0)@0\nx\n" }.joined())
  }

  @Test("a ladder without faults has no findings")
  func clean() throws {
    let found = try findings(
      variant("BANDWIDTH=100000,AVERAGE-BANDWIDTH=90000,RESOLUTION=320x180,CODECS=\"avc1.1\"", "a")
        + variant("BANDWIDTH=200000,RESOLUTION=640x360,CODECS=\"avc1.1\"", "b"),
      ["a": playlist([40_000, 54_000]), "b": playlist([100_000, 109_000])])
    #expect(found.isEmpty, "\(found)")
  }

  @Test("a peak of more than a tenth above what is declared is found, with what to declare")
  func peak() throws {
    let found = try findings(
      variant("BANDWIDTH=100000,AVERAGE-BANDWIDTH=50000", "a"), ["a": playlist([40_000, 56_000])])
    #expect(found.map(\.kind) == [.peakExceeded, .averageOff])
    #expect(
      found[0].description
        == "a: found segment 1 with 112000 bit/s where 100000 are declared, expected at most a tenth more: declare 112000 or encode with a lower peak"
    )
    // Sizes that were derived prove nothing.
    #expect(try findings(variant("BANDWIDTH=100000,AVERAGE-BANDWIDTH=50000", "a")).isEmpty)
  }

  @Test("a rate beyond all numbers of bits is told as a large one")
  func endless() throws {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:1e-300,\n#EXT-X-BYTERANGE:9000@0\nx\n"
    let found = try findings(variant("BANDWIDTH=100000,AVERAGE-BANDWIDTH=9", "a"), ["a": text])
    #expect(found.map(\.kind).prefix(2) == [.peakExceeded, .averageOff], "\(found)")
  }

  @Test("unsorted, duplicate and pointless renditions are found, and attributes that only some have")
  func ladder() throws {
    let found = try findings(
      variant("BANDWIDTH=300000,RESOLUTION=320x180", "c") + variant("BANDWIDTH=100000,RESOLUTION=640x360", "a")
        + variant("BANDWIDTH=300000,RESOLUTION=320x180", "http://other/c") + variant("BANDWIDTH=105000", "b")
        + variant("BANDWIDTH=900000,RESOLUTION=1920x1080", "d"))
    #expect(
      found.map(\.kind) == [
        .duplicateVariant, .unsortedVariants, .missingAttribute, .skippedRendition, .skippedRendition,
      ])
    #expect(found[1].line == 4 && found[1].found == "100000 bit/s after 300000 bit/s")
    #expect(found.suffix(2).map(\.subject) == ["b", "c"])
  }

  @Test("segments that are longer than declared are found, and those that are declared missing")
  func segments() throws {
    let found = try findings(
      variant("BANDWIDTH=100000", "a"),
      ["a": HLSManifestTests.playlist("#EXTINF:5,\nx\n#EXT-X-GAP\n#EXTINF:4,\ny\n")])
    #expect(found.map(\.kind) == [.longSegment, .missingSegment])
  }

  @Test("a video of another format is checked, too")
  func native() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "v.json",
      """
      {"segment_duration_s": 1, "segment_sizes_bytes": [[100], [200]], "renditions": [{"bandwidth_bps": 1000}]}
      """)
    #expect(try PackagingCheck.findings(at: file).map(\.kind) == [.peakExceeded])
  }
}
