import ABRTestSupport
import Foundation
import Testing

@testable import ABRMedia

@Suite("Scores in files")
struct ScoreFilesTests {
  /// Two segments of 2 s in two renditions.
  private static func video() throws -> Video {
    try Video(
      name: "v", ladder: Ladder([Rendition(bandwidth: 1000), Rendition(bandwidth: 2000)]), segmentDuration: 2,
      sizes: [[1, 2], [3, 4]])
  }

  /// 100 frames at 25 a second, scored 40 in the first segment and 60 in the second one, a bit more for a rendition.
  private static func rows(_ more: Double) -> [(frame: Int, vmaf: Double, psnr: Double)] {
    (0..<100).map { ($0, ($0 < 50 ? 40 : 60) + more, 30 + more) }
  }

  private static func json(_ more: Double = 0) -> String {
    let frames = rows(more).map {
      "{\"frameNum\": \($0.frame), \"metrics\": {\"integer_adm2\": 1.1, \"psnr_y\": \($0.psnr), \"vmaf\": \($0.vmaf)}}"
    }
    return
      "{\"version\": \"3\", \"fps\": 201.76, \"frames\": [\(frames.joined(separator: ","))], \"pooled_metrics\": {}}"
  }

  private static func table(_ more: Double = 0) -> String {
    "Frame,integer_adm2,psnr_y,vmaf,\n"
      + rows(more).map { "\($0.frame),1.1,\($0.psnr),\($0.vmaf),\n" }.joined()
  }

  private static func xml(_ more: Double = 0) -> String {
    let frames = rows(more).map { "<frame frameNum=\"\($0.frame)\" psnr_y=\"\($0.psnr)\" vmaf=\"\($0.vmaf)\" />" }
    return "<VMAF version=\"3\"><fyi fps=\"1\" /><frames>\(frames.joined())</frames></VMAF>"
  }

  private static func scores(_ texts: [String], frameRate: Double? = nil) throws -> Video {
    try ScoreFiles.adding(
      to: video(), logs: texts.enumerated().map { ("\($0).log", Array($1.utf8)) }, frameRate: frameRate)
  }

  @Test("JSON, CSV and XML of libvmaf say the same: the mean of the frames of each segment")
  func formats() throws {
    for texts in [[Self.json(), Self.json(5)], [Self.table(), Self.xml(5)], [Self.xml(), Self.table(5)]] {
      let video = try Self.scores(texts)
      #expect(video.scores.map(\.metric) == [.vmaf, .psnr])
      #expect(video.scores[0].values == [40, 45, 60, 65] && video.scores[1].values == [30, 35, 30, 35])
    }
  }

