import ABRInput
import ABRRuns

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
    for name in report.sources.flatMap(\.record.inputs.played) where !videos.contains(name) { videos.append(name) }
    let content = videos.prefix(3).joined(separator: ", ") + (videos.count > 3 ? " and \(videos.count - 3) more" : "")
    if let played = report.answer?.played { return [content, played, date].filter { !$0.isEmpty }.map { ("", $0) } }
    let digests = Set(report.sources.map(\.record.header.tracesSHA256)).sorted().map { String($0.prefix(8)) }
    let all = families.map(\.counts)
    func text(_ phrase: Phrase, _ part: Int, of whole: Int) -> String {
      phrase.text(
        [
          "part": part == whole ? nil : .count(part), "all": .count(whole),
          "families": all.count > 1 ? .count(all.count) : nil,
        ].compactMapValues(\.self)) ?? ""
    }
    let (traces, allTraces) = (all.reduce(0) { $0 + $1.traces }, all.reduce(0) { $0 + $1.allTraces })
    let sessions = all.reduce(0) { $0 + $1.sessions.reduce(0, +) }
    let allSessions = all.reduce(0) { $0 + $1.allSessions.reduce(0, +) }
    return [
      ("", content), ("fact-traces", text(PagePhrases.traces, traces, of: allTraces)),
      ("", "corpus \(digests.joined(separator: " and "))"),
      ("fact-sessions", text(PagePhrases.sessions, sessions, of: allSessions)), ("", date),
    ]
  }

  /// What was played of a family, and what all of it is: for each configuration where it is of sessions.
  private struct Counts {
    var traces: Int
    var allTraces: Int
    var sessions: [Int]
    var allSessions: [Int]
  }

  private var families: [(name: String, counts: Counts)] {
    report.families.map { family in
      let own = Set(report.traces.indices.filter { report.traces[$0].family == family })
      let sessions = report.configurations.map { $0.traces.count(where: own.contains) }
      let planned = report.configurations.indices.map { index in
        let record = report.sources[report.configurations[index].run].record
        return record.header.isPartial
          ? record.traces.count { $0.family == family } * record.contents.count : sessions[index]
      }
      let isPartial = report.sources.contains { $0.record.header.isPartial }
      let played = Set(report.configurations.flatMap(\.traces)).intersection(own)
      let all = report.recordingCount(of: own)
      return (
        family,
        Counts(
          traces: isPartial ? report.recordingCount(of: played) : all, allTraces: all, sessions: sessions,
          allSessions: planned)
      )
    }
  }

  /// Traces and sessions of each family, for the line below the heading; none where that is not of what is chosen.
  var counts: JSONValue {
    guard report.answer?.played == nil else { return .null }
    func numbers(_ values: [Int]) -> JSONValue { .array(values.map { .integer($0) }) }
    return .object(
      Dictionary(
        uniqueKeysWithValues: families.map { name, counts in
          (
            name,
            [
              "traces": .integer(counts.traces), "all_traces": .integer(counts.allTraces),
              "sessions": numbers(counts.sessions), "all_sessions": numbers(counts.allSessions),
            ]
          )
        }))
  }
}

extension RunRecord {
  /// How many sessions a complete run has.
  var plannedSessions: Int { traces.count * contents.count * configurations.count }

  /// How many sessions there are, and over how many traces.
  var playedCounts: (sessions: Int, traces: Int) {
    let sessions = configurations.flatMap(\.sessions)
    return (sessions.count, Set(sessions.map(\.trace)).count)
  }
}
