extension JSONReader {
  /// Reads an object in which every key stands once.
  ///
  /// - Parameters:
  ///   - required: keys that must be there.
  ///   - optional: keys that may be there.
  ///   - meanings: what keys that must be there hold, for the fault of one that is missing.
  ///   - isPassedOver: whether the value of another key is passed over; otherwise it is a fault.
  ///   - body: reads the value of a key.
  package mutating func members(
    _ required: Set<String>, optional: Set<String> = [], meanings: [String: String] = [:],
    isPassedOver: (String) -> Bool = { _ in false },
    body: (_ key: String, _ reader: inout JSONReader) throws(InputFault) -> Void
  ) throws(InputFault) {
    let start = mark()
    var seen: Set<String> = []
    try enterObject()
    while let key = try nextKey() {
      let place = mark()
      guard seen.insert(key).inserted else { throw repeatedKey(at: place) }
      if required.contains(key) || optional.contains(key) {
        try body(key, &self)
      } else if isPassedOver(key) {
        try skip()
      } else {
        throw fault("an unknown key", required.union(optional).sorted().joined(separator: ", "), at: place)
      }
    }
    if let missing = required.subtracting(seen).min() {
      throw fault("no \(missing)", meanings[missing].map { "\(missing), \($0)" } ?? missing, at: start)
    }
  }

  /// Reads an array of values of one kind.
  package mutating func list<Element>(
    _ element: (inout JSONReader) throws(InputFault) -> Element
  ) throws(InputFault) -> [Element] {
    var list: [Element] = []
    try enterArray()
    while try nextElement() { list.append(try element(&self)) }
    return list
  }

  /// Reads a number of a range.
  package mutating func number(in range: ClosedRange<Double>) throws(InputFault) -> Double {
    let place = mark()
    let value = try number()
    guard range.contains(value) else {
      throw fault("\(value)", Self.allowed(range), at: place)
    }
    return value
  }

  private static func allowed<Bound>(_ range: ClosedRange<Bound>) -> String {
    range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  /// Reads a whole number of a range.
  package mutating func integer(in range: ClosedRange<Int>) throws(InputFault) -> Int {
    let place = mark()
    let value = try integer()
    guard range.contains(value) else {
      throw fault("\(value)", Self.allowed(range), at: place)
    }
    return value
  }

  /// Reads a word that stands for a value.
  package mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type
  ) throws(InputFault) -> Value where Value.RawValue == String {
    let place = mark()
    let word = try string()
    guard let value = Value(rawValue: word) else {
      throw fault(
        InputFault.excerpt(word), Value.allCases.map(\.rawValue).joined(separator: ", "), at: place)
    }
    return value
  }

  /// Reads a digest.
  package mutating func sha256() throws(InputFault) -> String {
    let place = mark()
    let text = try string()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      throw fault(InputFault.excerpt(text), "64 hexadecimal digits", at: place)
    }
    return text
  }
}
