import ABRTestSupport
import Testing

@testable import ABRMedia

@Suite struct PensieveSizesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ count: Int, _ content: (Int) -> String = { "\(100 + $0)\r\n\(200 + $0)\n" }) throws {
    for index in 0..<count { try folder.write("v/video_size_\(index)", content(index)) }
  }

  private func load() throws(VideoError) -> [VideoFile] { try VideoFile.loadAll(at: [folder.path + "/v"]) }

  private func message() -> String? {
    #expect(throws: VideoError.self) { try load() }?.description.replacing(folder.path, with: "")
  }

  @Test("six files are Pensieve's ladder in segments of four seconds")
  func six() throws {
    try write(6)
    let file = try #require(try load().first)
    let video = file.videos[0]
    #expect(file.format.name == "pensieve")
    #expect(video.name == "v")
    #expect(video.ladder.renditions.map(\.bandwidth) == [300_000, 750_000, 1_200_000, 1_850_000, 2_850_000, 4_300_000])
    #expect(video.sizes == [100, 101, 102, 103, 104, 105, 200, 201, 202, 203, 204, 205])
    #expect(video.starts == [0, 4, 8])
  }

  @Test("another number of files needs a ladder, whose order is that of the files")
  func withLadder() throws {
    try write(2)
    #expect(message() == "/v: files: found 2 of video_size_0, …, expected 3, 6, or a ladder.json with 2 renditions")
    try folder.write(
      "v/ladder.json",
      "{\"name\": \"Two\", \"segment_duration_s\": 1, \"renditions\": [{\"bandwidth_bps\": 900}, {\"bandwidth_bps\": 800}]}"
    )
    let video = try #require(try load().first).videos[0]
    #expect(video.name == "Two")
    #expect(video.ladder.renditions.map(\.bandwidth) == [800, 900])
    #expect(video.sizes == [101, 100, 201, 200])
    #expect(video.duration == 2)
  }

  @Test("a ladder of another length, or with sizes of its own, is refused")
  func wrongLadder() throws {
    try write(2)
    try folder.write("v/ladder.json", "{\"segment_duration_s\": 1, \"renditions\": [{\"bandwidth_bps\": 900}]}")
    #expect(message() == "/v: files: found 2 of video_size_0, …, expected 1, as in ladder.json")
    try folder.write(
      "v/ladder.json",
      "{\"segment_duration_s\": 1, \"renditions\": [{\"bandwidth_bps\": 9}], \"segment_sizes_bytes\": [[1]]}")
    #expect(message()?.hasPrefix("/v/ladder.json:1:1: document: found segment_sizes_bytes") == true)
  }

  @Test("a gap in the numbers and files that do not belong are named")
  func strangers() throws {
    try write(6)
    try folder.write("v/video_size_7", "1\n")
    #expect(message() == "/v: files: found video_size_7, expected video_size_0 to video_size_6 and ladder.json")
    try folder.write("v/README", "hello")
    try folder.write("v/a.txt", "hello")
    #expect(message() == "/v: files: found a.txt, expected video_size_0 to video_size_6 and ladder.json")
  }

  @Test(
    "a wrong line is named with its file and number",
    arguments: [
      ("", "/v/video_size_3:1: lines: missing, expected one for each segment"),
      ("1\n", "/v/video_size_3:1: lines: found 1, expected 2, as in video_size_0"),
      ("1\n2\n3\n", "/v/video_size_3:3: lines: found 3, expected 2, as in video_size_0"),
      ("1\n0\n", "/v/video_size_3:2: bytes: found \"0\", expected a whole number from 1 to 1000000000000"),
      ("1\n-7\n", "/v/video_size_3:2: bytes: found \"-7\", expected a whole number from 1 to 1000000000000"),
      ("1.5\n2\n", "/v/video_size_3:1: bytes: found \"1.5\", expected a whole number from 1 to 1000000000000"),
      ("1\n\n2\n", "/v/video_size_3:2: bytes: missing, expected a whole number from 1 to 1000000000000"),
      ("1\nnan\n", "/v/video_size_3:2: bytes: found \"nan\", expected a whole number from 1 to 1000000000000"),
      ("1\n1e999\n", "/v/video_size_3:2: bytes: found \"1e999\", expected a whole number from 1 to 1000000000000"),
      ("1 2\n2\n", "/v/video_size_3:1: bytes: found \"1 2\", expected a whole number from 1 to 1000000000000"),
    ])
  func errors(content: String, expected: String) throws {
    try write(6) { $0 == 3 ? content : "1\n2\n" }
    #expect(message() == expected)
  }

  @Test("a collection of such folders is one video each")
  func collection() throws {
    for name in ["b", "a"] { for index in 0..<6 { try folder.write("v/\(name)/video_size_\(index)", "5\n") } }
    #expect(try load().map { $0.videos[0].name } == ["a", "b"])
  }
}
