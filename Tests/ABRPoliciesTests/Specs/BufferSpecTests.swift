import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct BufferSpecTests {
  @Test(
    "a spec prints back in its canonical spelling",
    arguments: [
      ("static(30s)", "static(30s)"), ("static:30s", "static(30s)"), ("static", "static"),
      ("growth(max=90s,min=30000ms)", "growth(min=30s,max=90s)"),
      ("watermark(start=1s)+growth(min=10s,max=30s)", "growth(min=10s,max=30s)+watermark(start=1s)"),
      ("bytes(50MB)", "bytes(50MB)"), ("bytes(50000kB)", "bytes(50MB)"), ("brightcove", "brightcove"),
      ("legacy+static(1min)", "static(60s)+legacy"),
      ("watermark(start=0.5s,resume=3s,max=50s)", "watermark(start=0.5s,resume=3s,max=50s)"),
    ])
  func canonical(text: String, expected: String) throws {
    let spec = try BufferSpec(parsing: text)
    #expect(spec.canonical == expected)
    #expect(try BufferSpec(parsing: spec.canonical).canonical == expected)
  }

  @Test("random specs print back to specs that mean the same", arguments: 0..<200)
  func roundTrip(seed: UInt64) throws {
    var random = SpecGenerator(seed: seed)
    let entry = random.pick(BufferRegistry.entries)
    let text = random.term(entry.name, entry.parameters)
    // A random minimum may exceed the maximum; then both spellings must be refused.
    guard let spec = try? BufferSpec(parsing: text) else {
      #expect(throws: SpecError.self) { try BufferSpec(parsing: text) }
      return
    }
    let again = try BufferSpec(parsing: spec.canonical)
    #expect(again.canonical == spec.canonical, "seed \(seed): \(text)")
    #expect(again.configuration.settings == spec.configuration.settings, "seed \(seed): \(text)")
    #expect(again.configuration.target.maximum == spec.configuration.target.maximum, "seed \(seed): \(text)")
  }

  @Test(
    "a preset is what it says that it means",
    arguments: BufferRegistry.entries.compactMap { entry in entry.expansion.map { (entry.name, $0) } })
  func presets(name: String, expansion: String) throws {
    let preset = try BufferSpec(parsing: name).configuration
    let written = try BufferSpec(parsing: expansion).configuration
    #expect(preset.settings == written.settings)
    #expect(String(reflecting: preset.target) == String(reflecting: written.target))
  }

  @Test("growth has the vendor's defaults and takes each value")
  func growth() throws {
    guard case .growth(let defaults) = try BufferSpec(parsing: "growth").configuration.target,
      case .growth(let given) = try BufferSpec(
        parsing: "growth(min=10s,max=60s,interval=2s,basis=position,overshoot=1.5)"
      )
      .configuration.target
    else {
      Issue.record("growth is not a growth optimizer")
      return
    }
    #expect(defaults == (try BufferGrowthOptimizer(minimum: 30, maximum: 90, interval: 5, basis: .watched)))
    #expect(
      given
        == (try BufferGrowthOptimizer(minimum: 10, maximum: 60, interval: 2, basis: .position, overshoot: 1.5)))
  }

  @Test("presets are what they say")
  func presets() throws {
    func settings(_ text: String) throws -> BufferSettings { try BufferSpec(parsing: text).configuration.settings }
    #expect(try settings("apsara") == settings("watermark(start=0.5s,resume=3s,max=50s)"))
    #expect(try settings("apsara").maximum == 50)
    #expect(try settings("apsara").refill == 1)
    #expect(try settings("watermark(max=2s,resume=1s)").refill == 0)
    #expect(try settings("legacy") == settings("bytes(50MB)"))
    #expect(try settings("legacy").byteBudget == 50_000_000)
    guard case .growth(let optimizer) = try BufferSpec(parsing: "brightcove").configuration.target else {
      Issue.record("brightcove is not a growth optimizer")
      return
    }
    #expect(optimizer == (try BufferGrowthOptimizer(basis: .position)))
  }

  @Test("AVPlayer waits until it keeps up, or for nothing; levels beside a preset take its place")
  func keepUp() throws {
    func rule(_ text: String) throws -> StartRule { try BufferSpec(parsing: text).configuration.settings.startRule }
    #expect(try rule("keep-up") == .likelyToKeepUp(horizon: .infinity))
    #expect(try rule("static(20s)+keep-up(horizon=60s)") == .likelyToKeepUp(horizon: 60))
    #expect(try rule("brightcove") == .likelyToKeepUp(horizon: .infinity))
    #expect(try rule("brightcove+watermark(start=1s)") == .reached)
    #expect(try rule("brightcove+apsara") == .reached)
    #expect(try rule("static(20s)") == .above)
    let off = try BufferSpec(parsing: "keep-up(waits=off)").configuration.settings
    #expect(off == BufferSettings(start: 0, resume: 0, startRule: .reached))
    #expect(try BufferSpec(parsing: "brightcove+keep-up(waits=off)").configuration.settings == off)
    #expect(throws: SpecError.self) { try BufferSpec(parsing: "keep-up(waits=off,horizon=5s)") }
    #expect(throws: SpecError.self) { try BufferSpec(parsing: "keep-up+watermark") }
  }

  @Test("beside a forward target or a byte budget a watermark sets only what it is given")
  func watermarkBesideTarget() throws {
    let beside = try BufferSpec(parsing: "growth+watermark(start=1s)").configuration
    #expect(beside.settings == BufferSettings(start: 1, resume: 3, startRule: .reached))
    let budget = try BufferSpec(parsing: "bytes(50MB)+watermark(start=1s)").configuration
    #expect(budget.settings == BufferSettings(start: 1, resume: 3, byteBudget: 50_000_000, startRule: .reached))
    let alone = try BufferSpec(parsing: "watermark(start=1s)").configuration
    #expect(alone.settings == BufferSettings(start: 1, resume: 3, maximum: 50, refill: 1, startRule: .reached))
    #expect(alone.target.maximum == .infinity)
  }

  @Test(
    "a buffer that cannot be is an error that names its part",
    arguments: [
      ("growth(min=0.5s)", "growth min"), ("growth(max=0.5s)", "growth max"),
      ("growth(min=120s)", "growth min"), ("growth(max=20s)", "growth max"), ("growth(min=40s,max=20s)", "growth min"),
      ("growth(interval=0)", "growth interval"), ("growth(basis=time)", "growth basis"),
      ("growth(overshoot=0.5)", "growth overshoot"), ("growth+static(30s)", "static"),
      ("apsara+watermark", "watermark"),
      ("legacy+bytes(1MB)", "bytes"), ("static(-1s)", "static target"), ("static(30)", "static target"),
      ("bytes(0)", "bytes budget"), ("growth(30s)", "growth"), ("brightcove(min=1s)", "brightcove"),
      ("watermark(start=0.0000001s)", "watermark start"), ("growth(min=1e1s)", "growth min"),
    ])
  func errors(text: String, part: String) {
    let error = #expect(throws: SpecError.self) { try BufferSpec(parsing: text) }
    switch error {
    case .malformed(_, let found, _, _)?, .invalidValue(_, let found, _, _)?, .conflict(_, let found, _, _)?,
      .unknownKey(_, let found, _, _)?:
      #expect(found == part)
    case let other: Issue.record("\(text): \(String(describing: other))")
    }
  }

  @Test("levels in the wrong order are refused with their values, or repaired and reported")
  func order() throws {
    var configuration = try BufferSpec(parsing: "watermark(start=5s,resume=3s,max=400s)").configuration
    let error = #expect(throws: SettingsError.self) { try configuration.validate(as: "buffer") }
    #expect(error?.found == "start 5.0 s, resume 3.0 s, max 400.0 s")
    #expect(configuration.normalise().count == 2)
    #expect(configuration.settings.maximum == 300)
    #expect(configuration.settings.resume == 5)
    try configuration.validate(as: "buffer")
  }

  @Test("warnings carry the numbers")
  func warnings() throws {
    let ladder = try Ladder([Rendition(bandwidth: 8_000_000)])
    #expect(
      try BufferSpec(parsing: "growth(min=10s)").configuration.warnings(for: ladder) == [
        "growth min 10 s is under 15 s: Brightcove, whose optimizer this is, warns of stalls on erratic links",
        "growth max 90 s at 8 Mbit/s is 90 MB, more than the 50 MB that AVPlayer holds without Brightcove's optimizer",
      ])
    #expect(try BufferSpec(parsing: "growth(max=50s)").configuration.warnings(for: ladder).isEmpty)
    // With an offset it is video.js's goal, of which Brightcove's and AVPlayer's figures say nothing.
    #expect(try BufferSpec(parsing: "growth(min=10s,offset=10s)").configuration.warnings(for: ladder).isEmpty)
    #expect(
      try BufferSpec(parsing: "static(2s)").configuration.warnings(for: ladder) == [
        "resume 3 s is not under the 2 s that are held at most: playback goes on when the buffer is full"
      ])
  }
}
