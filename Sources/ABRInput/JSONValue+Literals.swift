extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral text: String) { self = .string(text) }
  /// A whole number.
  public init(integerLiteral number: Int) { self = .integer(number) }
  /// A number.
  public init(floatLiteral number: Double) { self = .number(number) }
  /// True or false.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of a key that stands twice the last value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { $1 })
  }
  /// Nothing.
  public init(nilLiteral: ()) { self = .null }
}
