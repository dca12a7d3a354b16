import ABRInput

/// The keys of Common Media Client Data (CTA-5004 and CTA-5004-A), as in a query, a header or an event.
package struct CMCDText: Sendable {
  /// The values, without the quotes of strings and the brackets of lists.
  package private(set) var values: [String: String] = [:]

  /// Reads `br=3200,d=4004,ot=v,sid="6e2fb550"`, and what is escaped as in a query or a log.
  ///
  /// - Parameter text: in a query the text behind `CMCD=`.
  /// - Complexity: O(*length*).
  package init(_ text: some StringProtocol) {
    var item: [UInt8] = []
    var isQuoted = false
    for byte in Self.plain(Array(text.utf8)) + [UInt8(ascii: ",")] {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ","), !isQuoted {
        add(item)
        item.removeAll(keepingCapacity: true)
      } else {
        item.append(byte)
      }
    }
    if isQuoted { add(item) }
  }

  /// Session and network in the texts of a request.
  package struct Report: Sendable, Hashable {
    /// `sid`.
    package var session: String?
    /// `mtp`, what the player measured, in bits per second.
    package var throughput: Double?
    /// `d`, the seconds of media that were asked for.
    package var media: Double?
  }

  /// Reads a query (`CMCD=…`), or what headers hold. Headers come one by one, each with other keys.
  package static func report(in texts: some Sequence<String>) -> Report {
    var report = Report()
    for text in texts {
      let start = text.firstRange(of: "CMCD=")?.upperBound ?? text.startIndex
      let value = text[start...].prefix { $0 != "&" && $0 != " " }
      let isQuery = start > text.startIndex
      guard isQuery || ["sid", "mtp", "ot="].contains(where: { value.contains($0) }) else { continue }
      let keys = CMCDText(value)
      if report.session == nil, let session = keys.values["sid"], !session.isEmpty { report.session = session }
      if report.throughput == nil { report.throughput = keys.number("mtp").map { $0 * 1000 } }
      // Other texts have a key `d`, too.
      if report.media == nil, isQuery || keys.values["ot"] != nil { report.media = keys.number("d").map { $0 / 1000 } }
    }
    return report
  }

  /// The number of a key, of a list the first.
  package func number(_ key: String) -> Double? {
    guard let text = values[key] else { return nil }
    let digits = Array(text.utf8.prefix { (48...57).contains($0) || $0 == 46 || $0 == 45 })
    return DecimalParser.parse(digits, 0..<digits.count).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func add(_ item: [UInt8]) {
    guard let sign = item.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = String(decoding: item[..<sign], as: UTF8.self).filter { $0 != " " && $0 != "{" }
    let value = String(decoding: item[(sign + 1)...], as: UTF8.self)
    if values[name] == nil { values[name] = value.filter { !"\"()".contains($0) } }
  }

  /// A text without the escapes of queries (`%22`, also escaped once more as `%2522`), of nginx (`\x22`) and of Apache
  /// (`\"`).
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes
    for _ in 0..<2 {
      var plain: [UInt8] = []
      plain.reserveCapacity(text.count)
      var next = 0
      while next < text.count {
        let byte = text[next]
        if byte == UInt8(ascii: "%"), let value = hexadecimal(text, next + 1) {
          plain.append(value)
          next += 3
        } else if byte == UInt8(ascii: "\\"), next + 1 < text.count {
          if text[next + 1] == UInt8(ascii: "x"), let value = hexadecimal(text, next + 2) {
            plain.append(value)
            next += 4
          } else {
            plain.append(text[next + 1])
            next += 2
          }
        } else {
          plain.append(byte)
          next += 1
        }
      }
      text = plain
    }
    return text
  }

  private static func hexadecimal(_ bytes: [UInt8], _ place: Int) -> UInt8? {
    guard place + 2 <= bytes.count else { return nil }
    return UInt8(String(decoding: bytes[place..<place + 2], as: UTF8.self), radix: 16)
  }
}
