import FoundationEssentials

/// A JSON document, for writing. Numbers that are not finite become null, object keys are sorted: equal documents are equal bytes.
public indirect enum JSONValue: Encodable, Sendable, Hashable {
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

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number):
      if number.isFinite { try container.encode(number) } else { try container.encodeNil() }
    case .bool(let flag): try container.encode(flag)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    case .null: try container.encodeNil()
    }
  }

  /// The document as UTF-8 text with a final newline.
  ///
  /// - Parameter isPretty: whether to indent it for people.
  /// - Complexity: O(*n* log *n*) for objects of *n* members.
  public func text(isPretty: Bool = true) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      isPretty
      ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      : [.sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(self)
    data.append(0x0A)
    return data
  }
}