  @Test("new scores of a metric replace those that a video has, which is noted, and the file is read again")
  func again() throws {
    let first = try Self.scores([Self.json(), Self.json(5)])
    let logs = [(file: "0.log", bytes: Array(Self.json(1).utf8)), ("1.log", Array(Self.json(9).utf8))]
    var second = first
    for _ in 1...2 { second = try ScoreFiles.adding(to: second, logs: logs) }
    #expect(second.scores.map(\.metric) == [.vmaf, .psnr])
    #expect(second.scores[0].values == [41, 49, 61, 69] && second.scores[1].values == [31, 39, 31, 39])
    #expect(
      second.notes == ["vmaf", "psnr"].map { "\($0): the scores that the video had were replaced" }
        && first.notes.isEmpty)
    let folder = try TemporaryFolder()
    let path = try folder.write("v.json", String(decoding: NativeVideo.write(second), as: UTF8.self))
    #expect(try VideoFile.loadAll(at: [path]).flatMap(\.videos).map(\.scores) == [second.scores])
  }

  @Test("scores that seem to be those of another rendition are doubted, by how much they differ in all segments")
  func swapped() throws {
    let right = try Self.scores([Self.json(), Self.json(20)])
    #expect(right.scoreDoubts.isEmpty)
    let swapped = try Self.scores([Self.json(20), Self.json()])
    #expect(
      swapped.scoreDoubts
        == ["VMAF", "PSNR dB"].map {
          "\($0) of rendition 1 (0.002 Mbit/s) is 20.0 below that of rendition 0 (0.001 Mbit/s) and higher in no segment: "
            + "scores go by rendition, the lowest bandwidth first"
        })
    // Better in one of the segments, a little less, or in another codec.
    func doubts(_ values: [Double], codecs: [String?] = [nil, nil]) throws -> [String] {
      let ladder = try Ladder([
        Rendition(bandwidth: 1000, codecs: codecs[0]), Rendition(bandwidth: 2000, codecs: codecs[1]),
      ])
      return try Video(name: "v", ladder: ladder, segmentDuration: 2, sizes: [[1, 2], [3, 4]])
        .adding(scores: QualityScores(.vmaf, values: values)).scoreDoubts
    }
    #expect(try doubts([90, 60, 90, 91]).isEmpty && doubts([90, 85, 90, 85]).isEmpty)
    #expect(try doubts([90, 60, 90, 60]).count == 1 && doubts([90, 60, 90, 90]).count == 1)
    #expect(try doubts([90, 60, 90, 60], codecs: ["hvc1.2.4.L90", "avc1.64001f"]).isEmpty)
    #expect(try doubts([90, 60, 90, 60], codecs: ["avc1.42C01E", "avc1.64001f"]).count == 1)
  }

  @Test("a measure that an early frame lacks is left out, whatever names later frames have for it")
  func gaps() throws {
    let json = Self.json().replacing("\"integer_adm2\": 1.1, \"psnr_y\"", with: "\"psnr_y\": 20.0, \"psnr\"")
    let first = try #require(json.firstRange(of: "\"psnr_y\": 20.0, \"psnr\": 30.0, "))
    let gap = json.replacingCharacters(in: first, with: "")
    #expect(try Self.scores([json, json]).scores.map(\.metric) == [.vmaf, .psnr])
    #expect(try Self.scores([gap, gap]).scores.map(\.metric) == [.vmaf])
  }

  @Test("every fifth frame is enough, and the lab's own JSON keeps the scores")
  func sparse() throws {
    let some = "Frame,vmaf\n" + Self.rows(0).filter { $0.frame % 5 == 0 }.map { "\($0.frame),\($0.vmaf)\n" }.joined()
    let video = try Self.scores([some, some])
    #expect(video.scores[0].values == [40, 40, 60, 60])
    let bytes = NativeVideo.write(video)
    let read = try NativeVideo.read(VideoInput(path: "v.json", content: .file(bytes)), options: VideoOptions())
    #expect(read[0].scores == video.scores)
  }

  @Test(
    "a log that is not of the video is refused with what is allowed",
    arguments: [
      ("Frame,vmaf\n0,10\n0,11\n", "ascend"), ("Frame,vmaf\n0,101\n", "0.0 to 100.0"),
      ("Frame,vmaf\n0,x\n", "0.0 to 100.0"),
      ("Frame,vmaf\n0\n", "2 fields"), ("Frame,adm\n0,1\n", "vmaf_phone"), ("n,vmaf\n", "libvmaf"), ("", "libvmaf"),
      ("Frame,vmaf\n0,10\n1,11\n", "--frame-rate"), ("{\"frames\": [{\"metrics\": {}}]}", "number of the frame"),
      ("{\"frames\": 3}", "array"), ("<VMAF><frames><frame vmaf=\"1\"/></frames></VMAF>", "number of the frame"),
      ("<VMAF", "XML"),
      ("Frame,vmaf\n" + (0..<100).map { "\($0),\($0 < 50 ? "1" : "nan")\n" }.joined(), "0.0 to 100.0"),
    ])
  func wrong(text: String, allowed: String) {
    let error = #expect(throws: VideoError.self) { try Self.scores([text, Self.json()]) }
    let message = error.map { "\($0)" } ?? "none"
    #expect(message.hasPrefix("0.log") && message.contains(allowed), "\(message)")
  }

  @Test("as many logs as renditions, with the same measures, at the frame rate that is said")
  func fit() throws {
    let few = #expect(throws: VideoError.self) { try Self.scores([Self.json()]) }
    #expect(
      few.map { "\($0)" } == "scores: found 1 file, expected 2, one for each rendition, the lowest bandwidth first")
    let other = Self.table().replacing("psnr_y", with: "adm")
    let lacking = #expect(throws: VideoError.self) { try Self.scores([Self.json(), other]) }
    #expect(lacking.map { "\($0)" }?.contains("psnr, which other logs have") == true)
    #expect(try Self.scores([Self.json(), Self.json()], frameRate: 25).scores[0].values == [40, 40, 60, 60])
    #expect(throws: VideoError.self) { try Self.scores([Self.json(), Self.json()], frameRate: 50) }
  }

  @Test("Puffer's folders are read in the order of the files' times, and refused where a file or a number is missing")
  func puffer() throws {
    let folder = try TemporaryFolder()
    let folders = ["low", "high"].map { "\(folder.path)/\($0)" }
    for (name, first, second) in [("low", 0.9, 0.8), ("high", 0.95, 0.85)] {
      // As text, 1000 would be first.
      try folder.write("\(name)/999.ssim", "\(first)\n")
      try folder.write("\(name)/1000.ssim", "\(second)\n")
      try folder.write("\(name)/notes.txt", "")
    }
    let scored = try ScoreFiles.adding(to: Self.video(), from: folders)
    #expect(scored.scores.first { $0.metric == .ssim }?.values == [0.9, 0.95, 0.8, 0.85])
    #expect(throws: VideoError.self) { try ScoreFiles.adding(to: Self.video(), from: Array(folders.prefix(1))) }
    for text in ["", "1.5", "none", "0.9\n0.8\n"] {
      try folder.write("high/999.ssim", text)
      let fault = #expect(throws: VideoError.self) { try ScoreFiles.adding(to: Self.video(), from: folders) }
      #expect("\(try #require(fault))".hasPrefix("\(folders[1])/999.ssim:1: ssim: "))
    }
    try FileManager.default.removeItem(atPath: "\(folders[1])/999.ssim")
    let fault = #expect(throws: VideoError.self) { try ScoreFiles.adding(to: Self.video(), from: folders) }
    #expect("\(try #require(fault))".contains("1 file NUMBER.ssim"))
  }
}
