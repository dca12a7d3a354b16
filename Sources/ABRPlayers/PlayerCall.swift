/// A call in a player's own code that sets options by its arguments.
struct PlayerCall: Sendable {
  /// An argument: an option, or a key that the lab does not play with the value that has no effect.
  struct Argument: Sendable {
    let key: String
    let usual: String?
  }

  /// The names at the end of those that are called.
  let name: [String]
  let parameters: [Argument]
  /// What it sets without an argument.
  private let fixed: [(key: String, text: String)]

  /// Describes a call.
  ///
  /// - Parameters:
  ///   - name: `setMaxVideoSize`, or with the class in front.
  ///   - parameters: keys in order, with `=` in front of a value without effect; a size has its key twice.
  ///   - fixed: key and value that it sets without an argument.
  init(_ name: String, _ parameters: String = "", sets fixed: [(String, String)] = []) {
    self.name = name.split(separator: ".").map(String.init)
    self.parameters = parameters.split(separator: " ").map { text in
      let parts = text.split(separator: "=").map(String.init)
      return Argument(key: parts[0], usual: parts.count > 1 ? parts[1] : nil)
    }
    self.fixed = fixed.map { ($0.0, $0.1) }
  }

  /// Whether it is an initialiser, which without arguments sets nothing.
  var isConstructor: Bool { name.count > 1 }

  /// How it is called, for messages.
  var signature: String { "\(name.joined(separator: "."))(\(parameters.map(\.key).joined(separator: ", ")))" }

  /// Whether each argument has a value, but for those that the lab does not play.
  func takes(_ values: [PlayerConfiguration.Value]) -> Bool {
    parameters.count == values.count && zip(parameters, values).allSatisfy { $0.usual != nil || !$1.isCode }
  }

  /// What it sets, with the values of its arguments.
  func settings(_ values: [PlayerConfiguration.Value]) -> [(key: String, value: PlayerConfiguration.Value)] {
    var settings: [(key: String, value: PlayerConfiguration.Value)] = []
    for (parameter, value) in zip(parameters, values) where parameter.usual.map({ value != .literal($0) }) ?? true {
      if let last = settings.last, last.key == parameter.key {
        settings[settings.count - 1].value = .size(width: last.value, height: value) ?? .code
      } else {
        settings.append((parameter.key, value))
      }
    }
    return settings + fixed.map { ($0.key, .text($0.text)) }
  }
}
