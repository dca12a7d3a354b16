import ABRPlayback

/// What became of the media of each answer: which parts of it were buffered, shown, and replaced by others.
struct MediaLedger {
  /// Intervals of media time that do not touch, in order.
  private struct Intervals {
    var list: [(from: Double, to: Double)] = []

    var length: Double { list.reduce(0) { $0 + $1.to - $1.from } }

    mutating func insert(from start: Double, to end: Double) {
      guard end > start else { return }
      var (from, to) = (start, end)
      var kept: [(from: Double, to: Double)] = []
      for interval in list {
        if interval.to < from || interval.from > to {
          kept.append(interval)
        } else {
          (from, to) = (min(from, interval.from), max(to, interval.to))
        }
      }
      let place = kept.firstIndex { $0.from > from } ?? kept.count
      kept.insert((from, to), at: place)
      list = kept
    }

    /// Seconds of these intervals that none of others covers.
    func length(without others: Intervals) -> Double {
      list.reduce(0) { sum, interval in
        others.list.reduce(sum + interval.to - interval.from) { left, other in
          left - max(0, min(interval.to, other.to) - max(interval.from, other.from))
        }
      }
    }
  }

  private struct Media {
    var length = 0.0
    var shown = Intervals()
    var replaced = Intervals()
  }

  private var media: [Int: Media] = [:]

  /// Media of an answer was buffered.
  mutating func append(_ answer: Int, from start: Double, to end: Double) {
    media[answer, default: Media()].length = max(media[answer]?.length ?? 0, end - start)
  }

  /// Media of an answer left the buffer, for other media or for good.
  mutating func drop(_ answer: Int, from start: Double, to end: Double, isReplaced: Bool) {
    if isReplaced { media[answer, default: Media()].replaced.insert(from: start, to: end) }
  }

  /// Media of an answer was shown.
  mutating func show(_ answer: Int, from start: Double, to end: Double) {
    media[answer, default: Media()].shown.insert(from: start, to: end)
  }

  /// Media seconds of an answer that were buffered and not shown.
  func unshownLength(of answer: Int) -> Double {
    media[answer].map { max(0, $0.length - $0.shown.length) } ?? 0
  }

  /// Splits the bytes of a whole answer among the accounts of a ledger, to the byte.
  ///
  /// Media that was never buffered counts as replaced where other media of its segment was shown, and otherwise as
  /// unplayed.
  func credit(_ bytes: Int, of answer: Int, wasShownFromOther: Bool, to ledger: inout ByteLedger) {
    guard let media = media[answer], media.length > 0 else {
      return ledger.credit(bytes, to: wasShownFromOther ? .replaced : .unplayed)
    }
    func share(_ seconds: Double) -> Int {
      // A rest of less than a millisecond is rounding of media time.
      let rest = media.length - seconds
      return rest < 0.001 ? bytes : Int((Double(bytes) * max(0, seconds) / media.length).rounded())
    }
    let played = min(bytes, share(media.shown.length))
    let replaced = min(bytes - played, share(media.replaced.length(without: media.shown)))
    ledger.credit(played, to: .played)
    ledger.credit(replaced, to: .replaced)
    ledger.credit(bytes - played - replaced, to: .unplayed)
  }
}
