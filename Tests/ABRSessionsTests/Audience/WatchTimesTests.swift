import ABRInput
import ABRPlayback
import Testing

@testable import ABRSessions

@Suite("Watch times of services")
struct WatchTimesTests {
  static func read(_ text: String, _ columns: String? = nil) throws -> WatchTimes {
    try WatchTimes(Array(text.utf8), file: "w.csv", columns: try columns.map { try WatchColumns(parsing: $0) })
  }

  @Test("a curve in seconds is told by its rows: falling from 1 or 100, or rising from 0")
  func curves() throws {
    let expected = try WatchCurve(seconds: [0, 1, 2, 5], remaining: [1, 0.8, 0.5, 0.25])
    #expect(try Self.read("0\t1\n1\t0.8\n2\t0.5\n5\t0.25\n").curve == expected)
    #expect(try Self.read("second,watching\n0,100\n1,80\n2,50\n5,25\n", "time:s,share:%").curve == expected)
    #expect(try Self.read("0 100\n1 80\n2 50\n5 25\n").curve == expected)
    #expect(try Self.read("# made by hand\n0 0 0.0\n1 0.2\n2 0.5\n\n5 0.75\n").curve == expected)
    #expect(try Self.read("x,gone,ms\na,0.2,1000\nb,0.5,2000\nc,0.75,5000\n", "time:ms@ms,left@gone").curve == expected)
    #expect(try Self.read("0 1\n1 0.5\n").viewers == nil)
  }

  @Test("who left at 0 leaves within a millisecond, and steps of a distribution are steps")
  func steps() throws {
    let curve = try Self.read("0 0.1\n0 0.2\n3 0.4\n3 0.6\n9 1\n", "time:s,left").curve
    #expect(curve.seconds == [0, 0.001, 3, 9])
    #expect(curve.remaining == [1, 0.8, 0.4, 0])
  }

  @Test("watch times give the share of those who watched longer")
  func list() throws {
    let times = try Self.read("who;watch_ms\na;4000\nb;1000\nc;2000\nd;2000\n", "watched:ms@watch_ms")
    #expect(times.viewers == 4)
    #expect(try times.curve == WatchCurve(seconds: [0, 1, 2, 4], remaining: [1, 0.75, 0.25, 0]))
    #expect(try Self.read("4\n1\n2\n2\n", "watched:s").curve == times.curve)
    #expect(try Self.read("a,2\nb,2\na,2\nc,1\nd,1\nd,1\n", "session,watched:s").curve == times.curve)
  }

  @Test("a session is watched from its first event to its last, in whatever order they stand")
  func events() throws {
    let text = """
      sid,at
      a,2026-05-01T10:00:00Z
      b,2026-05-01T10:00:04Z
      a,2026-05-01T10:00:08.5Z
      c,2026-05-01T10:00:09Z
      b,2026-05-01T10:00:01Z
      """
    let times = try Self.read(text, "session@sid,time@at")
    #expect(times.viewers == 3)
    #expect(times.curve.seconds == [0, 0.001, 3, 8.5])
    #expect(times.notes == ["1 of 3 sessions have one event only, and count as left at once"])
  }

  @Test("thinning moves no share by more than half a percent, and loses neither first nor last", arguments: 1...5)
  func thinning(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "watch times test")
    let model = WatchModel.lognormal(median: 9, sigma: 1.4)
    let times = (0..<5000).map { _ in (max(model.time(whenLeft: random.uniform()), 0.001) * 1e3).rounded() / 1e3 }
    let read = try Self.read(times.map { "\($0)\n" }.joined(), "watched:s")
    #expect(read.curve.seconds.count < 450)
    #expect(read.curve.seconds.last == times.max() && read.curve.remaining.last == 0)
    for second in stride(from: 0.5, to: 60, by: 0.5) {
      let observed = Double(times.count { $0 <= second }) / 5000
      let kept = WatchModel.retention(read.curve).share(leftBy: second)
      #expect(abs(observed - kept) <= 0.006, "seed \(seed), \(second) s: \(observed) and \(kept)")
    }
  }

  @Test(
    "what is wrong is told with line, column and the mend",
    arguments: [
      ("", nil, "w.csv: rows: missing, expected at least one"),
      ("4\n1\n", nil, "or --columns: watched:s for watch times"),
      ("0 1\n1 0.8\n2 0.9\n", nil, "w.csv:3: share: found \"0.9\", expected no more viewers than in the row before"),
      ("0 1\n2 0.8\n1 0.7\n9 0.1\n", nil, "w.csv:3: time: found \"1\", expected no less than in the row before"),
      ("0 1\n1 x\n3 0\n", "time:s,share", "w.csv:2: share: found \"x\", expected 0 to 1"),
      ("0 100\n1 50\n", "time:s,share", "shares in % are told by --columns"),
      ("a,4\nb,-1\n", "session,watched:s", "w.csv:2: watched: found \"-1\", expected a number of s, 0 or more"),
      ("a,4\n,1\n", "session,watched:s", "w.csv:2: session: missing"),
      ("a,4\nb\n", "session,watched:s", "w.csv:2: row: found 1 fields, expected at least 2"),
      ("a,4e9\nb,1\n", "session,watched:s", "at most a year; is the unit right?"),
      ("a,x\na,y\n", "session,time:s", "w.csv:2: time: found \"y\""),
      ("a,4\n", "session,watched:s", "w.csv: viewers: found 1"),
      ("sid,at\na,4\n", "session@sid,watched:s@when", "w.csv:1: --columns: found when, expected sid or at"),
      ("a,4\n", "session,watched", "--columns: column: found watched, expected a unit"),
      ("a,4\n", "session,seen:s", "expected watched, session, time, share or left or -"),
      ("a,4\n", "session", "expected watched or session,watched or"),
      ("a,4\n", "session,watched:s,watched:s", "expected watched or session,watched or"),
      ("a,4\n", "session:s,watched:s", "session, which has no unit"),
      ("a,4\n", "session@0,watched:s", "a number of a column from 1 on"),
      ("a,4\n", "time:s,share:kg", "expected share or share:%"),
    ])
  func wrong(text: String, columns: String?, message: String) throws {
    let error = try #require(throws: ViewerError.self) { try Self.read(text, columns) }
    #expect("\(error)".contains(message), "\(error)")
  }

  @Test("bytes of any kind are read or refused", arguments: 1...200)
  func noise(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "watch times noise")
    let signs = Array("0123456789.,;\t -e\n#aT:Z\"|%".utf8) + [0, 0xff]
    let bytes = (0..<300).map { _ in signs[Int(random.uniform() * Double(signs.count))] }
    for columns in [nil, "watched:s", "session,time:s", "time:s,share", "session,time"] {
      let columns = try columns.map { try WatchColumns(parsing: $0) }
      do throws(ViewerError) {
        let times = try WatchTimes(bytes, file: "w", columns: columns)
        #expect(times.curve.seconds.count >= 2)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
