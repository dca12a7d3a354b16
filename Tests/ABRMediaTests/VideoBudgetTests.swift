import ABRTestSupport
import Testing

@testable import ABRMedia

/// Short files that say much.
@Suite("Budgets of videos")
struct VideoBudgetTests {
  private static func error(_ name: String, _ text: String) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(name, text)
    do throws(VideoError) {
      _ = try VideoFile.loadAll(at: [file])
      return "none"
    } catch {
      return error.description
    }
  }

  @Test("ladders that imply more segments than a file may have are refused, one by one and together")
  func ladders() throws {
    let renditions = (1...64).map { "{\"bandwidth_bps\": \($0 * 100_000)}" }.joined(separator: ",")
    func ladder(_ count: Int) -> String {
      "{\"segment_duration_s\": 2, \"segment_count\": \(count), \"renditions\": [\(renditions)]}"
    }
    let allowed = "expected no more than 16777216 segments in all renditions and videos of a file"
    #expect(try Self.error("one.json", ladder(1_000_000)).contains(allowed))
    // Each by itself is small enough, and both are not.
    let both = "\"a\": \(ladder(10_000)), \"b\": \(ladder(255_000))"
    #expect(try Self.error("both.json", "{\(both)}").contains(allowed))
    #expect(try Self.error("small.json", ladder(100)) == "none")
  }

  @Test("variables of a playlist have a budget: each text, all of them, and what they are filled into")
  func variables() throws {
    let long = String(repeating: "x", count: 60_000)
    let head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
    let defined = head + "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(long)\"\n"
    let chain = (0..<40).map { "#EXT-X-DEFINE:NAME=\"b\($0)\",VALUE=\"{$a}\"\n" }.joined()
    #expect(try Self.error("v.m3u8", defined + chain).contains("expected no more than 1048576 bytes in all variables"))
    let uses = String(repeating: "#EXTINF:4,\n{$a}\n", count: 600)
    #expect(try Self.error("u.m3u8", defined + uses).contains("expected no more than 33554432 bytes once"))
  }

  @Test("a video of hundreds of periods is one video")
  func periods() throws {
    let representations = (1...8).map { "<Representation id='\($0)' bandwidth='\($0)000'/>" }.joined()
    let period =
      "<Period duration='PT8S'><AdaptationSet contentType='video'><SegmentTemplate duration='4' media='$Number$'/>"
      + "\(representations)</AdaptationSet></Period>"
    let folder = try TemporaryFolder()
    let file = try folder.write("m.mpd", "<MPD>\(String(repeating: period, count: 250))</MPD>")
    let videos = try VideoFile.loadAll(at: [file]).flatMap(\.videos)
    #expect(videos.count == 1 && videos[0].segmentCount == 500 && videos[0].ladder.count == 8)
  }

  @Test("of more variants than a ladder may have no playlist is read")
  func variants() throws {
    let variants = (0..<65).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(1000 + $0)\nv\($0).m3u8\n" }.joined()
    #expect(try Self.error("m.m3u8", "#EXTM3U\n" + variants).contains("variants: found more, expected 1 to 64"))
  }
}
