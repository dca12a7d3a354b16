import ABRPlayback
import ABRPolicies
import Testing

@testable import ABRSessions

/// Uses that the SDKs' documents exclude or advise against.
@Suite struct DocumentedLimitsTests {
  private static let bumper = """
    [[item]]
    name = "film"
    [[item]]
    name = "bumper"
    duration = "30s"
    """

  @Test(
    "a bumper that is none as the SDK documents it is told, and so is a seek in one",
    arguments: [
      ("[[visit]]\nitem = 1\nrole = \"bumper\"\nuntil = \"10s\"\n[[visit]]\nitem = 0", []),
      (
        "[[visit]]\nitem = 1\nrole = \"bumper\"\n[[visit]]\nitem = 0",
        ["s.toml:6: visit[0]: a bumper of 30 s: the Brightcove SDK documents about 10 s at most"]
      ),
      (
        "[[visit]]\nitem = 0\n[[visit]]\nitem = 1\nrole = \"bumper\"\nuntil = \"8s\"",
        ["s.toml:8: visit[1]: a bumper after other media: the Brightcove SDK documents it before ads and content"]
      ),
      (
        """
        [[visit]]
        item = 1
        role = "bumper"
        until = "8s"
        [[visit]]
        item = 1
        role = "bumper"
        until = "8s"
        [[visit]]
        item = 0
        [[step]]
        at = "5s"
        do = "seek"
        to = "20s"
        """,
        [
          "s.toml:10: visit[1]: a second bumper: the Brightcove SDK documents one for each player",
          "s.toml:16: step[0]: a seek in the bumper has no effect: the Brightcove SDK plays it as it is",
        ]
      ),
    ] as [(String, [String])])
  func bumpers(visits: String, expected: [String]) throws {
    let plan = try SessionFileTests.plan("\(Self.bumper)\n\(visits)")
    #expect(try plan.warnings(videos: [SessionPlanTests.video()]) == expected)
  }

