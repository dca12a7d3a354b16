import ABRPolicies
import ABRRuns
import Testing

@testable import ABRTuning

@Suite("Search spaces")
struct SearchSpaceTests {
  private func space(
    policy: String = "bola", buffer: String = "growth", preload: String? = nil,
    _ ranges: [(String, String)], where relations: [String] = []
  ) throws -> SearchSpace {
    var templates = [
      try SpecTemplate(.policy, parsing: policy), try SpecTemplate(.buffer, parsing: buffer),
    ]
    if let preload { templates.append(try SpecTemplate(.preload, parsing: preload)) }
    return try SearchSpace(templates: templates, ranges: ranges.map { (name: $0.0, text: $0.1) }, relations: relations)
  }

  @Test("a minimum above its maximum is no setting, and nothing is repaired")
  func minimumAndMaximum() throws {
    let space = try space([("min", "2..24s by 2s"), ("max", "6..90s by 3s")])
    #expect(space.parameters.map(\.name) == ["growth.min", "growth.max"])
    #expect(space.settings.count == 315 && space.excludedCount == 12 * 29 - 315)
    for setting in space.settings {
      let numbers = setting.values.compactMap(\.number)
      #expect(numbers[0] <= numbers[1])
      #expect(setting.configuration.buffer == "growth(min=\(setting.values[0].text),max=\(setting.values[1].text))")
    }
    #expect(space.firstExclusion?.contains("min") == true)
    #expect(Set(space.settings).count == space.settings.count)
  }

  @Test("the study's space has 321 settings")
  func study() throws {
    #expect(try space([("growth.min", "2..24s in 24"), ("growth.max", "6..90s by 6s")]).settings.count == 321)
  }

  @Test("the current setting is the specs as they are, with their defaults")
  func current() throws {
    let first = try space([("min", "2..24s"), ("max", "6..90s")])
    #expect(first.current?.values == [.duration(30), .duration(90)] && first.current?.place == nil)
    let second = try space(buffer: "growth(max=20s,min=10s)", [("min", "2..24s by 2s"), ("max", "6..90s by 2s")])
    #expect(second.current?.values == [.duration(10), .duration(20)] && second.current?.place == [4, 7])
    let third = try space(policy: "bola+peak", [("peak", "1..3M by 1M")])
    #expect(third.current == nil && third.currentProblem?.contains("peak") == true)
    #expect(third.settings.map(\.configuration.policy) == ["bola+peak:1M", "bola+peak:2M", "bola+peak:3M"])
  }

  @Test(
    "a constant target is a setting where its ends are, and by its own name where the other end is another",
    arguments: [("growth(min=30s,max=90s)", false), ("growth(min=30s,max=30s)", true), ("growth", false)])
  func constantTarget(searched: String, isSetting: Bool) throws {
    let played = Configuration(policy: "bola", buffer: "static(30s)", viewer: "watch")
    let space = try SearchSpace(
      templates: [try SpecTemplate(.policy, parsing: "bola"), try SpecTemplate(.buffer, parsing: searched)],
      current: played, ranges: [(name: "min", text: "20s,30s")])
    let current = try #require(space.current)
    #expect(current.configuration == played && (current.place == [1]) == isSetting)
    #expect(space.text(of: current.values) == (isSetting ? "growth.min=30s" : "static(30s)"))
    #expect(space.settings.contains { $0.values == current.values } == isSetting)
  }

  @Test("parameters of every part, by full name, by key, and of a value without a key")
  func names() throws {
    let space = try space(
      policy: "bola+peak:3M", buffer: "growth+watermark", preload: "network-balance(next=3)",
      [
        ("peak", "1M,2M"), ("watermark.max", "20s,40s"), ("resume", "1s,2s"), ("network-balance.open", "4s,5s"),
        ("prev", "0,1"),
      ])
    #expect(
      space.parameters.map(\.name)
        == ["peak", "watermark.max", "watermark.resume", "network-balance.open", "network-balance.prev"])
    #expect(space.settings.count == 32)
    #expect(space.settings[0].configuration.preload == "network-balance(open=4s,prev=0,next=3)")
  }

  @Test("names that mean nothing or too much are refused with those that are")
  func refusedNames() {
    #expect { try space([("growth.mix", "1s,2s")]) } throws: { "\($0)".contains("did you mean growth.m") }
    #expect { try space(buffer: "growth+watermark", [("max", "20s,40s")]) } throws: {
      "\($0)".contains("growth.max or watermark.max")
    }
    #expect { try space([("min", "1s,2s"), ("growth.min", "3s")]) } throws: { "\($0)".contains("twice") }
    #expect { try space([]) } throws: { "\($0)".contains("--min") }
  }

  @Test("a space without a setting says why, and one too large is refused at once")
  func emptyAndLarge() {
    #expect { try space([("min", "20s"), ("max", "10s,12s")]) } throws: {
      guard case .emptySpace(2, let reason)? = $0 as? TuningError else { return false }
      return reason.contains("min")
    }
    #expect { try space([("min", "1..300s by 1s"), ("max", "1..300s by 1s")]) } throws: {
      guard case .tooManySettings(90_000, SearchSpace.greatestCount)? = $0 as? TuningError else { return false }
      return true
    }
    #expect(throws: TuningError.self) {
      try space(
        buffer: "growth+watermark",
        ["growth.min", "growth.max", "watermark.start", "watermark.resume", "watermark.max"].map {
          ($0, "1..999s by 1s")
        })
    }
  }

  @Test("relations between parameters, and with values, leave settings out")
  func relations() throws {
    let ranges = [("network-balance.open", "4..20s by 4s"), ("min", "10s,20s"), ("max", "30s")]
    let all = try space(preload: "network-balance(next=1)", ranges)
    #expect(all.settings.count == 10)
    let some = try space(
      preload: "network-balance(next=1)", ranges, where: ["network-balance.open <= growth.min"])
    #expect(some.settings.count == 2 + 5)
    #expect(try space(preload: "network-balance(next=1)", ranges, where: ["open<8s"]).settings.count == 2)
    #expect(try space(preload: "network-balance(next=1)", ranges, where: ["open>=8s", "min>10s"]).settings.count == 4)
    for text in ["open", "open=8s", "<=8s", "open<=", "open<=8M", "basis<=3s", "elsewhere<=3s", "open<=prev"] {
      #expect(throws: TuningError.self, "\(text)") {
        try space(preload: "network-balance(next=1)", ranges, where: [text])
      }
    }
  }

  @Test("a gate above the largest forward target is no setting")
  func gateAboveTarget() throws {
    let space = try space(
      preload: "network-balance(next=1)", [("open", "10..40s by 10s"), ("min", "5s"), ("max", "20s,30s")])
    #expect(space.settings.count == 2 + 3 && space.excludedCount == 3)
    #expect(space.firstExclusion?.contains("opens above") == true)
  }

  @Test("no two registries share a name, so that a parameter's name says which part it is of")
  func distinctNames() {
    let names =
      RuleRegistry.standard.entries.flatMap { [$0.name] + $0.aliases } + LimitRegistry.entries.map(\.name)
      + BufferRegistry.entries.map(\.name) + PreloadRegistry.entries.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
  }
}
