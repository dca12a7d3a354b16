import ABRStatistics
import Testing

@Suite struct EffectiveSizeTests {
  @Test("as many clusters as differ alike, whatever their sign and scale", arguments: [1e-200, 1, 1e200])
  func alike(scale: Double) throws {
    let size = try #require(EffectiveSize(of: [scale, -scale, scale, 0, -scale, 0]))
    #expect(size.value == 4)
    #expect(size.carriers == 4)
    #expect(size.largest == 0)
    #expect(size.largestShare == 0.25)
  }

  @Test("one cluster that does it all counts as one, and is named")
  func dominated() throws {
    let size = try #require(EffectiveSize(of: [0.0, 0, 8, 0]))
    #expect(size.value == 1)
    #expect(size.carriers == 1)
    #expect(try #require(EffectiveSize(of: [1.0, -80, 9, 11])).carriers == 2)
    #expect(size.warnings == [.small(effective: 1), .dominated(index: 2, share: 1)])
  }

  @Test("fifteen alike are enough, fourteen of many are not, half of a few are; a quarter is not too much")
  func limits() throws {
    func size(_ alike: Int, of all: Int) throws -> EffectiveSize {
      try #require(EffectiveSize(of: Array(repeating: 1, count: alike) + Array(repeating: 0, count: all - alike)))
    }
    for (alike, all) in [(15, 15), (15, 60), (14, 14), (14, 28), (8, 8), (6, 6), (4, 8)] {
      #expect(try size(alike, of: all).warnings.isEmpty, "\(alike) of \(all)")
    }
    for (alike, all) in [(14, 29), (14, 60), (4, 9)] {
      #expect(try size(alike, of: all).warnings == [.small(effective: Double(alike))], "\(alike) of \(all)")
    }
    let quarter = [24.0] + Array(repeating: 1, count: 72)
    #expect(try #require(EffectiveSize(of: quarter)).largestShare == 0.25)
    #expect(
      !(try #require(EffectiveSize(of: quarter)).warnings.contains { if case .dominated = $0 { true } else { false } }))
  }

  @Test("where nothing differs there is no size")
  func nothing() {
    #expect(EffectiveSize(of: [0, 0]) == nil)
    #expect(EffectiveSize(of: []) == nil)
  }
}
