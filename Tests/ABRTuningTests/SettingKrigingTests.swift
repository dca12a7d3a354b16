import Testing

@testable import ABRTuning

@Suite("Kriging of settings")
struct SettingKrigingTests {
  /// A grid of 13 × 13 points in the unit square.
  private static let grid = (0...12).flatMap { row in (0...12).map { [Double(row) / 12, Double($0) / 12] } }
  /// Steep along the first parameter, flat along the second.
  private static func value(_ point: [Double]) -> Double { 1 / (0.1 + point[0]) + 0.3 * point[1] * point[1] }

  @Test("known values come back, with no error")
  func known() throws {
    let points = stride(from: 0, to: Self.grid.count, by: 7).map { Self.grid[$0] }
    let kriging = try #require(SettingKriging(points: points, values: points.map(Self.value)))
    for point in points {
      let (value, error) = kriging.expected(at: point)
      #expect(abs(value - Self.value(point)) < 1e-3 && error < 1e-2, "\(point)")
    }
  }

  @Test("between known values a smooth one is met within a percent of its range, and the error says so")
  func between() throws {
    let points = stride(from: 0, to: Self.grid.count, by: 5).map { Self.grid[$0] }
    let kriging = try #require(SettingKriging(points: points, values: points.map(Self.value)))
    let values = Self.grid.map(Self.value)
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    var squares: [Double] = []
    var scaled: [Double] = []
    for point in Self.grid where !points.contains(point) {
      let (value, error) = kriging.expected(at: point)
      squares.append((value - Self.value(point)) * (value - Self.value(point)))
      scaled.append(squares[squares.count - 1] / (error * error))
    }
    #expect(((squares.mean ?? 1).squareRoot()) < 0.01 * range)
    #expect((0.01...4).contains(scaled.mean ?? 0), "errors are \((scaled.mean ?? 0).squareRoot()) times what is said")
    #expect(kriging.scales[0] < kriging.scales[1], "the steep parameter has the shorter length")
  }

  @Test("what is too little, the same everywhere or given twice describes nothing, or nothing wrong")
  func degenerate() {
    let points = Array(Self.grid.prefix(3))
    #expect(SettingKriging(points: points, values: [1, 2, 3]) == nil)
    #expect(SettingKriging(points: [], values: []) == nil)
    let some = Array(Self.grid.prefix(8))
    #expect(SettingKriging(points: some, values: some.map { _ in 4 }) == nil)
    let twice = some + [some[0]]
    if let kriging = SettingKriging(points: twice, values: twice.map(Self.value)) {
      #expect(kriging.expected(at: [0.5, 0.5]).value.isFinite)
    }
  }

  @Test("the way that erred less on the last settings is followed")
  func followed() throws {
    var nearby = NearbyExpectations(points: Self.grid, objectives: 2)
    let known = Array(stride(from: 0, to: Self.grid.count, by: 9))
    nearby.describe(known, values: known.map { [Self.value(Self.grid[$0]), nil] })
    #expect(!nearby.isFollowed(0) && nearby.values(of: 3)[1] == nil)
    let expected = try #require(nearby.values(of: 3)[0])
    nearby.learn([expected.value, 1], early: [expected.value + 1, 1], nearby: [expected, nil])
    #expect(nearby.isFollowed(0) && !nearby.isFollowed(1) && nearby.typicalError(0) == 1)
    for _ in 0..<20 {
      nearby.learn([expected.value + 2, 1], early: [expected.value + 2, 1], nearby: [expected, nil])
    }
    #expect(!nearby.isFollowed(0))
  }
}
