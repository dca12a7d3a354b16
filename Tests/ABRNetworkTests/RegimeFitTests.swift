import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

@Suite struct RegimeFitTests {
  /// The bundled recordings of a folder.
  static func recordings(_ family: String) throws -> [BandwidthTrace] {
    try TraceFile.loadAll(at: ["\(SharedData.package)/Traces/recorded/\(family)"]).map(\.trace)
  }

  static func figures(_ traces: [BandwidthTrace], step: Double) throws -> TraceSetFigures {
    TraceSetFigures(of: try traces.map { trace throws(TraceError) in try TraceSeries(trace, step: step) })
  }

  @Test(
    "what is generated after bundled recordings is within the tolerances, but for what the page says",
    arguments: [
      ("5gophers", []), ("fcc18-series", [.correlation]), ("lumos-4g", [.outageLength]), ("lumos-wifi", [.variation]),
      ("lumos5g-4g", [.longCorrelation]), ("lumos5g-mmwave", []),
    ] as [(String, [TraceSetFigures.Figure])])
  func tolerances(family: String, beyond: [TraceSetFigures.Figure]) throws {
    let fit = try RegimeFit(name: family, traces: Self.recordings(family))
    let recorded = fit.figures
    let generated = try Self.figures(fit.generated(seed: 1, perRecording: 10), step: fit.recordings[0].step)
    #expect(generated.beyondTolerance(of: recorded) == beyond, "\(recorded) \(generated)")
    #expect(fit.warnings.isEmpty == (recorded.count >= 5), "\(fit.warnings)")
  }

  @Test("a model fitted to what a model made is that model")
  func recovered() throws {
    let profile = try #require(TraceProfile.named("4g"))
    let traces = try (1...40).map {
      try TraceGenerator.generate(profile: profile, seed: 5, index: $0, duration: 900)
    }
    let (fitted, model) = (try RegimeFit(name: "4g", traces: traces).profile.model, profile.model)
    #expect(fitted.step == model.step && fitted.regimes.edges == model.regimes.edges)
    #expect(abs(fitted.betweenTraces.lnMean - model.betweenTraces.lnMean) < 0.2)
    #expect(zip(fitted.regimes.occupancy, model.regimes.occupancy).allSatisfy { abs($0 - $1) < 0.05 })
    let moves = zip(fitted.regimes.transition.joined(), model.regimes.transition.joined())
    #expect(moves.allSatisfy { abs($0 - $1) < 0.07 })
  }

  @Test("a model is read from its file as it was written, and makes the same bytes")
  func roundTrip() throws {
    let traces = try Self.recordings("lumos-4g").map { trace in
      try BandwidthTrace(
        name: trace.name, rows: trace.rows.map { .init(duration: $0.duration, bandwidth: $0.bandwidth, latency: 0.04) })
    }
    let profile = try RegimeFit(name: "mine", traces: traces).profile
    let bytes = Array(TraceProfile.json(of: [profile]).text().utf8)
    let read = try #require(try TraceProfile.profiles(parsing: bytes, file: "m.json").first)
    #expect(read.model == profile.model)
    let made = try [profile, read].map { try TraceGenerator.generate(profile: $0, seed: 1, index: 1) }
    #expect(made[0] == made[1] && made[0].name == "generated-mine_01.csv")
    #expect(made[0].rows.allSatisfy { $0.latency == 0.04 })
  }

  @Test("a model of link capacity makes link capacity, also from its file; both kinds in one model are refused")
  func measure() throws {
    let goodput = try Self.recordings("lumos-4g")
    let links = try goodput.map { try BandwidthTrace(name: $0.name, rows: $0.rows, measure: .linkCapacity) }
    let profile = try RegimeFit(name: "mine", traces: links).profile
    let bytes = Array(TraceProfile.json(of: [profile]).text().utf8)
    let read = try #require(try TraceProfile.profiles(parsing: bytes, file: "m.json").first)
    #expect(read.model == profile.model)
    let made = try TraceGenerator.generate(profile: read, seed: 1, index: 1)
    let other = try TraceGenerator.generate(
      profile: RegimeFit(name: "mine", traces: goodput).profile, seed: 1, index: 1)
    #expect(made.measure == .linkCapacity && other.measure == .goodput && made.rows == other.rows)
    let error = #expect(throws: TraceError.self) {
      try RegimeFit(name: "mine", traces: goodput + links.prefix(2))
    }
    #expect(
      error?.description
        == "recordings of mine: found 2 of link capacity and \(goodput.count) of goodput, expected one of the two: put them "
        + "into folders of their own")
  }

  @Test(
    "any text becomes a name that a file of models may have",
    arguments: [
      ("lte", "lte"), ("route 7", "route-7"), ("a/drive", "a-drive"), ("..", "-."), (".git", "-git"),
      ("Zürich", "Zürich"),
      (String(repeating: "é", count: 80), String(repeating: "é", count: 50)),
    ])
  func names(text: String, name: String) throws {
    #expect(TraceProfile.plainName(text) == name)
    let profile = try RegimeFit(name: name, traces: Self.recordings("lumos-4g")).profile
    let bytes = Array(TraceProfile.json(of: [profile]).text().utf8)
    #expect(try TraceProfile.profiles(parsing: bytes, file: "m.json").map(\.name) == [name])
  }

  @Test(
    "a file that is no model is refused with its place",
    arguments: [
      (#""step_s" : 2"#, #""step_s" : -2"#, "m.json:79:18: datasets.mine.step_s: found -2.0"),
      (#""mine""#, #""../mine""#, "m.json:3:16: datasets.../mine: found \"../mine\""),
      (#""sd_ratio""#, #""sd_rato""#, "m.json:34:21: datasets.mine.regimes.sd_rato: found an unknown key"),
      (
        #""step_s" : 2"#, #""measure" : "link", "step_s" : 2"#,
        "m.json:79:19: datasets.mine.measure: found \"link\", expected goodput or link capacity"
      ),
      ("          0.1,", "          9.1,", "m.json:12:19: datasets.mine.regimes"),
    ])
  func refused(old: String, new: String, message: String) throws {
    let profile = try RegimeFit(name: "mine", traces: Self.recordings("lumos-4g")).profile
    let text = TraceProfile.json(of: [profile]).text().replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: TraceError.self) {
      try TraceProfile.profiles(parsing: Array(text.utf8), file: "m.json")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test("steps of a trace carry what its rows do, and recordings without a step are refused")
  func steps() throws {
    let trace = try BandwidthTrace(
      name: "t",
      rows: [(0.5, 8.0), (2.25, 4.0), (0.25, 0.0), (1.5, 2.0)].map { .init(duration: $0.0, bandwidth: $0.1) })
    #expect(try TraceSeries(trace, step: 1).values == [6, 4, 3, 2])
    #expect(try TraceSeries(trace, step: 2).outages.isEmpty)
    #expect(throws: TraceError.self) { try RegimeFit(name: "t", traces: [trace]) }
    #expect(throws: TraceError.self) { try RegimeFit(name: "t", traces: []) }
  }
}
