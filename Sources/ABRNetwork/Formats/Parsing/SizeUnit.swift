import ABRInput

/// Units that sizes are written in.
package enum SizeUnit {
  /// Bits of each.
  package static let bits: [String: Double] = [
    "B": 8, "kB": 8e3, "KB": 8e3, "MB": 8e6, "GB": 8e9, "KiB": 8192, "MiB": 8_388_608, "bit": 1, "kbit": 1e3,
    "Mbit": 1e6,
  ]

  /// The bits of a size such as `50kB` or `400kbit`; `0` needs no unit. `nil` for anything else.
  package static func bits(parsing text: String) -> Double? {
    if text == "0" { return 0 }
    let digits = Array(text.utf8.prefix { (48...57).contains($0) || $0 == 46 })
    guard let unit = bits[String(text.dropFirst(digits.count))],
      let number = DecimalParser.parse(digits, 0..<digits.count)
    else { return nil }
    let size = number * unit
    return size.isFinite ? size : nil
  }

  /// The largest size of three digits that is no more than some bits, for a hint that is to work.
  package static func textRoundedDown(_ bits: Double) -> String {
    var size = bits
    // Rounding adds less than a half of the third digit.
    while let read = self.bits(parsing: text(size)), read > bits, size > 8 { size = min(size * 0.9993, size - 1) }
    return text(size)
  }

  /// A size for people: `50kB`. What three digits round to the next unit has it.
  package static func text(_ bits: Double) -> String {
    let units: [(Double, String)] = [(8e9, "GB"), (8e6, "MB"), (8e3, "kB"), (8, "B")]
    let (size, name) = units.first { bits >= 0.9995 * $0.0 } ?? (1, "bit")
    return DecimalPrinter.significant(bits / size, digits: 3) + name
  }
}
