import ABRInput

@testable import ABRMedia

/// Readers of videos.
enum VideoTargets {
  /// The index of the file `v.mp4`: segments of 100, 200 and 50 bytes, each of 2 s.
  private static let index: [UInt8] = {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let segments = [100, 200, 50].flatMap { number($0) + number(2000) + number(0x9000_0000) }
    return number(UInt32(32 + segments.count)) + Array("sidx".utf8) + number(0) + number(1) + number(1000) + number(0)
      + number(0) + number(3) + segments
  }()
  private static let playlist = Array(
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI=\"1.m4s\"\n#EXTINF:2,\n1.m4s\n#EXTINF:2,\n2.m4s\n".utf8)
  private static let folder = ScratchFile.folder([
    "v.mp4": index, "low.m3u8": playlist, "high.m3u8": playlist, "1.m4s": playlist, "2.m4s": index,
  ])

  /// A manifest beside some files.
  static func manifest(_ bytes: [UInt8]) {
    let input = VideoInput(path: "\(folder)/\(Attempt.file)", content: .file(bytes))
    for format in VideoFormats.all where format is any ManifestFormat.Type { read(input, format) }
  }

  /// Anything else that says how large segments are.
  static func video(_ bytes: [UInt8]) {
    let input = VideoInput(path: Attempt.file, content: .file(bytes))
    for format in VideoFormats.all where !(format is any ManifestFormat.Type) { read(input, format) }
    Attempt.of("sizes", count: bytes.count) { try SegmentSizeList(bytes, path: Attempt.file) }
    Attempt.of("sidx", count: bytes.count) {
      try SegmentIndex(at: ScratchFile.path(bytes), range: nil)
    }
  }

  private static func read(_ input: VideoInput, _ format: any VideoFormat.Type) {
    guard case .file(let bytes) = input.content else { return }
    let videos = Attempt.of(format.name, count: bytes.count, memory: Attempt.impliedSegments) {
      try format.read(input, options: VideoOptions())
    }
    for video in videos ?? [] where video.sizes.count <= 5000 {
      _ = PackagingCheck.findings(in: video) { "\($0)" }
      let written = VideoInput(path: Attempt.file, content: .file(NativeVideo.write(video)))
      let again = try? NativeVideo.read(written, options: VideoOptions())
      Attempt.demand(again == [video], "\(format.name): written as native, \(video) becomes \(again as Any)")
    }
  }
}
