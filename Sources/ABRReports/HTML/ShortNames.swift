/// Names of configurations for pictures, which have little room: what differs, and where that is long its ends; each is
/// different from all others.
enum ShortNames {
  /// Most characters of a name, but for a number that tells equal ones apart.
  static let limit = 22

  /// Shortens labels, where any is too long.
  ///
  /// - Parameters:
  ///   - labels: of the configurations.
  ///   - parts: for each of them what its label is made of; an empty text stands for nothing.
  /// - Complexity: O(*n*²) in configurations.
  static func names(of labels: [String], parts: [[String]]) -> [String] {
    guard labels.contains(where: { $0.count > limit }), let count = parts.first?.count else { return labels }
    let columns = (0..<count).map { place in shortened(parts.map { $0[place] }) }
    var taken: Set<String> = []
    return labels.enumerated().map { index, label in
      let own = columns.map { $0[index] }.filter { !$0.isEmpty }.joined(separator: " ")
      let name = abbreviated(own.isEmpty ? label : own)
      let free = ([name] + (2...labels.count + 1).map { "\(name) (\($0))" }).first { !taken.contains($0) } ?? label
      taken.insert(free)
      return free
    }
  }

  /// Values of one part without what they have in common; nothing where they are all the same.
  private static func shortened(_ values: [String]) -> [String] {
    guard Set(values).count > 1 else { return values.map { _ in "" } }
    guard values.contains(where: { $0.count > limit / 2 }) else { return values }
    let calls = values.map(Call.init)
    let isOne = Set(calls.map(\.head)).count == 1
    return calls.map { call in
      let alike = calls.filter { $0.head == call.head }
      func differs(_ piece: String) -> Bool {
        !alike.allSatisfy { $0.arguments.contains(piece) || $0.limits.contains(piece) }
      }
      var (arguments, limits) = (call.arguments.filter(differs), call.limits.filter(differs).joined())
      // Long keys would take the room of the values that tell them apart.
      let keys = Set(alike.map { $0.arguments.filter(differs).map(Self.key) }.filter { !$0.isEmpty })
      if keys.count == 1, arguments.joined(separator: " ").count > limit {
        arguments = [arguments.map { $0.dropFirst(Self.key($0).count) }.joined(separator: "/")]
      }
      if isOne {
        let pieces = (arguments + [limits]).filter { !$0.isEmpty }
        return pieces.isEmpty ? call.head : pieces.joined(separator: " ")
      }
      return call.head + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ",")))") + limits
    }
  }

  /// What stands before the value of an argument: `gp=`.
  private static func key(_ argument: String) -> Substring {
    argument.firstIndex(of: "=").map { argument[...$0] } ?? ""
  }

  /// A name whose middle is left out where it is too long: names often differ at their ends alone.
  private static func abbreviated(_ name: String) -> String {
    guard name.count > limit else { return name }
    return "\(name.prefix((limit - 1) / 2))…\(name.suffix(limit / 2))"
  }

  /// A spec, taken apart: `bola(gp=5)+peak:3M` is `bola`, `gp=5` and `+peak:3M`.
  private struct Call {
    var head = ""
    var arguments: [String] = []
    var limits: [String] = []

    init(_ text: String) {
      var depth = 0
      var place = 0
      for character in text {
        if character == ")" { depth -= 1 }
        switch (character, depth) {
        case ("(", 0) where limits.isEmpty:
          arguments.append("")
          place = 1
        case (")", 0) where place == 1: place = 0
        case (",", 1) where place == 1: arguments.append("")
        case ("+", 0):
          limits.append("+")
          place = 2
        case _ where place == 1: arguments[arguments.count - 1].append(character)
        case _ where place == 2: limits[limits.count - 1].append(character)
        default: head.append(character)
        }
        if character == "(" { depth += 1 }
      }
    }
  }
}
