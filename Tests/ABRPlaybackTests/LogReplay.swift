import ABRMedia
import ABRPlayback

/// Works out from the event log alone where every byte of a session went: the oracle of the engine's books.
///
/// It keeps a plain list of the copies in the buffer and cuts them up as events say; nothing of it is shared with the
/// engine.
struct LogReplay {
  private struct Copy {
    var segment: Int
    var rendition: Int
    var from: Double
    var to: Double
  }

  private(set) var received = 0
  private(set) var played = 0.0
  private(set) var aborted = 0
  private(set) var shownBits = 0.0
  private(set) var copies = 0

  /// - Parameter overwrites: whether a segment that has arrived lies over what is there from the playhead on.
  init(_ events: [SessionEvent], video: Video, overwrites: Bool = false) {
    var buffer: [Copy] = []
    var shown: [Copy] = []
    var position = 0.0
    func show(until end: Double) {
      while let head = buffer.first, head.from < end {
        var part = head
        part.to = min(head.to, end)
        shown.append(part)
        if head.to <= end { buffer.removeFirst() } else { buffer[0].from = end }
      }
      position = end
    }
    /// Where the segment on its way is shown from, should that be while it arrives.
    var from = 0.0
    // Bytes of a segment that came before a time-out, or before the player stopped fetching, and are gone on with.
    var kept = 0
    var keptSegment = 0
    // Audio that is fetched apart, of a segment whose pictures were abandoned.
    var audio = (segment: 0, bytes: 0)
    var rendition = 0
    func keep(_ segment: Int, bytes: Int) {
      received += bytes - kept - audio.bytes
      kept = bytes
      keptSegment = segment
      audio.bytes = 0
    }
    /// A part of a segment that will not be gone on with: what was shown of it is played.
    func cut(_ segment: Int, _ rendition: Int, bytes: Int) {
      received += bytes - kept - audio.bytes
      kept = 0
      audio.bytes = 0
      copies += 1
      let part = Copy(segment: segment, rendition: rendition, from: from, to: overwrites ? from : max(from, position))
      if part.to > part.from { shown.append(part) }
      let size = Double(video.size(segment: segment, rendition: rendition))
      aborted += bytes - min(bytes, Int(size * ((part.to - part.from) / video.segmentDuration(segment)) + 1e-6))
    }
    for event in events {
      show(until: event.position)
      switch event.kind {
      case .downloaded(let segment, let rendition, let bytes, _, _):
        received += bytes
        kept = 0
        // Audio of another segment is not gone on with.
        if segment != audio.segment { aborted += audio.bytes }
        audio.bytes = 0
        copies += 1
        let begin = overwrites ? max(video.starts[segment], position) : from
        // Behind it may lie what is to be replaced.
        if begin < video.starts[segment + 1] {
          buffer.insert(
            Copy(segment: segment, rendition: rendition, from: begin, to: video.starts[segment + 1]),
            at: buffer.firstIndex { $0.segment > segment } ?? buffer.count)
        }
        show(until: event.position)
      case .requested(let segment, let requested, _):
        rendition = requested
        // A segment fetched again after a flush is shown from the playhead on; one that goes on from where it began.
        if kept == 0 { from = max(video.starts[segment], buffer.last { $0.segment < segment }?.to ?? position) }
      case .abandoned(let segment, let rendition, let bytes, _, _, _):
        cut(segment, rendition, bytes: Int(bytes + 1e-6) + kept + audio.bytes)
      case .audioKept(let segment, let bytes):
        aborted -= bytes
        audio = (segment, bytes)
      case .cut(let segment, let rendition, let bytes): cut(segment, rendition, bytes: Int(bytes))
      case .timedOut(let segment, let bytes, let isKept) where segment >= 0:
        let all = kept + audio.bytes + bytes
        if isKept { keep(segment, bytes: all) } else { cut(segment, rendition, bytes: all) }
      case .preloadStopped(_, let segment, let bytes, isKept: true): keep(segment, bytes: bytes)
      case .resumeBegan:
        if kept + audio.bytes > 0 { cut(keptSegment, rendition, bytes: kept + audio.bytes) }
        buffer.removeAll()
      case .replaced(let first, let count, _):
        buffer.removeAll { (first..<(first + count)).contains($0.segment) }
      default: break
      }
    }
    if kept + audio.bytes > 0 { cut(keptSegment, rendition, bytes: kept + audio.bytes) }
    for part in shown {
      let duration = video.segmentDuration(part.segment)
      let size = Double(video.size(segment: part.segment, rendition: part.rendition))
      played += size * (part.to - part.from) / duration
      shownBits += Double(video.ladder[part.rendition].bandwidth) * (part.to - part.from)
    }
  }
}
