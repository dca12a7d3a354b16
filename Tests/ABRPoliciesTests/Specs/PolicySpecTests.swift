import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct PolicySpecTests {
  @Test(
    "a spec prints back in its canonical spelling",
    arguments: [
      ("auto", "auto"), ("fixed:2", "fixed:2"), ("fixed(2)", "fixed:2"), ("fixed(rendition=2)", "fixed:2"),
      ("fixed(caps=honour):2+peak:3000k", "fixed(caps=honour):2+peak:3M"), ("bba0", "bba-0"),
      ("bba-0( cushion = 60000ms , reservoir=90s )", "bba-0(reservoir=90s,cushion=60s)"),
      ("peak:3M", "peak:3M"), ("peak:518.1k", "peak:518100bit/s"), ("peak:518100bit/s", "peak:518100bit/s"),
      ("pixels:1280x720 + peak:2500kbps", "peak:2.5M+pixels:1280x720"),
      ("rate+pixels:921600", "rate+pixels:921600"), ("rate(share=0.90)", "rate(share=0.9)"),
      ("auto+viewport:640x360@2+resolution:1920x1080", "auto+resolution:1920x1080+viewport:640x360@2"),
      ("rate+peak-expensive:520k", "rate+peak-expensive:520k"), ("rate+peak:0", "rate+peak:0"),
    ])
  func canonical(text: String, expected: String) throws {
    let spec = try PolicySpec(parsing: text)
    #expect(spec.canonical == expected)
    #expect(try PolicySpec(parsing: spec.canonical).canonical == expected)
  }

  @Test("every rule with every parameter given prints back to a spec that reads the same", arguments: 0..<300)
  func roundTrip(seed: UInt64) throws {
    var random = SpecGenerator(seed: seed)
    let text = random.policy()
    // Values that are right alone may not go together, such as a window with an estimator that has none.
    guard let spec = try? PolicySpec(parsing: text) else {
      let error = #expect(throws: SpecError.self) { try PolicySpec(parsing: text) }
      if case .invalidValue = error { return }
      Issue.record("seed \(seed): \(text): \(String(describing: error))")
      return
    }
    let again = try PolicySpec(parsing: spec.canonical)
    #expect(again.canonical == spec.canonical, "seed \(seed): \(text)")
    #expect(again.arguments.given == spec.arguments.given, "seed \(seed): \(text)")
    #expect(again.limits == spec.limits, "seed \(seed): \(text)")
    #expect(again.rule.name == spec.rule.name, "seed \(seed): \(text)")
  }

  @Test("limits arrive where they belong")
  func limits() throws {
    let text = "rate+peak:3M+peak-expensive:1M+pixels:1280x720+resolution:1920x1080+viewport:640x360@2"
    let expected = Limits(
      peakBitrate: 3_000_000, peakBitrateExpensive: 1_000_000, maximumPixels: 921_600,
      maximumResolution: PictureSize(width: 1920, height: 1080),
      viewport: Viewport(size: PictureSize(width: 640, height: 360), scale: 2))
    #expect(try PolicySpec(parsing: text).limits == expected)
  }

  @Test(
    "a spec that cannot be read is an error that names its part",
    arguments: [
      ("", "name"), ("+", "name"), ("auto+", "name"), ("auto++peak:3M", "name"),
      ("fixed", "fixed rendition"),
      ("fixed:", "fixed"), ("fixed:2)", "fixed"), ("fixed(2", "fixed"), ("fixed()", "fixed"), ("fixed(2,)", "fixed"),
      ("fixed(1,2)", "fixed rendition"), ("fixed(2):2", "fixed rendition"), ("fixed:64", "fixed rendition"),
      ("fixed:-1", "fixed rendition"), ("rate:0.9", "rate"), ("rate(share=0)", "rate share"),
      ("rate(share=nan)", "rate share"), ("rate(share=1e0)", "rate share"), ("rate(shar=1)", "rate"),
      ("rate(share=1,share=1)", "rate share"), ("rate(window=17)", "rate window"), ("rate(share=)", "rate share"),
      ("rate(=1)", "rate"), ("auto+rate", "rate"), ("auto+peak:3M+peak:2M", "peak"), ("auto+pixels:0", "pixels value"),
      ("auto+pixels:1280x0", "pixels value"), ("auto+viewport:640x360@0", "viewport value"),
      ("auto+viewport:640x360@", "viewport value"), ("auto+resolution:1280", "resolution value"),
      ("auto+peak:-3M", "peak value"), ("auto+peak", "peak value"), ("auto+peak:3X", "peak value"),
      ("auto peak:3M", "auto"), ("auto\u{0}", "name"), ("rate(share=1))", "rate"), ("((((", "name"),
    ])
  func errors(text: String, part: String) {
    let error = #expect(throws: SpecError.self) { try PolicySpec(parsing: text) }
    switch error {
    case .malformed(let spec, let found, _, _)?, .invalidValue(let spec, let found, _, _)?,
      .conflict(let spec, let found, _, _)?, .unknownKey(let spec, let found, _, _)?:
      #expect(spec == text)
      #expect(found == part)
    case let other: Issue.record("\(text): \(String(describing: other))")
    }
  }

  @Test(
    "an unknown name suggests the nearest one",
    arguments: [
      ("bba-1", "bba-0"), ("fixd:2", "fixed"), ("auto+peek:3M", "peak"), ("peek:3M", "peak"), ("rate-hm", "rate-hm5"),
      ("rate(shar=1)", "share"),
    ])
  func suggestions(text: String, suggestion: String) {
    let error = #expect(throws: SpecError.self) { try PolicySpec(parsing: text) }
    #expect(error?.suggestion == suggestion)
    #expect(error?.description.contains("; did you mean \(suggestion)? Expected ") == true)
  }

  @Test("a text of any length is read or refused quickly")
  func long() {
    let texts = [
      String(repeating: "a", count: 10_000_000), String(repeating: "+", count: 10_000_000),
      String(repeating: "(", count: 1000), "rate(share=" + String(repeating: "1", count: 900) + ")",
    ]
    for text in texts { #expect(throws: SpecError.self) { try PolicySpec(parsing: text) } }
  }

  @Test("a fixed rendition that the ladder does not have is an error that names the range")
  func fixedOutOfRange() throws {
    let ladder = try Ladder([Rendition(bandwidth: 1), Rendition(bandwidth: 2)])
    let policy = try PolicySpec(parsing: "fixed:2").policy()
    #expect(
      throws: SpecError.invalidValue(
        spec: "fixed:2", part: "fixed rendition", found: "2", allowed: "0 to 1, the indices of the video's ladder")
    ) { try policy.validate(for: ladder) }
  }

  @Test("a fixed rendition ignores caps unless it is told to honour them")
  func fixedCaps() throws {
    let ladder = try Ladder([1, 2, 3].map { Rendition(bandwidth: $0 * 1_000_000) })
    let ignoring = try PolicySpec(parsing: "fixed:2+peak:2M").policy()
    let honouring = try PolicySpec(parsing: "fixed(caps=honour):2+peak:2M").policy()
    #expect(ignoring.eligible(in: ladder).indices == [0, 1, 2])
    #expect(honouring.eligible(in: ladder).indices == [0, 1])
  }
}
