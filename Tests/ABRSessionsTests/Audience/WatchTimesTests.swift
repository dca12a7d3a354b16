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
    #expect(curve.seconds == [0, 0.001, 0.001, 3, 3, 9])
    #expect(curve.remaining == [1, 0.9, 0.8, 0.6, 0.4, 0])
    #expect(try Self.read("0 0\n3 0.2\n3 0.4\n3 0.6\n9 1\n", "time:s,left").curve.seconds == [0, 3, 3, 9])
  }

  @Test("watch times give the share of those who watched longer")
  func list() throws {
    let times = try Self.read("who;watch_ms\na;4000\nb;1000\nc;2000\nd;2000\n", "watched:ms@watch_ms")
    #expect(times.viewers == 4)
    #expect(
      try times.curve
        == WatchCurve(seconds: [0, 1, 1, 2, 2, 4, 4], remaining: [1, 1, 0.75, 0.75, 0.25, 0.25, 0]))
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
    #expect(times.curve.seconds == [0, 0.001, 0.001, 3, 3, 8.5, 8.5])
    #expect(times.notes == ["1 of 3 sessions have one event only, and count as left at once"])
    // Times of day of another session are no midnight.
    let day = try Self.read("a,01:00:00\nb,22:00:00\na,01:05:00\nb,22:10:00\n", "session@1,time@2")
    #expect(day.curve.seconds == [0, 300, 300, 600, 600])
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

  /// Watch times of audiences by what they are.
  static func audience(_ name: String) -> [Double] {
    var times: [Double] = []
    switch name {
    case "all at one time": times = [Double](repeating: 30, count: 200)
    case "samplers and finishers":
      for index in 0..<30 { times.append(Double(index % 3 + 1)) }
      times += [Double](repeating: 60, count: 70)
    case "rounded to 30 s":
      for index in 0..<1000 {
        let seconds: Int = index * 7919 % 1000
        times.append(Double(seconds / 30 * 30 + 30))
      }
    case "many, a third of them at one time":
      for index in 1...3000 { times.append(index % 3 == 0 ? 90 : Double(index) / 10) }
    default: times = [4, 9.5, 11, 200]
    }
    return times.sorted()
  }

  @Test(
    "quantiles and mean of what is played are those of what was watched, also of tied times",
    arguments: [
      "all at one time", "samplers and finishers", "rounded to 30 s", "many, a third of them at one time", "a few",
    ])
  func tied(name: String) throws {
    let watched = Self.audience(name)
    let text = watched.map { "\($0)\n" }.joined()
    let curve = try Self.read(text, "watched:s").curve
    let count = Double(watched.count)
    var played: [Double] = []
    for index in watched.indices {
      let share: Double = (Double(index) + 0.5) / count
      played.append(WatchModel.retention(curve).time(whenLeft: share))
    }
    // Thinned, half a percent of the viewers may leave a little earlier or later.
    let isExact = Set(watched).count <= 200
    let reach = isExact ? 0 : watched.count / 200
    for (index, seconds) in played.enumerated() {
      let (first, last) = (index - reach, min(watched.count - 1, index + reach))
      #expect(seconds >= (first < 0 ? 0 : watched[first]) && seconds <= watched[last], "\(index): \(seconds)")
    }
    let (mean, own) = (played.reduce(0, +) / count, watched.reduce(0, +) / count)
    #expect(abs(mean - own) <= (isExact ? 1e-9 : 0.005) * own, "\(mean) and \(own)")
  }

  @Test("a quantile is the first time by which at least its share has left, as of any values")
  func quantiles() throws {
    func quantiles(_ times: [Int], _ shares: [Double]) throws -> [Double] {
      let model = WatchModel.retention(try Self.read(times.map { "\($0)\n" }.joined(), "watched:s").curve)
      return shares.map { (model.quantile(at: $0) * 1e6).rounded() / 1e6 }
    }
    #expect(try quantiles([1, 100], [0.25, 0.5, 0.51]) == [1, 1, 100])
    #expect(try quantiles(Array(1...10), [0.1, 0.5, 0.75, 0.9, 0.91]) == [1, 5, 8, 9, 10])
    // Where a curve falls each share has one time; a share that it never reaches has none.
    let line = WatchModel.retention(try WatchCurve(seconds: [0, 10, 60], remaining: [1, 0.5, 0.5]))
    #expect(line.quantile(at: 0.25) == 5 && line.quantile(at: 0.5) == 10)
    #expect(line.quantile(at: 0.51) == WatchModel.longest)
  }

  @Test("shares of 0 to 1 that are told to be % are told of")
  func shareUnit() throws {
    let notes = try Self.read("0,1\n10,0.5\n60,0.2\n", "time:s,share:%").notes
    #expect(notes == ["share is at most 1 %; leave :% out of --columns where shares are 0 to 1"])
    for highest in ["0.8", "1"] {
      let left = try Self.read("0,0\n10,0.5\n60,\(highest)\n", "time:s,left:%").notes
      #expect(left.first?.hasPrefix("left is at most \(highest) %") == true, "\(highest)")
    }
    #expect(try Self.read("0,100\n10,50\n60,0.2\n", "time:s,share:%").notes.isEmpty)
    #expect(try Self.read("0,1\n10,0.005\n60,0.002\n", "time:s,share").notes.isEmpty)
  }

  /// Requests of 4 s of media each: two sessions that end, one that goes on when the log ends, one that begins then.
  static let requests = [(0, "a"), (2, "b"), (4, "a"), (6, "b"), (8, "a"), (10, "c"), (14, "c"), (16, "d")]
  static let logs: [(String, @Sendable (Int, String) -> String)] = [
    (
      "a query in a line without a duration",
      { at, sid in
        let at = at < 10 ? "0\(at)" : "\(at)"
        return
          #"1.2.3.4 - - [01/May/2024:10:00:\#(at) +0000] "GET /1?CMCD=d%3D4000%2Cot%3Dv%2Csid%3D%22\#(sid)%22 HTTP/1.1" 200 9"#
      }
    ),
    (
      "headers of their own",
      { at, sid in
        #"{"msec":\#(1000 + at),"request_time":0,"bytes_sent":9,"cmcd_object":"br=9,d=4000,ot=v","cmcd_session":"sid=\"\#(sid)\""}"#
      }
    ),
    (
      "members of an object",
      { at, sid in
        #"{"reqTimeSec":"\#(1000 + at)","transferTimeMSec":0,"bytes":9,"cmcd":{"sid":"\#(sid)","d":4000}}"#
      }
    ),
    ("events", { at, sid in #"e=t,ts=\#(1_000_000 + at * 1000),d=4000,sid="\#(sid)",v=2"# }),
    (
      "events as JSON",
      { at, sid in
        #"{"e":"rr","ts":\#(1_000_000 + at * 1000),"ttlb":9,"d":4000,"sid":"\#(sid)"}"#
      }
    ),
  ]

  @Test(
    "a session of a log lasts as long as the media it asked for, or at least until the log ends",
    arguments: logs.indices)
  func visits(index: Int) throws {
    let line = Self.logs[index].1
    let times = try Self.read(Self.requests.map { line($0.0, $0.1) + "\n" }.joined())
    #expect(times.viewers == 4 && times.notes.count == 1, "\(times)")
    #expect(times.notes[0].hasPrefix("2 of 4 sessions still run when the log ends"))
    #expect(try times.curve == WatchCurve(seconds: [0, 8, 8, 12, 12], remaining: [1, 1, 0.5, 0.5, 0]))
  }

  @Test("a log without sessions is refused with what to do")
  func noSessions() throws {
    let error = try #require(throws: ViewerError.self) { try Self.read("e=t,ts=1000,v=2\ne=t,ts=2000,v=2\n") }
    #expect(
      "\(error)" == "w.csv: sid: found none in 2 requests, expected the session id of CMCD in queries, headers or "
        + "members, or a table with --columns session,time:s")
    let still = try #require(throws: ViewerError.self) { try Self.read("e=t,ts=1,sid=\"a\"\ne=t,ts=1,sid=\"b\"\n") }
    #expect("\(still)".contains("found all 2 still watching when the log ends"))
  }

  @Test("watch times of a player with a full buffer are too long by up to a segment", arguments: 1...20)
  func segments(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "visits")
    // A buffer of 20 s is filled in 5 s, then a segment of 4 s is asked for every 4 s.
    let watched = (random.uniform(in: 30..<300) * 1000).rounded() / 1000
    let asked = [0, 1, 2, 3, 4] + stride(from: 5, to: watched, by: 4)
    let lines = asked.map { #"e=rr,ts=\#(Int($0 * 1000)),d=4000,sid="a""# } + [#"e=rr,ts=900000,sid="b""#]
    let curve = try Self.read(lines.joined(separator: "\n")).curve
    let error = try #require(curve.seconds.last) - watched
    #expect(error > 0 && error <= 4, "seed \(seed): \(error)")
  }

  @Test(
    "what is wrong is told with line, column and the mend",
    arguments: [
      ("", nil, "w.csv: rows: missing, expected at least one"),
      ("a\u{0},\u{0}4\u{0}\n\u{0}", "session,watched:s", "w.csv: text: found UTF-16, expected UTF-8"),
      ("4\n1\n", nil, "or --columns: watched:s for watch times"),
      ("0 1\n1 0.8\n2 0.9\n", nil, "w.csv:3:3: share: found \"0.9\", expected no more viewers than in the row before"),
      ("0 1\n2 0.8\n1 0.7\n9 0.1\n", nil, "w.csv:3:1: time: found \"1\", expected no less than in the row before"),
      ("0 1\n1 x\n3 0\n", "time:s,share", "w.csv:2:3: share: found \"x\", expected 0 to 1"),
      ("0 100\n1 50\n", "time:s,share", "shares in % are told by --columns"),
      ("a,4\nb,-1\n", "session,watched:s", "w.csv:2:3: watched: found \"-1\", expected a number of s, 0 or more"),
      ("a,4\n,1\n", "session,watched:s", "w.csv:2:1: session: missing"),
      (
        "a;1\nb;2,5\n", "session,watched:s",
        "w.csv:2:3: watched: found \"2,5\", expected a number of s, 0 or more; with a point and no commas, such as 1.5"
      ),
      ("a,4\nb\n", "session,watched:s", "w.csv:2: row: found 1 field, expected at least 2"),
      ("a,4e9\nb,1\n", "session,watched:s", "at most a year; is the unit right?"),
      ("a,x\na,y\n", "session,time:s", "w.csv:2:3: time: found \"y\""),
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
