import ABRInput

/// Finds the objects of a JSON document, or of one with a value on each line, that have certain members, wherever they
/// stand: logs are written with and without a list around them.
///
/// Members are called by their path inside the object, such as `timings.receive`; numbers that stand in lists under one
/// path are added up. Where a path begins outside of a list, as `hits.hits._source.took` does, each element of the list
/// is an object of its own.
package struct JSONRecords {
  /// An object that was found.
  package struct Record {
    /// Line at which it begins.
    package var line: Int
    /// The name that it is a member by; empty in a list and at the outermost level.
    package fileprivate(set) var key = ""
    /// Byte of that line, from 1.
    fileprivate var column: Int
    fileprivate var texts: [String: String] = [:]
    fileprivate var numbers: [String: Double] = [:]
    /// Members that have several values.
    fileprivate var repeated: Set<String> = []

    /// Whether it has a member.
    package func has(_ name: String) -> Bool { texts[name] != nil || numbers[name] != nil }

    /// Whether a member has several values, which stand in a list.
    package func repeats(_ name: String) -> Bool { repeated.contains(name) }

    fileprivate mutating func add(_ text: String, to name: String) {
      if texts.updateValue(text, forKey: name) != nil { repeated.insert(name) }
    }

    fileprivate mutating func add(_ number: Double, to name: String) {
      if let sum = numbers.updateValue(number, forKey: name) {
        repeated.insert(name)
        numbers[name] = sum + number
      }
    }

    /// Takes the members of an object that stands in this one under a name, where they are wanted.
    fileprivate mutating func take(_ other: Record, as key: String, wanted: Set<String>) {
      for (name, text) in other.texts where wanted.contains("\(key).\(name)") { add(text, to: "\(key).\(name)") }
      for (name, number) in other.numbers where wanted.contains("\(key).\(name)") {
        add(number, to: "\(key).\(name)")
      }
      for name in other.repeated where wanted.contains("\(key).\(name)") { repeated.insert("\(key).\(name)") }
    }

    /// The text of the first of some members that is there; a number as its digits, `true` and `false` as words. `-`
    /// and nothing are no text.
    package func text(_ names: String...) -> String? { text(names) }

    /// The text of the first of some members that is there.
    package func text(_ names: [String]) -> String? {
      for name in names {
        if let text = texts[name], !text.isEmpty, text != "-" { return text }
        if let number = numbers[name] { return "\(number)" }
      }
      return nil
    }

    /// The number of the first of some members that is there, also where it stands in quotes.
    /// - Throws: `InputFault` where something else stands in quotes, or it is no finite number.
    package func number(_ names: String...) throws(InputFault) -> Double? { try number(names) }

    /// The number of the first of some members that is there.
    /// - Throws: as for members one by one.
    package func number(_ names: [String]) throws(InputFault) -> Double? {
      for name in names {
        if let text = texts[name], !text.isEmpty, text != "-" {
          let bytes = Array(text.utf8)
          guard let number = DecimalParser.parse(bytes, 0..<bytes.count), number.isFinite else {
            throw fault(name, InputFault.excerpt(bytes[...]), "a decimal number")
          }
          return number
        }
        if let number = numbers[name] {
          guard number.isFinite else { throw fault(name, "\(number)", "a finite number") }
          return number
        }
      }
      return nil
    }

    /// The seconds of the first of some members that is there.
    /// - Throws: `InputFault` where no such time stands there.
    package func seconds(_ stamps: inout TimeStamps, _ names: [String]) throws(InputFault) -> Double? {
      for name in names {
        guard let text = text(name) else { continue }
        // Zones in letters, as `%Z` of strftime writes them, say nothing that differences would need.
        let bytes = Array(text.utf8)
        let plain = ["UTC", "GMT"].contains { text.hasSuffix($0) } ? Array(bytes.dropLast(3)) : bytes
        guard let seconds = stamps.seconds(plain, 0..<plain.count) else {
          throw fault(name, InputFault.excerpt(bytes[...]), "a date and time, or a number, the same in all records")
        }
        return seconds
      }
      return nil
    }

    /// The fault of a member.
    package func fault(_ name: String, _ found: String, _ allowed: String) -> InputFault {
      InputFault(line: line, column: column, field: name, found: found, allowed: allowed)
    }
  }

  /// The longest text that is kept, in bytes: bodies of answers are not wanted.
  private static let maximumTextLength = 16_384

  private var reader: JSONReader
  private let bytes: [UInt8]
  private let wanted: Set<String>
  /// Paths that lead to an object with wanted members.
  private let outerPaths: Set<String>
  /// The names that lead to the value that is read.
  private var path: [String] = []
  private let isRecord: (Record) -> Bool
  private var found: [Record] = []
  private var marked: (place: Int, line: Int, start: Int) = (0, 1, 0)

  /// Goes over a file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - members: paths of the members that are kept.
  ///   - isRecord: whether an object is wanted; members of one that is not belong to the object around it.
  ///   - body: what is done with each, in the order in which they end.
  /// - Returns: the lines of the file.
  /// - Throws: ``TraceError`` of JSON that is broken, or what `body` throws, with the file.
  /// - Complexity: O(*bytes*).
  package static func read(
    _ input: TraceInput, members: [String], isRecord: @escaping (Record) -> Bool,
    body: (Record) throws(InputFault) -> Void
  ) throws(TraceError) -> Int {
    var records = JSONRecords(input, members, isRecord)
    do {
      while !records.reader.isAtEnd() {
        var outer = Record(line: 1, column: 1)
        _ = try records.value(into: &outer, key: "")
        for record in records.found { try body(record) }
        records.found.removeAll(keepingCapacity: true)
      }
    } catch {
      throw TraceError(error, file: input.file)
    }
    return records.line(at: input.bytes.count)
  }

  private init(_ input: TraceInput, _ members: [String], _ isRecord: @escaping (Record) -> Bool) {
    reader = JSONReader(input.bytes)
    bytes = input.bytes
    self.isRecord = isRecord
    // Inside `timings` the member `timings.receive` is called `receive`.
    wanted = Set(
      members.flatMap { path in
        let parts = path.split(separator: ".")
        return parts.indices.map { parts[$0...].joined(separator: ".") }
      })
    outerPaths = Set(
      members.flatMap { path in
        let parts = path.split(separator: ".")
        return parts.indices.map { parts[..<$0].joined(separator: ".") }
      }
    ).subtracting([""])
  }

  /// Reads a value into the object around it. No deeper than ``JSONReader/maximumDepth``.
  private mutating func value(into record: inout Record, key: String, isListed: Bool = false) throws(InputFault) {
    switch try reader.kind() {
    case .object: try object(into: &record, key: key, isListed: isListed)
    case .array:
      try reader.enterArray()
      while try reader.nextElement() { try value(into: &record, key: key, isListed: true) }
    case .string:
      guard wanted.contains(key) else { return try reader.skip() }
      let text = try reader.string()
      if text.utf8.count <= Self.maximumTextLength { record.add(text, to: key) }
    case .number:
      guard wanted.contains(key) else { return try reader.skip() }
      record.add(try reader.number(), to: key)
    case .boolean:
      let isTrue = try reader.boolean()
      if wanted.contains(key) { record.add(isTrue ? "true" : "false", to: key) }
    case .null: try reader.skip()
    }
  }

  private mutating func object(into outer: inout Record, key: String, isListed: Bool) throws(InputFault) {
    let mark = reader.mark()
    var record = Record(line: line(at: mark), column: mark - marked.start + 1)
    record.key = isListed ? "" : key
    var seen: Set<String> = []
    if !key.isEmpty { path.append(key) }
    try reader.enterObject()
    while let name = try reader.nextKey() {
      if wanted.contains(name), !seen.insert(name).inserted {
        throw reader.repeatedKey()
      }
      try value(into: &record, key: name)
    }
    let place = isListed ? path.joined(separator: ".") : ""
    if !key.isEmpty { path.removeLast() }
    if isRecord(record) { return found.append(record) }
    if isListed, outerPaths.contains(place) {
      var whole = record
      whole.take(record, as: place, wanted: wanted)
      if isRecord(whole) { return found.append(whole) }
    }
    outer.take(record, as: key, wanted: wanted)
  }

  /// Line of a place, counted on from the last one that was asked for; where it starts is kept.
  private mutating func line(at place: Int) -> Int {
    if place < marked.place { marked = (0, 1, 0) }
    for index in marked.place..<place where bytes[index] == UInt8(ascii: "\n") {
      marked.line += 1
      marked.start = index + 1
    }
    marked.place = place
    return marked.line
  }
}
