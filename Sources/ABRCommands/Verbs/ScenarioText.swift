/// The data of a scenario as `abrlab scenario show` prints it.
enum ScenarioText {
  /// The TOML as it is written; of a variant without the other variants and the expectations that name them.
  ///
  /// - Complexity: O(bytes).
  static func text(of choice: ScenarioChoice) -> String {
    let text = String(decoding: choice.text, as: UTF8.self)
    guard let variant = choice.variant else { return text }
    // Which mechanisms act is said of two variants each.
    let alone = text.split(separator: "\nmechanism = [\n", maxSplits: 1)
    let rest = alone.count > 1 ? alone[1].split(separator: "\n]\n", maxSplits: 1).last.map { "\n" + $0 } : nil
    let expected = choice.scenario.expectations.map { "that = \"\($0.text)\"" }
    return blocks(of: alone[0] + (rest ?? "")).filter { block in
      let lines = block.split(separator: "\n").map(String.init)
      if lines.contains("[[variant]]") { return lines.contains("name = \"\(variant)\"") }
      if lines.contains("[[expect]]") { return lines.contains(where: expected.contains) }
      return true
    }.joined()
  }

  /// The tables of a file at the top, each with the comments before it and the tables inside it.
  private static func blocks(of text: String) -> [String] {
    var blocks = [""]
    // Blank lines and comments belong to what follows them.
    var pending = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.isEmpty || line.hasPrefix("#") {
        pending += line + "\n"
        continue
      }
      let isInside = line.hasPrefix("[variant.") || line.hasPrefix("[[variant.")
      if line.hasPrefix("["), !isInside { blocks.append("") }
      blocks[blocks.count - 1] += pending + line + "\n"
      pending = ""
    }
    return blocks
  }
}
