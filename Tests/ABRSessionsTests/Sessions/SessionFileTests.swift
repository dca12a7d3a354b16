import ABRInput
import ABRPlayback
import ABRPolicies
import ABRTestSupport
import Testing

@testable import ABRSessions

@Suite("Session files")
struct SessionFileTests {
  static let ladder = """
    {"name": "own", "segment_duration_s": 2, "renditions": [{"bandwidth_bps": 500000}, {"bandwidth_bps": 1000000}],
     "segment_sizes_bytes": [\((0..<30).map { _ in "[125000, 250000]" }.joined(separator: ","))]}
    """

  static func plan(_ text: String, folder: String = ".") throws -> SessionPlan {
    try SessionFile.plan(parsing: Array(text.utf8), file: "s.toml", folder: folder)
  }

  @Test("every key of a session is read")
  func everything() throws {
    let plan = try Self.plan(
      """
      [session]
      preload = "network-balance(open=15s,close=3s)"
      cache = "200MB"
      authorisation = "2kB"
      back-buffer = "60s"
      patience = "8s"
      advances = false
      autoplays = false
      plays-on-expensive-network = false
      page = 2
      page-bytes = "5kB"
      render-delay = "80ms"
      pre-render = true
      [[item]]
      name = "clip"
      count = 3
      duration = "8s..60s"
      overhead = "2kB"
      cacheable = false
      [[item]]
      name = "channel"
      duration = "20s"
      [item.live]
      edge = "60s"
      start-index = 2
      max-delay = "4s"
      catch-up-rate = 1.1
      drop-margin = "3s"
      fetches-while-paused = true
      preserves-delay = true
      [[item]]
      [[visit]]
      item = "clip 2"
      from = "1s"
      until = "20s"
      keeps-buffer = true
      [[visit]]
      item = 4
      role = "ad"
      skippable-after = "5s"
      [[visit]]
      item = 0
      role = "bumper"
      [[outage]]
      at = "50s"
      for = "10s"
      [[outage]]
      at = "20s"
      for = "5s"
      factor = 0.5
      [[refusal]]
      at = "80s"
      for = "2s"
      [retry]
      timeout = "5s"
      count = 1
      errors = 3
      interval = "500ms"
      reload-after = "1s"
      resume-after = "2s"
      resume-limit = 4
      [[side-flow]]
      at = "3s"
      bytes = "2MB"
      gated = true
      [[download]]
      at = "4s"
      item = "clip 2"
      bitrate = "800k"
      """)
    #expect(plan.preload == (try PreloadSpec(parsing: "network-balance(open=15s,close=3s)")))
    #expect(plan.cache == CacheSettings(capacity: 200_000_000, authorisationBytes: 2000))
    #expect(plan.backBuffer == 60)
    #expect(plan.pages == PageSettings(visits: 2, bytes: 5000))
    #expect(plan.render == RenderSettings(delay: 0.08, isAhead: true))
    #expect(plan.patience == 8)
    #expect(!plan.advances && !plan.autoplays && !plan.playsOnExpensiveNetwork)
    let clips = (1...3).map {
      SessionPlan.Item("clip \($0)", duration: 8...60, overheadBytes: 2000, isCacheable: false)
    }
    let live = LiveSettings(
      edge: 60, startIndex: 2, maxDelay: 4, catchUpRate: 1.1, dropMargin: 3, fetchesWhilePaused: true,
      preservesDelay: true)
    #expect(
      plan.items == clips + [SessionPlan.Item("channel", duration: 20...20, live: live), SessionPlan.Item("item 3")])
    #expect(
      plan.visits == [
        Visit(item: 1, from: 1, until: 20, keepsBuffer: true), Visit(item: 4, role: .ad(skippableAfter: 5)),
        Visit(item: 0, role: .bumper),
      ])
    #expect(
      plan.faults
        == FaultSettings(
          stretches: [.init(from: 20, for: 5, factor: 0.5), .init(from: 50, for: 10)],
          refusals: [.init(from: 80, for: 2)]))
    #expect(
      plan.retry?.applied(to: RetrySettings())
        == RetrySettings(
          timeout: 5, count: 1, windows: .eachRetry, interval: 0.5, errorCount: 3, reloadDelay: 1, resume: .after(2),
          resumeLimit: 4))
    // Where the player has time-outs of its own the session changes what it names.
    #expect(
      plan.retry?.applied(to: .hlsJS)
        == RetrySettings(
          timeout: 5, count: 1, counting: .always, fetchesRest: false, interval: 0.5, errorCount: 3, backoff: .double,
          longestDelay: 8, reloadDelay: 1, resume: .after(2), resumeLimit: 4))
    #expect(plan.sideFlows == [SideFlow(at: 3, bytes: 2_000_000, isGated: true)])
    #expect(plan.downloads == [SessionPlan.Download(start: 4, item: 1, minimumBitrate: 800_000)])
    #expect(
      plan.warnings == [
        "s.toml:59: retry.reload-after: never takes effect with count = 1: the app is asked to reload only with count = 0",
        "s.toml:30: item[1].live.preserves-delay: never takes effect without a step pause or suspend",
      ])
  }

  @Test("without more than an item everything is the default")
  func defaults() throws {
    let plan = try Self.plan("[[item]]\ncount = 2")
    #expect(plan.items == [SessionPlan.Item("item 1 1"), SessionPlan.Item("item 1 2")])
    #expect(plan.visits == [Visit(item: 0), Visit(item: 1)])
    #expect(plan.faults == FaultSettings() && plan.retry == nil)
    #expect(plan.steps.isEmpty && plan.viewer == nil && plan.preload == nil && plan.render == RenderSettings())
    #expect(plan.patience == .infinity && plan.advances && plan.autoplays && plan.playsOnExpensiveNetwork)
  }

  static let kinds: [(String, SessionPlan.Action)] = [
    ("do = \"next\"", .script(.next)), ("do = \"previous\"", .script(.previous)), ("do = \"pause\"", .script(.pause)),
    ("do = \"play\"", .script(.play)), ("do = \"suspend\"", .script(.suspend)), ("do = \"skip\"", .script(.skip)),
    ("do = \"leave\"", .script(.leave)), ("do = \"fail\"", .script(.fail)),
    ("do = \"refuse\"", .script(.refuse(.streamLimit))),
    ("do = \"seek\"\nto = \"300s\"", .script(.seek(to: 300))), ("do = \"seek\"\nby = \"-10s\"", .script(.seekBy(-10))),
    ("do = \"seek\"\nby = \"500ms\"", .script(.seekBy(0.5))), ("do = \"rate\"\nrate = 2", .script(.rate(2))),
    ("do = \"go-to\"\nvisit = 1", .script(.index(1))), ("do = \"insert\"\nitem = \"b\"", .script(.insert(item: 1))),
    ("do = \"network\"\nclass = \"expensive\"", .network(isExpensive: true)),
    ("do = \"select-rendition\"\nrendition = 2", .rendition(2)), ("do = \"select-auto\"", .rendition(nil)),
    ("do = \"network\"\nclass = \"normal\"", .network(isExpensive: false)),
    ("do = \"viewport\"\nsize = \"480x270\"", .viewport(Viewport(size: PictureSize(width: 480, height: 270)))),
    ("do = \"viewport\"\nsize = \"none\"", .viewport(nil)),
    ("do = \"side-flow\"\nbytes = \"2MB\"", .script(.sideFlow(bytes: 2_000_000))),
    ("do = \"side-flow\"\nbytes = 49820", .script(.sideFlow(bytes: 49820))),
    ("do = \"side-flow\"\nbytes = 1", .script(.sideFlow(bytes: 1))),
    ("do = \"refresh\"\nfor = \"1s\"", .script(.refresh(seconds: 1))),
    ("do = \"low-memory\"\nfor = \"9s\"", .script(.lowMemory(seconds: 9))),
  ]

  @Test("who has a video or sources of its own needs none of the run")
  func ownVideos() throws {
    let folder = try TemporaryFolder()
    try folder.write("own.json", Self.ladder)
    let sources = "[[item]]\nsources = [{video = \"own.json\"}]\n"
    let plan = try Self.plan("\(sources)[[item]]\nvideo = \"own.json\"", folder: folder.path)
    #expect(try !plan.playsVideosOfRun && SessionPlanTests.player(plan, videos: []).queue.items.count == 2)
    #expect(try Self.plan("\(sources)[[item]]", folder: folder.path).playsVideosOfRun)
  }

  @Test("a downloaded item is not requested, and not downloaded again")
  func downloaded() throws {
    #expect(
      try Self.plan("[[item]]\nbitrate = \"1M\"").warnings
        == ["s.toml:2: item[0].bitrate: never takes effect without downloaded = true"])
    let others = [
      "overhead = \"1kB\"", "cacheable = true", "live = {edge = \"9s\"}", "requests-before = [\"1kB\"]",
      "address-lifetime = \"9s\"", "[[download]]\nat = \"1s\"\nitem = 0",
    ]
    for other in others {
      #expect(throws: ConfigurationError.self) { try Self.plan("[[item]]\ndownloaded = true\n\(other)") }
      _ = try Self.plan("[[item]]\ndownloaded = false\n\(other)")
    }
  }

  @Test("settings of the session that never take effect are told")
  func idle() throws {
    let plan = try Self.plan("[[item]]\n[session]\npre-render = true")
    #expect(plan.warnings == ["s.toml:3: session.pre-render: never takes effect without render-delay"])
    #expect(
      try Self.plan("[[item]]\n[session]\npage-bytes = \"9B\"").warnings
        == ["s.toml:3: session.page-bytes: never takes effect without page"])
    #expect(try Self.plan("[[item]]\n[session]\npage = 3").pages == PageSettings(visits: 3, bytes: 20_000))
  }

  @Test("every kind of step becomes its action", arguments: kinds)
  func steps(text: String, action: SessionPlan.Action) throws {
    let moments: [(String, Script.Moment)] = [
      ("at", .time(3)), ("since-start-of-item", .itemTime(3)), ("watched", .watched(3)), ("position", .position(3)),
    ]
    for (key, moment) in moments {
      let plan = try Self.plan("[[item]]\nname = \"a\"\n[[item]]\nname = \"b\"\n[[step]]\n\(key) = \"3s\"\n\(text)")
      #expect(plan.steps == [SessionPlan.Step(moment, action)])
    }
  }

  @Test("limits and sources of steps are read")
  func limitsAndSources() throws {
    let folder = try TemporaryFolder()
    try folder.write("v/own.json", Self.ladder)
    let plan = try Self.plan(
      """
      [[item]]
      video = "v/own.json"
      [[step]]
      at = "1s"
      do = "limit"
      limits = "pixels:1280x720+peak:520k"
      [[step]]
      at = "2s"
      do = "source"
      video = "v/own.json"
      [[step]]
      at = "3s"
      do = "limit"
      limits = "none"
      """, folder: folder.path)
    #expect(
      plan.steps.map(\.action) == [
        .limits(try LimitChange(parsing: "peak:520k+pixels:1280x720")), .source(0),
        .limits(try LimitChange(parsing: "none")),
      ])
    #expect(plan.videos.count == 1)
    #expect(plan.items[0].source == .own(0))
    #expect(plan.videos[0].video.duration == 60)
  }

  @Test("a rate of nothing or less counts as 1, as in the SDK, and that is said", arguments: ["0", "-2", "-0.5"])
  func coercedRate(rate: String) throws {
    let plan = try Self.plan("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"rate\"\nrate = \(rate)")
    #expect(plan.steps == [SessionPlan.Step(.time(1), .script(.rate(1)))])
    #expect(plan.warnings.count == 1)
    #expect(plan.warnings.first?.hasPrefix("s.toml:5: step[0].rate: ") == true)
  }

  static let mistakes: [(String, String)] = [
    ("", "s.toml:1: item: missing, expected at least one [[item]]"),
    ("[[itme]]", "s.toml:1:3: itme: unknown key; did you mean item?"),
    ("[item]\nname = \"a\"", "s.toml:1:2: item: found a table, expected tables: [[item]]"),
    ("[[item]]\ncuont = 3", "s.toml:2:1: item[0].cuont: unknown key; did you mean count?"),
    (
      "[session]\nmenu = []\n[[item]]",
      "s.toml:2:1: session.menu: found an array of 0, expected at least one entry; leave it out for no menu"
    ),
    (
      "[[item]]\nrequests-before = [0]",
      "s.toml:2:1: item[0].requests-before: found an array of 1, expected sizes of at least 1 byte such as [\"12kB\"]"
    ),
    ("[[item]]\nsources = []", "s.toml:2:1: item[0].sources: found an array of 0, expected at least one source"),
    ("[[item]]\ncount = 0", "s.toml:2:1: item[0].count: found 0, expected a whole number, 1 to 10000"),
    ("[[item]]\ncount = 9000\n[[item]]\ncount = 1001", "s.toml:4:1: item[1].count: found 1001, expected at most 10000"),
    ("[[item]]\nname = \"a\"\n[[item]]\nname = \"a\"", "s.toml:4:1: item[1].name: found \"a\" again"),
    ("[[item]]\nname = \"\"", "s.toml:2:1: item[0].name: found \"\""),
    ("[[item]]\nduration = \"60s..8s\"", "s.toml:2:1: item[0].duration: found \"60s..8s\", expected a duration of"),
    ("[[item]]\nduration = \"8\"", "s.toml:2:1: item[0].duration: found \"8\""),
    ("[[item]]\nduration = \"1s..2s..3s\"", "s.toml:2:1: item[0].duration"),
    (
      "[[item]]\nvideo = \"none.json\"",
      "s.toml:2:1: item[0].video: ./none.json: cannot be read: no such file or directory"
    ),
    ("[[item]]\noverhead = \"2kb\"", "s.toml:2:1: item[0].overhead: found \"2kb\", expected a size such as"),
    (
      "[[item]]\noverhead = 10000000000001",
      "s.toml:2:1: item[0].overhead: found 10000000000001, expected at most 10TB"
    ),
    (
      "[[item]]\nrequests-before = [9223372036854775807, 9223372036854775807]",
      "s.toml:2:1: item[0].requests-before: found 9223372036854775807, expected at most 10TB"
    ),
    (
      "[[item]]\noverhead = \"10001GB\"",
      "s.toml:2:1: item[0].overhead: found \"10001GB\", expected at most 10TB"
    ),
    ("[[item]]\noverhead = -1", "s.toml:2:1: item[0].overhead: found -1, expected a size such as"),
    ("[[item]]\n[item.live]\nstart-index = 1", "s.toml:2: item[0].live.edge: missing"),
    (
      "[[item]]\n[item.live]\nedge = \"60s\"\ncatch-up-rate = 0.5",
      "s.toml:4:1: item[0].live.catch-up-rate: found 0.5, expected a number, 1 to 4"
    ),
    (
      "[[item]]\nname = \"clip\"\ncount = 2\n[[visit]]\nitem = \"clip\"",
      "s.toml:5:1: visit[0].item: found \"clip\"; did you mean clip 1? Expected the name of an item (clip 1, clip 2) or its index, 0 to 1"
    ),
    ("[[item]]\n[[visit]]\nitem = 1", "s.toml:3:1: visit[0].item: found 1"),
    ("[[item]]\n[[visit]]\nfrom = \"1s\"", "s.toml:2: visit[0].item: missing"),
    (
      "[[item]]\n[[visit]]\nitem = 0\nfrom = \"9s\"\nuntil = \"9s\"",
      "s.toml:5:1: visit[0].until: found \"9s\", expected a time after from"
    ),
    (
      "[[item]]\n[[visit]]\nitem = 0\nrole = \"add\"",
      "s.toml:4:1: visit[0].role: found \"add\"; did you mean ad? Expected content, ad or bumper"
    ),
    (
      "[[item]]\n[[visit]]\nitem = 0\nskippable-after = \"5s\"",
      "s.toml:4:1: visit[0].skippable-after: only an ad can be skipped, not content"
    ),
    ("[[item]]\n[[step]]\nat = \"1s\"", "s.toml:2: step[0].do: missing, expected next, previous"),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"nxet\"",
      "s.toml:4:1: step[0].do: found \"nxet\"; did you mean next? Expected next, previous"
    ),
    (
      "[[item]]\n[[step]]\ndo = \"next\"", "s.toml:2: step[0].at: missing, expected one of at, since-start-of-item"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\nwatched = \"2s\"\ndo = \"next\"",
      "s.toml:4:1: step[0].watched: found at and watched, expected one of"
    ),
    ("[[item]]\n[[step]]\nat = 1\ndo = \"next\"", "s.toml:3:1: step[0].at: found 1, expected a text in quotes"),
    ("[[item]]\n[[step]]\nat = \"-1s\"\ndo = \"next\"", "s.toml:3:1: step[0].at: found \"-1s\", expected a duration"),
    (
      "[[item]]\n[[step]]\nat = \"9s\"\ndo = \"pause\"\n[[step]]\nat = \"8s\"\ndo = \"play\"",
      "s.toml:6:1: step[1].at: found \"8s\", expected 9.0 s or later"
    ),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"next\"\nto = \"5s\"", "s.toml:5:1: step[0].to: unknown key"),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"seek\"", "s.toml:2: step[0].to: missing, expected one of to and by"),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"seek\"\nto = \"1s\"\nby = \"2s\"",
      "s.toml:5:1: step[0].to: found to and by"
    ),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"seek\"\nto = \"-1s\"", "s.toml:5:1: step[0].to: found \"-1s\""),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"rate\"\nrate = \"2\"",
      "s.toml:5:1: step[0].rate: found \"2\", expected a finite number"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"rate\"\nrate = nan",
      "s.toml:5:1: step[0].rate: found nan, expected a finite number"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"rate\"\nrate = 101",
      "s.toml:5:1: step[0].rate: found 101, expected a number, 0.01 to 100"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"go-to\"\nvisit = 1",
      "s.toml:5:1: step[0].visit: found 1, expected a whole number, 0 to 0"
    ),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"insert\"\nitem = \"x\"", "s.toml:5:1: step[0].item: found \"x\""),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"limit\"\nlimits = \"peek:520k\"",
      "unknown limit peek; did you mean peak?"
    ),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"limit\"\nlimits = \"peak:1M+peak:2M\"", "peak: found a second one"),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"viewport\"\nsize = \"480\"", "s.toml:5:1: step[0].size: found \"480\""),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"viewport\"", "s.toml:2: step[0].size: missing"),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"network\"\nclass = \"cheap\"",
      "s.toml:5:1: step[0].class: found \"cheap\", expected normal or expensive"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"side-flow\"\nbytes = 0",
      "s.toml:5:1: step[0].bytes: found 0, expected one size of at least 1 byte"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"refresh\"\nfor = \"0s\"",
      "s.toml:5:1: step[0].for: found \"0s\", expected a duration of more than 0"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"low-memory\"",
      "s.toml:2: step[0].for: missing, expected a duration such as 1s"
    ),
    ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"source\"", "s.toml:2: step[0].video: missing"),
    ("[[item]]\n[[outage]]\nat = \"1s\"", "s.toml:2: outage[0].for: missing"),
    (
      "[[item]]\n[[outage]]\nat = \"5s\"\nfor = \"9s\"\n[[outage]]\nat = \"1s\"\nfor = \"5s\"",
      "s.toml:3:1: outage[0].at: found \"5s\", expected a time from 6.0 s"
    ),
    (
      "[[item]]\n[[outage]]\nat = \"1s\"\nfor = \"5s\"\nfactor = -1",
      "s.toml:5:1: outage[0].factor: found -1, expected a number, 0 to 1"
    ),
    (
      "[[item]]\n[[outage]]\nat = \"1s\"\nfor = \"5s\"\nfactor = 1.01",
      "s.toml:5:1: outage[0].factor: found 1.01, expected a number, 0 to 1"
    ),
    ("[[item]]\n[retry]\ntimeout = \"0s\"", "s.toml:3:1: retry.timeout: found \"0s\""),
    ("[[item]]\n[retry]\ncount = 101", "s.toml:3:1: retry.count: found 101, expected a whole number, 0 to 100"),
    ("[[item]]\n[session]\ncache = \"lots\"", "s.toml:3:1: session.cache: found \"lots\""),
    ("[[item]]\n[session]\npatience = \"0s\"", "s.toml:3:1: session.patience: found \"0s\", expected a duration of"),
    (
      "[[item]]\n[session]\nrender-delay = \"-1s\"",
      "s.toml:3:1: session.render-delay: found \"-1s\", expected a duration"
    ),
    ("[[item]]\n[session]\nauthorisation = \"yes\"", "s.toml:3:1: session.authorisation: found \"yes\""),
    ("[[item]]\n[session]\npage = 0", "s.toml:3:1: session.page: found 0, expected a whole number, 1 to 10000"),
    (
      "[[item]]\n[session]\npage = 1\npage-bytes = 0",
      "s.toml:4:1: session.page-bytes: found 0, expected one size of at least 1"
    ),
    ("[[item]]\n[session]\npre-render = \"yes\"", "s.toml:3:1: session.pre-render: found \"yes\""),
    ("[[item]]\n[session]\npatient = \"8s\"", "s.toml:3:1: session.patient: unknown key; did you mean patience?"),
    (
      "[[item]]\n[session]\nviewer = \"feed(short)\"",
      "s.toml:3:1: session.viewer: \"feed(short)\": unknown viewer model short"
    ),
    ("[[item]]\n[session]\nviewer = \"watch\"", "s.toml:3:1: session.viewer"),
    (
      "[[item]]\n[session]\nviewer = \"feed(short-video)\"\npatience = \"8s\"",
      "s.toml:4:1: session.patience: the viewer model has a patience of its own"
    ),
    (
      "[[item]]\n[session]\nviewer = \"feed(short-video)\"\n[[step]]\nat = \"1s\"\ndo = \"next\"",
      "s.toml:3:1: session.viewer: a viewer model cannot be used beside steps"
    ),
    (
      "[[item]]\n[session]\npreload = \"network-balance(open=3s,close=3s)\"",
      "s.toml:3:1: session.preload: \"network-balance(open=3s,close=3s)\": network-balance gate"
    ),
    (
      "[[item]]\n[[step]]\nat = \"1s\"\ndo = \"leave\"\n[[step]]\nat = \"2s\"\ndo = \"next\"",
      "s.toml:7:1: step[1].do: found \"next\", expected no step after leave"
    ),
    ("[[item]\n", "s.toml:1:"),
  ]

  @Test("a mistake names file, line, key, what was found and what is allowed", arguments: mistakes)
  func mistake(text: String, message: String) {
    do {
      let plan = try Self.plan(text)
      Issue.record("read as \(plan)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
      #expect(error is ConfigurationError)
    }
  }

  @Test("whatever is done to a session file, it is read or refused with a place", arguments: [1, 2])
  func mutations(seed: Int) throws {
    let whole = Array(Self.mistakes.map(\.0).joined(separator: "\n").utf8)
    let words = [
      "[[item]]", "[[step]]", "[session]", "at = \"1s\"", "do = \"next\"", "count = 3", "=", "\"", "-1", "\n",
    ]
    var random = SeededRandom(seed: seed, path: "session mutations")
    var readCount = 0
    for round in 0..<1500 {
      var bytes = Array(
        "[[item]]\ncount = 2\n[[step]]\nwatched = \"3s\"\ndo = \"seek\"\nby = \"-2s\"\n[session]\n".utf8)
      for _ in 0..<(1 + random.integer(below: 3)) {
        let place = random.integer(below: bytes.count + 1)
        switch random.integer(below: 4) {
        case 0: bytes.insert(contentsOf: words[random.integer(below: words.count)].utf8, at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.integer(below: 6)))
        case 2: bytes.insert(UInt8(random.integer(below: 256)), at: place)
        default:
          let from = random.integer(below: whole.count - 12)
          bytes.insert(contentsOf: whole[from..<(from + 12)], at: place)
        }
      }
      do {
        _ = try SessionFile.plan(parsing: bytes, file: "s.toml")
        readCount += 1
      } catch {
        #expect(error is ConfigurationError, "seed \(seed), round \(round): \(error)")
      }
    }
    #expect(readCount > 20 && readCount < 1480)
  }
}
