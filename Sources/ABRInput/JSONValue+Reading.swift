extension JSONValue {
  /// Reads a whole document.
  ///
  /// - Parameter bytes: the document and nothing behind it.
  /// - Throws: `InputFault` for broken JSON, for a key that stands twice and for a number without end.
  /// - Complexity: O(*bytes*).
  package init(parsing bytes: [UInt8]) throws(InputFault) {
    var reader = JSONReader(bytes)
    self = try JSONValue(&reader)
    try reader.end()
  }

  /// Reads a value with all that it holds.
  ///
  /// - Parameter reader: stands before the value; no deeper than `JSONReader.maximumDepth`.
  /// - Throws: `InputFault` for broken JSON, for a key that stands twice and for a number without end.
  /// - Complexity: O(size of the value).
  package init(_ reader: inout JSONReader) throws(InputFault) {
    switch try reader.kind() {
    case .object:
      var members: [String: JSONValue] = [:]
      try reader.enterObject()
      while let key = try reader.nextKey() {
        let mark = reader.mark()
        guard members.updateValue(try JSONValue(&reader), forKey: key) == nil else {
          throw reader.repeatedKey(at: mark)
        }
      }
      self = .object(members)
    case .array: self = .array(try reader.list { reader throws(InputFault) in try JSONValue(&reader) })
    case .string: self = .string(try reader.string())
    case .number:
      let place = reader.mark()
      let number = try reader.number()
      guard number.isFinite else { throw reader.fault("\(number)", "a number that has an end", at: place) }
      self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    case .boolean: self = .bool(try reader.boolean())
    case .null:
      _ = try reader.skipNull()
      self = .null
    }
  }

  /// The member of an object by its name, or null.
  package subscript(key: String) -> JSONValue {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  /// The elements of an array; none of anything else.
  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// A text; `nil` for anything else.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A number; `nil` for anything else.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
