import ABRInput

/// The notation in which the schemas are written, a field a line: `name: type # description`, and what is inside an
/// object two spaces further to the right.
///
/// A field that may be missing has a question mark after its name, a value that may be null one after its type. Types
/// are those of JSON Schema with bounds (`number >=0 <=1`), one of several (`number|string`), lists (`[string] >=1`),
/// words (`"a" | "b"`), a text of a pattern (`/^[0-9]+$/`), a number alone (`const 1`), a definition (`@metric`) and
/// lists of places of their own (`tuple`). Objects are closed; the field `*` stands for all others. A text of
/// definitions alone describes what is one of them.
struct SchemaNotation {
  private struct Line {
    let indent: Int
    let name: String
    let type: String
    let description: String?
  }

  private var lines: ArraySlice<Line>

  /// The fields at the top of a text and its definitions, by name.
  static func read(_ text: String) -> (fields: [String: JSONValue], definitions: [String: JSONValue]) {
    let lines = text.split(separator: "\n").map { line in
      let content = line.drop { $0 == " " }
      let parts = content.split(separator: "  # ", maxSplits: 1).map(String.init)
      let field = parts[0].split(separator: ": ", maxSplits: 1).map(String.init)
      precondition(field.count == 2, "a line of a schema has no type: \(line)")
      return Line(
        indent: line.count - content.count, name: field[0], type: field[1], description: parts.dropFirst().first)
    }
    var definitions: [String: JSONValue] = [:]
    let first = lines.firstIndex { $0.name.hasPrefix("@") } ?? lines.count
    var rest = SchemaNotation(lines: lines[first...])
    while let line = rest.lines.popFirst() { definitions[String(line.name.dropFirst())] = rest.node(of: line) }
    guard first > 0 else {
      let any = definitions.keys.sorted().map { JSONValue.object(["$ref": .string("#/$defs/\($0)")]) }
      return (["anyOf": .array(any)], definitions)
    }
    var top = SchemaNotation(lines: lines[..<first])
    return (top.members(indent: 0, isTuple: false), definitions)
  }

  /// The lines from here on that are further to the right than those around them: what an object or a tuple holds.
  private mutating func members(indent: Int, isTuple: Bool) -> [String: JSONValue] {
    var (properties, required, places): ([String: JSONValue], [JSONValue], [JSONValue]) = ([:], [], [])
    var others: JSONValue = false
    while let line = lines.first, line.indent == indent {
      lines.removeFirst()
      let node = node(of: line)
      if line.name == "*" {
        others = node
      } else {
        let isOptional = line.name.hasSuffix("?")
        let name = isOptional ? String(line.name.dropLast()) : line.name
        properties[name] = node
        places.append(node)
        if !isOptional { required.append(.string(name)) }
      }
    }
    if isTuple { return ["type": "array", "prefixItems": .array(places), "items": others] }
    guard !properties.isEmpty else { return ["type": "object", "additionalProperties": others] }
    return [
      "type": "object", "properties": .object(properties), "required": .array(required), "additionalProperties": others,
    ]
  }

  private mutating func node(of line: Line) -> JSONValue {
    var inside: [String: JSONValue]?
    if let next = lines.first, next.indent > line.indent {
      inside = members(indent: next.indent, isTuple: line.type.contains("tuple"))
    }
    var node = Self.node(line.type[...], holding: inside)
    node["description"] = line.description.map { .string($0) }
    return .object(node)
  }

  private static func node(_ type: Substring, holding inside: [String: JSONValue]?) -> [String: JSONValue] {
    switch type.first {
    case "@": return ["$ref": .string("#/$defs/\(type.dropFirst())")]
    case "\"":
      return [
        "enum": .array(
          type.split(separator: " | ").map { $0 == "null" ? .null : .string(String($0.dropFirst().dropLast())) })
      ]
    case "/":
      guard let end = type.lastIndex(of: "/") else { preconditionFailure("a pattern ends in /: \(type)") }
      return ["type": "string", "pattern": .string(String(type[type.index(after: type.startIndex)..<end]))]
    case "[":
      guard let end = type.lastIndex(of: "]") else { preconditionFailure("a list ends in ]: \(type)") }
      let items = node(type[type.index(after: type.startIndex)..<end], holding: inside)
      return bounded("array" + type[type.index(after: end)...], by: ("minItems", "maxItems"), ["items": .object(items)])
    default: break
    }
    if let range = type.firstRange(of: " of ") {
      let items = node(type[range.upperBound...], holding: nil)
      return bounded(String(type[..<range.lowerBound]), by: ("minItems", "maxItems"), ["items": .object(items)])
    }
    if type.hasPrefix("tuple") {
      return bounded("array" + type.dropFirst("tuple".count), by: ("minItems", "maxItems"), inside ?? [:])
    }
    if type == "const true" { return ["const": true] }
    if type.hasPrefix("const ") { return ["const": number(type.dropFirst("const ".count))] }
    return bounded(String(type), by: ("minimum", "maximum"), inside ?? [:])
  }

  /// A type with its bounds, and what else the node has.
  private static func bounded(
    _ text: String, by names: (least: String, most: String), _ node: [String: JSONValue]
  ) -> [String: JSONValue] {
    var node = node
    let words = text.split(separator: " ")
    var types = (words[0].last == "?" ? words[0].dropLast() : words[0]).split(separator: "|").map { String($0) }
    if words[0].last == "?" { types.append("null") }
    node["type"] = types.count == 1 ? .string(types[0]) : .array(types.map { .string($0) })
    for word in words.dropFirst() {
      node[word.hasPrefix(">=") ? names.least : names.most] = number(word.dropFirst(2))
    }
    return node
  }

  private static func number(_ text: Substring) -> JSONValue {
    Int(text).map { .integer($0) } ?? JSONValue(Double(text))
  }
}
