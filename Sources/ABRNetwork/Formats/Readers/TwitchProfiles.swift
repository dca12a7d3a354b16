import ABRInput

/// The network profiles of Twitch's grand challenge of ACM MMSys 2020: JavaScript with lists of `{speed, duration}`.
///
/// `speed` is in kilobits of 1024 bits, for the challenge's `run.js` hands `speed * 1024 / 8` bytes a second to Chrome;
/// `duration` is seconds. Each list is a trace of its name.
public enum TwitchProfiles: TraceFormat {
  /// The name to ask for it by.
  public static let name = "twitch"
  /// What a file holds, in one line.
  public static let summary =
    "lists of {speed: kbit/s of 1024 bits, duration: s} in JavaScript or JSON: Twitch, Puppeteer"
  /// What its reader obeys.
  public static let options: Set<TraceOption> = [.unit]

  /// Plausible where both words and an array are there.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isPlausible =
      ["{", "[", "speed", "duration"].allSatisfy { head.contains($0) } && !head.contains("duration_ms")
    return isPlausible ? .plausible : nil
  }

  private struct Scanner {
    let input: TraceInput
    var next: Int
    var line = 1

    /// The next word, number or sign; `nil` at the end. White space, comments and quotes are passed over.
    mutating func token() -> ArraySlice<UInt8>? {
      let bytes = input.bytes
      while next < bytes.count {
        let byte = bytes[next]
        if byte == UInt8(ascii: "\n") { line += 1 }
        if byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          next += 1
        } else if byte == UInt8(ascii: "/"), next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "/") {
          while next < bytes.count, bytes[next] != UInt8(ascii: "\n") { next += 1 }
        } else {
          break
        }
      }
      let start = next
      while next < bytes.count, Self.isWord(bytes[next]) { next += 1 }
      if next == start, next < bytes.count { next += 1 }
      return next > start ? bytes[start..<next] : nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "$"):
        true
      default: false
      }
    }

    mutating func expect(_ sign: StaticString) throws(TraceError) {
      let token = token()
      guard token?.elementsEqual("\(sign)".utf8) ?? false else { throw fault(token, "\(sign)") }
    }

    func fault(_ found: ArraySlice<UInt8>?, _ allowed: String) -> TraceError {
      let place = found.flatMap { $0.isEmpty ? nil : $0.startIndex } ?? next
      return input.malformed(
        line, "profile", found.map { InputFault.excerpt($0) } ?? "the end of the file", allowed, at: place)
    }
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var scanner = Scanner(input: input, next: input.bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)
    let unit = (input.options.unit ?? .kibibit).bitsPerSecond
    var lists: [(name: String, timeline: TraceTimeline)] = []
    var last: ArraySlice<UInt8> = []
    var name = ""
    while let token = scanner.token() {
      switch token.first {
      // `NAME = [` begins a list; so does an array without a name, if the file has no other.
      case UInt8(ascii: "="): name = String(decoding: last, as: UTF8.self)
      case UInt8(ascii: "["):
        lists.append((name, try list(&scanner, unit)))
        name = ""
      case UInt8(ascii: "{"):
        // `module.exports = { A, B }` names lists again.
        while let other = scanner.token(), !other.elementsEqual("}".utf8) {}
      default: last = token
      }
    }
    guard !lists.isEmpty else { throw input.malformed(scanner.line, "profile", "none", "a list of {speed, duration}") }
    var content = TraceContent([])
    for (index, list) in lists.enumerated() {
      var timeline = list.timeline
      let series = list.name.isEmpty ? "\(index + 1)" : list.name
      content.traces += try timeline.content(
        series: lists.count == 1 ? nil : series, lineCount: scanner.line
      ).traces
    }
    return content
  }

  private static func list(_ scanner: inout Scanner, _ unit: Double) throws(TraceError) -> TraceTimeline {
    var timeline = TraceTimeline(scanner.input)
    while let token = scanner.token() {
      switch token.first {
      case UInt8(ascii: "]"): return timeline
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "{"):
        let line = scanner.line
        let step = try step(&scanner)
        try timeline.append(step.duration, step.speed * unit, line: line)
      default: throw scanner.fault(token, "{speed, duration}")
      }
    }
    throw scanner.fault(nil, "]")
  }

  private static func step(_ scanner: inout Scanner) throws(TraceError) -> (speed: Double, duration: Double) {
    var values: [String: Double] = [:]
    while let token = scanner.token(), !token.elementsEqual("}".utf8) {
      if token.elementsEqual(",".utf8) { continue }
      let key = String(decoding: token, as: UTF8.self)
      try scanner.expect(":")
      let value = scanner.token() ?? []
      guard let number = DecimalParser.parse(Array(value), 0..<value.count), number >= 0, number < .infinity else {
        throw scanner.fault(value, "a number of 0 or more for \(key)")
      }
      values[key] = number
    }
    guard let speed = values["speed"], let duration = values["duration"] else {
      throw scanner.fault([], "speed and duration")
    }
    return (speed, duration)
  }
}
