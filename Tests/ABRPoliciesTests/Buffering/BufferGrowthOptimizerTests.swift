import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct BufferGrowthOptimizerTests {
  @Test("the target follows what has been viewed between minimum and maximum")
  func states() throws {
    var optimizer = try BufferGrowthOptimizer()
    #expect(optimizer.state == .idle)
    #expect(optimizer.begin() == 30)
    #expect(optimizer.state == .base)
    for (viewed, target, state) in [
      (5.0, 30.0, BufferGrowthOptimizer.State.base), (30, 30, .base), (35, 35, .growing), (89.5, 89.5, .growing),
      (90, 90, .capped), (400, 90, .capped), (40, 40, .growing), (0, 30, .base),
    ] {
      #expect(optimizer.tick(position: viewed, watched: viewed) == target)
      #expect(optimizer.state == state)
    }
    #expect(optimizer.begin() == 30)
    #expect(optimizer.state == .base)
  }

  @Test("after a seek forward the position basis jumps and the watched basis does not")
  func bases() throws {
    var position = try BufferGrowthOptimizer(basis: .position)
    var watched = try BufferGrowthOptimizer(basis: .watched)
    _ = (position.begin(), watched.begin())
    #expect(position.tick(position: 500, watched: 5) == 90)
    #expect(watched.tick(position: 500, watched: 5) == 30)
    // Seeking back lowers the one target and leaves the other.
    #expect(position.tick(position: 10, watched: 45) == 30)
    #expect(watched.tick(position: 10, watched: 45) == 45)
  }

  @Test("the overshoot multiplies every target")
  func overshoot() throws {
    var optimizer = try BufferGrowthOptimizer(overshoot: 1.5)
    #expect(optimizer.begin() == 45)
    #expect(optimizer.tick(position: 0, watched: 60) == 90)
    #expect(optimizer.tick(position: 0, watched: 600) == 135)
    #expect(optimizer.maximum == 135)
  }

  @Test(
    "impossible settings are errors that name the key and the values",
    arguments: [
      (0.5, 90, 5.0, 1.0, "growth min"), (.nan, 90, 5, 1, "growth min"), (30, 0.5, 5, 1, "growth max"),
      (30, .nan, 5, 1, "growth max"), (30, .infinity, 5, 1, "growth max"), (120, 90, 5, 1, "growth min"),
      (30, 90, 0, 1, "growth interval"), (30, 90, -5, 1, "growth interval"), (30, 90, .nan, 1, "growth interval"),
      (30, 90, 5, 0.5, "growth overshoot"), (30, 90, 5, .nan, "growth overshoot"),
    ] as [(Double, Double, Double, Double, String)])
  func impossible(minimum: Double, maximum: Double, interval: Double, overshoot: Double, name: String) {
    let error = #expect(throws: SettingsError.self) {
      try BufferGrowthOptimizer(minimum: minimum, maximum: maximum, interval: interval, overshoot: overshoot)
    }
    #expect(error?.setting == name)
    #expect(error?.found.isEmpty == false)
  }

  @Test("a target of one's own works behind the same type")
  func custom() {
    struct Doubling: ForwardTarget {
      var target = 1.0
      var interval: Double { 2 }
      var maximum: Double { 8 }
      mutating func begin() -> Double { target }
      mutating func tick(position: Double, watched: Double) -> Double {
        target = min(8, target * 2)
        return target
      }
    }
    var target = BufferTarget.custom(Doubling())
    #expect(target.interval == 2)
    #expect(target.maximum == 8)
    #expect(target.begin() == 1)
    #expect((0..<4).map { _ in target.tick(position: 0, watched: 0) } == [2, 4, 8, 8])
  }
}
