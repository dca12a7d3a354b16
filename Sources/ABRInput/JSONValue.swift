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
    write(to: &text, lineEnd: isPretty ? "\n" : nil)
    return text + "\n"
  }

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

  /// - Parameter lineEnd: what ends a line of this value, with the indent of the next; `nil` for no lines.
  private func write(to text: inout String, lineEnd: String?) {
    switch self {
    case .string(let string): Self.write(string, to: &text)
    case .integer(let number): text += "\(number)"
    case .number(let number): text += Self.literal(number)
    case .bool(let flag): text += flag ? "true" : "false"
    case .null: text += "null"
    case .array(let values):
      Self.write(values, in: ("[", "]"), to: &text, lineEnd: lineEnd) { value, text, lineEnd in
        value.write(to: &text, lineEnd: lineEnd)
      }
    case .object(let members):
      Self.write(members.sorted { $0.key < $1.key }, in: ("{", "}"), to: &text, lineEnd: lineEnd) {
        member, text, lineEnd in
        Self.write(member.key, to: &text)
        text += lineEnd == nil ? ":" : " : "
        member.value.write(to: &text, lineEnd: lineEnd)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], in brackets: (String, String), to text: inout String, lineEnd: String?,
    each: (Element, inout String, String?) -> Void
  ) {
    let inner = lineEnd.map { $0 + "  " }
    text += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      text += inner ?? ""
      each(element, &text, inner)
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
