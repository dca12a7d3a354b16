import ABRInput
import ABRPolicies

extension Player {
  /// Options in the player's own code, as it is read by ``configured(by:file:rules:)``; none for players whose options
  /// are members of an object.
  ///
  /// - Parameter keys: the options.
  /// - Returns: a line for each, or one for several that one call sets, what they need before them, and what applies
  ///   them.
  package func statements(of keys: Set<String>) -> [String] {
    var lines: [String] = []
    for option in known.options where keys.contains(option.parameter.key) {
      let key = option.parameter.key
      let usual = known.statement.replacing("KEY", with: option.paths[0].last ?? key).replacing(
        "VALUE", with: "{\(key)}")
      let parts = (option.statement ?? usual).split(separator: "\n")
      let first = parts.firstIndex { $0.contains("{") } ?? 0
      for (index, part) in parts.enumerated() {
        let line = filled(String(part))
        // What several options need stands once, before them; what applies them once, behind them.
        if index < first, lines.contains(line) { continue }
        lines.removeAll { $0 == line }
        lines.append(line)
      }
    }
    return lines
  }

  /// A statement with the values of options.
  private func filled(_ statement: String) -> String {
    let values = options
    var text = ""
    var rest = statement[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      let place = rest[start..<end].dropFirst()
      text += rest[..<start] + (self.text(at: place, values) ?? "{\(place)}")
      rest = rest[end...].dropFirst()
    }
    return text + rest
  }

  /// The text in place of `key`, `key.form`, or `key|other|2`, of which the first with a value stands, or the last one
  /// itself; `nil` for no option.
  private func text(at place: Substring, _ values: [String: String]) -> String? {
    let names = place.split(separator: "|")
    if names.count > 1 { return names.lazy.compactMap { values[String($0)] }.first ?? names.last.map(String.init) }
    let parts = place.split(separator: ".").map(String.init)
    guard let option = known.options.first(where: { $0.parameter.key == parts.first }) else { return nil }
    var value = values[option.parameter.key] ?? option.parameter.defaultText
    if case .duration = option.parameter.kind, value.hasSuffix("s") { value.removeLast() }
    let sides = value.split(separator: "x").map(String.init)
    return switch parts.dropFirst().first {
    case "width": sides.first ?? ""
    case "height": sides.last ?? ""
    case "type": value.split(separator: "-").map(\.capitalised).joined()
    default: value
    }
  }
}
