import ABRPlayback
import Testing

@Suite("Scenario files")
struct ScenarioFileTests {
  static let head = """
    id = "X"
    title = "Example"
    summary = "An example."
    stresses = "nothing"
    [network]
    constant = ["8M"]
    [run]
    policy = "fixed:0"
    [[item]]

    """

  static func scenario(_ rest: String, head: String = head) throws -> Scenario {
    try ScenarioFile.scenario(parsing: Array((head + rest).utf8), file: "x.toml")
  }

  @Test("variants take over what they do not say")
  func overrides() throws {
    let scenario = try Self.scenario(
      """
      [session]
      cache = "20MB"
      back-buffer = "10s"
      [[step]]
      at = "8s"
      do = "leave"
      [[variant]]
      name = "plain"
      [[variant]]
      name = "other"
      policy = "fixed:4"
      buffer = "static(10s)"
      preload = "next-item"
      rate = 2
      connection-per-request = true
      dns-lookup = "100ms"
      session = {cache = "50MB"}
      network = {instant = true, rtt = "10ms"}
      video = {ladder = ["1M", "2M", "3M", "4M", "9M"], segment = "2s", duration = "60s"}
      step = []
      """)
    let plain = try #require(scenario.setup())
    #expect(plain.policy.canonical == "fixed:0" && plain.bufferSpec == "static(30s)" && plain.preload == nil)
    #expect(plain.plan.cache.capacity == 20_000_000 && plain.plan.steps.count == 1)
    #expect(plain.video.ladder.renditions.map(\.bandwidth) == [400_000, 800_000, 1_600_000, 3_000_000, 5_000_000])
    #expect(plain.video.duration == 600 && plain.video.segmentDuration(0) == 4)
    #expect(plain.network.source == .constant([8_000_000]) && plain.network.roundTrip == 0.05)
    let other = try #require(scenario.setup(of: "other"))
    #expect(other.policy.canonical == "fixed:4" && other.bufferSpec == "static(10s)" && other.settings.rate == 2)
    #expect(other.preload?.canonical == "next-item")
    #expect(plain.settings.network == NetworkSettings())
    #expect(other.settings.network == NetworkSettings(reusesConnections: false, dnsLookupTime: 0.1))
    #expect(other.plan.cache.capacity == 50_000_000 && other.plan.backBuffer == 10 && other.plan.steps.isEmpty)
    #expect(other.video.ladder[4].bandwidth == 9_000_000 && other.video.segmentCount == 30)
    #expect(other.network.source == .instant && other.network.roundTrip == 0.01)
  }

  @Test("steps of a variant take the place of the scenario's viewer")
  func viewer() throws {
    let scenario = try Self.scenario(
      """
      [session]
      viewer = "feed(exponential,mean=8s)"
      [[variant]]
      name = "drawn"
      [[variant]]
      name = "scripted"
      step = [{at = "8s", do = "leave"}]
      """)
    #expect(scenario.setup(of: "drawn")?.plan.viewer != nil)
    let scripted = try #require(scenario.setup(of: "scripted"))
    #expect(scripted.plan.viewer == nil && scripted.plan.steps.count == 1)
  }

  @Test("a variant that must be refused is a verdict: with these words, or it does not hold")
  func refusals() throws {
    let scenario = try Self.scenario(
      """
      [[variant]]
      name = "a"
      [[variant]]
      name = "wrong-order"
      buffer = "watermark(start=4s,resume=3s)"
      refused = "start ≤ resume"
      [[variant]]
      name = "other-words"
      buffer = "watermark(start=4s,resume=3s)"
      refused = "no such words"
      [[variant]]
      name = "fine"
      refused = "start ≤ resume"
      """)
    #expect(try ScenarioRunner.run(scenario).verdicts.map(\.holds) == [true, false, false])
  }

  @Test("an expectation may have to hold on each link, and names the first on which it does not")
  func eachLink() throws {
    let result = try ScenarioRunner.run(
      Self.scenario(
        """
        [[variant]]
        name = "a"
        policy = "fixed:4"
        network = {constant = ["1M", "8M"]}
        step = [{watched = "60s", do = "leave"}]
        [[expect]]
        that = "rebuffer_s(a) == 0"
        each-link = true
        [[expect]]
        that = "rebuffer_s(a) > 0"
        [[expect]]
        that = "visible_switch_latency_s(a) >= 0"
        """))
    #expect(result.verdicts.map(\.holds) == [false, true, false])
    #expect(result.verdicts[0].detail.hasPrefix("holds on 1 of 2 links, not on constant 1.0 Mbit/s: "))
    #expect(result.verdicts[2].detail == "none >= 0.0")
  }

  @Test(
    "what is wrong is named with file, line and key",
    arguments: [
      (
        "[[variant]]\nname = \"a\"\n[[expect]]\nthat = \"x(a) < 1\"",
        "x.toml:13:1: expect[0].that: found x, expected the name of a metric"
      ),
      (
        "[[variant]]\nname = \"abc\"\n[[expect]]\nthat = \"rebuffer_s(abd) < 1\"",
        "x.toml:13:1: expect[0].that: found rebuffer_s(abd); did you mean abc? Expected the name of a variant that is played: abc"
      ),
      ("[[variant]]\nname = \"a\"\npolcy = \"auto\"", "x.toml:12:1: variant[0].polcy: unknown key; did you mean"),
      ("", "x.toml:1: variant: missing, expected at least one [[variant]]"),
      (
        "[[variant]]\nname = \"a\"\n[[variant]]\nname = \"a\"",
        "x.toml:13:1: variant[1].name: found \"a\", expected letters, digits, -, . and %, once in a scenario"
      ),
      (
        "[[variant]]\nname = \"a\"\nnetwork = {families = [\"4gg\"]}",
        "x.toml:12:12: network.families: found 4gg; did you mean"
      ),
      (
        "[[variant]]\nname = \"a\"\nnetwork = {instant = true, constant = [\"1M\"]}",
        "expected one of families, constant, instant or rows"
      ),
      (
        "[[variant]]\nname = \"a\"\nnetwork = {rows = [{for = \"2s\", bandwidth = 0}]}",
        "at least one row of more than 0 bit/s"
      ),
      ("[[variant]]\nname = \"a\"\nvideo = {ladder = [\"much\"]}", "x.toml:12:10: video.ladder: found \"much\""),
      ("[[variant]]\nname = \"a\"\npolicy = \"fixed:9\"", "x.toml:11:1: variant[0].name: \"fixed:9\": fixed"),
      ("[[variant]]\nname = \"a\"\ndns-lookup = 100", "x.toml:12:1: run.dns-lookup: found 100, expected a text"),
      (
        "[[variant]]\nname = \"a\"\nconnection-per-request = 1",
        "x.toml:12:1: run.connection-per-request: found 1, expected true or false"
      ),
    ])
  func errors(text: String, message: String) throws {
    let error = #expect(throws: (any Error).self) { try Self.scenario(text) }
    #expect("\(try #require(error))".contains(message), "\(String(describing: error))")
  }
}
