import Foundation

/// Holds JSON documents against a JSON Schema of draft 2020-12, as far as the lab's schemas use it.
///
/// A keyword that it does not know is an error of the schema, so that nothing is passed over in silence.
struct SchemaValidator {
  /// A schema that the validator cannot use.
  struct UnusableSchema: Error, CustomStringConvertible {
    var description: String
  }

  private static let annotations: Set<String> = ["$schema", "$id", "$defs", "title", "description"]

  private let root: [String: Any]
  private let definitions: [String: Any]

  init(_ text: String) throws {
    guard let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
      throw UnusableSchema(description: "the schema is no object")
    }
    self.root = root
    definitions = root["$defs"] as? [String: Any] ?? [:]
  }

  /// What is wrong with a document, place by place; empty when nothing is.
  func faults(of text: String) throws -> [String] {
    try faults(of: JSONSerialization.jsonObject(with: Data(text.utf8)))
  }

  /// The same of a parsed document.
  func faults(of document: Any) throws -> [String] {
    var faults: [String] = []
    try check(document, root, at: "$", &faults)
    return faults
  }

  private func check(_ value: Any, _ schema: [String: Any], at place: String, _ faults: inout [String]) throws {
    for (keyword, rule) in schema where !Self.annotations.contains(keyword) {
      switch keyword {
      case "$ref": try check(value, definition(rule), at: place, &faults)
      case "type":
        let types = (rule as? [String]) ?? [rule as? String ?? ""]
        if !types.contains(where: { Self.isValue(value, of: $0) }) { faults.append("\(place): not \(types)") }
      case "const":
        if !Self.areEqual(value, rule) { faults.append("\(place): not \(rule)") }
      case "enum":
        let values = rule as? [Any] ?? []
        if !values.contains(where: { Self.areEqual(value, $0) }) { faults.append("\(place): none of \(values)") }
      case "minimum", "maximum":
        guard let bound = rule as? Double, let number = Self.number(value) else { continue }
        if keyword == "minimum" ? number < bound : number > bound { faults.append("\(place): beyond \(bound)") }
      case "pattern":
        guard let text = value as? String, let pattern = rule as? String else { continue }
        if try text.firstMatch(of: Regex(pattern)) == nil { faults.append("\(place): not like \(pattern)") }
      case "required", "properties", "additionalProperties":
        guard let object = value as? [String: Any] else { continue }
        try check(object, keyword, rule, of: schema, at: place, &faults)
      case "prefixItems", "items", "minItems", "maxItems":
        guard let array = value as? [Any] else { continue }
        try check(array, keyword, rule, of: schema, at: place, &faults)
      default: throw UnusableSchema(description: "the keyword \(keyword) is not known")
      }
    }
  }

  private func check(
    _ object: [String: Any], _ keyword: String, _ rule: Any, of schema: [String: Any], at place: String,
    _ faults: inout [String]
  ) throws {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    switch keyword {
    case "required":
      for key in rule as? [String] ?? [] where object[key] == nil { faults.append("\(place): no \(key)") }
    case "properties":
      for (key, value) in object {
        if let schema = properties[key] { try check(value, schema, at: "\(place).\(key)", &faults) }
      }
    default:
      for (key, value) in object where properties[key] == nil {
        if let schema = rule as? [String: Any] {
          try check(value, schema, at: "\(place).\(key)", &faults)
        } else {
          faults.append("\(place): \(key) is too much")
        }
      }
    }
  }

  private func check(
    _ array: [Any], _ keyword: String, _ rule: Any, of schema: [String: Any], at place: String,
    _ faults: inout [String]
  ) throws {
    let first = schema["prefixItems"] as? [[String: Any]] ?? []
    switch keyword {
    case "minItems": if array.count < rule as? Int ?? 0 { faults.append("\(place): too short") }
    case "maxItems": if array.count > rule as? Int ?? 0 { faults.append("\(place): too long") }
    case "prefixItems":
      for (index, (value, schema)) in zip(array, first).enumerated() {
        try check(value, schema, at: "\(place)[\(index)]", &faults)
      }
    default:
      guard let schema = rule as? [String: Any] else { throw UnusableSchema(description: "items are no schema") }
      for (index, value) in array.enumerated().dropFirst(first.count) {
        try check(value, schema, at: "\(place)[\(index)]", &faults)
      }
    }
  }

  private func definition(_ rule: Any) throws -> [String: Any] {
    guard let text = rule as? String, text.hasPrefix("#/$defs/"),
      let schema = definitions[String(text.dropFirst("#/$defs/".count))] as? [String: Any]
    else { throw UnusableSchema(description: "\(rule) leads nowhere") }
    return schema
  }

  private static func isValue(_ value: Any, of type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": isBoolean(value)
    case "number": number(value) != nil
    case "integer": number(value).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }

  /// A number that is none of true and false, which Foundation keeps in the same class.
  private static func number(_ value: Any) -> Double? { isBoolean(value) ? nil : (value as? NSNumber)?.doubleValue }

  private static func isBoolean(_ value: Any) -> Bool {
    (value as? NSNumber).map { $0 === NSNumber(value: true) || $0 === NSNumber(value: false) } ?? (value is Bool)
  }

  private static func areEqual(_ value: Any, _ other: Any) -> Bool {
    if isBoolean(value) || isBoolean(other) {
      return isBoolean(value) && isBoolean(other) && value as? Bool == other as? Bool
    }
    if let number = number(value) { return Self.number(other) == number }
    if let text = value as? String { return other as? String == text }
    return value is NSNull && other is NSNull
  }
}
