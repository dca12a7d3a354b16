import ABRInput
import ABRStatistics

extension DocumentSchema {
  /// Holds a document against the schema, and against itself. Patterns of texts are not looked at.
  ///
  /// - Parameter document: the document.
  /// - Throws: `InputFault` with the path of the first member that is missing, holds what it cannot, or contradicts
  ///   others.
  /// - Complexity: O(size of the document).
  package func check(_ document: JSONValue) throws(InputFault) {
    let schema = json
    let rules = SchemaRules(definitions: schema["$defs"])
    // Another version has other members, too.
    if document[versionKey] != .null {
      try rules.check(document[versionKey], schema["properties"][versionKey], at: versionKey)
    }
    try rules.check(document, schema, at: "")
    switch name {
    case "check": try GateDocument.checkVerdicts(of: document)
    case "tuning": try TuningDocument.checkSettings(of: document)
    default: break
    }
  }
}

/// The rules of a schema, as far as ``SchemaNotation`` writes them.
private struct SchemaRules {
  let definitions: JSONValue

  func check(_ value: JSONValue, _ rule: JSONValue, at place: String) throws(InputFault) {
    func refuse(_ found: String, _ allowed: String, member: String = "") throws(InputFault) {
      let field = [place, member].filter { !$0.isEmpty }.joined(separator: ".")
      throw InputFault(line: nil, field: field.isEmpty ? "file" : field, found: found, allowed: allowed)
    }
    if let name = rule["$ref"].string?.split(separator: "/").last {
      return try check(value, definitions[String(name)], at: place)
    }
    let types = (rule["type"].elements + [rule["type"]]).compactMap(\.string)
    if !types.isEmpty, !types.contains(where: { Self.isValue(value, of: $0) }) {
      try refuse(Self.excerpt(value), FaultText.choice(types))
    }
    if rule["const"] != .null, value != rule["const"], value.number == nil || value.number != rule["const"].number {
      try refuse(Self.excerpt(value), Self.excerpt(rule["const"]))
    }
    if case .array(let choices) = rule["enum"], !choices.contains(value) {
      try refuse(Self.excerpt(value), FaultText.choice(choices.map { $0.string ?? "null" }))
    }
    if let number = value.number {
      if let least = rule["minimum"].number, number < least { try refuse("\(number)", "\(least) or more") }
      if let most = rule["maximum"].number, number > most { try refuse("\(number)", "\(most) or less") }
    }
    if case .object(let members) = value {
      for name in rule["required"].elements.compactMap(\.string) where members[name] == nil {
        try refuse("none", "what every such document has", member: name)
      }
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        let own = rule["properties"][name]
        let other = rule["additionalProperties"]
        if own == .null, other == .bool(false) {
          try refuse("an unknown key", "the members of this version", member: name)
        }
        try check(member, own == .null ? other : own, at: place.isEmpty ? name : "\(place).\(name)")
      }
      try checkComparison(members, at: place)
    }
    if case .array(let elements) = value {
      let (least, most) = (rule["minItems"].number ?? 0, rule["maxItems"].number ?? .infinity)
      if !(least...most).contains(Double(elements.count)) {
        let bound = Double(elements.count) < least ? "\(Int(least)) or more" : "\(Int(most)) or less"
        try refuse(Counted.text(elements.count, "element"), least == most ? "\(Int(least))" : bound)
      }
      let first = rule["prefixItems"].elements
      for (index, element) in elements.enumerated() {
        try check(element, index < first.count ? first[index] : rule["items"], at: "\(place)[\(index)]")
      }
    }
  }

  /// Refuses intervals whose ends are the wrong way round, and of a metric a difference that is not that of its values.
  private func checkComparison(_ members: [String: JSONValue], at place: String) throws(InputFault) {
    func refuse(_ member: String, _ found: String, _ allowed: String) throws(InputFault) {
      throw InputFault(
        line: nil, field: place.isEmpty ? member : "\(place).\(member)", found: found, allowed: allowed)
    }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) where name.hasSuffix("interval") {
      let ends = member.elements.compactMap(\.number)
      if ends.count == 2, ends[0] > ends[1] { try refuse(name, "\(ends[0]) to \(ends[1])", "the lower end first") }
    }
    guard members["direction"] != nil, let difference = members["difference"]?.number else { return }
    // What has no end is null, and so is the difference to it.
    guard let reference = members["reference"]?.number, let candidate = members["candidate"]?.number,
      Tie.holds(reference + difference, candidate)
    else { return try refuse("difference", "\(difference)", "candidate less reference") }
  }

  private static func isValue(_ value: JSONValue, of type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("null", .null), ("boolean", .bool),
      ("integer", .integer), ("number", .integer), ("number", .number):
      true
    case ("integer", .number(let number)): Int(exactly: number) != nil
    default: false
    }
  }

  /// What stands there, short.
  private static func excerpt(_ value: JSONValue) -> String {
    switch value {
    case .object: "an object"
    case .array, .list: "an array"
    case .string(let text): InputFault.excerpt(text)
    default: String(value.text(isPretty: false).dropLast())
    }
  }
}
