/// Values over time, thinned to what a picture shows.
package struct TimelineSeries: Sendable, Hashable {
  /// Most points that a saved series has.
  package static let limit = 2_000

  /// Seconds since the play request, never decreasing.
  package private(set) var times: [Double]
  /// A value for each time.
  package private(set) var values: [Double]

  /// Creates a series without points.
  package init() {
    times = []
    values = []
  }

  /// Creates a series.
  ///
  /// - Parameters:
  ///   - times: seconds, never decreasing.
  ///   - values: as many.
  package init(times: [Double], values: [Double]) {
    precondition(times.count == values.count, "a series has a value for each time")
    self.times = times
    self.values = values
  }

  /// Number of points.
  package var count: Int { times.count }

  /// Adds a point at the end.
  package mutating func append(_ time: Double, _ value: Double) {
    times.append(time)
    values.append(value)
  }

  /// Adds a point to a series whose values hold until the next one, unless it changes nothing.
  package mutating func appendStep(_ time: Double, _ value: Double) {
    guard values.last != value else { return }
    // Of two values at one time the first held for no time.
    if times.last == time {
      values[values.count - 1] = value
    } else {
      append(time, value)
    }
  }

  /// The series with at most so many points, those that keep its shape: largest triangle three buckets (Steinarsson,
  /// "Downsampling Time Series for Visual Representation", University of Iceland 2013, §4.2). First and last point
  /// stay.
  ///
  /// - Complexity: O(*count*).
  package func thinned(to limit: Int = limit) -> TimelineSeries {
    guard count > limit, limit > 2 else { return self }
    var thinned = TimelineSeries()
    thinned.append(times[0], values[0])
    // Buckets of equal counts between the first and the last point.
    func start(_ bucket: Int) -> Int { 1 + bucket * (count - 2) / (limit - 2) }
    var kept = 0
    for bucket in 0..<limit - 2 {
      let next = bucket + 1 < limit - 2 ? start(bucket + 1)..<start(bucket + 2) : count - 1..<count
      let middleTime = next.reduce(0) { $0 + times[$1] } / Double(next.count)
      let middleValue = next.reduce(0) { $0 + values[$1] } / Double(next.count)
      var best = start(bucket)
      var largest = -1.0
      for place in start(bucket)..<start(bucket + 1) {
        let area = abs(
          (times[kept] - middleTime) * (values[place] - values[kept])
            - (times[kept] - times[place]) * (middleValue - values[kept]))
        if area > largest {
          largest = area
          best = place
        }
      }
      thinned.append(times[best], values[best])
      kept = best
    }
    thinned.append(times[count - 1], values[count - 1])
    return thinned
  }

  /// The series with rounded numbers: no picture shows more, and files are shorter.
  ///
  /// - Parameters:
  ///   - time: how many times there are in a second.
  ///   - value: how many values there are in a unit.
  func rounded(perSecond time: Double = 1_000, perUnit value: Double) -> TimelineSeries {
    TimelineSeries(
      times: times.map { ($0 * time).rounded() / time }, values: values.map { ($0 * value).rounded() / value })
  }

  /// A series of steps as means over equal stretches up to a time, where it has more steps than the limit: the area
  /// below stays.
  ///
  /// - Complexity: O(*count* + *limit*).
  package func averaged(until end: Double, to limit: Int = limit) -> TimelineSeries {
    guard count > limit, let first = times.first, end > first else { return self }
    var averaged = TimelineSeries()
    let stretch = (end - first) / Double(limit)
    var place = 0
    for index in 0..<limit {
      let (from, to) = (first + stretch * Double(index), first + stretch * Double(index + 1))
      var area = 0.0
      var begin = from
      while true {
        let next = place + 1 < count ? times[place + 1] : .infinity
        area += values[place] * max(0, min(next, to) - begin)
        guard next < to else { break }
        begin = next
        place += 1
      }
      averaged.appendStep(from, area / stretch)
    }
    return averaged
  }
}
