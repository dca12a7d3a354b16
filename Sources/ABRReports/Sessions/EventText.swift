import ABRMedia
import ABRPlayback

/// Writes the events of a session for a person, one a line.
public struct EventText: Sendable {
  private let video: Video

  /// Creates a writer for sessions of a video.
  public init(video: Video) { self.video = video }

  /// The heading of ``line(_:)``.
  public static let heading = "  time s  level s  playhead s  event"

  /// One event, times in seconds, without a line feed.
  public func line(_ event: SessionEvent) -> String {
    func column(_ value: Double, _ digits: Int, _ width: Int) -> String {
      let text = Decimals.text(value, digits: digits)
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return column(event.time, 3, 8) + "  " + column(event.level, 2, 7) + "  " + column(event.position, 2, 10) + "  "
      + words(event.kind)
  }

  private func words(_ kind: SessionEvent.Kind) -> String {
    switch kind {
    case .requested(let segment, let rendition, let bytes):
      "request   segment \(segment) at \(name(rendition)), \(size(Double(bytes)))"
    case .downloaded(let segment, _, let bytes, let latency, let transfer):
      "arrived   segment \(segment) after \(seconds(latency + transfer)), \(rate(Double(bytes), transfer))"
    case .abandoned(let segment, let rendition, let received, _, _, let instead):
      "abandon   segment \(segment) at \(name(rendition)) after \(size(received)), instead \(name(instead))"
    case .cut(let segment, let rendition, let received):
      "cut off   segment \(segment) at \(name(rendition)) after \(size(received))"
    case .replaced(let segment, let bytes): "replace   from segment \(segment), \(size(Double(bytes))) dropped"
    case .waited(let time, .bufferFull): "wait      \(seconds(time)), the buffer is full"
    case .waited(let time, .rule): "wait      \(seconds(time)), the rule asks for it"
    case .started: "START     first frame"
    case .stalled: "STALL"
    case .resumed(let time): "RESUME    after \(seconds(time))"
    case .target(let time): "target    \(seconds(time))"
    case .eligible(let mask): "limits    \(mask.nonzeroBitCount) of \(video.ladder.count) renditions are eligible"
    case .rate(let rate): "rate      \(Decimals.text(rate, digits: 2))"
    case .switchVisible(let latency): "visible   the limit's rendition, after \(seconds(latency))"
    case .ended(let outcome): "END       \(outcome.rawValue.replacing("_", with: " "))"
    default: "\(kind)"
    }
  }

  private func name(_ rendition: Int) -> String {
    let entry = video.ladder[rendition]
    let height = entry.height.map { " \($0)p" } ?? ""
    return "\(rendition) (\(Decimals.text(Double(entry.bandwidth) / 1e6, digits: 2)) Mbit/s\(height))"
  }

  private func size(_ bytes: Double) -> String {
    bytes < 1e6 ? "\(Decimals.text(bytes / 1e3, digits: 1)) kB" : "\(Decimals.text(bytes / 1e6, digits: 2)) MB"
  }

  private func seconds(_ time: Double) -> String { "\(Decimals.text(time, digits: 3)) s" }

  private func rate(_ bytes: Double, _ time: Double) -> String {
    time > 0 ? "\(Decimals.text(bytes * 8 / time / 1e6, digits: 2)) Mbit/s" : "at once"
  }
}
