import ABRTestSupport
import Testing

@testable import ABRPlayback

@Suite struct RecordedViewersTests {
  private static func message(_ text: String, trace: String = "0") throws -> String? {
    let videos = try MM22Fixture.queue(chunks: [3, 2], bytes: 1).videos
    do {
      _ = try RecordedViewers(Array(text.utf8), file: "w.json").watchTimes(for: trace, videos: videos)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a list of whole milliseconds for each trace is read, up to the whole of a video")
  func valid() throws {
    let videos = try MM22Fixture.queue(chunks: [3, 2], bytes: 1).videos
    let viewers = try RecordedViewers(Array(#"{"0": [0, 2000], "a b.csv": [3000.0, 1e3]}"#.utf8), file: "w.json")
    #expect(try viewers.watchTimes(for: "0", videos: videos) == [0, 2000])
    #expect(try viewers.watchTimes(for: "a b.csv", videos: videos) == [3000, 1000])
    #expect(viewers.sha256.count == 64)
  }

  @Test(
    "what is wrong is named with file, line, trace and what is allowed",
    arguments: [
      (
        "{\"1\": [1, 2]}",
        "w.json: 0: found no such trace among 1, expected a list of 2 watch times for each trace of the run"
      ),
      ("{\n\"0\": [1]}", "w.json:2: 0: found 1 watch times, expected 2, one for each video"),
      ("{\"0\": []}", "w.json:1: 0: found 0 watch times, expected 2, one for each video"),
      ("{\"0\": [1,\n 2001]}", "w.json:2: 0[1]: found 2001, expected 0 to 2000 ms, the duration of v1"),
      ("{\"0\": [1, -2]}", "w.json:1:11: 0[1]: found -2, expected 0 ms or more"),
      ("{\"0\": [1, NaN]}", "w.json:1:11: 0[1]: found \"NaN]}\", expected a value"),
      ("{\"0\": [1, null]}", "w.json:1:11: 0[1]: found null, expected a number"),
      ("{\"0\": [1, 2.5]}", "w.json:1:11: 0[1]: found 2.5, expected a whole number, at most 9007199254740992"),
      ("{\"0\": [1, 1e999]}", "w.json:1:11: 0[1]: found 1e999, expected a whole number, at most 9007199254740992"),
      ("{\"0\": [1, \"2\"]}", "w.json:1:11: 0[1]: found a string, expected a number"),
      ("{\"0\": 1}", "w.json:1:7: 0: found a number, expected an array"),
      ("[1, 2]", "w.json:1:1: document: found an array, expected an object"),
      ("{\"0\": [1, 2], \"0\": [1, 2]}", "w.json:1:20: 0: found this trace twice, expected once each"),
      ("{\"0\": [1, 2]} x", "w.json:1:15: document: found \"x\", expected the end of the file"),
      ("", "w.json:1:1: document: found the end of the file, expected a value"),
    ])
  func errors(text: String, message: String) throws {
    #expect(try Self.message(text) == message)
  }

  @Test("a missing file and a folder are unreadable")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ViewerError.unreadable(file: folder.path, reason: "is a folder")) {
      try RecordedViewers(contentsOf: folder.path)
    }
    #expect(throws: ViewerError.unreadable(file: folder.path + "/w", reason: "no such file or directory")) {
      try RecordedViewers(contentsOf: folder.path + "/w")
    }
  }
}

@Suite struct RetentionCurveTests {
  private static func read(_ text: String, seconds: Int = 3) throws -> RetentionCurve {
    try RetentionCurve(Array(text.utf8), file: "ret", seconds: seconds)
  }

  @Test("seconds and shares are read, separated by a tab or spaces, with or without an end mark")
  func valid() throws {
    #expect(try Self.read("0\t1\n1\t0.5\n2\t0.25\n3  0").shares == [1, 0.5, 0.25, 0])
    #expect(try Self.read("0 1\r\n1 0.5\r\n2 0.5\r\n").shares == [1, 0.5, 0.5])
  }

  @Test(
    "what is wrong is named with file, line and field",
    arguments: [
      ("0 1\n1 0.5\n", "ret: lines: found 2, expected at least 3, one for each second"),
      ("", "ret: lines: found 0, expected at least 3, one for each second"),
      ("0 1\n2 0.5\n", "ret:2: second: found 2.0, expected 1"),
      ("0 1\n1 0.5\n2 0.6\n", "ret:3: share: found 0.6, expected 0 to 0.5, as viewers only become fewer"),
      ("0 1.5\n", "ret:1: share: found 1.5, expected 0 to 1.0, as viewers only become fewer"),
      ("0 -1\n", "ret:1: share: found -1.0, expected 0 to 1.0, as viewers only become fewer"),
      ("0 nan\n", "ret:1: line: found \"0 nan\", expected two numbers, second and share"),
      ("0 1 2\n", "ret:1: line: found \"0 1 2\", expected two numbers, second and share"),
    ])
  func errors(text: String, message: String) {
    #expect(throws: ViewerError.self) { try Self.read(text) }
    do { _ = try Self.read(text) } catch { #expect("\(error)" == message) }
  }
}
