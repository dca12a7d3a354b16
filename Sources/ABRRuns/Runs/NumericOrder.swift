/// A name by which 9 comes before 10: runs of digits compare by their value, everything else by its bytes.
struct NumericOrder: Comparable {
  private enum Part: Comparable {
    /// A number: digits without leading zeros. More digits are more.
    case number(count: Int, digits: [UInt8])
    case text([UInt8])

    static func < (left: Part, right: Part) -> Bool {
      switch (left, right) {
      case (.number(let count, let digits), .number(let otherCount, let otherDigits)):
        count != otherCount ? count < otherCount : digits.lexicographicallyPrecedes(otherDigits)
      case (.text(let bytes), .text(let otherBytes)): bytes.lexicographicallyPrecedes(otherBytes)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  private let parts: [Part]
  private let name: String

  init(_ name: String) {
    self.name = name
    var parts: [Part] = []
    var rest = Array(name.utf8)[...]
    while let first = rest.first {
      let isDigit = Self.isDigit(first)
      let run = rest.prefix { Self.isDigit($0) == isDigit }
      rest = rest.dropFirst(run.count)
      let digits = Array(run.drop { $0 == UInt8(ascii: "0") })
      parts.append(isDigit ? .number(count: digits.count, digits: digits) : .text(Array(run)))
    }
    self.parts = parts
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func < (left: NumericOrder, right: NumericOrder) -> Bool {
    if left.parts != right.parts { return left.parts.lexicographicallyPrecedes(right.parts) }
    return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
