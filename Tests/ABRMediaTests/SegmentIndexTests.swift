import ABRTestSupport
import Testing

@testable import ABRMedia

/// Segments of one file by its index, a `sidx` box or the Cues of WebM.
@Suite struct SegmentIndexTests {
  /// An index of segments, as it stands in a file.
  static func index(_ sizes: [Int], timescale: Int = 1000, duration: Int = 2000, version: UInt8 = 0) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let times = version == 0 ? number(0, 8) : number(0, 16)
    let body =
      Array("sidx".utf8) + [version, 0, 0, 0] + number(1, 4) + number(timescale, 4) + times + number(0, 2)
      + number(sizes.count, 2) + sizes.flatMap { number($0, 4) + number(duration, 4) + number(0x9000_0000, 4) }
    return number(body.count + 4, 4) + body
  }

  @Test(
    "the index of a file gives its segments, at the range that is named or where it is found",
    arguments: [0, 1] as [UInt8])
  func base(version: UInt8) throws {
    let box: [UInt8] = [0, 0, 0, 16] + Array("ftyp".utf8) + [UInt8](repeating: 0, count: 8)
    let index = Self.index([100, 200, 50], version: version)
    for attributes in ["indexRange=\"16-\(15 + index.count)\"", ""] {
      let folder = try TemporaryFolder()
      try folder.write("v/a b.mp4", box + index + [UInt8](repeating: 0, count: 350))
      let file = try folder.write(
        "m.mpd",
        DASHManifestTests.manifest(
          "<Representation id=\"lo\" bandwidth=\"1000\"><BaseURL>v/a%20b.mp4</BaseURL><SegmentBase \(attributes)><Initialization range=\"0-15\"/></SegmentBase></Representation>"
        ))
      let video = try VideoFile.loadAll(at: [file])[0].videos[0]
      #expect(video.sizes == [100, 200, 50] && video.starts == [0, 2, 4, 6])
      #expect(video.stream?.initialisation == 16 + index.count)
    }
  }

  @Test(
    "the Cues of a WebM file give its clusters, before them and behind them, at the range that is named or where found",
    arguments: [true, false], ["indexRange", ""])
  func webM(isInFront: Bool, attribute: String) throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] { id + [0x10] + number(body.count, 3) + body }
    // In ticks of a millisecond; the float is 5.5 s.
    let information = element([0x15, 0x49, 0xa9, 0x66], element([0x44, 0x89], number(0x45AB_E000, 4)))
    let clusters = [100, 200, 50].map { element([0x1f, 0x43, 0xb6, 0x75], [UInt8](repeating: 0, count: $0 - 8)) }
    func cues(from start: Int) -> [UInt8] {
      let points = [(0, 0), (2000, 100), (2500, 100), (4000, 300)].map { time, place in
        element([0xbb], element([0xb3], number(time, 2)) + element([0xb7], element([0xf1], number(start + place, 3))))
      }
      return element([0x1c, 0x53, 0xbb, 0x6b], points.joined() + [])
    }
    let length = cues(from: 0).count
    let start = information.count + (isInFront ? length : 0)
    let body =
      isInFront
      ? information + cues(from: start) + clusters.joined() : information + clusters.joined() + cues(from: start)
    let file = element(WebMCues.signature, [1, 2, 3]) + element([0x18, 0x53, 0x80, 0x67], body)
    let first = file.count - body.count + information.count + (isInFront ? 0 : 350)
    let range = attribute.isEmpty ? "" : "\(attribute)=\"\(first)-\(first + length - 1)\""
    let folder = try TemporaryFolder()
    try folder.write("a.webm", file)
    let manifest = try folder.write(
      "m.mpd",
      DASHManifestTests.manifest(
        "<Representation bandwidth=\"1000\"><BaseURL>a.webm</BaseURL><SegmentBase \(range)/></Representation>"))
    let video = try VideoFile.loadAll(at: [manifest])[0].videos[0]
    #expect(video.sizes == [100, 200, 50] && video.starts == [0, 2, 4, 5.5])
    #expect(video.stream?.initialisation == length)
    // Cut anywhere, and with any byte changed, it is an error or a video.
    for place in file.indices {
      for bytes in [Array(file[..<place]), file[..<place] + [file[place] ^ 0xff] + file[(place + 1)...]] {
        try folder.write("a.webm", bytes)
        do {
          _ = try VideoFile.loadAll(at: [manifest])
        } catch {
          #expect(error.description.contains("a.webm: cannot be read"), "\(place): \(error)")
        }
      }
    }
  }

  @Test("an index of indices gives the segments of all of them, and no more than eight stand in each other")
  func nestedIndex() throws {
    func layer(_ parts: [[UInt8]]) -> [UInt8] {
      Self.index(parts.map { 1 << 31 | $0.count }, duration: 4000) + parts.joined()
    }
    let media = { (sizes: [Int]) in Self.index(sizes) + [UInt8](repeating: 0, count: sizes.reduce(0, +)) }
    let (first, second) = (media([100, 200]), layer([media([50])]))
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "m.mpd",
      DASHManifestTests.manifest(
        "<Representation bandwidth=\"1000\"><BaseURL>a.mp4</BaseURL><SegmentBase indexRange=\"0-55\"/></Representation>"
      ))
    try folder.write("a.mp4", layer([first, second]))
    let video = try VideoFile.loadAll(at: [file])[0].videos[0]
    #expect(video.sizes == [100, 200, 50] && video.starts == [0, 2, 4, 6])
    #expect(video.stream?.initialisation == 56 + 56 + 44 + 44)
    var deep = media([50])
    for depth in 2...9 {
      deep = layer([deep])
      try folder.write("a.mp4", deep)
      let manifest = try folder.write(
        "n.mpd",
        DASHManifestTests.manifest("<Representation bandwidth=\"1000\"><BaseURL>a.mp4</BaseURL></Representation>"))
      if depth <= 8 {
        #expect(try VideoFile.loadAll(at: [manifest])[0].videos[0].sizes == [50])
      } else {
        let error = #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [manifest]) }
        #expect(error?.description.contains("more than 8 indices in each other") == true, "\(error?.description ?? "")")
      }
    }
  }

  @Test("a file without an index that can be read is refused with the byte")
  func brokenIndex() throws {
    let good = Self.index([100, 200])
    var noScale = good
    noScale.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    var nested = good
    nested[32] = 0x80
    var long = good
    long.replaceSubrange(36..<40, with: [0xff, 0xff, 0xff, 0xff])
    for (bytes, reason) in [
      (Array(good.dropLast()), "byte 30: found 2 segments in"), (noScale, "byte 16: found a timescale of 0"),
      (nested, "byte 56: found nothing, expected a sidx box"), (long, "byte 32: found 100 bytes of 4294967.295 s"),
      (Array("hello, this is no index at all, but text".utf8), "byte 0: found"), ([1, 2], "byte 0: found"),
      ([0x1c, 0x53, 0xbb, 0x6b, 0x80], "byte 0: found"), (WebMCues.signature, "WebM: found no Segment"),
    ] {
      let folder = try TemporaryFolder()
      try folder.write("a.mp4", bytes)
      let file = try folder.write(
        "m.mpd",
        DASHManifestTests.manifest(
          "<Representation bandwidth=\"1000\"><BaseURL>a.mp4</BaseURL><SegmentBase indexRange=\"0-9999\"/></Representation>"
        ))
      let error = #expect(throws: VideoError.self) { try VideoFile.loadAll(at: [file]) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
  }
}
