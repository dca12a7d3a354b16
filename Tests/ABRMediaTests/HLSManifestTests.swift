import ABRTestSupport
import Testing

@testable import ABRMedia

@Suite struct HLSManifestTests {
  static let multivariant = """
    # written by hand
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="en",DEFAULT=YES,URI="audio/low.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="en",DEFAULT=YES,URI="audio/high.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=500000, AVERAGE-BANDWIDTH=400000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,AUDIO="low"
    b/list.m3u8?token=1
    #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="low"
    a/list.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=600000,CODECS="avc1.64001f,ac-3",RESOLUTION=640x360,AUDIO="high"
    b/list.m3u8?token=1
    #EXT-X-STREAM-INF:BANDWIDTH=450000,CODECS="hvc1.2.4.L90.B0,mp4a.40.2",RESOLUTION=640x360,AUDIO="low"
    c/list.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=70000,CODECS="mp4a.40.2",AUDIO="low"
    audio/low.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI="pictures.m3u8"
    """

  static func playlist(_ segments: String, head: String = "", tail: String = "#EXT-X-ENDLIST\n") -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(head)\(segments)\(tail)"
  }

  /// A stream with playlists, byte ranges, whole files and audio apart.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("live.m3u8", multivariant)
    try folder.write(
      "a/list.m3u8",
      playlist(
        "#EXTINF:4,first, with a title\n#EXT-X-BYTERANGE:70000@803\nall.mp4\n#EXTINF:4.000,\n#EXT-X-BYTERANGE:80000\nall.mp4\n"
          + "#EXTINF:1.5\n#EXT-X-BYTERANGE:20000\nall.mp4\n",
        head: "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"803@0\"\n"))
    try folder.write(
      "b/list.m3u8",
      playlist(
        "#EXTINF:4,\n../b/s%201.m4s\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\n./s2.m4s?x=../..\n#EXTINF:1.5,\ns3.m4s\n",
        head: "#EXT-X-MAP:URI=\"init.mp4\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"https://example.org/key\"\n"))
    for (name, size) in [("s 1.m4s", 190_000), ("s2.m4s", 200_000), ("s3.m4s", 60_000), ("init.mp4", 901)] {
      try folder.write("b/\(name)", [UInt8](repeating: 7, count: size))
    }
    try folder.write("audio/low.m3u8", playlist("#EXTINF:4,\n#EXT-X-BYTERANGE:32000@0\na.aac\n#EXTINF:4,\na2.aac\n"))
    return folder
  }

  static func read(_ folder: TemporaryFolder, _ name: String, options: VideoOptions = VideoOptions()) throws -> Video {
    try VideoFile.loadAll(at: ["\(folder.path)/\(name)"], options: options)[0].videos[0]
  }

  @Test("playlists beside the manifest give durations, byte ranges and sizes of files, and what is fetched beside them")
  func stream() throws {
    let video = try Self.read(try Self.folder(), "live.m3u8")
    #expect(video.name == "live")
    #expect(
      video.ladder.renditions == [
        Rendition(bandwidth: 200_000, codecs: "avc1.64001f,mp4a.40.2"),
        Rendition(
          bandwidth: 500_000, averageBandwidth: 400_000, width: 640, height: 360, codecs: "avc1.64001f,mp4a.40.2"),
      ])
    #expect(video.ladder.firstListed == 1)
    #expect(video.starts == [0, 4, 8, 9.5])
    #expect(video.sizes == [70_000, 190_000, 80_000, 200_000, 20_000, 60_000])
    #expect(video.sizeOrigin == .measured)
    let stream = try #require(video.stream)
    #expect(stream.packaging == .hls && stream.manifest == Self.multivariant.utf8.count)
    #expect(stream.initialisation == (803 + 901) / 2 && stream.key == 16)
    // One of two segments is known: 32,000 bytes in 4 s.
    #expect(stream.audioBitrate == 64_000)
    for note in [
      "1 variant listed again for other audio groups", "1 variant of codec hvc1 left out: avc1 comes first",
      "1 variant of audio alone left out", "1 list of single pictures", "1 discontinuity: ",
      "AES-128",
    ] {
      #expect(video.notes.contains { $0.contains(note) }, "\(note)")
    }
  }

  @Test("what is written as JSON is the same video again")
  func roundTrip() throws {
    let video = try Self.read(try Self.folder(), "live.m3u8")
    let bytes = NativeVideo.write(video)
    let again = try NativeVideo.read(VideoInput(path: "other.json", content: .file(bytes)), options: VideoOptions())
    #expect(again == [video])
  }

  @Test("a manifest alone is a ladder whose sizes are derived and marked so")
  func alone() throws {
    let folder = try TemporaryFolder()
    try folder.write("m.m3u8", Self.multivariant)
    let video = try Self.read(folder, "m.m3u8", options: VideoOptions(ladderDuration: 30))
    #expect(video.segmentCount == 5 && video.segmentDuration(0) == 6)
    #expect(video.sizeOrigin == .derived("constant"))
    #expect(video.size(segment: 0, rendition: 1) == 400_000 * 6 / 8)
    #expect(video.stream?.mediaPlaylist == nil && video.stream?.audioBitrate == nil)
    #expect(video.notes.contains { $0.contains("30 s of video and segments of 6 s are assumed") })
  }

  @Test("a media playlist alone has the bandwidth of its largest segment, and none where no size is known")
  func mediaPlaylist() throws {
    let folder = try TemporaryFolder()
    let text = Self.playlist("#EXTINF:2,\n#EXT-X-BYTERANGE:9@0\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:5@9\na\n")
    try folder.write("v.m3u8", text)
    let video = try Self.read(folder, "v.m3u8")
    #expect(video.ladder.renditions == [Rendition(bandwidth: 40)])
    // Nothing lists it: no multivariant playlist is fetched.
    #expect(video.stream?.manifest == 0 && video.stream?.mediaPlaylist == text.utf8.count)
    let input = VideoInput(path: "v.json", content: .file(NativeVideo.write(video)))
    #expect(try NativeVideo.read(input, options: VideoOptions()) == [video])
    try folder.write("w.m3u8", Self.playlist("#EXTINF:2,\na.ts\n"))
    let error = #expect(throws: VideoError.self) { try Self.read(folder, "w.m3u8") }
    #expect(error?.description.contains("w.m3u8: bandwidth: missing, expected the multivariant playlist") == true)
  }

  @Test("a part of a file that ends before it does is refused, of a segment and of what comes before it")
  func shortFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.ts", [UInt8](repeating: 0, count: 20))
    let parts = "#EXTINF:2,\n#EXT-X-BYTERANGE:12@0\na.ts\n#EXTINF:2,\n#EXT-X-BYTERANGE:"
    try folder.write("v.m3u8", Self.playlist(parts + "8\na.ts\n"))
    #expect(try Self.read(folder, "v.m3u8").sizes == [12, 8])
    try folder.write("v.m3u8", Self.playlist(parts + "9\na.ts\n"))
    let error = #expect(throws: VideoError.self) { try Self.read(folder, "v.m3u8") }
    #expect(
      error?.description.hasSuffix(
        "v.m3u8:8: BYTERANGE of URI: found bytes 12 to 20 of a file of 20 bytes, expected a part of the file; is \"a.ts\" whole?"
      ) == true, "\(error?.description ?? "")")
    try folder.write(
      "v.m3u8", Self.playlist(parts + "8\na.ts\n", head: "#EXT-X-MAP:URI=\"a.ts\",BYTERANGE=\"10@11\"\n"))
    #expect(throws: VideoError.self) { try Self.read(folder, "v.m3u8") }
  }

  @Test(
    "a part without an offset behind one of another file has its size, and is told to who plays and who packages it")
  func unplaced() throws {
    let folder = try TemporaryFolder()
    let segments = "#EXTINF:1,\n#EXT-X-BYTERANGE:5@0\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:7\nb\n"
    try folder.write("b", [UInt8](repeating: 0, count: 3))
    let path = try folder.write("v.m3u8", Self.playlist(segments))
    let video = try Self.read(folder, "v.m3u8")
    #expect(video.sizes == [5, 7])
    #expect(
      video.notes.contains { $0.hasPrefix("v.m3u8:7: a byte range without an offset behind a segment of another") })
    #expect(try PackagingCheck.findings(at: path).map(\.kind) == [.unplacedRange])
  }

  @Test("segments that are declared missing and playlists that are cut off are noted")
  func gapsAndCuts() throws {
    let folder = try TemporaryFolder()
    let two = "#EXTINF:4,\n#EXT-X-BYTERANGE:9@0\na\n#EXT-X-GAP\n#EXTINF:4,\n#EXT-X-BYTERANGE:9@9\na\n"
    func notes(_ text: String) throws -> [String] {
      try folder.write("v.m3u8", text)
      return try Self.read(folder, "v.m3u8").notes
    }
    let whole = try notes(Self.playlist(two))
    #expect(whole.contains { $0.hasPrefix("1 segment declared missing (#EXT-X-GAP): played as if there") })
    #expect(!whole.contains { $0.contains("cut off") })
    for (text, end) in [
      (Self.playlist(two + "#EXTINF:4,\n", tail: ""), "an #EXTINF without its URI"),
      (Self.playlist(two + "#EXTI", tail: ""), "a line without an end"),
      (Self.playlist(two, head: "#EXT-X-PLAYLIST-TYPE:VOD\n", tail: ""), "no #EXT-X-ENDLIST, though its type is VOD"),
    ] {
      #expect(try notes(text).contains("v.m3u8 seems to be cut off: it ends with \(end)"))
    }
    #expect(try !notes(Self.playlist(two, tail: "")).contains { $0.contains("cut off") })
  }

  @Test("no path leads out of the folder of the manifest, by dots, escapes or links")
  func traversal() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret.ts", [1, 2, 3])
    try folder.write("in/list.m3u8", Self.playlist("#EXTINF:2,\na.ts\n"))
    for uri in ["../secret.ts", "a/../../secret.ts", "%2e%2e/secret.ts", "..%2fsecret.ts", "file:///etc/passwd"] {
      try folder.write("in/v.m3u8", Self.playlist("#EXTINF:2,\n\(uri)\n"))
      let error = #expect(throws: VideoError.self) { try Self.read(folder, "in/v.m3u8") }
      #expect(error?.description.contains("in/v.m3u8:4: URI: found \"\(uri)\", expected a path") == true, "\(uri)")
      try folder.write("in/m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9\n\(uri)\n")
      #expect(throws: VideoError.self) { try Self.read(folder, "in/m.m3u8") }
    }
    try folder.link("in/link.ts", to: "../secret.ts")
    try folder.write("in/v.m3u8", Self.playlist("#EXTINF:2,\nlink.ts\n"))
    let error = #expect(throws: VideoError.self) { try Self.read(folder, "in/v.m3u8") }
    #expect(error?.description.contains("not a link out of it") == true)
    // A manifest that is a link itself may have links to what lies beside its file.
    try folder.write("real/list.m3u8", Self.playlist("#EXTINF:2,\na.ts\n"))
    try folder.write("real/a.ts", [1, 2, 3])
    for name in ["list.m3u8", "a.ts"] { try folder.link("links/\(name)", to: "../real/\(name)") }
    #expect(try Self.read(folder, "links/list.m3u8").sizes == [3])
    // What is on a server is not looked for here.
    try folder.write("in/v.m3u8", Self.playlist("#EXTINF:2,\n/secret.ts\n#EXTINF:2,\n#EXT-X-BYTERANGE:8@0\n//h/x\n"))
    #expect(try Self.read(folder, "in/v.m3u8").sizes == [8, 8])
  }

  @Test("variants of another range of brightness than the first are left out, and said")
  func range() throws {
    let folder = try TemporaryFolder()
    let variant = { (bandwidth: Int, range: String) in
      "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"hvc1.2.4.L93.B0\"\(range)\n\(bandwidth).m3u8\n"
    }
    try folder.write(
      "m.m3u8",
      "#EXTM3U\n" + variant(1000, "") + variant(1200, ",VIDEO-RANGE=PQ") + variant(2000, ",VIDEO-RANGE=SDR"))
    let video = try Self.read(folder, "m.m3u8")
    #expect(video.ladder.renditions.map(\.bandwidth) == [1000, 2000])
    #expect(video.notes.contains("1 variant in PQ left out: SDR comes first"))
  }

  @Test("addresses lead to a mirror beside the manifest, and to nothing outside of it")
  func mirror() throws {
    let folder = try TemporaryFolder()
    let bytes = { (count: Int) in [UInt8](repeating: 1, count: count) }
    // As wget -r leaves it: below a folder of the host's name.
    try folder.write("a/m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000\nhttps://h.example/v/l.m3u8?t=1\n")
    try folder.write("a/h.example/v/l.m3u8", Self.playlist("#EXTINF:2,\ns%201.ts\n#EXTINF:2,\n/v/s2.ts\n"))
    try folder.write("a/h.example/v/s 1.ts", bytes(7))
    try folder.write("a/v/s2.ts", bytes(9))
    #expect(try Self.read(folder, "a/m.m3u8").sizes == [7, 9])
    // References on the server that the playlist is from: from its root, and up.
    try folder.write("b/m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000\nhttps://h.example/v/l.m3u8\n")
    try folder.write("b/h.example/v/l.m3u8", Self.playlist("#EXTINF:2,\n/w/s1.ts?t=/x\n#EXTINF:2,\n./../w/s2.ts\n"))
    try folder.write("b/h.example/w/s1.ts", bytes(3))
    try folder.write("b/h.example/w/s2.ts", bytes(4))
    #expect(try Self.read(folder, "b/m.m3u8").sizes == [3, 4])
    // The manifest lies in the mirror itself, in the folder of the same name.
    try folder.write("x/v/m.m3u8", Self.playlist("#EXTINF:2,\nhttps://h/x/v/s1.ts\n#EXTINF:2,\nhttps://h/w/s1.ts\n"))
    try folder.write("x/v/s1.ts", bytes(5))
    #expect(try Self.read(folder, "x/v/m.m3u8").sizes == [5, 5])
    #expect(try Self.read(folder, "x/v/m.m3u8").notes.contains("1 of 2 segment sizes are known, the others derived"))
    try folder.write("secret.ts", bytes(3))
    for uri in ["https://h/../secret.ts", "https://../secret.ts", "https://h/..%2fsecret.ts", "/../secret.ts"] {
      try folder.write("y/m.m3u8", Self.playlist("#EXTINF:2,\n\(uri)\n"))
      #expect(throws: VideoError.self, "\(uri)") { try Self.read(folder, "y/m.m3u8") }
    }
  }

  @Test("a rendition is measured where only others lack sizes, also when it is written as native JSON and read again")
  func measuredRenditions() throws {
    let folder = try TemporaryFolder()
    // The higher one first: what stands in a file is not in the order of the ladder.
    try folder.write(
      "m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900\nb.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=90\na.m3u8\n")
    for name in ["a", "b"] {
      try folder.write("\(name).m3u8", Self.playlist("#EXTINF:2,\n\(name)1.ts\n#EXTINF:2,\n\(name)2.ts\n"))
      try folder.write("\(name)1.ts", [UInt8](repeating: 1, count: 9))
    }
    try folder.write("b2.ts", [UInt8](repeating: 1, count: 400))
    let video = try Self.read(folder, "m.m3u8")
    #expect((0...1).map { video.sizeOrigin(ofRendition: $0) } == [.derived("constant"), .measured])
    #expect(video.sizeOrigin == .derived("constant"))
    // What is measured is checked.
    let findings = try PackagingCheck.findings(at: "\(folder.path)/m.m3u8")
    #expect(findings.contains { $0.kind == .peakExceeded && $0.subject == "b.m3u8" }, "\(findings)")
    try folder.write("n.json", NativeVideo.write(video))
    #expect(try Self.read(folder, "n.json").measuredRenditions == [1])
  }

  @Test("segments of 0 s are left out, as packagers end a playlist with one")
  func empty() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "v.m3u8",
      Self.playlist(
        "#EXTINF:4,\n#EXT-X-BYTERANGE:9@0\na\n#EXTINF:0,\n#EXT-X-BYTERANGE:5\na\n#EXTINF:2,\n#EXT-X-BYTERANGE:6\na\n#EXTINF:0.000000,\nb\n"
      ))
    let video = try Self.read(folder, "v.m3u8")
    #expect(video.starts == [0, 4, 6] && video.sizes == [9, 6])
    #expect(video.notes.contains("2 segments of 0 s left out"))
  }

  @Test("declared bitrates of segments are their sizes where nothing else tells")
  func bitrates() throws {
    let folder = try TemporaryFolder()
    try folder.write("m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000\nv.m3u8\n")
    try folder.write(
      "v.m3u8",
      Self.playlist("#EXTINF:4,\na\n#EXT-X-BITRATE:8\n#EXTINF:4,\nb\n#EXTINF:2,\nc\n#EXT-X-BITRATE:16\n#EXTINF:2,\nd\n")
    )
    try folder.write("d", [1, 2, 3])
    let video = try Self.read(folder, "m.m3u8")
    #expect(video.sizes.suffix(3) == [4000, 2000, 3] && video.sizeOrigin == .derived("constant"))
    #expect(video.notes.contains("2 of 4 segment sizes are of #EXT-X-BITRATE, which is rounded"))
    try folder.write("v.m3u8", Self.playlist("#EXT-X-BITRATE:x\n#EXTINF:4,\na\n"))
    #expect(throws: VideoError.self) { try Self.read(folder, "m.m3u8") }
  }

  @Test("variables stand for what a tag gives them, also in the playlists that import them")
  func variables() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "v.m3u8",
      "#EXTM3U\n#EXT-X-DEFINE:NAME=\"dir\",VALUE=\"a\"\n#EXT-X-DEFINE:NAME=\"list\",VALUE=\"{$dir}/l\"\n"
        + "#EXT-X-STREAM-INF:BANDWIDTH=9000,CODECS=\"avc1.{$dir}\"\n{$list}.m3u8\n")
    try folder.write(
      "a/l.m3u8",
      Self.playlist(
        "#EXTINF:4,costs {$9}\n#EXT-X-BYTERANGE:7@0\n{$dir}{$dir}.ts\n", head: "#EXT-X-DEFINE:IMPORT=\"dir\"\n"))
    try folder.write("a/aa.ts", [UInt8](repeating: 0, count: 7))
    let video = try Self.read(folder, "v.m3u8")
    #expect(video.sizes == [7] && video.ladder.renditions[0].codecs == "avc1.a")
  }

  @Test("a variable is a parameter of the address with which its playlist is listed")
  func queryParameter() throws {
    let folder = try TemporaryFolder()
    let list = { (address: String) in "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9000\n\(address)\n" }
    try folder.write("v.m3u8", list("l.m3u8?x=1&dir=a%2Fb"))
    try folder.write(
      "l.m3u8", Self.playlist("#EXTINF:4,\n{$dir}/1.ts?x=1\n", head: "#EXT-X-DEFINE:QUERYPARAM=\"dir\"\n"))
    try folder.write("a/b/1.ts", [UInt8](repeating: 0, count: 7))
    #expect(try Self.read(folder, "v.m3u8").sizes == [7])
    try folder.write("v.m3u8", list("l.m3u8?x=1&y"))
    let error = #expect(throws: VideoError.self) { try Self.read(folder, "v.m3u8") }
    #expect(error?.description.hasSuffix("found \"dir\", expected x or y, the parameters of its address") ?? false)
    // Parameters without a name, a value or both.
    try folder.write("v.m3u8", list("l.m3u8?=&=z&&dir=a%2Fb&w="))
    #expect(try Self.read(folder, "v.m3u8").sizes == [7])
  }

  @Test(
    "a wrong line is named with its tag, what it holds and what belongs there",
    arguments: [
      ("#EXTINF:1e300,\na\n", ":3:9: #EXTINF: found \"1e300\", expected seconds, more than 0 and at most 3600"),
      ("#EXTINF:0,\na\n", ":3:9: #EXTINF: found \"0\", expected seconds"),
      ("#EXTINF:-1,\na\n", ":3:9: #EXTINF: found \"-1\""),
      (
        "#EXT-X-MEDIA-SEQUENCE:-1\n#EXTINF:1,\na\n",
        ":3:23: #EXT-X-MEDIA-SEQUENCE: found \"-1\", expected a whole number from 0 to 2⁵³"
      ),
      ("#EXT-X-DISCONTINUITY-SEQUENCE:9999999999999999\n", ":3:31: #EXT-X-DISCONTINUITY-SEQUENCE: found"),
      ("#EXTINF:nan\na\n", ":3:9: #EXTINF: found \"nan\""),
      ("#EXTINF:,\na\n", ":3:9: #EXTINF: missing, expected seconds"),
      ("a\n", ":3:1: segment: found \"a\", expected #EXTINF"),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:5@9223372036854775807\na\n",
        ":4:18: #EXT-X-BYTERANGE: found \"5@9223372036854775807\", expected length@offset in bytes"
      ),
      ("#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775808\na\n", ":4:18: #EXT-X-BYTERANGE: found"),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:5\na\n",
        ":4: #EXT-X-BYTERANGE: found 5 without an offset, expected length@offset: only behind another part of the same file"
      ),
      ("#EXTINF:1,\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\na\n", ":6: #EXT-X-BYTERANGE: found 5 without"),
      (
        "#EXTINF:1,\n#EXT-X-BYTERANGE:5@9223372036854775800\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:5\na\n",
        ":7: #EXT-X-BYTERANGE: found 5 without"
      ),
      ("#EXTINF:1,\n#EXT-X-BYTERANGE:0@0\na\n", ":4:18: #EXT-X-BYTERANGE: found \"0@0\""),
      ("#EXTINF:1,\n#EXT-X-BYTERANGE:-5@2\na\n", ":4:18: #EXT-X-BYTERANGE: found"),
      ("#EXT-X-MAP:BYTERANGE=\"5@0\"\n", ":3: #EXT-X-MAP URI: missing, expected the initialisation segment"),
      ("#EXT-X-MAP:URI=\"a\",BYTERANGE=\"x\"\n", ":3:31: #EXT-X-MAP BYTERANGE: found \"x\", expected length@"),
      ("#EXT-X-MAP:URI=\"a\n", ":3:16: #EXT-X-MAP: found \"\"a\", expected a closing quote"),
      ("#EXT-X-MAP:URI=\"a\" b\n", ":3:20: #EXT-X-MAP: found \"b\", expected a comma"),
      ("#EXT-X-KEY:AES\n", ":3:12: #EXT-X-KEY: found \"AES\", expected NAME=VALUE"),
      ("#EXT-X-I-FRAMES-ONLY\n#EXTINF:1,\na\n", ":3:1: playlist: found \"#EXT-X-I-FRAMES-ONLY\""),
      ("#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n", ":3:1: playlist: found \"#EXT-X-SKIP:SKIPPED-SEGMENTS=3\""),
      ("", ":3: segments: missing, expected at least one #EXTINF and its URI"),
      ("#EXTINF:1,\n{$x}.ts\n", ":4: variable: found \"x\", expected a line #EXT-X-DEFINE before it"),
      (
        "#EXT-X-DEFINE:NAME=\"b\",VALUE=\"\"\n#EXTINF:1,\n{$x\n",
        ":5: variable: found \"x\", expected b, as #EXT-X-DEFINE"
      ),
      ("#EXT-X-DEFINE:NAME=\"b\"\n", ":3: #EXT-X-DEFINE VALUE: missing, expected the text of b"),
      (
        "#EXT-X-DEFINE:IMPORT=\"b\"\n",
        ":3:23: #EXT-X-DEFINE IMPORT: found \"b\", expected a variable of the multivariant"
      ),
      (
        "#EXT-X-DEFINE:QUERYPARAM=\"b\"\n",
        ":3:27: #EXT-X-DEFINE QUERYPARAM: found \"b\", expected NAME and VALUE: a playlist"
      ),
      (
        "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"0123456789\"\n"
          + String(repeating: "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"{$a}{$a}{$a}{$a}{$a}{$a}{$a}{$a}\"\n", count: 9),
        ":8: variable: found \"a\", expected lines of at most 65536 bytes"
      ),
      ("#EXTINF:1,\na%zz\n", ":4: URI: found \"a%zz\", expected % and two hexadecimal digits"),
      ("#EXTINF:1,\na%00\n", ":4: URI: found \"a%00\""),
    ])
  func mediaErrors(segments: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("v.m3u8", Self.playlist(segments))
    let error = #expect(throws: VideoError.self) { try Self.read(folder, "v.m3u8") }
    #expect(error?.description.hasPrefix(file + message) == true, "\(error?.description ?? "")")
  }

  @Test(
    "a wrong variant is named with its line and attribute",
    arguments: [
      ("#EXT-X-STREAM-INF:RESOLUTION=1x1\na\n", ":2: #EXT-X-STREAM-INF BANDWIDTH: missing, expected the peak"),
      ("#EXT-X-STREAM-INF:BANDWIDTH=99999999999999999999\na\n", ":2:29: #EXT-X-STREAM-INF BANDWIDTH: found \"9999"),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1.5\na\n",
        ":2:29: #EXT-X-STREAM-INF BANDWIDTH: found \"1.5\", expected a whole number"
      ),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1280\na\n", ":2:42: #EXT-X-STREAM-INF RESOLUTION: found \"1280\""),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=0x5\na\n", ":2:42: #EXT-X-STREAM-INF RESOLUTION: found \"0x5\""),
      (
        "#EXT-X-STREAM-INF:BANDWIDTH=1\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb\n",
        ":2: #EXT-X-STREAM-INF: missing, expected the URI"
      ),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1\n", ":2: #EXT-X-STREAM-INF: missing, expected the URI"),
      ("#EXT-X-STREAM-INF:BANDWIDTH=1\na\nb\n", ":4:1: URI: found \"b\", expected #EXT-X-STREAM-INF before it"),
      ("#EXT-X-MEDIA:TYPE=AUDIO,URI=\"a\"\n", ":2: #EXT-X-MEDIA GROUP-ID: missing, expected the name of a group"),
      ("#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\"\n", ":2: variants: missing, expected at least one"),
    ])
  func variantErrors(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("v.m3u8", "#EXTM3U\n\(text)")
    let error = #expect(throws: VideoError.self) { try Self.read(folder, "v.m3u8") }
    #expect(error?.description.hasPrefix(file + message) == true, "\(error?.description ?? "")")
  }

  @Test("renditions that are cut at different places are refused with the segment where they part")
  func misaligned() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=8\na\n#EXT-X-STREAM-INF:BANDWIDTH=9\nb\n")
    try folder.write("a", Self.playlist("#EXTINF:4,\nx\n#EXTINF:4,\ny\n"))
    for (list, found) in [
      ("#EXTINF:4,\nx\n", "1 segments, expected 2, as in a"),
      ("#EXTINF:4,\nx\n#EXTINF:6.5,\ny\n", "segment 1 ending 2.5 s after the one of a"),
    ] {
      try folder.write("b", Self.playlist(list))
      let error = #expect(throws: VideoError.self) { try Self.read(folder, "m.m3u8") }
      #expect(error?.description.hasPrefix("\(file):4: segments of \"b\": found \(found)") == true)
      let findings = try PackagingCheck.findings(at: file)
      #expect(findings.contains { $0.kind == .unequalSegments && $0.line == 4 })
    }
  }

  @Test("no cut or changed byte makes a playlist crash")
  func mutations() throws {
    let folder = try Self.folder()
    for name in ["live.m3u8", "a/list.m3u8", "b/list.m3u8"] {
      let text = try VideoInput.bytes(of: "\(folder.path)/\(name)")
      for place in Seeds.places(of: text) {
        var bytes = text
        bytes[place] = [UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "9"), 0xff][place % 4]
        for bytes in [bytes, Array(text[..<place])] {
          _ = try? HLSMultivariantPlaylist(bytes)
          _ = try? HLSMediaPlaylist(bytes)
        }
      }
    }
  }
}
