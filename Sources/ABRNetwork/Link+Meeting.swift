extension Link {
  /// When a quantity that grows with every byte and shrinks with time comes to a value: such as a buffer that is filled
  /// and played at once.
  ///
  /// It is `height` at a time, grows by `gain` for each byte that the link carries and shrinks by `drain` in a second:
  /// linear within each row, so that the row of the meeting gives its time in closed form.
  ///
  /// - Parameters:
  ///   - height: the quantity at `time`.
  ///   - value: what it is to come to.
  ///   - gain: by how much it grows with each byte.
  ///   - drain: by how much it shrinks in a second.
  ///   - time: link time in seconds.
  ///   - end: link time after which the answer is `nil`.
  ///   - cursor: not beyond `time`.
  /// - Returns: link time, from `time` to `end`; infinite where the quantity does not come to the value by then.
  /// - Complexity: O(rows crossed until the meeting or the end).
  package func meeting(
    of height: Double, with value: Double, gain: Double, drain: Double, from time: Double, until end: Double,
    cursor: Cursor
  ) -> Double {
    if height == value { return time }
    // Every byte comes at once, and the end of the transfer with them.
    if knots.isEmpty { return .infinity }
    let rises = height < value
    var cursor = cursor
    var (height, now) = (height, time)
    _ = seek(&cursor, to: time)
    while true {
      let slope = gain * knots[cursor.row].rate - drain
      let rowEnd = max(now, min(end, cursor.lapStart + knots[cursor.row + 1].start))
      if rises ? slope > 0 : slope < 0 {
        let meeting = now + (value - height) / slope
        if meeting <= rowEnd { return meeting }
      }
      guard rowEnd < end else { return .infinity }
      height += slope * (rowEnd - now)
      now = rowEnd
      // Rounding may carry it over the value at the border of a row.
      if rises ? height >= value : height <= value { return now }
      cursor.row += 1
      if cursor.row == knots.count - 1 {
        cursor.row = 0
        cursor.lapStart += lapDuration
      }
    }
  }
}
