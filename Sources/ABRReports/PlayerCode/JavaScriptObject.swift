/// An object literal of JavaScript with numbers and objects in it.
struct JavaScriptObject {
  private enum Value {
    case number(String, unit: String?)
    case object(JavaScriptObject)
  }

  private var members: [(name: String, value: Value)] = []

  /// Whether nothing has been set.
  var isEmpty: Bool { members.isEmpty }

  /// Sets a number, with its unit for a comment.
  mutating func set(_ name: String, _ number: String, unit: String? = nil) {
    members.append((name, .number(number, unit: unit)))
  }

  /// Sets an object, unless it is empty.
  mutating func set(_ name: String, _ object: JavaScriptObject) {
    if !object.isEmpty { members.append((name, .object(object))) }
  }

  /// Whether names lead to a number.
  func has(at path: ArraySlice<String>) -> Bool {
    guard let member = members.first(where: { $0.name == path.first }) else { return false }
    guard case .object(let inner) = member.value else { return path.count == 1 }
    return inner.has(at: path.dropFirst())
  }

  /// Sets the options that are given, and those that are there, to the player's own values.
  mutating func set(_ options: [PlayerCode.Option]) {
    for option in options where option.isGiven || has(at: option.path[...]) { set(at: option.path[...], option.value) }
  }

  /// Sets a number in objects within one another, or replaces the one that is there and leaves its unit.
  mutating func set(at path: ArraySlice<String>, _ number: String) {
    guard let name = path.first else { return }
    let place = members.firstIndex { $0.name == name }
    guard path.count == 1 else {
      var inner = JavaScriptObject()
      if let place, case .object(let object) = members[place].value { inner = object }
      inner.set(at: path.dropFirst(), number)
      if let place { members[place].value = .object(inner) } else { set(name, inner) }
      return
    }
    guard let place, case .number(_, let unit) = members[place].value else { return set(name, number) }
    members[place].value = .number(number, unit: unit)
  }

  /// The members, one a line, with the closing brace left to the caller.
  func lines(indentation: Int = 2) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    return members.flatMap { name, value in
      switch value {
      case .number(let number, let unit): ["\(margin)\(name): \(number),\(unit.map { " // \($0)" } ?? "")"]
      case .object(let object):
        ["\(margin)\(name): {"] + object.lines(indentation: indentation + 2) + ["\(margin)},"]
      }
    }
  }
}
