import ABRTestSupport
import Testing

@testable import ABRMedia

@Suite struct MITTraceTests {
  private func read(_ text: String) throws(VideoError) -> Video {
    try MITTrace.read(VideoInput(path: "d/trace.dat", content: .file(Array(text.utf8))), options: VideoOptions())[0]
  }

  @Test("milliseconds, kilobits and a line of bytes a segment are read, renditions in any order")
  func values() throws {
    let video = try read("size 4000\nbitrates 86k 44.5\n30 10\n31  11\n")
    #expect(video.name == "trace" && video.starts == [0, 4, 8] && video.sizes == [10, 30, 11, 31])
    #expect(video.ladder.renditions.map(\.bandwidth) == [44_500, 86_000] && video.sizeOrigin == .measured)
  }

  @Test(
    "a wrong value is named with its line",
    arguments: [
      ("size 0\n", ":1:1: size: found \"size 0\", expected size and the milliseconds"),
      ("size 1e300\n", ":1:1: size: found"), ("size 4000\n44 86\n", ":2:1: bitrates: found \"44 86\""),
      ("size 4000\nbitrates x\n", ":2:10: bitrates: found \"x\", expected kbit/s"),
      ("size 4000\nbitrates 44 86\n1\n", ":3:1: bytes: found \"1\", expected 2 sizes"),
      ("size 4000\nbitrates 44 86\n1 2\n3 1.5\n", ":4:3: bytes: found \"1.5\", expected a whole number"),
      ("size 4000\nbitrates 44 86\n1 0\n", ":3:3: bytes: found \"0\""),
      ("size 4000\nbitrates 44\n", ":2: lines: missing"),
    ])
  func errors(text: String, message: String) {
    let error = #expect(throws: VideoError.self) { try read(text) }
    #expect(error?.description.hasPrefix("d/trace.dat" + message) == true, "\(error?.description ?? "")")
  }

  @Test("VMAF of Comyco lies beside the sizes: video1 is the highest rendition")
  func scores() throws {
    let folder = try TemporaryFolder()
    try folder.write("video1", "99\n98.5\n")
    try folder.write("video2", "40\n41\n")
    let video = try ComycoScores.adding(to: try read("size 4000\nbitrates 44 86\n1 2\n3 4\n"), from: folder.path)
    #expect(video.scores == [QualityScores(.vmaf, values: [40, 99, 41, 98.5])])
    let again = try NativeVideo.read(
      VideoInput(path: "x.json", content: .file(NativeVideo.write(video))), options: VideoOptions())
    #expect(again == [video])
    for (text, message) in [
      ("99\n", "video1: lines: found 1, expected 2"), ("99\n101\n", "video1:2: vmaf: found \"101\""),
    ] {
      try folder.write("video1", text)
      let error = #expect(throws: VideoError.self) { try ComycoScores.adding(to: video, from: folder.path) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
  }
}
