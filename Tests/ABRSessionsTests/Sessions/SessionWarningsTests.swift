import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import Testing

@testable import ABRSessions

@Suite("Session warnings")
struct SessionWarningsTests {
  /// An item and a step of each kind that limits have a part in.
  static let limiting = """
    [[item]]
    [[step]]
    at = "1s"
    do = "viewport"
    size = "480x270"
    [[step]]
    at = "2s"
    do = "network"
    class = "expensive"
    [[step]]
    at = "3s"
    do = "limit"
    limits = "pixels:640x360"
    [[step]]
    at = "4s"
    do = "limit"
    limits = "none"
    """

  static let fixed = "whose rendition is fixed"

  static let limitCases: [(String, [String])] = [
    ("bba-0+viewport:1280x720+peak-expensive:1M", []),
    (
      "bba-0",
      [
        "s.toml:2: step[0]: the viewport changes nothing with bba-0, which has no viewport limit",
        "s.toml:6: step[1]: the class of the network changes nothing with bba-0, which has no peak-expensive limit",
      ]
    ),
    (
      "fixed:1",
      [
        "s.toml:10: step[2] (and 1 more): the limit changes nothing with fixed:1, \(fixed)",
        "s.toml:2: step[0]: the viewport changes nothing with fixed:1, \(fixed)",
        "s.toml:6: step[1]: the class of the network changes nothing with fixed:1, \(fixed)",
      ]
    ),
    (
      "fixed(caps=honour):1+peak-expensive:1M",
      [
        """
        s.toml:10: step[2] (and 1 more): the limit changes nothing with fixed(caps=honour):1+peak-expensive:1M, \
        \(fixed) and heeds peak limits only
        """,
        "s.toml:2: step[0]: the viewport changes nothing with fixed(caps=honour):1+peak-expensive:1M, \(fixed)",
      ]
    ),
  ]

  @Test(
    "steps that change nothing with a policy are told with their place",
    arguments: limitCases)
  func limits(policy: String, expected: [String]) throws {
    let plan = try SessionFileTests.plan(Self.limiting)
    #expect(plan.warnings(for: try PolicySpec(parsing: policy).policy()) == expected)
  }

  @Test("a peak limit under a fixed rule that honours peaks is not talked about")
  func honoured() throws {
    let step = "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"limit\"\nlimits = \"peak:600k\""
    let policy = try PolicySpec(parsing: "fixed(caps=honour):1").policy()
    #expect(try SessionFileTests.plan(step).warnings(for: policy).isEmpty)
    let deaf = try PolicySpec(parsing: "fixed:1").policy()
    #expect(try SessionFileTests.plan(step).warnings(for: deaf).count == 1)
  }

  /// A video of 60 s in segments of 2 s; the cheapest rendition has 3.75 MB.
  static func warnings(_ text: String, seed: Int? = nil) throws -> [String] {
    try SessionFileTests.plan(text).warnings(videos: [try SessionPlanTests.video()], seed: seed)
  }

  static let live = "[[item]]\n[item.live]\n"

