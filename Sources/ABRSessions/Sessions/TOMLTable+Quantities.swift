import ABRInput
import ABRPolicies

/// Literals with units, as specs write them, in a file.
extension TOMLTable {
  /// A value that stands in the file as text and is read by a function.
  package func quantity<Value>(
    _ key: String, _ read: (String) throws(QuantityError) -> Value
  ) throws(ConfigurationError) -> Value? {
    guard let text = try string(key) else { return nil }
    do {
      return try read(text)
    } catch {
      throw invalid(key, found: Self.quoted(error.found, of: text), allowed: error.allowed)
    }
  }

  /// Bytes, written as text such as `"50MB"` or as a whole number.
  package func bytes(_ key: String, atLeast least: Int = 0) throws(ConfigurationError) -> Int? {
    let sizes = try sizes(key)
    guard let bytes = sizes.first else { return nil }
    guard sizes.count == 1, bytes >= least else {
      throw invalid(key, allowed: "one size of at least \(least) \(least == 1 ? "byte" : "bytes")")
    }
    return bytes
  }

  /// One size or several, each as text such as `"50MB"` or as a whole number of bytes.
  package func sizes(_ key: String) throws(ConfigurationError) -> [Int] {
    var sizes: [Int] = []
    for value in values(key) {
      do throws(QuantityError) {
        sizes.append(try Self.size(value))
      } catch {
        throw invalid(key, found: error.found, allowed: error.allowed)
      }
    }
    return sizes
  }

  private static func size(_ value: TOMLValue) throws(QuantityError) -> Int {
    switch value.content {
    case .integer(let bytes) where bytes >= 0: return try Quantity.bytes(bytes)
    case .string(let text):
      do {
        return try Quantity.bytes(text)
      } catch {
        throw QuantityError(found: quoted(error.found, of: text), allowed: error.allowed)
      }
    default:
      throw QuantityError(found: value.summary, allowed: "a size such as \"50MB\", or a whole number of bytes")
    }
  }

  /// A duration that must be more than 0.
  package func positiveDuration(_ key: String) throws(ConfigurationError) -> Double? {
    guard let seconds = try duration(key) else { return nil }
    guard seconds > 0 else { throw invalid(key, allowed: "a duration of more than 0") }
    return seconds
  }

  /// A number within a range.
  package func number(_ key: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double? {
    guard let number = try number(key) else { return nil }
    guard range.contains(number) else {
      throw invalid(key, allowed: Parameter(key, .number(range), default: .required, "").allowed)
    }
    return number
  }

  /// One of several words.
  package func choice(_ key: String, of words: [String]) throws(ConfigurationError) -> String? {
    guard let word = try string(key) else { return nil }
    guard words.contains(word) else {
      let found = "\"\(word)\"" + NearestName.hint(for: word, among: words)
      throw invalid(key, found: found, allowed: FaultText.choice(words))
    }
    return word
  }

  /// What must be there.
  package func required<Value>(_ key: String, _ value: Value?, allowed: String) throws(ConfigurationError) -> Value {
    guard let value else { throw invalid(key, allowed: allowed) }
    return value
  }
}
