/// Reads a JSON document (RFC 8259) from front to back, value by value.
///
/// Foundation's decoders tell neither the line of a wrong value nor that a key stands twice, and they build the whole
/// document in memory first. This reader holds nothing but its position and the open brackets, so that a file that is
/// not what its format demands is refused where it first goes wrong. Nesting is limited, so that no input can exhaust
/// the stack.
///
/// Every method throws ``InputFault`` with line and path when the document does not hold what is asked for.
package struct JSONReader: Sendable {
  /// The deepest nesting that is read.
  package static let maximumDepth = 64

  /// What kind of value comes next.
  package enum Kind: String, Sendable {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case boolean = "true or false"
    case null
  }

  private enum Bracket { case object, array }

  let bytes: [UInt8]
  private var position: Int
  private var brackets: [Bracket] = []
  /// Whether the innermost bracket was opened and nothing was read inside it yet.
  private var isFirst = false

  /// Stands before the document. A byte order mark is passed over.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// The kind of the next value, which is not read.
  package mutating func kind() throws(InputFault) -> Kind {
    skipSpace()
    guard position < bytes.count else { throw fault("the end of the file", "a value") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw fault(excerpt(), "a value")
    }
  }

  /// Reads the opening bracket of an object.
  package mutating func enterObject() throws(InputFault) { try enter(.object, .object) }

  /// Reads the opening bracket of an array.
  package mutating func enterArray() throws(InputFault) { try enter(.array, .array) }

  /// Reads the next key of the object and the colon behind it; `nil` when the object ends, which is read then.
  package mutating func nextKey() throws(InputFault) -> String? {
    guard try continues(closing: UInt8(ascii: "}")) else { return nil }
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      throw fault(excerpt(), "a key in quotes")
    }
    let key = try text()
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { throw fault(excerpt(), "a colon") }
    position += 1
    return key
  }

  /// Whether the array has another element, before which the reader stands then; otherwise its closing bracket is read.
  package mutating func nextElement() throws(InputFault) -> Bool { try continues(closing: UInt8(ascii: "]")) }

  /// Reads a number. One too large for `Double` is infinite; callers check ranges.
  package mutating func number() throws(InputFault) -> Double {
    try expect(.number)
    let start = position
    while position < bytes.count, Self.isPartOfNumber(bytes[position]) { position += 1 }
    // JSON is stricter than the parser: no leading zeros, and digits on both sides of a point.
    guard isNumber(start..<position), let value = DecimalParser.parse(bytes, start..<position) else {
      let found = InputFault.excerpt(bytes[start..<position])
      position = start
      throw fault(found, "a JSON number of at most \(DecimalParser.maximumLength) characters")
    }
    return value
  }

  /// Reads a number without a fraction, at most 2⁵³ in magnitude. `1e6` and `3.0` are such numbers.
  package mutating func integer() throws(InputFault) -> Int {
    try expect(.number)
    let start = position
    let value = try number()
    guard let whole = Int(exactly: value), abs(value) <= 0x1p53 else {
      let found = String(decoding: bytes[start..<min(position, start + 40)], as: UTF8.self)
      position = start
      throw fault(found, "a whole number, at most 9007199254740992")
    }
    return whole
  }

  /// Reads a string.
  package mutating func string() throws(InputFault) -> String {
    try expect(.string)
    return try text()
  }

  /// Reads `true` or `false`.
  package mutating func boolean() throws(InputFault) -> Bool {
    try expect(.boolean)
    let isTrue = bytes[position] == UInt8(ascii: "t")
    try literal(isTrue ? "true" : "false")
    return isTrue
  }

  /// Reads `null` if it comes next, and says whether it did.
  package mutating func skipNull() throws(InputFault) -> Bool {
    guard try kind() == .null else { return false }
    try literal("null")
    return true
  }

  /// Reads a value of any kind and forgets it; its syntax is checked.
  package mutating func skip() throws(InputFault) {
    let depth = brackets.count
    repeat {
      switch try kind() {
      case .object: try enterObject()
      case .array: try enterArray()
      case .string: _ = try text()
      case .number: _ = try number()
      case .null: try literal("null")
      case .boolean: _ = try boolean()
      }
      // On to the next value inside the open brackets, closing those that end here.
      while brackets.count > depth {
        if brackets[brackets.count - 1] == .object {
          if try nextKey() != nil { break }
        } else {
          if try nextElement() { break }
        }
      }
    } while brackets.count > depth
  }

  /// Checks that nothing follows the document.
  package mutating func end() throws(InputFault) {
    skipSpace()
    guard position == bytes.count else { throw fault(excerpt(), "the end of the file") }
  }

  /// Whether nothing follows but white space. Files with a value on each line have several documents.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return position == bytes.count
  }

  /// Where the next value begins, for ``fault(_:_:at:)`` once it is read.
  package mutating func mark() -> Int {
    skipSpace()
    return position
  }

  /// A fault at a place given by ``mark()``, or where the reader stands.
  package func fault(_ found: String, _ allowed: String, at mark: Int? = nil) -> InputFault {
    let place = mark ?? position
    return InputFault(
      line: line(at: place), column: InputFault.column(of: place, in: bytes), field: path(to: place), found: found,
      allowed: allowed)
  }

  /// That a key stands twice, whose second value begins at a place given by ``mark()`` or where the reader stands.
  package func repeatedKey(at mark: Int? = nil) -> InputFault { fault("the key twice", "every key once", at: mark) }

  /// The line of a place given by ``mark()``, from 1.
  /// - Complexity: O(*place*).
  package func line(at mark: Int) -> Int { bytes[..<mark].count { $0 == UInt8(ascii: "\n") } + 1 }

  private mutating func enter(_ kind: Kind, _ bracket: Bracket) throws(InputFault) {
    try expect(kind)
    guard brackets.count < Self.maximumDepth else {
      throw fault("more than \(Self.maximumDepth) open brackets", "at most \(Self.maximumDepth)")
    }
    brackets.append(bracket)
    isFirst = true
    position += 1
  }

  /// Reads the comma before another member of the innermost bracket, or its closing bracket.
  private mutating func continues(closing: UInt8) throws(InputFault) -> Bool {
    skipSpace()
    guard position < bytes.count else { throw fault("the end of the file", "the closing bracket") }
    if bytes[position] == closing {
      position += 1
      brackets.removeLast()
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard bytes[position] == UInt8(ascii: ",") else { throw fault(excerpt(), "a comma or the closing bracket") }
    position += 1
    skipSpace()
    guard position < bytes.count, bytes[position] != closing else {
      throw fault(excerpt(), "something after the comma")
    }
    return true
  }

  private mutating func expect(_ wanted: Kind) throws(InputFault) {
    let next = try kind()
    guard next == wanted else { throw fault(next.rawValue, wanted.rawValue) }
  }

  private mutating func literal(_ word: String) throws(InputFault) {
    guard bytes[position...].starts(with: word.utf8) else { throw fault(excerpt(), word) }
    position += word.utf8.count
  }

  /// Reads a string whose opening quote comes next.
  private mutating func text() throws(InputFault) -> String {
    let start = position
    var scanner = JSONText(bytes, openingQuote: start)
    guard let value = scanner.read() else {
      throw fault(InputFault.excerpt(bytes[start..<min(start + 40, bytes.count)]), scanner.allowed)
    }
    position = scanner.position
    return value
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0d: position += 1
      default: return
      }
    }
  }

  private func excerpt() -> String {
    position < bytes.count
      ? InputFault.excerpt(bytes[position..<min(position + 12, bytes.count)]) : "the end of the file"
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Whether what ``DecimalParser`` accepts is also a number of RFC 8259 §6.
  private func isNumber(_ range: Range<Int>) -> Bool {
    let digits = bytes[range].first == UInt8(ascii: "-") ? bytes[range].dropFirst() : bytes[range]
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    if first == UInt8(ascii: "0"), digits.count > 1,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[digits.startIndex + 1])
    {
      return false
    }
    guard let point = digits.firstIndex(of: UInt8(ascii: ".")) else { return true }
    return point + 1 < digits.endIndex && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[point + 1])
  }
}
