import ABRNetwork

/// The bytes of one request on the link, at full speed or in slow start.
///
/// In slow start a round trip carries at most one congestion window, which doubles from trip to trip; within a trip bytes flow at
/// the speed of the link. Once the link cannot carry a whole window in a round trip, the window no longer limits.
@usableFromInline
struct Transfer {
  /// A moment of a running transfer.
  @usableFromInline
  struct Reading {
    /// Link time.
    @usableFromInline var time: Double
    /// Bytes on the wire so far.
    @usableFromInline var received = 0.0
    @usableFromInline var cursor: Link.Cursor

    /// Moves on by a step.
    @inlinable @inline(__always)
    mutating func advance(by stride: Stride) {
      time += stride.seconds
      received += stride.bytes
    }

    @inlinable
    init(startOf transfer: Transfer) {
      time = transfer.start
      cursor = transfer.cursor
    }
  }

  /// Link time of the first byte.
  @usableFromInline let start: Double
  /// Bytes on the wire.
  @usableFromInline let bytes: Double
  /// A cursor not beyond the start.
  @usableFromInline let cursor: Link.Cursor
  /// Congestion window at the start in bytes; infinite without slow start.
  @usableFromInline let window: Double
  /// Seconds of a round trip; meaningful with slow start.
  @usableFromInline let roundTrip: Double

  @inlinable @inline(__always)
  init(start: Double, bytes: Double, cursor: Link.Cursor, window: Double = .infinity, roundTrip: Double = 0) {
    self.start = start
    self.bytes = bytes
    self.cursor = cursor
    self.window = roundTrip > 0 ? window : .infinity
    self.roundTrip = roundTrip
  }

  @inlinable @inline(__always)
  var isInSlowStart: Bool { window < .infinity }

  /// Link time at which the last byte arrives; infinite when it never does.
  @inlinable @inline(__always)
  func arrival(over link: Link, cursor: inout Link.Cursor) -> Double {
    if !isInSlowStart { return link.arrival(of: bytes, from: start, cursor: &cursor) }
    return arrival(ofFirst: bytes, over: link)
  }

  /// Moves a reading on by at least so many seconds and so many bytes, whichever takes longer.
  ///
  /// - Returns: `false`, and the reading untouched, when the transfer has arrived by then.
  @inlinable @inline(__always)
  func advance(
    _ reading: inout Reading, seconds: Double, bytes more: Double, before arrival: Double, over link: Link
  ) -> Bool {
    let earliest = reading.time + seconds
    if isInSlowStart {
      let time = max(earliest, self.arrival(ofFirst: reading.received + more, over: link))
      guard time < arrival else { return false }
      reading.time = time
      reading.received = received(until: time, over: link)
      return true
    }
    var cursor = reading.cursor
    let bytesTime = link.arrival(of: more, from: reading.time, cursor: &cursor)
    if bytesTime >= earliest {
      guard bytesTime < arrival else { return false }
      reading = Reading(time: bytesTime, received: reading.received + more, cursor: cursor)
    } else {
      guard earliest < arrival else { return false }
      reading.received += link.carried(from: reading.time, to: earliest, cursor: &reading.cursor)
      reading.time = earliest
    }
    return true
  }

  /// Steps of one length that a reading makes while a row of the trace lasts: from one to the next there is nothing to look up.
  @usableFromInline
  struct Stride {
    /// Seconds of a step.
    @usableFromInline let seconds: Double
    /// Bytes of a step.
    @usableFromInline let bytes: Double
    /// Link time that every step must stay below: the end of the row or of the transfer.
    @usableFromInline let end: Double

    @inlinable @inline(__always)
    init(seconds: Double, bytes: Double, end: Double) {
      self.seconds = seconds
      self.bytes = bytes
      self.end = end
    }
  }

  /// The steps of at least so many seconds and bytes that follow a reading; none in slow start and in a row that carries nothing.
  @inlinable @inline(__always)
  func stride(
    after reading: Reading, seconds: Double, bytes: Double, before arrival: Double, over link: Link
  ) -> Stride {
    guard !isInSlowStart, let row = link.row(at: reading.cursor), row.rate > 0 else {
      return Stride(seconds: .infinity, bytes: 0, end: arrival)
    }
    let carried = row.rate * seconds
    return carried > bytes
      ? Stride(seconds: seconds, bytes: carried, end: min(row.end, arrival))
      : Stride(seconds: bytes / row.rate, bytes: bytes, end: min(row.end, arrival))
  }

  /// Bytes on the wire that have arrived by a link time, at most all of them.
  @inlinable
  func received(until time: Double, over link: Link) -> Double {
    guard time > start else { return 0 }
    var cursor = cursor
    if !isInSlowStart { return min(bytes, link.carried(from: start, to: time, cursor: &cursor)) }
    var tripStart = start
    var window = window
    var received = 0.0
    while true {
      let end = min(time, tripStart + roundTrip)
      var atEnd = cursor
      let carried = link.carried(from: tripStart, to: end, cursor: &atEnd)
      if carried <= window, end < time {
        return min(bytes, received + link.carried(from: tripStart, to: time, cursor: &cursor))
      }
      received += min(carried, window)
      if end >= time || received >= bytes { return min(bytes, received) }
      tripStart = end
      cursor = atEnd
      window *= 2
    }
  }

  /// Link time at which the first so many bytes have arrived in slow start.
  /// - Complexity: O(log(bytes / window)) round trips.
  @inlinable
  func arrival(ofFirst count: Double, over link: Link) -> Double {
    var cursor = cursor
    var tripStart = start
    var window = window
    var remaining = count
    while remaining > window {
      var atEnd = cursor
      let carried = link.carried(from: tripStart, to: tripStart + roundTrip, cursor: &atEnd)
      if carried <= window { break }
      remaining -= window
      tripStart += roundTrip
      cursor = atEnd
      window *= 2
    }
    return link.arrival(of: remaining, from: tripStart, cursor: &cursor)
  }

  /// The window with which a request right after this transfer begins.
  @inlinable
  func windowAfter(_ end: Double) -> Double {
    var window = window
    var trips = ((end - start) / roundTrip).rounded(.down)
    while trips > 0, window < 1e12 {
      window *= 2
      trips -= 1
    }
    return window
  }
}

extension Transfer.Reading {
  @inlinable @inline(__always)
  init(time: Double, received: Double, cursor: Link.Cursor) {
    self.time = time
    self.received = received
    self.cursor = cursor
  }
}
