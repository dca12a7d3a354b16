import ABRInput

/// Curves of the share of sessions at or below a value, as data of a picture: points of the lines, and on each line a
/// place for its name.
struct CurveData {
  /// What of the curves is seen.
  struct Frame: Sendable {
    /// Value at the left end; smaller ones stand there, too.
    var start: Double
    /// Value at the right end; what lies beyond is cut off.
    var end: Double
    /// Whether the axis is logarithmic, and what stands at its left end is 0.
    var isLogarithmic = false
    /// Share at the lower end.
    var least = 0.0

    /// Where a value stands: on a logarithmic axis what is more than 0 never stands at the left end, however small.
    func place(of value: Double) -> Double {
      guard isLogarithmic, value > 0 else { return min(max(value, start), end) }
      return min(max(value, start * 1.05), end)
    }
  }

  private struct Point: Equatable {
    var x: Double
    var share: Double
  }

  /// Names of the columns: `at` is empty for points of lines, and for names the side on which they begin.
  static let columns = ["c", "family", "x", "share", "at"]
  /// Most points of a curve.
  private static let pointLimit = 240
  /// Height of a line of words, as a share of the picture's height.
  private static let lineHeight = 0.058

  private let frame: Frame
  private let family: String
  private let curves: [(configuration: Int, points: [Point])]

  /// Puts curves into a frame.
  ///
  /// - Parameter family: of the part of the sessions.
  /// - Complexity: O(values).
  init(_ curves: [(configuration: Int, curve: ShareCurve)], in frame: Frame, family: String) {
    self.frame = frame
    self.family = family
    self.curves = curves.filter { !$0.curve.values.isEmpty }.map { ($0.configuration, Self.points($0.curve, frame)) }
  }

  /// The configurations whose curves are the same, together.
  var alike: [[Int]] {
    var groups: [(points: [Point], configurations: [Int])] = []
    for (configuration, points) in curves {
      if let place = groups.firstIndex(where: { $0.points == points }) {
        groups[place].configurations.append(configuration)
      } else {
        groups.append((points, [configuration]))
      }
    }
    return groups.map(\.configurations).filter { $0.count > 1 }
  }

  /// The rows of the data set.
  var rows: [[JSONValue]] {
    func row(_ configuration: Int, _ point: Point, at side: String = "") -> [JSONValue] {
      [
        .integer(configuration), .string(family), ReportData.short(point.x), ReportData.short(point.share),
        .string(side),
      ]
    }
    let lines = curves.flatMap { own in own.points.map { row(own.configuration, $0) } }
    let names = zip(curves, places).map { own, point in
      row(own.configuration, point, at: isInRightHalf(point.x) ? "right" : "left")
    }
    return lines + names
  }

  /// A step for each value, from the lower left corner to the right end: a curve of one value is a line, too.
  private static func points(_ curve: ShareCurve, _ frame: Frame) -> [Point] {
    let values = curve.values
    var points = [Point(x: frame.start, share: frame.least)]
    var index = 0
    // The end is a rounded value.
    while index < values.count, ReportData.rounded(values[index]) <= frame.end {
      let value = values[index]
      while index < values.count, values[index] == value { index += 1 }
      let step = Point(x: frame.place(of: value), share: Double(index) / Double(values.count))
      guard step.share > frame.least else { continue }
      if points.count > 1, points[points.count - 1].x == step.x { points.removeLast() }
      points.append(step)
    }
    let stride = points.count / pointLimit + 1
    let last = points[points.count - 1].share
    return points.enumerated().filter { $0.offset < 2 || $0.offset % stride == 0 }.map(\.element)
      + [Point(x: frame.end, share: last)]
  }

  /// A place on each curve, all at heights of their own: names beside them cannot cover each other.
  private var places: [Point] {
    guard curves.count <= Chart.nameLimit, !curves.isEmpty else { return [] }
    let span = 1 - frame.least
    let gap = Self.lineHeight * span
    func first(_ points: [Point]) -> Double { points.last { $0.x == frame.start }?.share ?? 0 }
    // Those that begin low or run far to the right are named below, where there is room beside them.
    let order = curves.indices.sorted { left, right in
      let (one, other) = (curves[left].points, curves[right].points)
      return (first(one), -x(of: one, at: 0.5)) < (first(other), -x(of: other, at: 0.5))
    }
    var heights = order.enumerated().map { rank, index in
      let height = frame.least + span * (Double(rank) + 0.5) / Double(order.count)
      return min(max(height, first(curves[index].points)), curves[index].points.last?.share ?? 1)
    }
    for rank in heights.indices.dropFirst() { heights[rank] = max(heights[rank], heights[rank - 1] + gap) }
    var ceiling = 1 - gap / 2
    for rank in heights.indices.reversed() {
      heights[rank] = min(heights[rank], ceiling)
      ceiling = heights[rank] - gap
    }
    var places = [Point](repeating: Point(x: 0, share: 0), count: curves.count)
    for (rank, index) in order.enumerated() {
      places[index] = Point(x: x(of: curves[index].points, at: heights[rank]), share: heights[rank])
    }
    return places
  }

  /// Where a curve passes a height.
  private func x(of points: [Point], at share: Double) -> Double {
    points.first { $0.share >= share }?.x ?? frame.end
  }

  private func isInRightHalf(_ x: Double) -> Bool {
    frame.isLogarithmic ? x * x > frame.start * frame.end : x - frame.start > (frame.end - frame.start) / 2
  }

  /// The layers that draw the curves.
  ///
  /// - Parameters:
  ///   - x: the horizontal axis, without its field.
  ///   - unit: of what shares are taken.
  static func layers(_ report: Report, x: [String: JSONValue], unit: String) -> [JSONValue] {
    let scales = Chart.scales(of: report)
    let isNamed = report.configurations.count <= Chart.nameLimit
    let x = JSONValue.object(x.merging(["field": "x", "type": "quantitative"]) { $1 })
    let y: JSONValue = [
      "field": "share", "type": "quantitative", "title": .string("share of \(unit)"),
      "scale": ["zero": false, "nice": false, "padding": 3, "domainMax": 1], "axis": ["format": "%", "tickCount": 5],
    ]
    let lines: [JSONValue] = [["filter": "datum.at === ''"]]
    let names: [JSONValue] = [["filter": "datum.at !== ''"]]
    let curves: JSONValue = [
      "transform": .array(lines), "mark": ["type": "line", "interpolate": "step-after", "strokeWidth": 2],
      "encoding": [
        "x": x, "y": y, "color": Chart.policy(scales.color, isNamed: isNamed),
        "strokeDash": Chart.policy(scales.dash, isNamed: isNamed),
      ],
    ]
    // Layers without a row leave axes without an end.
    guard isNamed else { return [curves] }
    return [
      curves,
      [
        "transform": .array(names), "mark": ["type": "point", "filled": true, "size": 70, "opacity": 1],
        "encoding": ["x": x, "y": y, "color": Chart.policy(scales.color), "shape": Chart.policy(scales.shape)],
      ],
    ]
      + Chart.words(
        ["align": ["expr": "datum.at"], "baseline": "middle", "dx": ["expr": "datum.at === 'left' ? 8 : -8"]],
        transform: names, encoding: ["x": x, "y": y, "text": ["field": "policy", "type": "nominal"]])
  }
}
