import ABRInput

/// Finds traces whose numbers no network has, so that another unit was meant.
package enum TracePlausibility {
  /// What is implausible, and the likely fix.
  package struct Doubt: Sendable, Hashable {
    package var found: String
    package var fix: String
    /// Whether no network is like this; otherwise few are.
    package var isCertain = true
  }

  /// Looks at a trace.
  ///
  /// Means under 1 kbit/s and over 100 Gbit/s are implausible, in logs of requests over 10 Gbit/s, and a mean over
  /// 1 Gbit/s is doubtful where no unit is given. Rows of ten minutes on the mean, or of one at 1 Gbit/s, have
  /// milliseconds for seconds; of time stamps without a unit a median row of a minute is doubtful. Values that begin at
  /// 1 or less and only fall are shares of an audience.
  ///
  /// - Parameters:
  ///   - trace: the trace.
  ///   - unit: what the rates of a file without units were taken for.
  ///   - isUnitGiven: whether the user said so.
  ///   - columns: how the file is read with times in milliseconds, where its time stamps were taken for seconds; `nil`
  ///     where the file says that they are.
  ///   - isLog: whether the trace is made of the requests of a log.
  /// - Returns: `nil` when nothing is wrong.
  /// - Complexity: O(*n* log *n*) in the rows.
  package static func doubt(
    _ trace: BandwidthTrace, unit: RateUnit?, isUnitGiven: Bool = false, columns: String? = nil,
    isLog: Bool = false
  ) -> Doubt? {
    let mean = trace.meanBandwidth
    let found = "a mean of \(text(mean))"
    if let unit, isRetention(trace, unit.bitsPerSecond) {
      return Doubt(
        found: "rates from \(trace.rows[0].bandwidth / unit.bitsPerSecond) down that only fall",
        fix: "the audience retention of a video, which describes viewers, not a network")
    }
    let rows = Double(trace.rows.count)
    let step = trace.duration / rows
    if trace.rows.count > 3, step > 600 || (step > 60 && mean > 1e9) {
      return Doubt(
        found: "rows of \(DecimalPrinter.significant(step, digits: 3)) s and \(found)",
        fix: "times in milliseconds: --columns time:ms,rate:kbit/s")
    }
    // Where the median row lasts a minute, the mean one lasts half of it at least.
    if let columns, trace.rows.count > 3, step >= 30 {
      let median = trace.rows.map(\.duration).sorted()[trace.rows.count / 2]
      if median >= 60 {
        return Doubt(
          found: "rows of \(DecimalPrinter.significant(median, digits: 3)) s and \(found)",
          fix: "times in milliseconds: --columns \(columns)", isCertain: false)
      }
    }
    if isLog, mean > 1e10 {
      return Doubt(
        found: found,
        fix: "durations in another unit, or another number as the duration: --trace-option took=ms, "
          + "--log-format, --columns")
    }
    let option = unit == nil ? "another unit" : "another unit, such as --trace-option unit="
    if mean < 1000 { return Doubt(found: found, fix: unit == nil ? option : option + "Gbit/s") }
    if mean > 1e11 { return Doubt(found: found, fix: unit == nil ? option : option + "bit/s") }
    if unit == .megabit, !isUnitGiven, mean > 1e9 {
      return Doubt(found: found, fix: option + "kbit/s", isCertain: false)
    }
    return nil
  }

  /// Shares of an audience that is still there: from 1 or less downwards, and a fair part of them lost.
  private static func isRetention(_ trace: BandwidthTrace, _ unit: Double) -> Bool {
    let values = trace.rows.map { $0.bandwidth / unit }
    guard values.count >= 4, values.allSatisfy({ $0 <= 1 }) else { return false }
    guard let first = values.first, let last = values.last, last < 0.9 * first else { return false }
    return zip(values, values.dropFirst()).allSatisfy { $0 >= $1 }
  }

  private static func text(_ bitsPerSecond: Double) -> String {
    let units: [(Double, String)] = [(1e9, "Gbit/s"), (1e6, "Mbit/s"), (1e3, "kbit/s"), (0, "bit/s")]
    let (size, name) = units.first { bitsPerSecond >= $0.0 } ?? (0, "bit/s")
    return "\(DecimalPrinter.significant(bitsPerSecond / max(size, 1), digits: 4)) \(name)"
  }
}
