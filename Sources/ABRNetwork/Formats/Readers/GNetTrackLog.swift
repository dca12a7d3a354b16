import ABRInput

/// The logs of G-NetTrack Pro in the 4G and 5G sets of University College Cork (Raca et al., MMSys 2018 and 2020).
///
/// Columns are found by name, for the sets order them differently. `DL_bitrate` is kbit/s; the rows of one second make
/// one row with their mean, which holds until the next one, or for a second where the next is more than 5 s away.
/// Seconds whose last row is idle (`State` I) are left out, as are rows at begin and end in which nothing was received.
/// Where a player rests between downloads the log says little about the network: a log that carries less than 1 % of
/// its mean in more than half of its rows is refused.
public enum GNetTrackLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "gnettrack"
  /// What a file holds, in one line.
  public static let summary = "CSV of G-NetTrack with Timestamp, DL_bitrate (kbit/s) and State: Irish 4G and 5G"
  /// What its reader obeys.
  public static let options = CoveredTime.traceOptions.union([.idle, .limited])

  private struct Second {
    var time: Double
    var sum: Double
    var count: Double
    var isIdle: Bool
    var line: Int
    var rate: Double { sum / count }
  }

  /// Known by its columns.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasColumns("Timestamp", "DL_bitrate") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var table = try HeaderTable(input)
    let (time, rate) = (try table.column("Timestamp"), try table.column("DL_bitrate"))
    let state = table.header.firstIndex(of: "State")
    var stamps = TimeStamps(unit: nil)
    var seconds: [Second] = []
    var (rowCount, missing) = (0, 0)
    var rates: [Double] = []
    while try table.next() {
      guard let stamp = stamps.seconds(input.bytes, table.fields[time]) else {
        throw input.malformed(
          table.line, "Timestamp", InputFault.excerpt(table.text(time)), "a time such as 2018.01.27_13.58.29")
      }
      rowCount += 1
      let isMissing = table.text(rate).isEmpty || table.text(rate).elementsEqual("-".utf8)
      if isMissing { missing += 1 }
      let value = isMissing ? 0 : try table.number(rate) * 1000
      let isIdle = state.map { table.text($0).elementsEqual("I".utf8) } ?? false
      if !isMissing { rates.append(isIdle ? 0 : value) }
      if seconds.last?.time != stamp {
        seconds.append(Second(time: stamp, sum: 0, count: 0, isIdle: false, line: table.line))
      }
      let last = seconds.count - 1
      seconds[last].isIdle = isIdle
      if !isMissing {
        seconds[last].sum += value
        seconds[last].count += 1
      }
    }
    try checkLimits(rates, input)
    var covered = CoveredTime(input, gaps: .close, tolerance: 0.5)
    if missing > 0 { covered.timeline.notes.append("\(missing) of \(rowCount) rows without a DL_bitrate") }
    try add(seconds, to: &covered, keepsIdle: input.options.keepsIdle)
    return try covered.content(lineCount: table.line)
  }

  private static func checkLimits(_ rates: [Double], _ input: TraceInput) throws(TraceError) {
    let mean = rates.reduce(0, +) / Double(max(rates.count, 1))
    let resting = rates.count { $0 < 0.01 * mean }
    guard mean > 0, 2 * resting > rates.count, !input.options.keepsLimited else { return }
    throw input.malformed(
      nil, "DL_bitrate", "less than 1 % of the mean in \(100 * resting / rates.count) % of the rows",
      "a log of downloads at full speed: pauses of a player hide the network; --trace-option limited=keep reads it")
  }

  private static func add(
    _ seconds: [Second], to covered: inout CoveredTime, keepsIdle: Bool
  ) throws(TraceError) {
    var kept: [(second: Second, duration: Double)] = []
    var idle = 0
    for (index, second) in seconds.enumerated() {
      let next = index + 1 < seconds.count ? seconds[index + 1].time - second.time : 1
      guard second.count > 0 else { continue }
      guard keepsIdle || !second.isIdle else {
        idle += 1
        continue
      }
      // A clock that goes back is for those who look at the starts.
      kept.append((second, next > 5 || next <= 0 ? 1 : next))
    }
    if idle > 0 {
      covered.timeline.notes.append("\(Counted.text(idle, "idle second")) left out (--trace-option idle=keep)")
    }
    let first = kept.firstIndex { $0.second.rate > 0 } ?? kept.startIndex
    let end = kept.lastIndex { $0.second.rate > 0 }.map { $0 + 1 } ?? kept.endIndex
    for (second, duration) in kept[first..<end] {
      try covered.add(start: second.time, duration: duration, rate: second.rate, line: second.line)
    }
  }
}
