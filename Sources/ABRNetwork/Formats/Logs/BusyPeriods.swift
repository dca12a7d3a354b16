import ABRInput

/// A request that carried bytes.
package struct LoggedDownload: Sendable, Hashable {
  /// Seconds on the clock of the log.
  package var start: Double
  /// Seconds on the clock of the log.
  package var end: Double
  /// Bits per second on the mean.
  package var rate: Double
  /// What was received.
  package var bits: Double
  /// Line of the file.
  package var line: Int
}

/// The time in which a client downloaded something, and how fast: what its requests measured.
package struct BusyPeriods: Sendable {
  /// A stretch in which the same requests run.
  package struct Row: Sendable, Hashable {
    package var start: Double
    package var duration: Double
    package var rate: Double
    package var line: Int
  }

  /// The requests that are kept, in the order of their starts.
  package private(set) var downloads: [LoggedDownload] = []
  /// Requests that are not.
  package private(set) var leftOut = 0
  /// Seconds from the first start to the last end of all requests.
  package private(set) var span = 0.0
  /// The stretches, in order; between busy periods there is time without one.
  package private(set) var rows: [Row] = []

  /// Seconds in which something was downloaded that is kept.
  package var measured: Double { rows.reduce(0) { $0 + $1.duration } }

  /// Finds the busy periods.
  ///
  /// A log in whole seconds lets requests that follow each other seem to run at once: a request that would overlap the
  /// one before it by up to a second is taken to begin where that ends.
  ///
  /// - Parameters:
  ///   - downloads: in any order.
  ///   - smallest: bits that a busy period, or at a server a request, must have in one request to be kept.
  ///   - observer: whose clock it is.
  /// - Complexity: O(*n* log *n*).
  package init(of downloads: [LoggedDownload], smallest: Double, observer: DownloadLog.Observer) {
    var sorted = downloads.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
    guard let first = sorted.first?.start else { return }
    var last = -Double.infinity
    for index in sorted.indices {
      let late = last - sorted[index].start
      if observer == .serverInSeconds, late > 0, late <= 1 {
        sorted[index].start += late
        sorted[index].end += late
      }
      last = max(last, sorted[index].end)
    }
    span = last - first
    sorted.removeAll { $0.end <= $0.start || (observer != .client && $0.bits < smallest) }
    var period = 0..<0
    var end = -Double.infinity
    for (index, download) in sorted.enumerated() {
      if download.start >= end {
        keep(sorted[period], smallest)
        period = index..<index
      }
      period = period.lowerBound..<(index + 1)
      end = max(end, download.end)
    }
    keep(sorted[period], smallest)
    leftOut = downloads.count - self.downloads.count
  }

  /// Adds a busy period, if one of its requests is large enough.
  private mutating func keep(_ period: ArraySlice<LoggedDownload>, _ smallest: Double) {
    guard period.contains(where: { $0.bits >= smallest }) else { return }
    downloads += period
    var changes = period.flatMap { [($0.start, $0, 1), ($0.end, $0, -1)] }
    // What ends at a time does so before another begins; equal ones keep the order of the file.
    changes.sort { ($0.0, $0.2, $0.1.line) < ($1.0, $1.2, $1.1.line) }
    var (running, rate, last) = (0, 0.0, 0.0)
    for (time, download, sign) in changes {
      if running > 0, time > last {
        rows.append(Row(start: last, duration: time - last, rate: max(0, rate), line: download.line))
      }
      running += sign
      // Sums of many rates that come and go keep a rest, which an empty network has not.
      rate = running == 0 ? 0 : rate + Double(sign) * download.rate
      last = time
    }
  }

  /// How much of the log they are, where so many requests have bytes and a duration.
  package func coverage(ofRequests count: Int) -> LogCoverage {
    LogCoverage(
      requests: count, leftOut: leftOut, bits: downloads.reduce(0) { $0 + $1.bits }, measured: measured, logged: span)
  }

  /// How much each piece of the log measured that is split where nothing ran for a pause.
  /// - Complexity: O(*n*) in the requests.
  package func coverage(ofPiecesApart pause: Double) -> [LogCoverage] {
    var pieces: [(start: Double, end: Double, measured: Double)] = []
    for row in rows {
      if let last = pieces.indices.last, row.start - pieces[last].end <= pause {
        pieces[last].end = row.start + row.duration
        pieces[last].measured += row.duration
      } else {
        pieces.append((row.start, row.start + row.duration, row.duration))
      }
    }
    var next = downloads.startIndex
    return pieces.map { piece in
      var (requests, bits) = (0, 0.0)
      while next < downloads.endIndex, downloads[next].start < piece.end {
        requests += 1
        bits += downloads[next].bits
        next += 1
      }
      return LogCoverage(requests: requests, bits: bits, measured: piece.measured, logged: piece.end - piece.start)
    }
  }
}
