import ABRInput

/// The lines of JSON that the lab and a policy in a program of its own send each other, see
/// `PoliciesInAnyLanguage.md`.
package enum ProgramMessages {
  /// The versions of the protocol that are understood. Since 2 an answer carries the number of its question.
  package static let versions = 1...2

  /// Begins a group of sessions: `{"abrlab": 1, "type": "setup", …}`.
  ///
  /// - Parameters:
  ///   - group: the sessions.
  ///   - number: of the message, from 1.
  ///   - hasSizes: whether the message has the sizes of segments.
  ///   - goesOn: whether the session is that of the setup before.
  package static func setup(
    _ group: SessionGroup, number: Int, hasSizes: Bool = true, goesOn: Bool = false
  ) -> String {
    let video = group.video
    let segments = 0..<group.segmentCount
    let sizes = segments.map { segment in
      JSONValue.array(group.eligible.map { .integer(video.size(segment: segment, rendition: $0)) })
    }
    let more: [String: JSONValue] = goesOn ? ["continues": true] : [:]
    return line(
      [
        "abrlab": .integer(versions.lowerBound), "versions": .array(versions.map { .integer($0) }),
        "number": .integer(number), "type": "setup", "sessions": .integer(group.traces.count),
        "bandwidths_bps": .array(group.eligible.map { .integer(video.ladder[$0].bandwidth) }),
        "segment_durations_s": .array(segments.map { .number(video.segmentDuration($0)) }),
        "segment_sizes_bytes": hasSizes ? .array(sizes) : .null,
        "initial_rendition": .integer(group.initialPosition),
      ].merging(more) { $1 })
  }

  /// Asks for decisions: a list for each column, with a value for each session that asks.
  ///
  /// - Parameters:
  ///   - questions: of the sessions.
  ///   - columns: indices of `PolicyQuestion.columns`.
  ///   - number: of the message; `nil` for a program of version 1, which does not know it.
  package static func decide(_ questions: [PolicyQuestion], columns: [Int], number: Int?) -> String {
    let rows = questions.map(\.numbers)
    var message: [String: JSONValue] = ["type": "decide"]
    message["number"] = number.map { .integer($0) }
    for column in columns {
      // Numbers that are infinite, such as a level without a limit, are null.
      message[PolicyQuestion.columns[column]] = .array(rows.map { .number($0[column]) })
    }
    return line(message)
  }

  /// Ends the group.
  package static let end = line(["type": "end"])

  /// Reads an answer: a list with a rendition for each question, of a program of version 2 as
  /// `{"abrlab": 2, "number": 7, "renditions": [2, 0, 1]}`.
  ///
  /// - Parameters:
  ///   - line: what the program wrote.
  ///   - number: that of the question; `nil` for a program of version 1.
  /// - Throws: `InputFault` for anything else, and for the answer to another question.
  package static func answer(_ line: [UInt8], number: Int? = nil) throws(InputFault) -> [Int] {
    var reader = JSONReader(line)
    var renditions: [Int] = []
    func list(_ reader: inout JSONReader) throws(InputFault) -> [Int] {
      try reader.list { reader throws(InputFault) in try reader.integer(in: 0...1_000_000) }
    }
    if let number {
      try reader.members(["number", "renditions"], isPassedOver: { _ in true }) { key, reader throws(InputFault) in
        if key == "number" { try Self.expect(number, &reader) } else { renditions = try list(&reader) }
      }
    } else {
      renditions = try list(&reader)
    }
    try reader.end()
    return renditions
  }

  /// What a program says when it is ready.
  package struct Greeting: Sendable, Hashable {
    /// The version that it speaks.
    package var version = 0
    /// Indices of the columns that it requests, by default all.
    package var columns = Array(PolicyQuestion.columns.indices)

    /// One that has not come yet.
    package init() {}
  }

  /// Reads what a program says when it is ready: `{"abrlab": 1}`, and whatever else it likes to say.
  ///
  /// - Parameters:
  ///   - line: what the program wrote.
  ///   - number: that of the setup, which a program of version 2 says again.
  /// - Throws: `InputFault` for anything else, for another version, and for a column that there is not.
  package static func greeting(_ line: [UInt8], number: Int) throws(InputFault) -> Greeting {
    var reader = JSONReader(line)
    try reader.enterObject()
    var greeting = Greeting()
    var isNumbered = false
    while let key = try reader.nextKey() {
      switch key {
      case "abrlab": greeting.version = try reader.integer(in: versions)
      case "number":
        try expect(number, &reader)
        isNumbered = true
      case "columns":
        var told: Set<Int> = []
        greeting.columns = try reader.list { reader throws(InputFault) in
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
    guard greeting.version > 0 else {
      throw reader.fault("no member abrlab", "{\"abrlab\": \(versions.lowerBound)}")
    }
    guard isNumbered || greeting.version == 1 else {
      throw reader.fault("no member number", "the number of the setup, \(number)")
    }
    return greeting
  }

  private static func expect(_ number: Int, _ reader: inout JSONReader) throws(InputFault) {
    let mark = reader.mark()
    let found = try reader.integer()
    guard found == number else {
      throw reader.fault("an answer to question \(found)", "one to question \(number)", at: mark)
    }
  }

  private static func line(_ members: [String: JSONValue]) -> String { JSONValue.object(members).text(isPretty: false) }
}
