import ABRInput

/// Turns rates with time stamps into rows: between two stamps the rate of one of them holds.
package struct StampedRates {
  /// The rows so far.
  package private(set) var timeline: TraceTimeline
  private let options: TraceOptions
  private let latency: Double?
  private var previous: (time: Double, rate: Double, networkClass: NetworkClass?, line: Int?)?
  private var first: (stamp: Double, rate: Double, networkClass: NetworkClass?, line: Int?)?
  private var dropped = 0
  private var restarts = 0

  /// The options that this obeys.
  package static let traceOptions: Set<TraceOption> = [.interval, .first, .clock, .gaps]

  /// Stands before the first row.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - latency: seconds of a round trip in all rows; `nil` where the file does not state it.
  package init(_ input: TraceInput, latency: Double? = nil) {
    timeline = TraceTimeline(input)
    options = input.options
    self.latency = latency
  }

  /// Adds a rate.
  ///
  /// - Parameters:
  ///   - time: seconds, rising.
  ///   - stamp: what the file says, for errors and for the first row's length.
  ///   - rate: bits per second.
  ///   - latency: seconds of a round trip in this row; `nil` for that of all rows.
  ///   - networkClass: the kind of network; `nil` where the file does not say.
  ///   - line: line of the file, where it has lines.
  /// - Throws: ``TraceError`` where the stamps do not rise and no option allows it, or a value is out of range.
  package mutating func add(
    time: Double, stamp: Double, rate: Double, latency: Double? = nil, networkClass: NetworkClass? = nil, line: Int?
  ) throws(TraceError) {
    let latency = latency ?? self.latency
    guard let last = previous else {
      previous = (time, rate, networkClass, line)
      if first == nil { first = (stamp, rate, networkClass, line) }
      return
    }
    guard time > last.time else {
      switch options.clock {
      case .refuse:
        throw timeline.input.malformed(
          line, "time_s", "\(stamp)",
          "more than the \(stamp + (last.time - time)) before it, or --trace-option clock=drop or clock=split")
      case .drop: dropped += 1
      case .split:
        restarts += 1
        timeline.split()
        previous = (time, rate, networkClass, line)
      }
      return
    }
    let isEnding = options.interval == .ending
    try timeline.append(
      time - last.time, isEnding ? rate : last.rate, latency: latency,
      networkClass: isEnding ? networkClass : last.networkClass, line: isEnding ? line : last.line)
    previous = (time, rate, networkClass, line)
  }

  /// The traces.
  ///
  /// - Throws: ``TraceError`` of a file that has too few lines or never carries a byte, or whose first row cannot be as
  ///   long as the options say.
  package mutating func content(lineCount: Int) throws(TraceError) -> TraceContent {
    try addFirst()
    timeline.treatHoles(options.gaps, isAtEnd: options.interval == .ending)
    if dropped > 0 { timeline.notes.append("\(Counted.text(dropped, "row")) whose time stamp does not rise left out") }
    if restarts > 0 {
      timeline.notes.append("the clock restarts \(Counted.text(restarts, "time")): each time a new trace begins")
    }
    return try timeline.content(lineCount: lineCount)
  }

  private mutating func addFirst() throws(TraceError) {
    guard let first, options.first != .drop, options.interval == .ending, restarts == 0 else { return }
    let steps = timeline.sortedDurations
    guard !steps.isEmpty else { return }
    let step = (steps[steps.count / 2] + steps[(steps.count - 1) / 2]) / 2
    if options.first == .step {
      return try timeline.prepend(
        step, first.rate, latency: latency, networkClass: first.networkClass, line: first.line)
    }
    guard first.stamp > 0 else { return }
    guard first.stamp <= 3 * step else {
      throw timeline.input.malformed(
        first.line, "time_s", "\(first.stamp)",
        "at most three steps of \(step) s where the first row lasts up to its stamp, or --trace-option first=step")
    }
    try timeline.prepend(
      first.stamp, first.rate, latency: latency, networkClass: first.networkClass, line: first.line)
  }
}
