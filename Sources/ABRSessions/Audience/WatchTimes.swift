import ABRInput
import ABRNetwork
import ABRPlayback

/// How long viewers watched, read from what services have: watch times, events of sessions, logs whose requests say
/// their CMCD session, retention curves and distributions.
package struct WatchTimes: Sendable, Hashable {
  /// The share of viewers who still watch; of more than 200 times, thinned to steps of half a percent.
  package let curve: WatchCurve
  /// Number of viewers; `nil` where a file has shares only.
  package let viewers: Int?
  /// What the user should know.
  package let notes: [String]

  /// Shares of two kept points differ by this at least where there are more than ``allKept`` of them.
  private static let step = 0.005
  /// Points of 200 times, each a step.
  private static let allKept = 400
  /// Times that a session of one event counts, so that everybody is there at 0.
  private static let least = 0.001

  /// Reads a file.
  ///
  /// Watch times are taken as they are; of events a session is watched from its first to its last one; several rows of
  /// watch times of a session are added. Each time is a step of the curve, whose quantiles are those of the times; of a
  /// curve in a file, viewers leave evenly between its points.
  ///
  /// - Parameters:
  ///   - file: the path.
  ///   - columns: what the columns are; `nil` for a curve in seconds, told by its rows.
  /// - Throws: `ViewerError`.
  /// - Complexity: O(*n* log *n*) for *n* rows.
  package init(contentsOf file: String, columns: WatchColumns? = nil) throws(ViewerError) {
    let bytes: [UInt8]
    do {
      bytes = try CompressedInput.read(file)
    } catch {
      throw .unreadable(file: error.path, reason: error.reason)
    }
    try self.init(bytes, file: file, columns: columns)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `ViewerError`.
  package init(_ bytes: [UInt8], file: String, columns: WatchColumns? = nil) throws(ViewerError) {
    guard !ForeignFile.isUTF16(TraceHead(bytes, fileName: file)) else {
      throw .malformed(
        file: file, line: nil, field: "text", found: "UTF-16", allowed: "UTF-8, such as with iconv -f UTF-16 -t UTF-8")
    }
    if columns == nil, let visits = try Self.visits(bytes, file: file) {
      let lengths = visits.lengths
      (curve, viewers, notes) = (try Self.curve(ofTimes: lengths, file: file), lengths.count, visits.notes)
      return
    }
    var table = try WatchTable(bytes, file: file, columns: columns)
    let isCurve = columns.map { $0.column(.share) != nil || $0.column(.left) != nil } ?? true
    if isCurve {
      let curve = try Self.curve(&table, file: file)
      (self.curve, viewers, notes) = (curve, nil, Self.notes(on: curve, columns))
      return
    }
    let times: [Double]
    (times, notes) =
      columns?.column(.session) == nil
      ? (try Self.list(&table), []) : try Self.sessions(&table, areEvents: columns?.column(.time) != nil)
    guard times.count > 1 else {
      throw .malformed(
        file: file, line: nil, field: "viewers", found: "\(times.count)", allowed: "at least two, whose times differ")
    }
    curve = try Self.curve(
      ofTimes: times.sorted().map { LoggedVisits.Length(seconds: $0) }, file: file)
    viewers = times.count
  }

  private static func list(_ table: inout WatchTable) throws(ViewerError) -> [Double] {
    var times: [Double] = []
    while try table.next() { times.append(try time(table.seconds(.watched), table, .watched)) }
    return times
  }

  private static func sessions(
    _ table: inout WatchTable, areEvents: Bool
  ) throws(ViewerError) -> (times: [Double], notes: [String]) {
    struct Session {
      var sum = 0.0
      var first = Double.infinity
      var last = -Double.infinity
      var rows = 0
    }
    var sessions: [ArraySlice<UInt8>: Session] = [:]
    while try table.next() {
      let seconds = try table.seconds(areEvents ? .time : .watched)
      guard !table.session.isEmpty else { throw table.fault(.session, "what tells a session from others") }
      var session = sessions[table.session] ?? Session()
      session.sum += seconds
      session.first = min(session.first, seconds)
      session.last = max(session.last, seconds)
      session.rows += 1
      sessions[table.session] = session
      _ = try time(areEvents ? session.last - session.first : session.sum, table, areEvents ? .time : .watched)
    }
    let single = areEvents ? sessions.values.count { $0.rows == 1 } : 0
    let notes =
      single == 0 ? [] : ["\(single) of \(sessions.count) sessions have one event only, and count as left at once"]
    return (sessions.values.map { areEvents ? $0.last - $0.first : $0.sum }, notes)
  }

  /// A watch time, at most ``WatchModel/longest``.
  private static func time(
    _ seconds: Double, _ table: WatchTable, _ role: WatchColumns.Role
  ) throws(ViewerError) -> Double {
    guard seconds <= WatchModel.longest else { throw table.fault(role, "at most a year; is the unit right?") }
    return seconds
  }

  /// The points of a curve, with one at 0 where everybody is there.
  private static func curve(_ table: inout WatchTable, file: String) throws(ViewerError) -> WatchCurve {
    var seconds: [Double] = []
    var remaining: [Double] = []
    while try table.next() {
      let (time, share) = (try time(table.curveSeconds(), table, .time), try table.remaining())
      if seconds.isEmpty {
        seconds.append(0)
        remaining.append(1)
        if time == 0, share == 1 { continue }
      }
      // Everybody is there at 0: who left then leaves within the first millisecond.
      let second = max(time, least)
      guard share <= remaining[remaining.count - 1] else {
        throw table.fault(table.shareRole, "no more viewers than in the row before")
      }
      guard second >= seconds[seconds.count - 1] else { throw table.fault(.time, "no less than in the row before") }
      // A step of a distribution has a first point and a last one.
      if seconds.suffix(2).allSatisfy({ $0 == second }) { remaining.removeLast() } else { seconds.append(second) }
      remaining.append(share)
    }
    return try curve(seconds, remaining, file: file)
  }

  /// A curve that never comes to more than 1 % has shares of 0 to 1.
  private static func notes(on curve: WatchCurve, _ columns: WatchColumns?) -> [String] {
    guard let columns, let share = columns.columns.first(where: \.isPercent) else { return [] }
    let values = curve.remaining.dropFirst().map { share.role == .left ? 1 - $0 : $0 }
    guard let highest = values.max(), highest < 0.01 + 1e-9 else { return [] }
    let text = DecimalPrinter.significant(highest * 100, digits: 4)
    return ["\(share.role.rawValue) is at most \(text) %; leave :% out of --columns where shares are 0 to 1"]
  }

  /// The sessions of a log; `nil` where the file is none.
  private static func visits(_ bytes: [UInt8], file: String) throws(ViewerError) -> LoggedVisits? {
    do throws(TraceError) {
      return try LoggedVisits.read(bytes, file: file)
    } catch {
      guard case .malformed(let file, let line, let column, let field, let found, let allowed) = error else {
        throw .unreadable(file: file, reason: "\(error)")
      }
      throw .malformed(file: file, line: line, column: column, field: field, found: found, allowed: allowed)
    }
  }

  /// The curve of watch times, shortest first: the estimate of Kaplan and Meier (1958), which without censored times is
  /// the share of those who watched longer. It falls in steps, at the times of those who left.
  private static func curve(ofTimes times: [LoggedVisits.Length], file: String) throws(ViewerError) -> WatchCurve {
    guard let longest = times.last?.seconds, longest <= WatchModel.longest, times.contains(where: { !$0.isCensored })
    else {
      throw .malformed(
        file: file, line: nil, field: "sessions",
        found: times.allSatisfy(\.isCensored)
          ? "all \(times.count) still watching when the log ends" : "one of more than a year",
        allowed: "sessions that end before the log, within a year")
    }
    var seconds = [0.0]
    var remaining = [1.0]
    var share = 1.0
    for (index, time) in times.enumerated() where !time.isCensored {
      let second = max(time.seconds, least)
      if second != seconds.last {
        seconds += [second, second]
        remaining += [share, share]
      }
      share *= 1 - 1 / Double(times.count - index)
      remaining[remaining.count - 1] = share
    }
    return try curve(seconds, remaining, file: file)
  }

  /// A curve of some of the points, so that no share is off by more than ``step``: times to a millisecond, shares to a
  /// millionth.
  private static func curve(
    _ seconds: [Double], _ remaining: [Double], file: String
  ) throws(ViewerError) -> WatchCurve {
    var kept: [Int] = []
    for index in seconds.indices {
      let isStep = kept.last.map { remaining[$0] - remaining[index] >= step } ?? true
      if isStep, let last = kept.last, last < index - 1 { kept.append(index - 1) }
      if isStep || index == seconds.count - 1 || seconds.count <= allKept { kept.append(index) }
    }
    var points: [(seconds: Double, remaining: Double)] = []
    for index in kept {
      let point = ((seconds[index] * 1e3).rounded() / 1e3, (remaining[index] * 1e6).rounded() / 1e6)
      if points.count > 1, points.suffix(2).allSatisfy({ $0.seconds == point.0 }) { points.removeLast() }
      points.append(point)
    }
    if points.first?.seconds != 0 || points.first?.remaining != 1 { points.insert((0, 1), at: 0) }
    do throws(WatchCurve.Problem) {
      return try WatchCurve(seconds: points.map(\.seconds), remaining: points.map(\.remaining))
    } catch {
      throw .malformed(
        file: file, line: nil, field: error.isTime ? "time" : "share", found: error.found, allowed: error.allowed)
    }
  }
}
