import ABRInput
import ABRTestSupport
import Foundation
import Testing

@testable import ABRMedia

/// What every reader of a file must withstand, whatever its format.
@Suite struct VideoFormatsTests {
  private static let samples: [String: String] = [
    "native": """
    {"name": "V", "segment_duration_s": 4.0, "renditions": [{"bandwidth_bps": 300, "width": 16, "height": 9},
     {"bandwidth_bps": 100, "codecs": null}], "segment_sizes_bytes": [[30, 10], [31, 11]], "x": [{"y": "\\u00e9"}]}
    """,
    "sabre": """
    {"segment_duration_ms": 3000, "bitrates_kbps": [230, 331], "segment_sizes_bits": [[800, 81], [1, 7992]]}
    """,
    "ladders": """
    {"a": {"segment_duration_s": 4, "renditions": [{"bandwidth_bps": 300}]},
     "b": {"segment_duration_s": 100, "segment_count": 2, "renditions": [{"bandwidth_bps": 8}, {"bandwidth_bps": 16}]}}
    """,
    "dash": """
    <MPD mediaPresentationDuration="PT4S"><Period><AdaptationSet contentType="video">
    <SegmentTemplate timescale="10" media="$RepresentationID$/$Number%03d$.m4s"><SegmentTimeline><S t="0" d="20" r="1"/>
    </SegmentTimeline></SegmentTemplate><Representation id="a" bandwidth="1000" width="16" height="9"/>
    </AdaptationSet></Period></MPD>
    """,
    "mit": """
    size 4000
    bitrates 44 86k
    10 20
    11 21
    """,
    "hls": """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=300000,AVERAGE-BANDWIDTH=200000,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
    b%20c/list.m3u8
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="a/list.m3u8",DEFAULT=YES
    #EXT-X-STREAM-INF:BANDWIDTH=100000
    https://example.org/list.m3u8
    """,
  ]
  static let fileFormats = ["native", "sabre", "ladders", "dash"]
  /// Those that may end after any line.
  static let lineFormats = ["hls", "mit"]

  private func input(_ bytes: [UInt8]) -> VideoInput { VideoInput(path: "the file", content: .file(bytes)) }

  private func sample(_ name: String) throws -> [UInt8] { Array(try #require(Self.samples[name]).utf8) }

  @Test("names are unique and found again, and every format of files has a sample here")
  func names() {
    #expect(Set(VideoFormats.names).count == VideoFormats.all.count)
    #expect(VideoFormats.all.allSatisfy { VideoFormats.named($0.name)?.name == $0.name && !$0.summary.isEmpty })
    #expect(Set(VideoFormats.names) == Set(Self.fileFormats + Self.lineFormats + ["pensieve"]))
  }

  @Test("each sample fits one format best, wherever the formats stand in their list", arguments: 0..<20)
  func order(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "formats")
    let order = VideoFormats.all.map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
    let inputs = Self.samples.map { ($0, input(Array($1.utf8))) }
    for (name, input) in inputs + [("pensieve", VideoInput(path: "x", content: .folder(["video_size_0"])))] {
      #expect(VideoFormats.best(of: order, input)?.name == name, "seed \(seed)")
      let matches = order.compactMap { $0.match(input) }
      #expect(matches.count { $0 == matches.max() } == 1, "\(name)")
    }
  }

  @Test("a file's format is found by its content, whatever its name", arguments: fileFormats + lineFormats)
  func detection(name: String) throws {
    let bytes = try sample(name)
    #expect(VideoFormats.detect(input(bytes))?.name == name)
    let format = try #require(VideoFormats.named(name))
    #expect(!(try format.read(input([0xef, 0xbb, 0xbf] + bytes), options: VideoOptions())).isEmpty)
  }

  @Test("a file cut before its end is refused with its name", arguments: fileFormats)
  func truncation(name: String) throws {
    let format = try #require(VideoFormats.named(name))
    let bytes = try sample(name)
    for length in 0..<bytes.count {
      let error = #expect(throws: VideoError.self, "cut at \(length)") {
        try format.read(input(Array(bytes[..<length])), options: VideoOptions())
      }
      #expect(error?.description.hasPrefix("the file:") == true, "cut at \(length): \(String(describing: error))")
    }
  }