  @Test("preloads on an expensive network are told, unless they stop there")
  func expensive() throws {
    let step = "[[item]]\ncount = 3\n[[step]]\nat = \"5s\"\ndo = \"network\"\nclass = \"expensive\""
    let plan = try SessionFileTests.plan(step)
    let preload = try PreloadSpec(parsing: "next-item").settings
    #expect(
      plan.warnings(preload: preload) == [
        """
        s.toml:3: step[0]: neighbours are fetched ahead on an expensive network, against which the SDKs' documents \
        advise; preloads-on-expensive-network = false stops it
        """
      ])
    #expect(plan.warnings(preload: PreloadSettings()).isEmpty)
    let stopping = try SessionFileTests.plan("[session]\npreloads-on-expensive-network = false\n\(step)")
    #expect(stopping.warnings(preload: preload, networkIsExpensive: true).isEmpty)
  }

  @Test(
    "settings that never take effect are told with their place",
    arguments: [
      ("menu-initial = 1", "s.toml:2: session.menu-initial: never takes effect without menu"),
      ("licence-bytes = \"5kB\"", "s.toml:2: session.licence-bytes: never takes effect without an item that has keys"),
      ("free-floor = \"1MB\"", "s.toml:2: session.free-floor: never takes effect without cache"),
      ("authorisation = \"2kB\"", "s.toml:2: session.authorisation: never takes effect without cache"),
      (
        "source-choice = \"first-listed\"",
        "s.toml:2: session.source-choice: never takes effect without an item with several sources"
      ),
      (
        "breaks-on-seek = \"all\"",
        "s.toml:2: session.breaks-on-seek: never takes effect without a visit with role = \"ad\""
      ),
      ("advances = false", "s.toml:2: session.advances: never takes effect without a second visit"),
      ("page = 5", "s.toml:2: session.page: never takes effect without more than 5 visits"),
      ("[[item]]\ncacheable = false", "s.toml:3: item[0].cacheable: never takes effect without cache"),
      (
        "[[item]]\n[item.live]\nedge = \"20s\"\nmax-delay = \"30s\"\npreserves-delay = true",
        "s.toml:6: item[0].live.preserves-delay: never takes effect without a step pause or suspend"
      ),
      (
        "[[item]]\n[item.live]\nedge = \"20s\"\nmax-delay = \"30s\"\nfetches-while-paused = true",
        "s.toml:6: item[0].live.fetches-while-paused: never takes effect without a step pause or suspend"
      ),
      (
        "cache = \"1GB\"\nfree-space = \"1MB\"\nfree-floor = \"2MB\"",
        "s.toml:4: session.free-floor: no byte is left for the cache"
      ),
    ])
  func inert(keys: String, expected: String) throws {
    let plan = try SessionFileTests.plan("[session]\n\(keys)\n[[item]]")
    #expect(try plan.warnings + plan.warnings(videos: [SessionPlanTests.video()]) == [expected])
  }

  @Test(
    "steps that never take effect are told with what they need",
    arguments: [
      ("do = \"skip\"", "a visit with role = \"ad\"", "[[visit]]\nitem = 0\nrole = \"ad\"\n"),
      (
        "do = \"pause-load\"\nitem = 0", "a step load", "[[step]]\nat = \"0s\"\ndo = \"load\"\nitem = 0\nfor = \"2s\"\n"
      ),
      ("do = \"pause-downloads\"", "a [[download]]", "[[download]]\nat = \"0s\"\nitem = 0\n"),
      ("do = \"resume-downloads\"", "a [[download]]", ""),
      ("do = \"clear-cache\"", "cache", "[session]\ncache = \"1GB\"\n"),
    ])
  func idleSteps(step: String, need: String, other: String) throws {
    func warnings(_ text: String) throws -> [String] {
      let plan = try SessionFileTests.plan("[[item]]\n\(text)[[step]]\nat = \"1s\"\n\(step)\n")
      return try plan.warnings + plan.warnings(videos: [SessionPlanTests.video()])
    }
    let found = try warnings("")
    #expect(found.count == 1 && found[0].hasSuffix("never takes effect without \(need)"), "\(found)")
    #expect(found[0].hasPrefix("s.toml:2: step[0]: "))
    if !other.isEmpty { #expect(try warnings(other).isEmpty) }
    // Nothing that was paused goes on.
    let resumes = try SessionFileTests.plan(
      "[[item]]\n[[download]]\nat = \"0s\"\nitem = 0\n[[step]]\nat = \"1s\"\ndo = \"resume-downloads\"\n")
    #expect(
      resumes.warnings == ["s.toml:5: step[0]: resume-downloads never takes effect without a step pause-downloads"])
  }

  @Test("keys of items, menus and licences are read")
  func keys() throws {
    let plan = try SessionFileTests.plan(
      """
      [session]
      menu = [{label = "Low", bitrate = "520k"}]
      menu-initial = 1
      licence-bytes = "5kB"
      persistent-licences = true
      preloads-licences = true
      licences-held = "k"
      cache = "20MB"
      free-space = "30MB"
      free-floor = "14MB"
      [[item]]
      requests-before = ["12kB", "3kB"]
      keys = ["k", "l"]
      address-lifetime = "20s"
      renewal = "3s"
      [[step]]
      at = "1s"
      do = "choose"
      entry = "Low"
      [[step]]
      at = "2s"
      do = "choose"
      entry = "Automatic"
      [[step]]
      at = "3s"
      do = "load"
      item = 0
      for = "8s"
      [[side-flow]]
      at = "1s"
      bytes = "1kB"
      answer = "fatal-error"
      """)
    #expect(plan.initialLimits == LimitChange(peak: 0))
    #expect(plan.steps.prefix(2).map(\.action) == [.limits(LimitChange(peak: 520_000)), .limits(LimitChange(peak: 0))])
    #expect(plan.steps[2].action == .script(.loader(.add(seconds: 8), item: 0)))
    #expect(plan.licences == LicenceSettings(bytes: 5000, isPersistent: true, isPreloaded: true))
    #expect(plan.heldKeys == ["k"] && plan.cache.usableCapacity == 16_000_000)
    #expect(plan.items[0].requestsBefore == [12_000, 3000] && plan.items[0].keys == ["k", "l"])
    #expect(plan.items[0].addressLifetime == 20 && plan.items[0].renewal == 3)
    #expect(plan.sideFlows == [SideFlow(at: 1, bytes: 1000, answer: .fatalError)])
    #expect(try LimitChange(parsing: "peak:520k") == LimitChange(peak: 520_000))
  }

  @Test(
    "what cannot be is an error with its place",
    arguments: [
      ("[session]\nlicences-held = \"k\"\n[[item]]\nkeys = \"k\"", "persistent-licences = true"),
      ("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"choose\"\nentry = \"Low\"", "no menu to choose from"),
      ("[session]\nmenu = [{label = \"Low\", bitrate = \"1M\"}]\nmenu-initial = 2\n[[item]]", "menu-initial"),
      (
        "[session]\nmenu = [{label = \"Low\", bitrate = \"1M\"}, {label = \"Low\", bitrate = \"2M\"}]\n[[item]]",
        "label: found \"Low\" again, expected a label that no other entry has"
      ),
      (
        "[session]\nmenu = [{label = \"Automatic\", bitrate = \"1M\"}]\n[[item]]",
        "session.menu: found several called Automatic"
      ),
      (
        "[session]\npersistent-licences = true\nlicences-held = [\"k1\", \"k9\"]\n[[item]]\nkeys = [\"k1\", \"k2\"]",
        "licences-held: found \"k9\""
      ),
      (
        "[session]\nmenu = [{label = \"Low\", bitrate = \"1M\"}]\n[[item]]\n[[step]]\nat = \"1s\"\ndo = \"choose\"\nentry = \"x\"",
        "Automatic"
      ),
      ("[[item]]\nrequests-before = \"0\"", "requests-before"),
    ])
  func wrong(text: String, message: String) {
    do {
      _ = try SessionFileTests.plan(text)
      Issue.record("read")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test("a rendition that a video does not have cannot be selected")
  func selection() throws {
    let plan = try SessionFileTests.plan("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"select-rendition\"\nrendition = 60")
    do {
      _ = try SessionPlanTests.player(plan, videos: [SessionPlanTests.video()])
      Issue.record("made")
    } catch {
      #expect("\(error)".contains("s.toml:5:1: step[0].rendition: found 60"), "\(error)")
    }
    let auto = try SessionFileTests.plan("[[item]]\n[[step]]\nat = \"1s\"\ndo = \"select-auto\"")
    #expect(
      try auto.warnings(for: PolicySpec(parsing: "fixed:1").policy()) == [
        "s.toml:2: step[0]: automatic selection changes nothing with fixed:1, whose rendition is fixed"
      ])
  }
}
