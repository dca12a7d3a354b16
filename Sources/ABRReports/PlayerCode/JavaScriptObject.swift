/// An object literal of JavaScript with numbers and objects in it.
struct JavaScriptObject {
  private enum Value {
    case number(String, unit: String?)
    case object(JavaScriptObject)
  }

  private var members: [(name: String, value: Value)] = []

  /// Whether nothing has been set.
  var isEmpty: Bool { members.isEmpty }

  /// Whether a member has a name.
  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// Sets a number, with its unit for a comment.
  mutating func set(_ name: String, _ number: String, unit: String? = nil) {
    members.append((name, .number(number, unit: unit)))
  }

  /// Sets an object, unless it is empty.
  mutating func set(_ name: String, _ object: JavaScriptObject) {
    if !object.isEmpty { members.append((name, .object(object))) }
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
