import ABRInput

/// What stands below the heading of a page: what was played, and when the page was made.
struct ReportFacts: Sendable {
  let report: Report
  let date: String

  /// One line.
  var text: String { parts.map(\.text).joined(separator: " · ") }

  /// What stands below the heading; what follows the filter has an identifier, by which the script knows it.
  var html: String {
    parts.map { id, text in
      let text = EscapedText.html(text)
      return id.isEmpty ? text : "<span id=\"\(id)\">\(text)</span>"
    }.joined(separator: " · ")
  }

  /// Video, traces, corpus, sessions and date.
  private var parts: [(id: String, text: String)] {
    var videos: [String] = []
    for name in report.sources.flatMap(\.record.contents) where !videos.contains(name) { videos.append(name) }
    let content = videos.prefix(3).joined(separator: ", ") + (videos.count > 3 ? " and \(videos.count - 3) more" : "")
    if let played = report.answer?.played { return [("", content), ("", played), ("", date)] }
    let digests = Set(report.sources.map(\.record.header.tracesSHA256)).sorted().map { String($0.prefix(8)) }
    let sessions = report.configurations.reduce(0) { $0 + $1.record.sessions.count }
    let traces = Counted.text(report.traces.count, "trace")
    let families = report.families.count
    return [
      ("", content), ("fact-traces", traces + (families > 1 ? " of \(families) families" : "")),
      ("", "corpus \(digests.joined(separator: " and "))"), ("fact-sessions", Counted.text(sessions, "session")),
      ("", date),
    ]
  }

  /// Traces and sessions of each family, for the line below the heading; none where that is not of what is chosen.
  var counts: JSONValue {
    guard report.answer == nil else { return .null }
    return .object(
      Dictionary(
        uniqueKeysWithValues: report.families.map { family in
          let sessions = report.configurations.map { entry in
            JSONValue.integer(entry.traces.count { report.traces[$0].family == family })
          }
          let traces = report.traces.count { $0.family == family }
          return (family, ["traces": .integer(traces), "sessions": .array(sessions)])
        }))
  }
}
