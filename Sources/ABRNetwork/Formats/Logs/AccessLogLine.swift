import ABRInput

/// A line of an access log in the combined form of Apache and nginx, with what stands before and behind it:
/// `client - user [time] "request" status bytes "referrer" "agent" …`.
package struct AccessLogLine {
  /// A word, or what stands between quotes or square brackets.
  package struct Field: Sendable, Hashable {
    package var place: Range<Int>
    package var isQuoted = false
    package var isBracketed = false
  }

  /// The first word: the address of the client.
  package let client: Range<Int>
  /// What stands in the first square brackets.
  package let time: Range<Int>
  /// The request, in quotes behind the time.
  package let request: Range<Int>
  /// The number behind the status.
  package let bytes: Range<Int>
  /// What follows.
  package let rest: [Field]
  /// All of them.
  private let fields: [Field]

  /// Reads a line; `nil` where it does not have this form.
  package init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let fields = Self.fields(bytes, line)
    // An address in brackets may stand before the time, as in older logs of ingress-nginx.
    let stamps = fields.indices.dropLast(3).filter { fields[$0].isBracketed && fields[$0 + 1].isQuoted }
    guard let stamp = stamps.first, stamp > 0, fields[stamp + 2].place.count == 3,
      bytes[fields[stamp + 2].place].allSatisfy({ (48...57).contains($0) })
    else { return nil }
    // A name of the server may stand in front, and the user's may have blanks: the client is the word before the `-`
    // that stands for an identity, where none is written before the two words of identity and user.
    let identity = stamp > 3 ? fields[1..<(stamp - 1)].firstIndex { bytes[$0.place].elementsEqual("-".utf8) } : nil
    client = fields[max(0, (identity ?? stamp - 2) - 1)].place
    time = fields[stamp].place
    request = fields[stamp + 1].place
    self.bytes = fields[stamp + 3].place
    rest = Array(fields[(stamp + 4)...])
    self.fields = fields
  }

  /// The form of this line for `--log-format`, with one number taken for the duration.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - duration: the place of the number.
  package func form(_ bytes: [UInt8], duration: Range<Int>) -> String {
    let isOfNginx = bytes[duration].contains(UInt8(ascii: "."))
    let name = isOfNginx ? "$request_time" : "%D"
    let words = fields.map { field in
      switch field.place {
      case client: isOfNginx ? "$remote_addr" : "%h"
      case time: isOfNginx ? "[$time_local]" : "%t"
      case self.bytes: isOfNginx ? "$body_bytes_sent" : "%b"
      case duration: field.isQuoted ? "\"\(name)\"" : name
      default: field.isQuoted ? "\"-\"" : field.isBracketed ? "[-]" : "-"
      }
    }
    return words.joined(separator: " ")
  }

  /// The words of a line. A backslash in quotes takes the next byte with it. A word goes on in its quotes, as in
  /// `rt="0.1"`, and behind a comma, as nginx lists several servers.
  package static func fields(_ bytes: [UInt8], _ line: Range<Int>) -> [Field] {
    var fields: [Field] = []
    var next = line.lowerBound
    while next < line.upperBound {
      let byte = bytes[next]
      if byte == 0x20 || byte == 0x09 {
        next += 1
        continue
      }
      let isQuoted = byte == UInt8(ascii: "\"")
      let isBracketed = byte == UInt8(ascii: "[")
      let close = isQuoted ? UInt8(ascii: "\"") : UInt8(ascii: "]")
      let start = isQuoted || isBracketed ? next + 1 : next
      next = start
      if isQuoted || isBracketed {
        while next < line.upperBound, bytes[next] != close {
          next += isQuoted && bytes[next] == UInt8(ascii: "\\") ? 2 : 1
        }
      } else {
        var isInside = false
        while next < line.upperBound,
          isInside || bytes[next - (next > start ? 1 : 0)] == UInt8(ascii: ",")
            || bytes[next] != 0x20 && bytes[next] != 0x09
        {
          if bytes[next] == UInt8(ascii: "\"") { isInside.toggle() }
          next += 1
        }
      }
      let end = min(next, line.upperBound)
      fields.append(Field(place: start..<end, isQuoted: isQuoted, isBracketed: isBracketed))
      if isQuoted || isBracketed { next += 1 }
    }
    return fields
  }
}
