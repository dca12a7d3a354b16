import ABRInput

/// A line of HAProxy's HTTP log (configuration manual 2.8, §8.2.3), whatever a syslog writes in front of it:
/// `client:port [time] frontend backend/server TR/Tw/Tc/Tr/Ta status bytes …`.
package struct HAProxyLine {
  /// The address of the client, without its port.
  package let client: Range<Int>
  /// When the request began.
  package let time: Range<Int>
  /// The size of the response.
  package let bytes: Range<Int>
  /// Milliseconds from the beginning to the first byte of the response, and to its last; negative ones are not known.
  package let wait: Double, total: Double

  /// Reads a line; `nil` where it does not have this form.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - line: the place of the line.
  package init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let fields = AccessLogLine.fields(bytes, line)
    guard let stamp = fields.dropFirst().firstIndex(where: \.isBracketed), fields.count > stamp + 5,
      TimeStamps.commonLogNanoseconds(bytes, fields[stamp].place) != nil
    else { return nil }
    let timers = bytes[fields[stamp + 3].place].split(separator: UInt8(ascii: "/")).map { text in
      // `+` is of times until the headers (`option logasap`).
      Double(String(decoding: text.drop { $0 == UInt8(ascii: "+") }, as: UTF8.self))
    }
    let numbers = timers.compactMap(\.self)
    guard timers.count == 5, numbers.count == 5, numbers.allSatisfy(\.isFinite) else { return nil }
    let address = fields[stamp - 1].place
    client = address.lowerBound..<(bytes[address].lastIndex(of: UInt8(ascii: ":")) ?? address.upperBound)
    time = fields[stamp].place
    self.bytes = fields[stamp + 5].place
    wait = numbers[..<4].reduce(0) { $0 + max(0, $1) }
    total = numbers[4]
  }
}
