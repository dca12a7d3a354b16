import ABRInput

/// The requests of a log of a player or a server, and the one way from them to traces, which the page
/// FormatsOfTraces.md describes.
///
/// Requests of one client or session share its link: what runs at the same time adds up to busy periods, each request
/// with its mean rate. What the link could carry while nothing was asked of it is not known: such time is cut out
/// unless ``TraceOption/gaps`` says otherwise. Requests under ``TraceOption/smallest`` measure round trips, and at a
/// server the buffer of its socket: busy periods without a larger one are left out, and of a server's log every such
/// request.
package struct DownloadLog {
  /// Whose clock a log has.
  package enum Observer: Sendable, Hashable {
    case client, server
    /// A server that writes whole seconds.
    case serverInSeconds
  }

  /// The options that this obeys.
  package static let traceOptions: Set<TraceOption> = [.gaps, .smallest]
  /// Bits under which a request measures little: 50 kB at a client; at a server, which hands 0.31 MB to its socket in
  /// no time on a link of 2 Mbit/s, 1 MB.
  package static let smallest: (client: Double, server: Double) = (400_000, 8_000_000)
  /// Share of a log's time that must have been measured for it to go without a warning.
  package static let doubtfulShare = 0.25
  /// The most clients and sessions of one file: more would take memory for little that is in it.
  private static let maximumSessions = 10_000
  /// The longest name of a session in bytes, which becomes a part of file names: CMCD allows 64.
  private static let maximumNameLength = 128
  /// Pauses of at most so many seconds are round trips and the player's own, and no gaps.
  private static let pause = 0.5

  private struct Session {
    var name: String
    var downloads: [LoggedDownload] = []
    /// What the player reported to have measured, at the start of a request.
    var estimates: [(time: Double, rate: Double, line: Int)] = []
  }

  private let input: TraceInput
  private let observer: Observer
  private let smallest: Double
  private var sessions: [Session] = []
  private var places: [String: Int] = [:]
  private var empty = 0
  private var visits = LoggedVisits()
  /// The way out where no request has bytes and a duration, behind what is allowed.
  package var fix = ""
  /// More notes for the user.
  package var notes: [String] = []

  /// Stands before the first request.
  package init(_ input: TraceInput, observer: Observer = .client) {
    self.input = input
    self.observer = observer
    smallest =
      input.options.smallest ?? (observer == .client ? Self.smallest.client : Self.smallest.server)
  }

  /// Adds a request. One without bytes or without a duration measures nothing and is skipped.
  ///
  /// - Parameters:
  ///   - start: seconds on the clock of the log.
  ///   - duration: seconds, 0 or more.
  ///   - bits: what was received.
  ///   - client: the client, where the request names no session; `nil` where the log is of one.
  ///   - report: what the player reports: its session, what it had measured until then, and the media it asks for.
  ///   - line: line of the file.
  /// - Throws: ``TraceError`` where a number is out of range or there are too many sessions.
  package mutating func add(
    start: Double, duration: Double, bits: Double, client: String? = nil, report: CMCDText.Report = .init(), line: Int
  ) throws(TraceError) {
    guard duration >= 0, duration <= BandwidthTrace.maximumDuration else {
      throw input.malformed(line, "duration", "\(duration) s", "0 to \(BandwidthTrace.maximumDuration) s")
    }
    guard abs(start) <= 1e11 else {
      throw input.malformed(line, "time", "\(start) s", "seconds of this age; is it in milliseconds?")
    }
    if input.options.readsVisits { return visits.add(start: start, session: report.session, media: report.media) }
    // A player reports its measurements with any request.
    guard input.options.usesPlayerRates ? report.throughput != nil : duration > 0 && bits > 0 else { return skip() }
    let bits = max(0, bits)
    let name = report.session ?? client ?? ""
    guard name.utf8.count <= Self.maximumNameLength else {
      throw input.malformed(
        line, "session", InputFault.excerpt(name), "a name of at most \(Self.maximumNameLength) bytes")
    }
    let place = places[name] ?? sessions.count
    if place == sessions.count {
      guard sessions.count < Self.maximumSessions else {
        throw input.malformed(
          line, "session", "more than \(Self.maximumSessions)",
          "at most \(Self.maximumSessions) clients and sessions in a file: split it")
      }
      places[name] = place
      sessions.append(Session(name: name))
    }
    sessions[place].downloads.append(
      LoggedDownload(start: start, end: start + duration, rate: bits / duration, bits: bits, line: line))
    if let throughput = report.throughput { sessions[place].estimates.append((start, throughput, line)) }
  }

  /// Passes over a request that has no size or time.
  package mutating func skip() { empty += 1 }

  /// The traces, one for each client or session.
  ///
  /// - Parameter lineCount: lines that were read.
  /// - Throws: ``TraceError`` of a log in which no request is large enough.
  /// - Complexity: O(*n* log *n*).
  package func content(lineCount: Int) throws(TraceError) -> TraceContent {
    var content = TraceContent([], notes: notes)
    if input.options.readsVisits {
      content.visits = visits
      return content
    }
    if input.options.usesPlayerRates { return try estimated(lineCount: lineCount) }
    if empty > 0 { content.notes.append("\(Counted.text(empty, "request")) without bytes or a duration left out") }
    if observer != .client {
      content.notes.append(
        "the times are a server's, whose socket takes small segments at once: requests under "
          + "\(SizeUnit.text(smallest)) left out (--trace-option smallest)")
    }
    let sessions = withoutCached(&content)
    var usable: [(session: Session, periods: BusyPeriods)] = []
    for session in sessions {
      let periods = BusyPeriods(of: session.downloads, smallest: smallest, observer: observer)
      if !periods.downloads.isEmpty { usable.append((session, periods)) }
    }
    guard !usable.isEmpty else { throw nothingLeft() }
    if usable.count < sessions.count {
      content.notes.append(
        "\(sessions.count - usable.count) of \(sessions.count) clients or sessions have no request of "
          + "\(SizeUnit.text(smallest)) or more and are left out")
    }
    for (session, periods) in usable {
      let series = usable.count == 1 || session.name.isEmpty ? nil : session.name
      let coverage = periods.coverage(ofRequests: session.downloads.count)
      let read = try rows(of: periods, lineCount: lineCount, series: series, measured: coverage.percent)
      content.traces += read.traces
      let pieces = read.traces.count == 1 ? [coverage] : periods.coverage(ofPiecesApart: Self.pause)
      for (index, trace) in read.traces.enumerated() {
        content.coverage[trace.name] = pieces.count == read.traces.count ? pieces[index] : coverage
      }
      var notes = read.notes
      if read.traces.count > 1 {
        notes.append(
          "\(read.traces.count) traces of \(Counted.text(coverage.requests, "request")): \(coverage.percent) % of the time was "
            + "measured")
      }
      if periods.leftOut > 0, observer == .client {
        notes.append(
          "\(Counted.text(periods.leftOut, "request")) left out: none of \(SizeUnit.text(smallest)) or more ran at the same "
            + "time, so they measure round trips (--trace-option smallest)")
      }
      if coverage.measuredShare < Self.doubtfulShare {
        notes.append(
          "only \(coverage.percent) % of the time was measured, under \(Int(100 * Self.doubtfulShare)) %: the trace covers "
            + "only the time in which the player downloaded")
      }
      content.notes += notes.map { note in (series.map { "\($0): " } ?? "") + note }
    }
    return content
  }

  /// The sessions without what came faster than any network: from a cache, or into the socket of a server. Where most
  /// did, durations have another unit.
  private func withoutCached(_ content: inout TraceContent) -> [Session] {
    let isCached = { (download: LoggedDownload) in download.rate > LoggedDurations.fastest }
    let count = sessions.reduce(0) { $0 + $1.downloads.count(where: isCached) }
    guard count > 0, 2 * count <= sessions.reduce(0, { $0 + $1.downloads.count }) else { return sessions }
    content.leavesCachedOut = true
    content.notes.append(
      "\(Counted.text(count, "request")) of more than \(TracePlausibility.text(LoggedDurations.fastest)) left out: what a "
        + "cache answers does not measure the network")
    return sessions.map { session in
      var session = session
      session.downloads.removeAll(where: isCached)
      return session
    }
  }

  /// The traces of what players measured: a report with a request holds since the request before.
  private func estimated(lineCount: Int) throws(TraceError) -> TraceContent {
    var content = TraceContent([], notes: notes)
    if empty > 0 { content.notes.append("\(Counted.text(empty, "request")) without mtp left out") }
    content.notes.append(
      "the rates are what players measured (mtp of CMCD): rounded to 100 kbit/s, and over several requests")
    let usable = sessions.filter { session in
      session.estimates.contains { $0.time != session.estimates[0].time }
    }
    guard !usable.isEmpty else {
      throw input.malformed(
        nil, "requests", "no session with mtp in two of them", "mtp of CMCD, or --trace-option rate=time")
    }
    for session in usable {
      let series = usable.count == 1 || session.name.isEmpty ? nil : session.name
      let estimates = session.estimates.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
      var covered = CoveredTime(input, gaps: .close, tolerance: .infinity)
      var last = estimates[0].time
      for estimate in estimates.dropFirst() where estimate.time > last {
        try covered.add(start: last, duration: estimate.time - last, rate: estimate.rate, line: estimate.line)
        last = estimate.time
      }
      let read = try covered.content(series: series, lineCount: lineCount)
      let bits = session.downloads.reduce(0) { $0 + $1.bits }
      let coverage = LogCoverage(
        requests: estimates.count, bits: bits, measured: last - estimates[0].time, logged: last - estimates[0].time)
      content.traces += read.traces
      for trace in read.traces { content.coverage[trace.name] = coverage }
      content.notes += read.notes
    }
    return content
  }

  private func rows(
    of periods: BusyPeriods, lineCount: Int, series: String?, measured: Int
  ) throws(TraceError) -> TraceContent {
    var covered = CoveredTime(input, gaps: .close, tolerance: Self.pause)
    for row in periods.rows {
      try covered.add(start: row.start, duration: row.duration, rate: row.rate, line: row.line)
    }
    return try covered.content(series: series, lineCount: lineCount, measured: measured)
  }

  private func nothingLeft() -> TraceError {
    let count = sessions.reduce(0) { $0 + $1.downloads.count }
    guard count > 0 else {
      return input.malformed(
        nil, "requests", empty == 0 ? "none" : "\(empty) without bytes or a duration",
        "at least one with a time, a duration and bytes" + fix)
    }
    let largest = sessions.flatMap(\.downloads).map(\.bits).max() ?? 0
    return input.malformed(
      nil, "requests", "\(count) of at most \(SizeUnit.text(largest))",
      "one of \(SizeUnit.text(smallest)) or more, or --trace-option smallest=\(SizeUnit.textRoundedDown(largest)), with which they "
        + "measure \(observer == .client ? "round trips" : "the socket of the server")")
  }
}
