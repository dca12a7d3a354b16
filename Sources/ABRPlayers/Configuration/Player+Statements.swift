import ABRPolicies

extension Player {
  /// Options in the player's own code, as it is read by ``configured(by:file:rules:)``; none for players whose options
  /// are members of an object.
  ///
  /// - Parameter keys: the options.
  /// - Returns: a line for each, or one for several that one call sets, and what applies them.
  package func statements(of keys: Set<String>) -> [String] {
    var lines: [String] = []
    for option in known.options where keys.contains(option.parameter.key) {
      let key = option.parameter.key
      let usual = known.statement.replacing("KEY", with: option.paths[0].last ?? key).replacing(
        "VALUE", with: "{\(key)}")
      let line = filled(option.statement ?? usual)
      // What applies several options stands once, behind them.
      for part in line.split(separator: "\n").map(String.init) {
        lines.removeAll { $0 == part }
        lines.append(part)
      }
    }
    return lines
  }

  /// A statement with the values of options.
  private func filled(_ statement: String) -> String {
    let values = options
    return known.options.reduce(statement) { text, option in
      let key = option.parameter.key
      guard text.contains("{\(key)") else { return text }
      var value = values[key] ?? option.parameter.defaultText
      if case .duration = option.parameter.kind, value.hasSuffix("s") { value.removeLast() }
      let sides = value.split(separator: "x").map(String.init)
      let words = value.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return text.replacing("{\(key)}", with: value).replacing("{\(key).type}", with: words.joined())
        .replacing("{\(key).width}", with: sides.first ?? "").replacing("{\(key).height}", with: sides.last ?? "")
    }
  }
}
