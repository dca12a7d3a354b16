import ABRInput
import ABRPolicies

/// A table of a TOML file: typed values by key, with errors that name file, line, column and key.
///
/// A key that is missing is `nil`; a key with a value of another type is an error. Call ``allow(only:)`` first, so that
/// a mistyped key is an error and not a silent default.
package struct TOMLTable: Sendable {
  let file: String
  let path: String
  let members: [String: TOMLValue]
  /// Line of the table's key; from 1.
  package let line: Int

  init(file: String, path: String, value: TOMLValue) {
    self.file = file
    self.path = path
    line = value.line
    if case .table(let members) = value.content { self.members = members } else { members = [:] }
  }

  /// The keys there are, sorted.
  /// - Complexity: O(*n* log *n*).
  package var keys: [String] { members.keys.sorted() }

  /// Whether a key is there.
  package func has(_ key: String) -> Bool { members[key] != nil }

  /// Where a key stands, for messages: `run.toml:3:1: seed`; `nil` when it is missing.
  package func place(of key: String) -> String? {
    members[key].map { FaultText.place(file, line: $0.line, column: $0.column) + full(key) }
  }

  /// Refuses keys that mean nothing.
  ///
  /// - Throws: ``ConfigurationError/unknownKey(file:line:column:key:allowed:suggestion:)`` for the first such line of
  ///   the file.
  package func allow(only keys: [String]) throws(ConfigurationError) {
    let unknown = members.filter { !keys.contains($0.key) }
    guard let first = unknown.min(by: { ($0.value.line, $0.value.column) < ($1.value.line, $1.value.column) }) else {
      return
    }
    throw .unknownKey(
      file: file, line: first.value.line, column: first.value.column, key: full(first.key), allowed: keys,
      suggestion: NearestName.nearest(to: first.key, among: keys))
  }

  /// The error for a value that has the right type and cannot be used all the same.
  package func invalid(_ key: String, found: String? = nil, allowed: String) -> ConfigurationError {
    let value = members[key]
    return .invalid(
      file: file, line: value?.line ?? line, column: value?.column, key: full(key),
      found: found ?? value?.summary ?? "nothing", allowed: allowed)
  }

  /// The error for a value that is wrong in itself, such as a spec, or beside others.
  package func refused(_ key: String, _ reason: some Any) -> ConfigurationError {
    .refused(
      file: file, line: members[key]?.line ?? line, column: members[key]?.column, key: full(key), reason: "\(reason)")
  }

  /// The error for a file that a value names and that cannot be read.
  package func unreadable(_ key: String, path: String, reason: String) -> ConfigurationError {
    .unreadableInput(
      file: file, line: members[key]?.line ?? line, column: members[key]?.column, key: full(key), path: path,
      reason: reason)
  }

  /// How errors and warnings call the place of a key, or of the table: file, line and key.
  package func place(_ key: String? = nil) -> String {
    guard let key else { return "\(file):\(line)\(path.isEmpty ? "" : ": \(path)")" }
    return "\(file):\(members[key]?.line ?? line): \(full(key))"
  }

  /// A text.
  /// - Throws: ``ConfigurationError`` when the value is of another type.
  package func string(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = members[key] else { return nil }
    guard case .string(let text) = value.content else { throw invalid(key, allowed: "a text in quotes") }
    return text
  }

  /// Texts: an array of them, or just one.
  /// - Throws: ``ConfigurationError`` when the value is anything else.
  package func strings(_ key: String) throws(ConfigurationError) -> [String]? {
    guard let value = members[key] else { return nil }
    let allowed = "a text in quotes, or an array of them"
    switch value.content {
    case .string(let text): return [text]
    case .array(let values):
      var texts: [String] = []
      for (index, value) in values.enumerated() {
        guard case .string(let text) = value.content else {
          throw .invalid(
            file: file, line: value.line, column: value.column, key: "\(full(key))[\(index)]", found: value.summary,
            allowed: "a text in quotes")
        }
        texts.append(text)
      }
      return texts
    default: throw invalid(key, allowed: allowed)
    }
  }

  /// The elements of an array, or the value that stands alone; none where the key is missing.
  func values(_ key: String) -> [TOMLValue] {
    guard let value = members[key] else { return [] }
    if case .array(let array) = value.content { return array }
    return [value]
  }

  /// Values as they would be written on a command line: texts and numbers, one of them or an array.
  /// - Throws: ``ConfigurationError`` when a value is anything else.
  package func texts(_ key: String) throws(ConfigurationError) -> [String] {
    var texts: [String] = []
    for value in values(key) {
      switch value.content {
      case .string(let text): texts.append(text)
      case .integer(let number): texts.append("\(number)")
      case .float(let number) where number.isFinite: texts.append(Self.plain(number))
      default: throw invalid(key, allowed: "a text in quotes, a number, or an array of them")
      }
    }
    return texts
  }

  /// A number without an exponent, which values on a command line do not have, unless it has dozens of digits.
  private static func plain(_ number: Double) -> String {
    let text = "\(number)"
    guard text.contains("e"), (1e-15...1e21).contains(number.magnitude) else { return text }
    return (number < 0 ? "-" : "") + ParameterValue.decimal(number.magnitude)
  }

  /// A whole number.
  /// - Throws: ``ConfigurationError`` when the value is anything else or outside the range.
  package func integer(_ key: String, in range: ClosedRange<Int>) throws(ConfigurationError) -> Int? {
    guard let value = members[key] else { return nil }
    let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
    guard case .integer(let number) = value.content, range.contains(number) else {
      throw invalid(key, allowed: "a whole number, \(range.lowerBound) \(upper)")
    }
    return number
  }

  /// A number, whole or not, but finite.
  /// - Throws: ``ConfigurationError`` when the value is anything else.
  package func number(_ key: String) throws(ConfigurationError) -> Double? {
    guard let value = members[key] else { return nil }
    switch value.content {
    case .integer(let number): return Double(number)
    case .float(let number) where number.isFinite: return number
    default: throw invalid(key, allowed: "a finite number")
    }
  }

  /// A truth value.
  /// - Throws: ``ConfigurationError`` when the value is anything else.
  package func boolean(_ key: String) throws(ConfigurationError) -> Bool? {
    guard let value = members[key] else { return nil }
    guard case .boolean(let truth) = value.content else { throw invalid(key, allowed: "true or false") }
    return truth
  }

  /// A duration in seconds, written as text such as `"8s"`.
  /// - Throws: ``ConfigurationError`` when the value is anything else.
  package func duration(_ key: String) throws(ConfigurationError) -> Double? {
    guard let text = try string(key) else { return nil }
    do {
      return try Quantity.duration(text)
    } catch {
      throw invalid(key, found: Self.quoted(error.found, of: text), allowed: error.allowed)
    }
  }

  /// What was found, in quotation marks, with the advice that may follow it.
  static func quoted(_ found: String, of text: String) -> String {
    found.hasPrefix(text) ? "\"\(text)\"\(found.dropFirst(text.count))" : "\"\(found)\""
  }

  /// A table below this one.
  /// - Throws: ``ConfigurationError`` when the value is anything else.
  package func table(_ key: String) throws(ConfigurationError) -> TOMLTable? {
    guard let value = members[key] else { return nil }
    guard case .table = value.content else { throw invalid(key, allowed: "a table: [\(full(key))]") }
    return TOMLTable(file: file, path: full(key), value: value)
  }

  /// The tables of an array of tables, none when the key is missing.
  /// - Throws: ``ConfigurationError`` when the value is anything else.
  package func tables(_ key: String) throws(ConfigurationError) -> [TOMLTable] {
    guard let value = members[key] else { return [] }
    let allowed = "tables: [[\(full(key))]]"
    guard case .array(let values) = value.content else { throw invalid(key, allowed: allowed) }
    var tables: [TOMLTable] = []
    for (index, value) in values.enumerated() {
      let name = "\(full(key))[\(index)]"
      guard case .table = value.content else {
        throw .invalid(
          file: file, line: value.line, column: value.column, key: name, found: value.summary, allowed: allowed)
      }
      tables.append(TOMLTable(file: file, path: name, value: value))
    }
    return tables
  }

  private func full(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}
