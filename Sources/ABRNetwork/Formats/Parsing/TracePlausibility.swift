import ABRInput
import Glibc

/// How the durations of a log's requests were read.
package struct LoggedDurations {
  /// The fastest mean of a client in bits per second that is no wrong unit: as fast as the network of a data centre.
  static let fastest = 1e10
  /// Mean in bits per second under which no client of a log can watch a video: as slow as one channel of ISDN.
  static let slowest = 64e3
  /// The largest mean of the log's traces, in bits per second.
  var meanOfFastest: Double
  /// What the user says of the file.
  var options: TraceOptions
  /// The mean above which the unit is in doubt: where some requests had to be left out as faster than any network, the
  /// others are as fast as a home's link at most.
  var limit = fastest
  /// Whether they were found among other numbers of a line, of which one may be that of a server behind.
  var isFound = false
  /// The columns that were read: the user's, or those of a known kind of JSON.
  var columns: TableLayout?

  /// The unit with which a mean would be that of a usual link, and how to say so.
  ///
  /// - Parameter mean: with the unit that was read, in bits per second.
  func fix(mean: Double) -> String {
    let column = columns.flatMap { layout in
      [.duration, .end, .start].lazy.compactMap(layout.column).first { $0.time != nil }
    }
    let read = column?.time ?? options.logForm?.unit ?? options.took ?? .second
    let usual = 1e7
    let fitting = [TimeUnit.second, .millisecond, .microsecond].filter { $0 != read }
      .map { (unit: $0, mean: mean * $0.perSecond / read.perSecond) }
      .min { abs(log10($0.mean / usual)) < abs(log10($1.mean / usual)) }
    guard let fitting, (1e5...1e10).contains(fitting.mean) else {
      return "another number as the duration: --log-format, --columns"
    }
    let (unit, rate) = (fitting.unit.rawValue, TracePlausibility.text(fitting.mean))
    let way: String
    if let columns {
      way = column.map { "--columns \(columns.text(with: fitting.unit, for: $0.role))" } ?? "--columns"
    } else if options.logForm != nil {
      way = "\(["s": "%T", "ms": "%{ms}T"][unit] ?? "%D") in place of the duration in --log-format"
    } else if options.took != nil {
      way = "--trace-option took=\(unit)"
    } else {
      way = "name the durations with their unit: --log-format, --columns"
    }
    return "durations in \(unit), which makes it \(rate): \(way)"
  }
}

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
  /// Means under 1 kbit/s and over 100 Gbit/s are implausible, in logs of requests over 10 Gbit/s, or 1 Gbit/s beside
  /// requests that are faster, and, of all of their clients, under 64 kbit/s. Means over 1 Gbit/s and under 64 kbit/s
  /// are doubtful where no unit is given. Rows of ten minutes on the mean, or of one at 1 Gbit/s, have milliseconds for
  /// seconds; of time stamps without a unit a median row of a minute is doubtful. Values that begin at 1 or less and
  /// only fall are shares of an audience; whole numbers up to 65,535 at irregular times are sizes of packets.
  ///
  /// - Parameters:
  ///   - trace: the trace.
  ///   - unit: what the rates of a file without units were taken for.
  ///   - isUnitGiven: whether the user said so.
  ///   - columns: how the file is read with times in milliseconds, where its time stamps were taken for seconds; `nil`
  ///     where the file says that they are.
  ///   - slowFix: what else a file may be whose mean is under 64 kbit/s; `nil` where it states its units.
  ///   - log: of requests of a log, how their durations were read; `nil` for other traces.
  /// - Returns: `nil` when nothing is wrong.
  /// - Complexity: O(*n* log *n*) in the rows.
  package static func doubt(
    _ trace: BandwidthTrace, unit: RateUnit?, isUnitGiven: Bool = false, columns: String? = nil,
    slowFix: String? = nil, log: LoggedDurations? = nil
  ) -> Doubt? {
    let mean = trace.meanBandwidth
    let found = "a mean of \(text(mean))"
    if let unit, isRetention(trace, unit.bitsPerSecond) {
      return Doubt(
        found: "rates from \(trace.rows[0].bandwidth / unit.bitsPerSecond) down that only fall",
        fix: "the audience retention of a video, which describes viewers, not a network")
    }
    if let unit, !isUnitGiven, isOfPackets(trace, unit.bitsPerSecond) {
      return Doubt(
        found: "whole numbers at times of packets", fix: "sizes of packets: --columns time:s,bytes")
    }
    let rows = Double(trace.rows.count)
    let step = trace.duration / rows
    if let log, log.isFound, (1e9...LoggedDurations.fastest).contains(mean) {
      return Doubt(found: found, fix: "another number as the duration: --log-format", isCertain: false)
    }
    if let log, mean > log.limit || log.meanOfFastest < LoggedDurations.slowest {
      return Doubt(found: found, fix: log.fix(mean: mean))
    }
    if trace.rows.count > 3, step > 600 || (step > 60 && mean > 1e9) {
      return Doubt(
        found: "rows of \(DecimalPrinter.significant(step, digits: 3)) s and \(found)",
        fix: (columns == nil ? slowFix : nil) ?? "times in milliseconds: --columns time:ms,rate:kbit/s")
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
    let option = unit == nil ? "another unit" : "another unit, such as --trace-option unit="
    if mean < 1000 { return Doubt(found: found, fix: unit == nil ? option : option + "Gbit/s") }
    if mean > 1e11 { return Doubt(found: found, fix: unit == nil ? option : option + "bit/s") }
    if unit == .megabit, !isUnitGiven, mean > 1e9 {
      return Doubt(found: found, fix: option + "kbit/s", isCertain: false)
    }
    if let slowFix, mean < LoggedDurations.slowest { return Doubt(found: found, fix: slowFix, isCertain: false) }
    return nil
  }

  /// Shares of an audience that is still there: from 1 or less downwards, and a fair part of them lost.
  private static func isRetention(_ trace: BandwidthTrace, _ unit: Double) -> Bool {
    let values = trace.rows.map { $0.bandwidth / unit }
    guard values.count >= 4, values.allSatisfy({ $0 <= 1 }) else { return false }
    guard let first = values.first, let last = values.last, last < 0.9 * first else { return false }
    return zip(values, values.dropFirst()).allSatisfy { $0 >= $1 }
  }

  /// Sizes of packets: whole numbers, some of 40 or more, under a second apart. Most steps have a fraction of 0.1 ms,
  /// or every tenth number is that of a full packet of Ethernet.
  private static func isOfPackets(_ trace: BandwidthTrace, _ unit: Double) -> Bool {
    let values = trace.rows.map { $0.bandwidth / unit }
    let ticks = trace.rows.map { $0.duration * 1e4 }
    guard values.count >= 3, values.allSatisfy({ $0 == $0.rounded() && $0 <= 65_535 }), let largest = values.max(),
      largest >= 40, trace.duration < Double(values.count)
    else { return false }
    return 2 * ticks.count { abs($0 - $0.rounded()) > 0.02 } > ticks.count
      || largest == 1514 && 10 * values.count { $0 == largest } > values.count
  }

  /// A rate in the unit that fits it.
  static func text(_ bitsPerSecond: Double) -> String {
    let units: [(Double, String)] = [(1e9, "Gbit/s"), (1e6, "Mbit/s"), (1e3, "kbit/s"), (0, "bit/s")]
    let (size, name) = units.first { bitsPerSecond >= $0.0 } ?? (0, "bit/s")
    return "\(DecimalPrinter.significant(bitsPerSecond / max(size, 1), digits: 4)) \(name)"
  }
}