  static let mediaCases: [(String, String?)] = [
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"seek\"\nto = \"60s\"", nil),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"seek\"\nto = \"61s\"",
      "s.toml:2: step[0]: the seek to 61 s is beyond the end of v, 60 s: it goes to the end"
    ),
    ("[[item]]\nduration = \"6s\"", nil),
    ("[[item]]\nduration = \"8s..60s\"", nil),
    (
      "[[item]]\ncount = 3\nduration = \"5s\"",
      "s.toml:3: item[0].duration: 5 s is not a whole number of segments of 2 s: 4 s are played"
    ),
    (
      "[[item]]\nduration = \"500ms\"",
      "s.toml:2: item[0].duration: 0.5 s is not a whole number of segments of 2 s: 2 s are played"
    ),
    (
      "[[item]]\nduration = \"500ms..1500ms\"",
      "s.toml:2: item[0].duration: a range below one segment of 2 s: one segment is played, whatever is drawn"
    ),
    ("\(live)edge = \"30s\"", nil), ("\(live)edge = \"4s\"", nil),
    (
      "\(live)edge = \"60s\"",
      "s.toml:3: item[0].live.edge: 60 s is the end of the video at 60 s, or beyond: all of it exists when the session begins"
    ),
    (
      "\(live)edge = \"30s\"\nstart-index = 16\nmax-delay = \"40s\"",
      """
      s.toml:4: item[0].live.start-index: 16 segments before the edge lie before the beginning: with edge 30 s there are \
      15, and the viewer joins at the first one
      """
    ),
    (
      "\(live)edge = \"30s\"\nmax-delay = \"1s\"",
      """
      s.toml:4: item[0].live.max-delay: 1 s is shorter than a segment of 2 s, which exists only as a whole: catching up \
      runs into media that is not there yet
      """
    ),
    (
      "\(live)edge = \"30s\"\nmax-delay = \"2.5s\"",
      """
      s.toml:4: item[0].live.max-delay: 2.5 s lets catching up end at 2 s, not more than a segment of 2 s, which exists \
      only as a whole: catching up runs into media that is not there yet
      """
    ),
    ("\(live)edge = \"30s\"\nmax-delay = \"1s\"\ncatch-up-rate = 1", nil),
    (
      "\(live)edge = \"30s\"\nmax-delay = \"4s\"",
      """
      s.toml:4: item[0].live.max-delay: the viewer joins 3 segments before the edge, up to 6 s behind it and over the \
      max-delay of 4 s: catching up begins with playback
      """
    ),
    (
      "\(live)edge = \"30s\"\nstart-index = 4",
      """
      s.toml:4: item[0].live.start-index: the viewer joins 4 segments before the edge, up to 8 s behind it and over the \
      max-delay of 5 s: catching up begins with playback
      """
    ),
    ("\(live)edge = \"30s\"\nmax-delay = \"6s\"", nil),
    (
      "[session]\ncache = \"3MB\"\n[[item]]\nname = \"a\"",
      "s.toml:2: session.cache: 3 MB are fewer than the 3.75 MB of a in its cheapest rendition, which never fits as a whole"
    ),
    ("[session]\ncache = \"3750kB\"\n[[item]]", nil),
    ("[session]\ncache = \"3MB\"\n[[item]]\ncacheable = false", nil),
    ("[session]\ncache = \"3MB\"\n[[item]]\nduration = \"48s\"", nil),
  ]

  @Test(
    "what can never hold with the videos is told with place and numbers",
    arguments: mediaCases)
  func media(text: String, expected: String?) throws {
    #expect(try Self.warnings(text) == (expected.map { [$0] } ?? []))
  }

  @Test("the default of max-delay below one segment is warned of, where players catch up")
  func shortDefault() throws {
    func warnings(_ keys: String) throws -> [String] {
      let videos = [try SessionPlanTests.video(segments: 10, duration: 6)]
      return try SessionFileTests.plan("\(Self.live)edge = \"30s\"\n" + keys).warnings(videos: videos, seed: nil)
    }
    let found = try warnings("")
    #expect(
      found.count == 1
        && found[0].contains("live.max-delay: the default of 5 s is shorter than a segment of 6 s, which exists only"),
      "\(found)")
    #expect(try warnings("catch-up-rate = 1").isEmpty && warnings("max-delay = \"18s\"").isEmpty)
  }

  static let retryCases: [(String, String?)] = [
    ("count = 0\nreload-after = \"1s\"", nil),
    (
      "reload-after = \"1s\"",
      "s.toml:3: retry.reload-after: never takes effect with count = 2: the app is asked to reload only with count = 0"
    ),
    ("resume-limit = 2", "s.toml:3: retry.resume-limit: never takes effect without resume or resume-after"),
    ("resume-after = \"1s\"\nresume-limit = 2", nil),
    (
      "resume-after = \"1s\"\nresume-limit = 0",
      "s.toml:3: retry.resume-after: never takes effect with resume-limit = 0"
    ),
    (
      "interval = \"15s\"",
      """
      s.toml:3: retry.interval: an interval of 15 s is not shorter than the timeout of 15 s: a refused request is tried \
      again by the counted retries only, but by players that count errors
      """
    ),
    ("interval = \"14s\"", nil),
    (
      "timeout = \"300ms\"\ncount = 0",
      """
      s.toml:3: retry.timeout: an interval of 1 s is not shorter than the timeout of 0.3 s: a refused request is never \
      tried again, but by players that count errors
      """
    ),
    ("timeout = \"300ms\"\ncount = 0\nreload-after = \"1s\"", nil),
  ]

  @Test(
    "retries that never take effect are told",
    arguments: retryCases)
  func retries(keys: String, expected: String?) throws {
    #expect(try SessionFileTests.plan("[[item]]\n[retry]\n" + keys).warnings == (expected.map { [$0] } ?? []))
  }

  @Test("the warning about the interval is right about sessions", arguments: [1, 10, 14, 15, 16, 44, 60], [0, 2])
  func interval(seconds: Int, count: Int) throws {
    // Every request is refused: with two retries of 15 s the network is given up after 45 s, with none after 15 s.
    let plan = try SessionFileTests.plan(
      "[[item]]\n[[refusal]]\nat = \"0s\"\nfor = \"1h\"\n[retry]\ninterval = \"\(seconds)s\"\ncount = \(count)")
    var log = EventLog()
    // An answer takes time, so that an attempt and its refusal are two moments.
    let trace = try BandwidthTrace(name: "1M", rows: [.init(duration: 1000, bandwidth: 1_000_000, latency: 0.05)])
    let metrics = try SessionPlanTests.player(plan).play(over: Link(trace), observer: &log)
    let refused = log.events.count { if case .refused = $0.kind { true } else { false } }
    #expect((refused == metrics.retryCount + 1) == !plan.warnings.isEmpty, "\(seconds) s: \(refused) requests")
  }

  @Test("an outage that leaves all of the capacity is told")
  func fullOutage() throws {
    let plan = try SessionFileTests.plan("[[item]]\n[[outage]]\nat = \"1s\"\nfor = \"1s\"\nfactor = 1")
    #expect(plan.warnings == ["s.toml:5: outage[0].factor: 1 leaves all of the capacity: nothing changes"])
  }

  @Test(
    "what does not fit the videos is refused with its place in the file",
    arguments: [
      ("[[item]]\nduration = \"61s\"", "s.toml:2:1: item[0].duration: found 61.0 s, expected at most the 60.0 s of v"),
      (
        "[[item]]\n[[visit]]\nitem = 0\n[[visit]]\nitem = 0\nfrom = \"60s\"",
        "s.toml:6:1: visit[1].from: found 60.0 s, expected less than the item's 60.0 s"
      ),
    ])
  func places(text: String, message: String) throws {
    let plan = try SessionFileTests.plan(text)
    #expect {
      _ = try SessionPlanTests.player(plan)
    } throws: {
      $0 is ConfigurationError && "\($0)" == message
    }
  }
}
