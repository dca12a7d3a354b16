/// A value of a TOML file (TOML 1.0) and the place where it stands.
package struct TOMLValue: Sendable, Hashable {
  /// The value itself. Dates are not used by the lab and stay text (RFC 3339).
  package enum Content: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction; may be infinite or NaN, which TOML allows.
    case float(Double)
    /// A truth value.
    case boolean(Bool)
    /// A date, time or both.
    case date(String)
    /// Values in a row.
    case array([TOMLValue])
    /// Values by key.
    case table([String: TOMLValue])
  }

  /// The value itself.
  package let content: Content
  /// Line of its key, or of itself in an array; from 1.
  package let line: Int
  /// Column in characters, from 1.
  package let column: Int

  /// What an error says was found.
  var summary: String {
    switch content {
    case .string(let text): "\"\(text.count > 60 ? text.prefix(60) + "..." : text[...])\""
    case .integer(let value): "\(value)"
    case .float(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .date(let text): text
    case .array(let values): "an array of \(values.count)"
    case .table: "a table"
    }
  }
}
