import ABRTestSupport
import Testing

@testable import ABRMedia

/// Sizes of segments that are listed apart from the manifest.
@Suite struct SegmentSizeListTests {
  @Test("sizes of a HAR and of a list stand for files that are elsewhere")
  func listed() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=80000\nv/list.m3u8\n")
    try folder.write("v/list.m3u8", HLSManifestTests.playlist("#EXTINF:4,\ns1.ts\n#EXTINF:4,\ns2.ts\n"))
    let har = """
      {"log": {"version": "1.2", "entries": [
        {"request": {"url": "https://cdn.example.org/x/v/s1.ts?sig=1"}, "response": {"status": 200, "bodySize": -1, "content": {"size": 30000}}},
        {"request": {"url": "https://cdn.example.org/x/v/s1.ts"}, "response": {"status": 200, "bodySize": 5, "content": {}}},
        {"request": {"url": "https://cdn.example.org/x/v/s2.ts"}, "response": {"status": 404, "bodySize": 7, "content": {"size": 7}}}]}}
      """
    for (text, sizes, origin) in [
      (har, [30_000, 30_000], Video.SizeOrigin.derived("constant")),
      ("30000\t./v/s1.ts\n0 v\n31000   v/s2.ts\n", [30_000, 31_000], .measured),
      (
        "2024-05-01 10:00:00      30000 out/v/s1.ts\n2024-05-01 10:00:00      31000 out/v/s2.ts\n",
        [30_000, 31_000], .measured
      ),
      ("uri,bytes\nv/s1.ts,30000\nhttps://a/b/v/s2.ts,31000\n", [30_000, 31_000], .measured),
      // The sums that gsutil ls -l and aws s3 ls --summarize write below.
      (
        "  30000  2024-05-01T10:00:00Z  gs://b/v/s1.ts\n  31000  2024-05-01T10:00:00Z  gs://b/v/s2.ts\n"
          + "TOTAL: 2 objects, 61000 bytes (59.57 KiB)\n\nTotal Objects: 2\n   Total Size: 61000\n",
        [30_000, 31_000], .measured
      ),
      (
        #"{"Contents": [{"Key": "o/v/s1.ts", "ETag": "x", "Size": 30000}, {"Size": 31000, "Key": "o/v/s2.ts"}]}"#,
        [30_000, 31_000], .measured
      ),
      (
        #"[{"Path": "v", "Size": -1, "IsDir": true}, {"Path": "v/s1.ts", "Size": 30000}, {"Path": "v/s2.ts", "Size": 31000}]"#,
        [30_000, 31_000], .measured
      ),
    ] {
      let list = try SegmentSizeList(Array(text.utf8), path: "sizes")
      let video = try HLSManifestTests.read(folder, "m.m3u8", options: VideoOptions(segmentSizes: list))
      #expect(video.sizes == sizes && video.sizeOrigin == origin)
    }
  }

  @Test("a part of a list, and one with two sizes of a file, are refused")
  func unclear() throws {
    let object = #"{"Key": "v/s1.ts", "Size": 30000}"#
    for (text, message) in [
      (#"{"Contents": [\#(object)], "IsTruncated": true}"#, "IsTruncated: found a part of a list, expected all of it"),
      (#"{"Contents": [\#(object)], "NextToken": "x"}"#, "NextToken: found a part of a list, expected all of it"),
      (
        "[\(object),\n\(object.replacing("3", with: "4"))]",
        #"2: size: found 40000 bytes of "v/s1.ts", which had 30000 before, expected each file once"#
      ),
      ("30000\tv/s1.ts\n40000\t./v/s1.ts\n", "2: size: found 40000 bytes of"),
      (
        "  30000  2024-05-01T10:00:00Z  gs://b/v/s1.ts#1714557600000000  metageneration=1\n"
          + "  40000  2024-05-02T10:00:00Z  gs://b/v/s1.ts#1714557600000001  metageneration=1\n",
        "2: size: found 40000 bytes of"
      ),
    ] {
      let error = #expect(throws: VideoError.self) { try SegmentSizeList(Array(text.utf8), path: "sizes") }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
    for end in [#""IsTruncated": false"#, #""NextToken": null"#] {
      let list = try SegmentSizeList(Array(#"{"Contents": [\#(object), \#(object)], \#(end)}"#.utf8), path: "sizes")
      #expect(list.count == 1)
    }
  }

  @Test("sizes in blocks instead of bytes are refused, those of a slide show are not")
  func blocks() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=3000000\nb.m3u8\n")
    for name in ["a", "b"] { try folder.write("\(name).m3u8", HLSManifestTests.playlist("#EXTINF:4,\n\(name).ts\n")) }
    func read(_ sizes: String) throws -> Video {
      let list = try SegmentSizeList(Array(sizes.utf8), path: "sizes")
      return try HLSManifestTests.read(folder, "m.m3u8", options: VideoOptions(segmentSizes: list))
    }
    for blocks in ["489\ta.ts\n1465\tb.ts\n", "977\ta.ts\n2930\tb.ts\n"] {
      let error = #expect(throws: VideoError.self) { try read(blocks) }
      #expect(
        error?.description.contains("bit/s where 1000000 are declared, expected sizes in bytes, as du -ab") == true,
        "\(error?.description ?? "")")
    }
    #expect(try read("489\ta.ts\n1500000\tb.ts\n").sizes == [489, 1_500_000])
    #expect(try read("4000\ta.ts\n9000\tb.ts\n").sizes == [4000, 9000])
  }

  @Test("a list of sizes that has none of the video's is told")
  func unlisted() throws {
    let folder = try TemporaryFolder()
    try folder.write("m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=80000\nlist.m3u8\n")
    try folder.write("list.m3u8", HLSManifestTests.playlist("#EXTINF:4,\ns1.ts\n"))
    let list = try SegmentSizeList(Array("uri,bytes\nother/x.ts,30000\nother/y.ts,9\n".utf8), path: "sizes")
    let options = VideoOptions(segmentSizes: list)
    let note = "no size of --segment-sizes is that of a segment: the list has 2 files such as \"other/x.ts\""
    #expect(
      try HLSManifestTests.read(folder, "m.m3u8", options: options).notes.contains(note + ", the video \"s1.ts\""))
    let error = #expect(throws: VideoError.self) { try HLSManifestTests.read(folder, "list.m3u8", options: options) }
    #expect(error?.description.hasSuffix("or --segment-sizes (\(note))") == true, "\(error?.description ?? "")")
  }
}
