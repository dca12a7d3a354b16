import ABRPolicies

/// A few settings spread over the whole grid, which a search plays over every trace before it looks at the others.
///
/// They say three things that a first rung of few traces cannot: what the ends of the space give, on which traces settings differ at all
/// (stalls are rare, and most traces have none under any setting), and how a value over some of the traces relates to that over all.
struct PilotSettings: Sendable {
  /// How many there are where the space is large enough.
  static let count = 16
  /// They are at most this share of all settings.
  static let greatestShare = 0.05

  /// Indices of the settings, ascending.
  let settings: [Int]
  /// Where each setting of the space lies, each parameter's values evenly from 0 to 1.
  private let points: [[Double]]

  /// Chooses settings of a grid: the corner of the least values, then always the one farthest from those chosen (``FarthestPoints``), with
  /// each parameter's values placed evenly from 0 to 1.
  ///
  /// - Complexity: O(settings × pilots × parameters).
  init(of space: SearchSpace) {
    let wanted = min(Self.count, Int(Double(space.settings.count) * Self.greatestShare))
    let points = space.settings.map { setting in
      zip(setting.place ?? [], space.parameters).map { place, parameter in
        Double(place) / Double(max(parameter.range.values.count - 1, 1))
      }
    }
    var chosen: [Int] = []
    var far = FarthestPoints(among: points)
    while chosen.count < wanted, let next = far.farthest(of: points.indices) {
      chosen.append(next)
      far.choose(next)
    }
    settings = chosen.sorted()
    self.points = points
  }

  /// What a setting is expected to have over all traces, from its value over some.
  ///
  /// To its value is added what the pilot settings gained from the other traces, the more the nearer they are (D. Shepard, "A two-dimensional
  /// interpolation function for irregularly-spaced data", ACM 1968, weights of the inverse square of the distance). What neighbours have in
  /// common is then no error, and a pilot setting's value is exact.
  ///
  /// - Parameters:
  ///   - some: the setting's value over some traces.
  ///   - setting: its index.
  ///   - gains: for each pilot setting its value over all traces less that over the same ones; what is not finite says nothing.
  /// - Complexity: O(pilots × parameters).
  func expected(_ some: Double, of setting: Int, gains: [Double]) -> Double {
    guard some.isFinite, points.indices.contains(setting) else { return some }
    var weights = 0.0
    var gain = 0.0
    for (pilot, own) in zip(settings, gains) where own.isFinite {
      let distance = FarthestPoints.squaredDistance(points[setting], points[pilot])
      if distance == 0 { return some + own }
      weights += 1 / distance
      gain += own / distance
    }
    return weights > 0 ? some + gain / weights : some
  }
}
