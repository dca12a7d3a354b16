import ABRInput
import ABRNetwork
import ABRPolicies

extension RunRecord {
  /// Reads a run that was saved with its sessions.
  ///
  /// Keys that the document's schema does not have are errors, but for metrics in `pooled` and `sessions` that this version does
  /// not know, which are passed over: a later version may have more. The metrics that a record has are those of the document that
  /// this version knows. `peer` blocks are passed over, too.
  ///
  /// - Throws: ``RunFileError`` naming file, line and place.
  /// - Complexity: O(size of the file).
  public init(contentsOf file: String) throws(RunFileError) {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(file)
    } catch {
      throw RunFileError(error)
    }
    try self.init(parsing: bytes, file: file)
  }

  /// Reads the bytes of a saved run.
  ///
  /// - Parameter file: what errors call it.
  /// - Throws: ``RunFileError``.
  public init(parsing bytes: [UInt8], file: String) throws(RunFileError) {
    guard !bytes.isEmpty else {
      throw .malformed(file: file, line: 1, field: "file", found: "no bytes", allowed: "a saved run")
    }
    let record: RunRecord?
    do throws(InputFault) {
      record = try RunRecordReader(bytes).record()
    } catch {
      throw RunFileError(error, file: file)
    }
    guard let record else { throw .withoutSessions(file: file) }
    self = record
  }
}

/// The outermost object of a saved run. Its syntax is checked as a whole before its parts are read, which may stand in any order.
struct RunRecordReader {
  private let inputs: JSONReader
  private let policies: JSONReader
  private let isPartial: Bool

  /// Checks the syntax of the document and its schema.
  init(_ bytes: [UInt8]) throws(InputFault) {
    var reader = JSONReader(bytes)
    let start = reader.mark()
    var places: [String: JSONReader] = [:]
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let mark = reader.mark()
      guard places.updateValue(reader, forKey: key) == nil else {
        throw reader.fault("the key twice", "every key once", at: mark)
      }
      try reader.skip()
    }
    try reader.end()
    guard var schema = places["schema"] else {
      throw reader.fault("no schema", "a run saved by abrlab run --export json=FILE", at: start)
    }
    let mark = schema.mark()
    let version = try schema.integer()
    guard version == ResultDocument.schema else {
      throw schema.fault("\(version)", "\(ResultDocument.schema), the schema of this version", at: mark)
    }
    let known: Set = ["schema", "inputs", "policies", "partial"]
    for (key, place) in places.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      var place = place
      throw place.fault("an unknown key", known.sorted().joined(separator: ", "), at: place.mark())
    }
    guard let inputs = places["inputs"], let policies = places["policies"] else {
      throw reader.fault("no inputs or no policies", "both", at: start)
    }
    self.inputs = inputs
    self.policies = policies
    var partial = places["partial"]
    isPartial = try partial?.boolean() ?? false
  }

  /// The record; `nil` for a run that was saved without its sessions.
  func record() throws(InputFault) -> RunRecord? {
    var reader = inputs
    let inputs = try RunRecordInputs(&reader, isPartial: isPartial)
    var combinations = RunRecordCombinations(inputs)
    reader = policies
    guard try combinations.read(&reader) else { return nil }
    return RunRecord(
      header: inputs.header, traces: inputs.traces, videos: inputs.videos, programmes: inputs.programmes,
      metrics: combinations.metrics, combinations: combinations.combinations)
  }
}

extension JSONReader {
  /// Reads an object in which every key stands once.
  ///
  /// - Parameters:
  ///   - required: keys that must be there.
  ///   - optional: keys that may be there.
  ///   - isPassedOver: whether the value of another key is passed over; otherwise it is a fault.
  ///   - body: reads the value of a key.
  mutating func members(
    _ required: Set<String>, optional: Set<String> = [], isPassedOver: (String) -> Bool = { _ in false },
    body: (_ key: String, _ reader: inout JSONReader) throws(InputFault) -> Void
  ) throws(InputFault) {
    let start = mark()
    var seen: Set<String> = []
    try enterObject()
    while let key = try nextKey() {
      let place = mark()
      guard seen.insert(key).inserted else { throw fault("the key twice", "every key once", at: place) }
      if required.contains(key) || optional.contains(key) {
        try body(key, &self)
      } else if isPassedOver(key) {
        try skip()
      } else {
        throw fault("an unknown key", required.union(optional).sorted().joined(separator: ", "), at: place)
      }
    }
    if let missing = required.subtracting(seen).min() { throw fault("no \(missing)", "\(missing)", at: start) }
  }

  /// Reads an array of values of one kind.
  mutating func list<Element>(
    _ element: (inout JSONReader) throws(InputFault) -> Element
  ) throws(InputFault) -> [Element] {
    var list: [Element] = []
    try enterArray()
    while try nextElement() { list.append(try element(&self)) }
    return list
  }

  /// Reads a number of a range.
  mutating func number(in range: ClosedRange<Double>) throws(InputFault) -> Double {
    let place = mark()
    let value = try number()
    guard range.contains(value) else {
      throw fault("\(value)", "\(range.lowerBound) to \(range.upperBound)", at: place)
    }
    return value
  }

  /// Reads a whole number of a range.
  mutating func integer(in range: ClosedRange<Int>) throws(InputFault) -> Int {
    let place = mark()
    let value = try integer()
    guard range.contains(value) else {
      throw fault("\(value)", "\(range.lowerBound) to \(range.upperBound)", at: place)
    }
    return value
  }

  /// Reads a word that stands for a value.
  mutating func choice<Value: RawRepresentable & CaseIterable>(
    _ type: Value.Type
  ) throws(InputFault) -> Value where Value.RawValue == String {
    let place = mark()
    let word = try string()
    guard let value = Value(rawValue: word) else {
      throw fault(
        InputFault.excerpt(Array(word.utf8)[...]), Value.allCases.map(\.rawValue).joined(separator: ", "), at: place)
    }
    return value
  }

  /// Reads a digest.
  mutating func sha256() throws(InputFault) -> String {
    let place = mark()
    let text = try string()
    guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      throw fault(InputFault.excerpt(Array(text.utf8)[...]), "64 hexadecimal digits", at: place)
    }
    return text
  }
}
