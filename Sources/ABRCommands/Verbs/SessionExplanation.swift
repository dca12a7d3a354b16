import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRReports

/// One session with all that led to it.
struct SessionExplanation {
  /// The network.
  let trace: TraceFile
  /// Lines above the events: a word and what it is, beside the trace.
  let facts: [(name: String, text: String)]
  /// What the session depends on, for programs, beside the trace.
  let inputs: [(name: String, value: String)]
  /// Writes the events.
  let writer: EventText
  let events: [SessionEvent]
  /// What stands below the events.
  let summary: String
  /// The metrics as JSON.
  let metrics: String

  /// For a person.
  func text(_ terminal: Terminal) -> String {
    let megabits = Decimals.text(trace.trace.meanBandwidth / 1e6, digits: 2)
    let about =
      "\(trace.trace.name), \(trace.kind), \(Decimals.text(trace.trace.duration, digits: 0)) s, "
      + "mean \(megabits) Mbit/s"
    let width = facts.reduce("policy".count) { max($0, $1.name.count) } + 2
    var text = ""
    for fact in [("trace", about)] + facts {
      text += fact.0 + String(repeating: " ", count: width - fact.0.count) + EscapedText.line(fact.1) + "\n"
    }
    text += "\n" + terminal.paint(EventText.heading, .strong) + "\n"
    var writer = writer
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

  /// The sums of a session.
  ///
  /// - Parameter withStartup: whether they begin with the startup.
  static func summary(_ metrics: SessionMetrics, withStartup: Bool = true) -> String {
    func seconds(_ value: Double) -> String { Decimals.text(value, digits: 3) + " s" }
    func megabytes(_ value: Int) -> String { Decimals.text(Double(value) / 1e6, digits: 2) + " MB" }
    return """
      \(withStartup ? "startup \(seconds(metrics.startupTime)), " : "")\
      \(count(metrics.stallCount, "stall")) for \(seconds(metrics.stalledTime)) \
      (\(Decimals.text(metrics.rebufferRatio * 100, digits: 2)) %), \
      played \(seconds(metrics.playedMedia)) at \(Decimals.text(metrics.meanBitrate / 1e6, digits: 2)) Mbit/s, \
      \(count(metrics.switchCount, "switch", many: "switches"))
      received \(megabytes(metrics.ledger.downloaded)), wasted \(megabytes(metrics.ledger.wasted)) \
      (\(Decimals.text(metrics.wasteRatio * 100, digits: 2)) %)

      """
  }

  /// So many of something: `1 stall`, `2 stalls`.
  static func count(_ number: Int, _ one: String, many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }

  /// For a program.
  var json: String {
    let inputs = ([("trace", trace.trace.name), ("trace_sha256", trace.sha256)] + inputs)
      .map { "\(JSONValue.literal($0.0)): \(JSONValue.literal($0.1))" }.joined(separator: ", ")
    let lines = events.map { "    " + $0.json }.joined(separator: ",\n")
    return
      "{\n  \"schema\": 1,\n  \"inputs\": {\(inputs)},\n  \"metrics\": \(metrics),\n  \"events\": [\n\(lines)\n  ]\n}\n"
  }
}
