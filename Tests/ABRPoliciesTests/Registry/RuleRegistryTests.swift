import ABRMedia
import ABRNetwork
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct RuleRegistryTests {
  /// A spec of each rule with what it requires.
  static let specs = RuleRegistry.standard.entries.map { entry in
    entry.parameters.contains { $0.defaultValue == .required } ? "\(entry.name):0" : entry.name
  }

  /// A network with everything that makes a rule stumble: bursts, an outage, latency.
  private static func link() throws -> Link {
    Link(
      try BandwidthTrace(
        name: "rough",
        rows: [
          .init(duration: 7, bandwidth: 8e6, latency: 0.05), .init(duration: 5, bandwidth: 0.2e6, latency: 0.3),
          .init(duration: 11, bandwidth: 3e6, latency: 0.1), .init(duration: 9, bandwidth: 0, latency: 0.1),
          .init(duration: 4, bandwidth: 60e6, latency: 0.01),
        ]))
  }

  @Test("the names of the command line are all there")
  func names() {
    let needed = [
      "auto", "throughput", "bola", "bola-e", "dynamic", "bba-0", "rate", "mpc", "robust-mpc", "apsara-trend", "fixed",
      "bola-o", "bola-u", "bola-basic-o", "bola-e-o", "bola-e-u", "bola-pl-o", "dynamic-o", "dynamic-u",
      "dynamic-dash-o", "bb", "rate-hm5",
    ]
    for name in needed { #expect(RuleRegistry.standard.entry(named: name) != nil, "\(name)") }
  }

  @Test("every entry says what it is, where it comes from and what its parameters do")
  func documentation() {
    for entry in RuleRegistry.standard.entries {
      #expect(!entry.summary.isEmpty && !entry.source.isEmpty, "\(entry.name)")
      #expect(entry.parameters.allSatisfy { !$0.summary.isEmpty && !$0.allowed.isEmpty && !$0.defaultText.isEmpty })
      #expect(entry.parameters.filter(\.isPositional).count <= 1)
    }
    for entry in BufferRegistry.entries {
      #expect(!entry.summary.isEmpty && !entry.source.isEmpty && !entry.roles.isEmpty, "\(entry.name)")
      #expect(entry.parameters.allSatisfy { !$0.summary.isEmpty && !$0.defaultText.isEmpty })
    }
    for entry in LimitRegistry.entries { #expect(!entry.summary.isEmpty && !entry.source.isEmpty, "\(entry.name)") }
  }

  @Test("no limit has the name of a rule")
  func distinct() {
    let rules = RuleRegistry.standard.entries.flatMap { [$0.name] + $0.aliases }
    #expect(Set(rules).isDisjoint(with: LimitRegistry.entries.map(\.name)))
    #expect(Set(BufferRegistry.entries.map(\.name)).count == BufferRegistry.entries.count)
  }

  @Test("every default can be written and read back")
  func defaults() throws {
    for parameter in RuleRegistry.standard.entries.flatMap(\.parameters) + BufferRegistry.entries.flatMap(\.parameters)
    {
      guard case .value(let value) = parameter.defaultValue else { continue }
      #expect(try parameter.read(value.text) == value, "\(parameter.key)")
    }
  }

  @Test("every rule plays a rough session to its end under every model", arguments: specs, Model.allCases)
  func plays(spec: String, model: Model) throws {
    let video = try constantVideo(bitrates: [300, 750, 1200, 2850, 6000].map { $0 * 1000 }, duration: 3, count: 60)
    let player = try PolicySpec(parsing: spec).policy(model: model)
      .makePlayer(video: video, buffer: model.buffer(), settings: model.settings)
    var scratch = SessionScratch()
    let metrics = player.play(AnyPlayer.Start(link: try Self.link()), scratch: &scratch)
    #expect(metrics.outcome == .completed)
    #expect(metrics.segmentsDownloaded == min(60, model.settings.segmentLimit))
    let again = player.play(AnyPlayer.Start(link: try Self.link()), scratch: &scratch)
    #expect(again == metrics, "a player is not changed by a session")
  }

  @Test("every rule plays one rendition, one segment, and a video shorter than any horizon", arguments: specs)
  func small(spec: String) throws {
    for (bitrates, count) in [([1_000_000], 40), ([500_000, 2_000_000], 1), ([500_000, 2_000_000, 2_000_001], 3)] {
      let video = try constantVideo(bitrates: bitrates, duration: 2, count: count)
      let player = try PolicySpec(parsing: spec).policy().makePlayer(video: video, buffer: .standard)
      var scratch = SessionScratch()
      let metrics = player.play(AnyPlayer.Start(link: try Self.link()), scratch: &scratch)
      #expect(metrics.outcome == .completed)
      #expect(metrics.segmentsDownloaded == count)
      let instant = player.play(AnyPlayer.Start(link: Link(instantaneousWithLatency: 0)), scratch: &scratch)
      #expect(instant.outcome == .completed)
    }
  }

  @Test("every rule keeps to the limits, also when they change during play", arguments: specs)
  func limits(spec: String) throws {
    let bitrates = [300, 750, 1200, 2850, 6000].map { $0 * 1000 }
    let video = try constantVideo(bitrates: bitrates, duration: 2, count: 100)
    let text = spec.hasPrefix("fixed") ? "fixed(caps=honour):4" : spec
    let player = try PolicySpec(parsing: text + "+peak:1200k").policy().makePlayer(video: video, buffer: .standard)
    let link = Link(try BandwidthTrace(name: "fast", rows: [.init(duration: 100, bandwidth: 50e6, latency: 0.02)]))
    let wider = Limits(peakBitrate: 2_850_000).eligible(in: video.ladder)
    let narrower = Limits(peakBitrate: 750_000).eligible(in: video.ladder)
    var scratch = SessionScratch()
    var log = EventLog()
    _ = player.play(
      AnyPlayer.Start(link: link),
      viewer: Viewer(actions: [TimedAction(at: 40, .eligible(wider)), TimedAction(at: 120, .eligible(narrower))]),
      scratch: &scratch, log: &log)
    var highest = 2
    for event in log.events {
      if case .eligible(let mask) = event.kind { highest = 63 - mask.leadingZeroBitCount }
      if case .requested(_, let rendition, _) = event.kind { #expect(rendition <= highest, "at \(event.time) s") }
    }
  }

  @Test("a program's own rule joins the registry with one entry")
  func ownRule() throws {
    let registry = RuleRegistry.standard.adding([
      RuleEntry("second", source: "this test", summary: "always the second rendition") { _ in Fixed(ladderIndex: 1) }
    ])
    let spec = try PolicySpec(parsing: "second+peak:9M", registry: registry)
    #expect(spec.canonical == "second+peak:9M")
    let video = try constantVideo(bitrates: [1_000_000, 2_000_000], duration: 2, count: 10)
    let player = try spec.policy().makePlayer(video: video, buffer: .standard)
    var scratch = SessionScratch()
    #expect(
      player.play(AnyPlayer.Start(link: Link(instantaneousWithLatency: 0)), scratch: &scratch).meanBitrate == 2_000_000)
  }

  @Test(
    "under Sabre's model a name plays what Sabre's options play",
    arguments: [
      ("bola-o", "-ao -a bola"), ("bola-u", "-a bola"), ("bola-basic-o", "-ao -a bola -ab"),
      ("bola-e-o", "-ao -a bolae"), ("bola-e-u", "-a bolae"), ("bola-pl-o", "-ao -a bolae -noibr"),
      ("throughput", "-ao -a throughput"), ("dynamic-o", "-ao -a dynamic"), ("dynamic-u", "-a dynamic"),
      ("dynamic-dash-o", "-ao -a dynamicdash"),
      ("throughput(estimator=sliding,window=4)", "-a throughput -ma sliding -ws 4"),
    ])
  func sabreNames(name: String, options: String) throws {
    let video = try constantVideo(bitrates: [300, 750, 1200, 2850, 6000].map { $0 * 1000 }, duration: 3, count: 100)
    let bandwidths: [Double] = [500, 4000, 900, 2500, 8000, 1500]
    var rows: [BandwidthTrace.Row] = []
    for index in 0..<40 {
      let bandwidth = bandwidths[index * index % 6] * 1000
      rows.append(
        BandwidthTrace.Row(
          duration: 3 + Double(index % 7), bandwidth: bandwidth, latency: 0.05 + Double(index % 3) * 0.1))
    }
    let trace = try BandwidthTrace(name: "steps", rows: rows)
    let expected = SabreOptions(options.split(separator: " ").map(String.init)).play(video, over: trace).metrics
    let model = Model.sabre
    let player = try PolicySpec(parsing: name).policy(model: model)
      .makePlayer(video: video, buffer: model.buffer(), settings: model.settings)
    var scratch = SessionScratch()
    let metrics = player.play(AnyPlayer.Start(link: Link(trace)), scratch: &scratch)
    #expect(metrics == expected)
    if name.hasPrefix("throughput") { #expect(metrics.abandonedCount > 0, "the trace must make downloads fail") }
  }

  @Test(
    "a parameter that the others make meaningless is an error",
    arguments: [
      ("throughput(window=3)", "throughput window"), ("bola(estimator=harmonic,fast=2s)", "bola fast"),
      ("dynamic(window=5,estimator=ewma)", "dynamic window"), ("bola-basic-o(abandon=on)", "bola-basic-o abandon"),
      ("bola-e(gamma=3)", "bola-e gamma"),
    ])
  func meaningless(text: String, part: String) {
    let error = #expect(throws: SpecError.self) { try PolicySpec(parsing: text) }
    guard case .invalidValue(_, part, _, _) = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }

  @Test("auto is dynamic-dash")
  func auto() throws {
    let video = try constantVideo(bitrates: [300, 750, 1200, 2850, 6000].map { $0 * 1000 }, duration: 3, count: 60)
    var scratch = SessionScratch()
    let metrics = try ["auto", "dynamic-dash", "auto+peak:0", "peak:0"].map { text in
      try PolicySpec(parsing: text).policy().makePlayer(video: video, buffer: .standard)
        .play(AnyPlayer.Start(link: Self.link()), scratch: &scratch)
    }
    #expect(Set(metrics).count == 1)
  }
}
