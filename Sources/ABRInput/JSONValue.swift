/// A JSON document, for writing. Numbers that are not finite become null, object keys are sorted: equal documents are
/// equal bytes.
public indirect enum JSONValue: Sendable, Hashable {
  /// A string.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A number; null when it is not finite.
  case number(Double)
  /// True or false.
  case bool(Bool)
  /// An array.
  case array([JSONValue])
  /// An array whose elements are made one after the other while it is written.
  case list(JSONList)
  /// An object.
  case object([String: JSONValue])
  /// Nothing.
  case null

  /// A number or null.
  public init(_ number: Double?) { self = number.map { .number($0) } ?? .null }

  /// The document as text with a final newline.
  ///
  /// - Parameter isPretty: whether to indent it for people.
  /// - Complexity: O(*n* log *n*) for objects of *n* members.
  public func text(isPretty: Bool = true) -> String {
    var text = ""
    write(to: &text, lineEnd: isPretty ? "\n" : nil) { _ in }
    return text + "\n"
  }

  /// Writes the document as ``text(isPretty:)`` gives it, piece by piece, so that no more of it is in memory.
  ///
  /// - Parameter sink: takes a piece.
  /// - Complexity: O(*n* log *n*) for objects of *n* members.
  public func write(to sink: (String) throws -> Void) rethrows {
    var text = ""
    try write(to: &text, lineEnd: "\n") { text in
      guard text.utf8.count >= Self.pieceLength else { return }
      try sink(text)
      text = ""
    }
    try sink(text + "\n")
  }

  /// Bytes of a piece, more or less.
  private static let pieceLength = 1 << 16

  /// A text in quotes (RFC 8259 §7). What acts on a terminal is escaped, though JSON would allow most of it.
  public static func literal(_ text: String) -> String {
    var literal = ""
    write(text, to: &literal)
    return literal
  }

  /// A number with all of its digits; null when it is not finite.
  public static func literal(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// - Parameters:
  ///   - lineEnd: what ends a line of this value, with the indent of the next; `nil` for no lines.
  ///   - pass: may take the text away, between elements.
  private func write(to text: inout String, lineEnd: String?, pass: (inout String) throws -> Void) rethrows {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .integer(let number): text += "\(number)"
    case .number(let number): text += Self.literal(number)
    case .bool(let flag): text += flag ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      try Self.write(values, in: ("[", "]"), to: &text, lineEnd: lineEnd) { value, text, lineEnd in
        try value.write(to: &text, lineEnd: lineEnd, pass: pass)
        try pass(&text)
      }
    case .list(let list):
      try Self.write(0..<list.count, in: ("[", "]"), to: &text, lineEnd: lineEnd) { index, text, lineEnd in
        try list.element(index).write(to: &text, lineEnd: lineEnd, pass: pass)
        try pass(&text)
      }
    case .object(let members):
      try Self.write(members.sorted { $0.key < $1.key }, in: ("{", "}"), to: &text, lineEnd: lineEnd) {
        member, text, lineEnd in
        Self.write(member.key, to: &text)
        text += lineEnd == nil ? ":" : " : "
        try member.value.write(to: &text, lineEnd: lineEnd, pass: pass)
      }
    }
  }

  private static func write<Element>(
    _ elements: some RandomAccessCollection<Element>, in brackets: (String, String), to text: inout String,
    lineEnd: String?, each: (Element, inout String, String?) throws -> Void
  ) rethrows {
    let inner = lineEnd.map { $0 + "  " }
    text += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      text += inner ?? ""
      try each(element, &text, inner)
    }
    // Documents have always had an empty line where nothing is.
    if elements.isEmpty, let lineEnd { text += "\n" + lineEnd } else { text += lineEnd ?? "" }
    text += brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{c}": text += "\\f"
      case _ where VisibleText.isActive(scalar) && scalar.value <= 0xffff:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
