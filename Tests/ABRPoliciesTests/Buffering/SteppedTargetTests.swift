import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct SteppedTargetTests {
  @Test("each target holds from its mark on, by the playhead or by what was played")
  func steps() throws {
    for basis in BufferGrowthOptimizer.Basis.allCases {
      let target = try SteppedTarget(targets: [10, 30, 20], marks: [15, 60], basis: basis)
      #expect(target.begin() == 10 && target.maximum == 30 && target.interval == 0.5)
      for (progress, seconds) in [(0.0, 10.0), (14.9, 10), (15, 30), (59.9, 30), (60, 20), (5000, 20), (3, 10)] {
        let (position, watched) = basis == .position ? (progress, 999) : (999, progress)
        #expect(target.tick(position: position, watched: watched) == seconds, "\(basis), \(progress)")
      }
    }
  }

  @Test("a spec is read, and played as it says")
  func spec() throws {
    let spec = try BufferSpec(parsing: "stepped(at=4s,targets=4s/20s,interval=1s)+watermark(start=1s)")
    #expect(spec.canonical == "stepped(targets=4s/20s,at=4s,interval=1s)+watermark(start=1s)")
    guard case .stepped(let target) = spec.configuration.target else {
      Issue.record("stepped is not a stepped target")
      return
    }
    #expect(target == (try SteppedTarget(targets: [4, 20], marks: [4], basis: .position, interval: 1)))
    guard case .stepped(let defaults) = try BufferSpec(parsing: "stepped").configuration.target else {
      Issue.record("stepped is not a stepped target")
      return
    }
    #expect(defaults == (try SteppedTarget(targets: [15, 30, 60], marks: [15, 60])))
    // The erased target is the same.
    var erased = spec.configuration.target
    #expect(erased.begin() == 4 && erased.tick(position: 5, watched: 0) == 20)
    #expect(erased.interval == 1 && erased.maximum == 20)
  }

  @Test(
    "steps that cannot be are refused with what was found",
    arguments: [
      ("stepped(targets=5s)", "1 targets and 2 marks"), ("stepped(at=5s)", "3 targets and 1 marks"),
      ("stepped(targets=5s,at=5s)", "1 targets and 1 marks"),
      ("stepped(targets=5s/6s,at=5s/6s)", "2 targets and 2 marks"),
      ("stepped(targets=5s/6s/7s,at=9s/8s)", "9s/8s"), ("stepped(targets=5s/6s/7s,at=8s/8s)", "8s/8s"),
      ("stepped(targets=5s/0s,at=9s)", "stepped targets"), ("stepped(targets=5s/6s,at=0s)", "stepped at"),
      ("stepped(targets=5s/6s,at=9s,interval=0)", "stepped interval"),
      ("stepped(targets=5s/6s,at=9s,basis=time)", "stepped basis"),
      ("stepped(targets=5s/6s,at=9s)+static(9s)", "stepped and static"),
    ])
  func refusals(text: String, words: String) throws {
    let error = #expect(throws: SpecError.self) { try BufferSpec(parsing: text) }
    #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
  }
}
