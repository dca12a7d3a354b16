import ABRInput

/// The lines of JSON that the lab and a policy in a program of its own send each other, see
/// `PoliciesInAnyLanguage.md`.
package enum ProgramMessages {
  /// Version of the protocol.
  package static let version = 1

  /// Begins a group of sessions: `{"abrlab": 1, "type": "setup", …}`.
  ///
  /// With `hasSizes` the message has the sizes of segments; with `goesOn` the session is that of the setup before.
  package static func setup(_ group: SessionGroup, hasSizes: Bool = true, goesOn: Bool = false) -> String {
    let video = group.video
    let segments = 0..<group.segmentCount
    let sizes = segments.map { segment in
      JSONValue.array(group.eligible.map { .integer(video.size(segment: segment, rendition: $0)) })
    }
    let more: [String: JSONValue] = goesOn ? ["continues": true] : [:]
    return line(
      [
        "abrlab": .integer(version), "type": "setup", "sessions": .integer(group.traces.count),
        "bandwidths_bps": .array(group.eligible.map { .integer(video.ladder[$0].bandwidth) }),
        "segment_durations_s": .array(segments.map { .number(video.segmentDuration($0)) }),
        "segment_sizes_bytes": hasSizes ? .array(sizes) : .null,
        "initial_rendition": .integer(group.initialPosition),
      ].merging(more) { $1 })
  }

  /// Asks for decisions: a list for each column, with a value for each session that asks.
  ///
  /// The columns are indices of `PolicyQuestion.columns`.
  package static func decide(_ questions: [PolicyQuestion], columns: [Int]) -> String {
    let rows = questions.map(\.numbers)
    var message: [String: JSONValue] = ["type": "decide"]
    for column in columns {
      // Numbers that are infinite, such as a level without a limit, are null.
      message[PolicyQuestion.columns[column]] = .array(rows.map { .number($0[column]) })
    }
    return line(message)
  }

  /// Ends the group.
  package static let end = line(["type": "end"])

  /// Reads an answer: a list with a rendition for each question.
  ///
  /// - Throws: `InputFault` for anything else.
  package static func answer(_ line: [UInt8]) throws(InputFault) -> [Int] {
    var reader = JSONReader(line)
    let answer = try reader.list { reader throws(InputFault) in try reader.integer(in: 0...1_000_000) }
    try reader.end()
    return answer
  }

  /// Reads what a program says when it is ready: `{"abrlab": 1}`, and whatever else it likes to say.
  ///
  /// - Returns: indices of the columns that it requests, by default all.
  /// - Throws: `InputFault` for anything else, for another version, and for a column that there is not.
  package static func greeting(_ line: [UInt8]) throws(InputFault) -> [Int] {
    var reader = JSONReader(line)
    try reader.enterObject()
    var found: Int?
    var columns = Array(PolicyQuestion.columns.indices)
    while let key = try reader.nextKey() {
      switch key {
      case "abrlab": found = try reader.integer(in: version...version)
      case "columns":
        var told: Set<Int> = []
        columns = try reader.list { reader throws(InputFault) in
          let mark = reader.mark()
          let name = try reader.string()
          guard let column = PolicyQuestion.columns.firstIndex(of: name), told.insert(column).inserted else {
            throw reader.fault(
              InputFault.excerpt(Array(name.utf8)[...]),
              "each once of " + PolicyQuestion.columns.joined(separator: ", "), at: mark)
          }
          return column
        }
      default: try reader.skip()
      }
    }
    try reader.end()
    guard found != nil else { throw reader.fault("no member abrlab", "{\"abrlab\": \(version)}") }
    return columns
  }

  private static func line(_ members: [String: JSONValue]) -> String { JSONValue.object(members).text(isPretty: false) }
}
