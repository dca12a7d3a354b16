import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRReports

/// One session with all that led to it.
struct SessionExplanation {
  let trace: TraceFile
  let video: Video
  let policy: Policy
  let buffer: String
  let viewer: String
  let events: [SessionEvent]
  let metrics: SessionMetrics

  /// For a person.
  func text(_ terminal: Terminal) -> String {
    let megabits = Decimals.text(trace.trace.meanBandwidth / 1e6, digits: 2)
    let length = Decimals.text(video.duration, digits: 1)
    var text = """
      trace   \(trace.trace.name), \(trace.format.name), \(Decimals.text(trace.trace.duration, digits: 0)) s, \
      mean \(megabits) Mbit/s
      video   \(video.name), \(video.ladder.count) renditions, \(video.segmentCount) segments, \(length) s
      policy  \(policy.canonicalSpec), buffer \(buffer), viewer \(viewer)

      \(terminal.paint(EventText.heading, .strong))

      """
    var writer = EventText(video: video)
    for event in events {
      let line = writer.line(event)
      switch event.kind {
      case .stalled, .networkError, .failedToEnd: text += terminal.paint(line, .bad)
      case .started, .resumed, .gate(isOpen: true, _, _), .readiness(.hit): text += terminal.paint(line, .good)
      case .abandoned, .cut, .replaced, .preloadStopped, .gate, .readiness(.miss):
        text += terminal.paint(line, .doubtful)
      default: text += line
      }
      text += "\n"
    }
    return text + "\n" + summary
  }

  private var summary: String {
    func seconds(_ value: Double) -> String { Decimals.text(value, digits: 3) + " s" }
    func megabytes(_ value: Int) -> String { Decimals.text(Double(value) / 1e6, digits: 2) + " MB" }
    return """
      startup \(seconds(metrics.startupTime)), \(metrics.stallCount) stalls for \(seconds(metrics.stalledTime)) \
      (\(Decimals.text(metrics.rebufferRatio * 100, digits: 2)) %), \
      played \(seconds(metrics.playedMedia)) at \(Decimals.text(metrics.meanBitrate / 1e6, digits: 2)) Mbit/s, \
      \(metrics.switchCount) switches
      received \(megabytes(metrics.ledger.downloaded)), wasted \(megabytes(metrics.ledger.wasted)) \
      (\(Decimals.text(metrics.wasteRatio * 100, digits: 2)) %)

      """
  }

  /// For a program.
  var json: String {
    let inputs = [
      ("trace", trace.trace.name), ("trace_sha256", trace.sha256), ("video", video.name),
      ("policy", policy.canonicalSpec), ("buffer", buffer), ("viewer", viewer),
    ].map { "\(JSONLiteral.string($0.0)): \(JSONLiteral.string($0.1))" }.joined(separator: ", ")
    let lines = events.map { "    " + $0.json }.joined(separator: ",\n")
    return
      "{\n  \"schema\": 1,\n  \"inputs\": {\(inputs)},\n  \"metrics\": \(metrics.json),\n  \"events\": [\n\(lines)\n  ]\n}\n"
  }
}