  @Test(
    "a file with any byte changed is read or refused with its name, and nothing worse",
    arguments: fileFormats + lineFormats)
  func mutation(name: String) throws {
    let format = try #require(VideoFormats.named(name))
    let bytes = try sample(name)
    for place in Seeds.places(of: bytes) {
      for byte in [0, 10, 32, 34, 44, 45, 46, 48, 57, 58, 91, 92, 93, 101, 123, 125, 255] as [UInt8] {
        var changed = bytes
        changed[place] = byte
        do {
          _ = try format.read(input(changed), options: VideoOptions())
        } catch {
          #expect(error.description.hasPrefix("the file"), "byte \(byte) at \(place): \(error)")
        }
      }
    }
  }

  @Test(
    "what people take for a video is named, with the command that makes one of it",
    arguments: [
      (#"{"streams": [{"index": 0, "codec_name": "h264", "codec_type": "video"}]}"#, "what ffprobe says of a file"),
      (#"{"file": {"fast_start": true}, "movie": {}, "tracks": []}"#, "what mp4info says of a file"),
      (#"{"media": {"@ref": "a.mp4", "track": [{"@type": "General"}]}}"#, "what MediaInfo says of a file"),
      (#"{"id": "x", "formats": [{"format_id": "134"}]}"#, "what yt-dlp says of a file"),
      (#"{"frames": [{"pts_time": "0.0", "pkt_size": "9"}]}"#, "what ffprobe says of a file"),
      (#"{"packets": [{"pts_time": "0.0", "size": "9"}]}"#, "what ffprobe says of a file"),
      ("packet,video,0,0,0.000000,0,0.000000,512,0.040000,20000,48,K__\n", "what ffprobe says of a file"),
      (#"{"avg_bitrate": 276.0, "bitrate_per_chunk": [276.0]}"#, "what ffmpeg-bitrate-stats says of a file"),
      ("<?xml version='1.0'?><MediaInfo><media/></MediaInfo>", "what MediaInfo says of a file"),
      (#"{"version": "3", "frames": [{"frameNum": 0, "metrics": {"vmaf": 90.0}}]}"#, "a log of libvmaf"),
      ("<!DOCTYPE html><html>", "a web page"), ("<SmoothStreamingMedia/>", "a manifest of Smooth Streaming"),
      (#"{"log": {"version": "1.2", "entries": []}}"#, "a HAR"), ("\0\0\0\u{18}ftypmp42", "a media file by itself"),
    ])
  func foreign(text: String, what: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("x.json", text)
    let error = #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [file]) }
    #expect(error?.description.hasPrefix("\(file): file: found \(what)") ?? false, "\(error?.description ?? "")")
    #expect(error?.description.contains("abrlab video import") ?? false)
    guard text.hasPrefix("<") else { return }
    // Saved by a program of Windows, in either order of bytes.
    for isLittle in [true, false] {
      let units = "\u{feff}\(text)".utf16.flatMap { unit in
        let pair = [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
        return isLittle ? pair.reversed() : pair
      }
      try folder.write("x.json", units)
      #expect(#expect(throws: VideoError.self) { try VideoFile.loadAll(at: [file]) } == error)
    }
  }

  @Test("random bytes are refused", arguments: fileFormats + lineFormats)
  func rubbish(name: String) throws {
    let format = try #require(VideoFormats.named(name))
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed, path: "rubbish", name)
      let bytes = (0..<random.integer(below: 400)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(throws: VideoError.self, "seed \(seed)") { try format.read(input(bytes), options: VideoOptions()) }
    }
  }

  @Test(
    "one line of a megabyte is refused with a short message", arguments: fileFormats,
    ["{\"name\": \"a", "{\"x\": [1", "{ "])
  func longLine(name: String, start: String) throws {
    let format = try #require(VideoFormats.named(name))
    let last = Array(start.utf8.suffix(1))[0]
    let bytes = Array(start.utf8) + [UInt8](repeating: last, count: 1_000_000)
    let error = #expect(throws: VideoError.self) { try format.read(input(bytes), options: VideoOptions()) }
    #expect(try #require(error).description.utf8.count < 400)
    #expect(VideoFormats.detect(input(bytes))?.name == "ladders")
  }

  @Test("one line of many megabytes is refused with a short message")
  func veryLongLine() throws {
    let bytes =
      Array("{\"name\": \"".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: Seeds.areAll ? 100_000_000 : 5_000_000)
    let error = #expect(throws: VideoError.self) { try NativeVideo.read(input(bytes), options: VideoOptions()) }
    #expect(try #require(error).description.utf8.count < 400)
  }

  @Test("100,000 open brackets are refused", arguments: fileFormats)
  func deepNesting(name: String) throws {
    let format = try #require(VideoFormats.named(name))
    let bytes = Array(("{\"x\":" + String(repeating: "[", count: 100_000)).utf8)
    #expect(throws: VideoError.self) { try format.read(input(bytes), options: VideoOptions()) }
    #expect(VideoFormats.detect(input(bytes))?.name == "ladders")
  }

  @Test("ladders of a collection are read in their order, each with its own length")
  func collection() throws {
    let videos = try LadderCollection.read(input(sample("ladders")), options: VideoOptions(ladderDuration: 8))
    #expect(videos.map(\.name) == ["a", "b"])
    #expect(videos.map(\.segmentCount) == [2, 2])
    #expect(videos.map(\.sizeOrigin) == [.derived("constant"), .derived("constant")])
  }

  @Test(
    "a collection with nothing in it, or a name twice, is refused",
    arguments: [
      ("{}", "the file:1:1: document: found no video, expected at least one"),
      ("{\"a\": A,\n\"a\": A}", "the file:2:6: a: found the name twice, expected every name once"),
      ("{\"a\": 3}", "the file:1:7: a: found a number, expected an object"),
      ("{\"a\": {}}", "the file:1:7: a: found no renditions, expected a list of at least one"),
    ])
  func wrongCollection(text: String, message: String) {
    let text = text.replacing("A", with: "{\"segment_duration_s\": 4, \"renditions\": [{\"bandwidth_bps\": 300}]}")
    let error = #expect(throws: VideoError.self) {
      try LadderCollection.read(input(Array(text.utf8)), options: VideoOptions())
    }
    #expect(error?.description == message)
  }

  @Test("compressed manifests and playlists are expanded, and named without the ending of that")
  func compressed() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ base64: String) throws -> String {
      try folder.write(name, [UInt8](try #require(Data(base64Encoded: base64))))
    }
    // Each is what gzip -9 makes of a small one.
    _ = try write(
      "l.m3u8",
      "H4sIAAAAAAACA1N2jQjxNQ7lUgbSnn5uViY6YKZuhK5TZIhrkKOfu6uVpYMBV6JeSTEXACRJ+N4tAAAA")
    let hls = try write(
      "m.m3u8.gz",
      "H4sIAAAAAAACA1N2jQjxNQ7lUgbSuhG6wSFBro6+up5+blZOjn4u4Z4uIR62FgZAwJWjl2tcasEFANjAiYcxAAAA")
    let dash = try write(
      "n.mpd.gz",
      "H4sIAAAAAAACA1WOTQoCMQxGr1LC7CviwkVbEGarFDsX6JigBftDzSje3o6DotmEhJe8T+1tLyJh8LbSjRJ7Djn1U313DXbYODDKUg0ZjdqhLwviiMUpJ24nw7OQhntAyg11dI7zkmK5eiaB319rWEwausMUR6odSKOOVH7MYvQJHwH5omG7ajUj8k/b5k8c2dKbF3j6K8/DAAAA"
    )
    let videos = try VideoFile.loadAll(at: [hls, dash]).flatMap(\.videos)
    #expect(videos.map(\.name) == ["m", "n"] && videos.map(\.segmentCount) == [1, 2] && videos[0].sizes == [9])
    #expect(try PackagingCheck.findings(at: hls).isEmpty)
    let broken = try write("x.mpd.gz", "H4sIAAAAAAAC")
    let error = #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [broken]) }
    #expect(error?.description == "\(broken): cannot be read: gzip: is broken or ends too early")
  }

  @Test("files that are no video, empty files and paths to nowhere are named")
  func files() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("a.txt", "hello")
    #expect(
      #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [folder.path]) }
        == .unrecognised(file: text, known: VideoFormats.names))
    let empty = try folder.write("empty/e.json", "")
    #expect(
      #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [empty]) }
        == .malformed(file: empty, line: 1, field: "file", found: "no bytes", allowed: "a video"))
    #expect(
      #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [folder.path + "/none"]) }
        == .unreadable(file: folder.path + "/none", reason: "no such file or directory"))
  }
}
