import ABRInput

/// A shell script of Linux traffic control: `tc … rate 5mbit delay 20ms` lines with `sleep 1.5` between them.
///
/// Variables that are assigned a text are replaced by it, and commands that load or set up devices are passed over.
/// Rates are those of `tc`: `mbit` counts bits, `mbps` bytes, a number alone bits a second. They are link capacity, for
/// `tc` counts packets with their headers. A line with `loss 100%` is an outage until the next `rate`. What holds after
/// the last `sleep` has no length and is no row.
public enum TrafficControlSchedule: TraceFormat {
  /// The name to ask for it by.
  public static let name = "tc"
  /// What a file holds, in one line.
  public static let summary = "shell script of tc commands with a rate, and sleep between them"

  /// Known by a `tc` command in one of the first lines.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown = head.lines.contains { line in
      let command = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return command.starts(with: "tc ".utf8) || command.starts(with: "sudo tc ".utf8)
    }
    return isKnown ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var timeline = TraceTimeline(input)
    let splitter = FieldSplitter(.spaces)
    var fields: [Range<Int>] = []
    var state = State()
    var variables: [String: String] = [:]
    while let line = lines.next() {
      splitter.split(input.bytes, line, into: &fields)
      if let first = fields.first, input.bytes[first].elementsEqual("sudo".utf8) { fields.removeFirst() }
      let words = fields.map { field in
        let word = String(decoding: input.bytes[field], as: UTF8.self)
        return !word.contains("$")
          ? word
          : word.replacing(/\$(?:\{(\w+)\}|(\w+))/) { match in
            variables[String(match.1 ?? match.2 ?? "")] ?? String(match.0)
          }
      }
      guard let command = words.first, !command.hasPrefix("#"), !["set", "ip", "modprobe", "echo"].contains(command)
      else { continue }
      // Long texts that are put together of others could grow without end.
      if words.count == 1, command.utf8.count < 100,
        let assignment = command.wholeMatch(of: /(\w+)=["']?(?:\$\{\w+:-)?([^"'$`}]*)\}?["']?/)
      {
        variables[String(assignment.1)] = String(assignment.2)
        continue
      }
      let place = fields[0].lowerBound
      switch command {
      case "tc": try state.obey(words, fields, input, lines.line)
      case "sleep":
        guard words.count == 2, let seconds = number(words[1], ["": 1, "s": 1, "m": 60, "h": 3600]), seconds > 0 else {
          throw input.malformed(
            lines.line, "sleep", words.dropFirst().joined(separator: " "), "a number of seconds",
            at: fields.dropFirst().first?.lowerBound ?? place)
        }
        guard let rate = state.isOut ? 0 : state.rate else {
          throw input.malformed(
            lines.line, "sleep", "no rate before it", "a tc command with a rate first", at: place)
        }
        try timeline.append(seconds, rate, latency: state.delay, line: lines.line)
      default:
        throw input.malformed(fields[0], lines.line, "command", "tc or sleep, with loops and variables written out")
      }
    }
    return try timeline.content(lineCount: lines.line, measure: .linkCapacity)
  }

  private struct State {
    var rate: Double?
    var delay: Double?
    var isOut = false

    mutating func obey(
      _ words: [String], _ places: [Range<Int>], _ input: TraceInput, _ line: Int
    ) throws(TraceError) {
      // Each netem command replaces the one before; tbf and htb have no delay of their own.
      if words.contains("netem") { (delay, isOut) = (nil, false) }
      for (index, word) in words.dropLast().enumerated() {
        let (value, place) = (words[index + 1], places[index + 1].lowerBound)
        switch word {
        case "rate":
          guard let bits = TrafficControlSchedule.number(value, TrafficControlSchedule.rates) else {
            throw input.malformed(line, "rate", value, "a rate of tc such as 5mbit; mbps counts bytes", at: place)
          }
          (rate, isOut) = (bits, false)
        case "delay":
          guard let seconds = TrafficControlSchedule.seconds(value) else {
            throw input.malformed(line, "delay", value, "a time such as 20ms", at: place)
          }
          delay = seconds
        case "loss": isOut = value == "100%"
        default: continue
        }
      }
    }
  }

  /// Bits a second of the units of `tc` (man page tc(8), "PARAMETERS").
  private static let rates: [String: Double] = {
    var rates = ["": 1.0, "bit": 1, "bps": 8]
    for (index, prefix) in ["k", "m", "g", "t"].enumerated() {
      let power = (0...index).reduce(1.0) { product, _ in product * 1000 }
      let binary = (0...index).reduce(1.0) { product, _ in product * 1024 }
      for (unit, bits) in [("bit", 1.0), ("bps", 8.0)] {
        rates[prefix + unit] = power * bits
        rates["\(prefix)i\(unit)"] = binary * bits
      }
    }
    return rates
  }()

  /// The powers of ten of seconds that the units of `tc` are; a number alone is microseconds.
  private static let times = [
    "": -6, "us": -6, "usec": -6, "usecs": -6, "ms": -3, "msec": -3, "msecs": -3, "s": 0, "sec": 0, "secs": 0,
  ]

  private static func seconds(_ text: String) -> Double? {
    let (bytes, digits, unit) = parts(of: text)
    // 26 x 1e-3 is not the number next to 0.026.
    return times[unit].flatMap { DecimalParser.parse(bytes, digits, timesTenTo: $0) }
  }

  private static func number(_ text: String, _ units: [String: Double]) -> Double? {
    let (bytes, digits, unit) = parts(of: text)
    guard let factor = units[unit], let value = DecimalParser.parse(bytes, digits) else { return nil }
    return value * factor
  }

  private static func parts(of text: String) -> (bytes: [UInt8], digits: Range<Int>, unit: String) {
    let bytes = Array(text.utf8)
    // An exponent belongs to the number, as `strtod` reads it: no unit begins with an e.
    let parts = Set("0123456789.eE-+".utf8)
    let end = bytes.firstIndex { !parts.contains($0) }
    let digits = 0..<(end ?? bytes.count)
    let unit = String(decoding: bytes[digits.upperBound...], as: UTF8.self).lowercased()
    return (bytes, digits, unit)
  }
}
