import ABRPolicies

/// An option of a known player under the player's own name: `maxBufferLength`, `minBufferMs`.
public struct PlayerOption: Sendable {
  /// Name, kind, default and meaning.
  public private(set) var parameter: Parameter
  /// Other names that mean the same, as the lab or another language of the player writes it.
  public let aliases: [String]
  /// Which part it changes, and to what, in the lab's words.
  public let mapsTo: String
  /// Options whose defaults do not hold where this one has another value than its own default.
  let replaces: [String]
  /// How the player's own configuration spells that the option is not set.
  let defaultWords: [String]
  /// Another option, and the value of it with which alone this one acts.
  let needs: (option: String, value: String)?
  /// Whether it is a limit of the policy: 0 is none, and the lowest of several holds.
  let isLimit: Bool
  let apply: @Sendable (ParameterValue, inout Player) throws -> Void

  /// Names that lead to it in the player's configuration, the outermost first: the place where it is written, and
  /// further ones that mean the same.
  package private(set) var paths: [[String]]
  /// How it is written in the player's own code, with `{key}` for the value of an option, `{key.width}` and
  /// `{key.height}` for those of a size, `{key.type}` for a word in capitals, `{key|other|2}` for the first that has a
  /// value; `nil` for the player's usual statement. Lines before the first with a value stand once before the options
  /// that need them, those without one behind it once behind the options that they apply.
  private(set) var statement: String?

  private static func paths(_ names: [String]) -> [[String]] { names.map { $0.split(separator: ".").map(String.init) } }

  /// The same option under other names in the player's configuration.
  func spelled(_ names: String...) -> PlayerOption {
    var copy = self
    copy.paths = Self.paths(names)
    return copy
  }

  /// The same option with a statement of its own.
  func written(_ statement: String) -> PlayerOption {
    var copy = self
    copy.statement = statement
    return copy
  }

  /// The same option without a default; `state` says what holds without it.
  func unset(_ state: String) -> PlayerOption {
    var copy = self
    copy.parameter = Parameter(parameter.key, parameter.kind, default: .absent(state), parameter.summary)
    return copy
  }

  /// Every name by which a spec may give it.
  public var names: [String] { [parameter.key] + aliases }

  init(
    _ key: String, _ kind: Parameter.Kind, default: Parameter.Default, aliases: [String] = [], mapsTo: String,
    replaces: [String] = [], defaultWords: [String] = [], needs: (option: String, value: String)? = nil,
    isLimit: Bool = false,
    _ summary: String, apply: @escaping @Sendable (ParameterValue, inout Player) throws -> Void
  ) {
    parameter = Parameter(key, kind, default: `default`, summary)
    self.aliases = aliases
    let nested = aliases.filter { $0.contains(".") }
    paths = Self.paths(nested.isEmpty ? [key] : nested)
    self.mapsTo = mapsTo
    self.replaces = replaces
    self.defaultWords = defaultWords
    self.needs = needs
    self.isLimit = isLimit
    self.apply = apply
  }

  /// A file of the user's, which the spec names.
  static func file(
    _ key: String, default: Parameter.Default, isPositional: Bool = false, _ summary: String,
    apply: @escaping @Sendable (String, inout Player) -> Void
  ) -> PlayerOption {
    PlayerOption(
      Parameter(key, .path, default: `default`, isPositional: isPositional, summary), mapsTo: "the player's own code"
    ) { value, player in apply(value.text, &player) }
  }

  private init(
    _ parameter: Parameter, mapsTo: String, apply: @escaping @Sendable (ParameterValue, inout Player) throws -> Void
  ) {
    self.parameter = parameter
    paths = [[parameter.key]]
    self.mapsTo = mapsTo
    self.apply = apply
    (aliases, replaces, defaultWords, needs, isLimit) = ([], [], [], nil, false)
  }

  /// A time in seconds that becomes a parameter of the buffer, and one of the player's own rule where it is named;
  /// `template` holds `VALUE` in its place.
  static func seconds(
    _ key: String, from least: Double = 0, default seconds: Double, aliases: [String] = [], buffer template: String,
    rule: String? = nil, defaultWords: [String] = [], _ summary: String
  ) -> PlayerOption {
    time(
      key, from: least, default: seconds, unit: 1, aliases: aliases, part: .buffer, template, rule: rule,
      defaultWords: defaultWords, summary)
  }

  /// Media in seconds that stays behind the playhead.
  static func backBuffer(_ key: String, default seconds: Double, aliases: [String] = []) -> PlayerOption {
    time(
      key, default: seconds, unit: 1, aliases: aliases, part: .backBuffer, "VALUE",
      "media in seconds behind the playhead that stays in memory")
  }

  /// A time in milliseconds that becomes a parameter of the buffer.
  static func milliseconds(
    _ key: String, in range: ClosedRange<Int>? = nil, default milliseconds: Double, aliases: [String] = [],
    buffer template: String, _ summary: String
  ) -> PlayerOption {
    time(key, in: range, default: milliseconds, unit: 1e-3, aliases: aliases, part: .buffer, template, summary)
  }

  private static func time(
    _ key: String, from least: Double = 0, in range: ClosedRange<Int>? = nil, default value: Double, unit: Double,
    aliases: [String],
    part: PlayerPart, _ template: String, rule: String? = nil, defaultWords: [String] = [], _ summary: String
  ) -> PlayerOption {
    let amount = unit == 1 ? "SECONDS" : "MILLISECONDS"
    // Players that take milliseconds take whole ones.
    let isWhole = unit != 1
    return PlayerOption(
      key, isWhole ? .integer(range ?? 0...Int(86_400 / unit)) : .number(least...86_400 / unit),
      default: .value(isWhole ? .integer(Int(value)) : .number(value)), aliases: aliases,
      mapsTo: "\(part.rawValue) \(template.replacing("VALUE", with: amount))"
        + (rule.map { ", policy RULE(\($0)=\(amount))" } ?? ""),
      defaultWords: defaultWords, summary
    ) { given, player in
      guard let number = given.number else { return }
      let text = ParameterValue.seconds(number * unit)
      try player.change(part, to: template.replacing("VALUE", with: text))
      if let rule { try player.rule(rule, text) }
    }
  }

  /// A parameter of the player's own rule.
  static func rule(
    _ key: String, _ kind: Parameter.Kind, default: Parameter.Default, aliases: [String] = [], _ parameter: String,
    unit: String = "", defaultWords: [String] = [], needs: (option: String, value: String)? = nil, _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, kind, default: `default`, aliases: aliases,
      mapsTo: "policy RULE(\(parameter)=VALUE\(unit))" + (needs.map { ", with \($0.option)=\($0.value)" } ?? ""),
      defaultWords: defaultWords, needs: needs, summary
    ) { value, player in try player.rule(parameter, value.text + unit) }
  }

  /// How often a request is tried again, which becomes parameters of the time-outs and retries.
  ///
  /// - Parameter first: 1 where the player counts the first attempt, too, and 0 where it counts retries.
  static func retries(
    _ key: String, default count: Int, counting first: Int = 0, aliases: [String] = [], _ parameters: [String],
    _ summary: String
  ) -> PlayerOption {
    retrying(
      key, first...100, default: count, aliases: aliases, parameters, first == 0 ? "NUMBER" : "NUMBER - \(first)",
      summary
    ) { "\($0 - first)" }
  }

  /// A time in milliseconds that becomes parameters of the time-outs and retries.
  static func retryTime(
    _ key: String, default milliseconds: Int, aliases: [String] = [], _ parameters: [String], _ summary: String
  ) -> PlayerOption {
    retrying(key, 1...3_600_000, default: milliseconds, aliases: aliases, parameters, "MILLISECONDS", summary) {
      ParameterValue.seconds(Double($0) / 1000)
    }
  }

  private static func retrying(
    _ key: String, _ range: ClosedRange<Int>, default number: Int, aliases: [String], _ parameters: [String],
    _ amount: String, _ summary: String, text: @escaping @Sendable (Int) -> String
  ) -> PlayerOption {
    PlayerOption(
      key, .integer(range), default: .value(.integer(number)), aliases: aliases,
      mapsTo: "timeout RETRIES(\(parameters.map { "\($0)=\(amount)" }.joined(separator: ",")))", summary
    ) { value, player in
      guard case .integer(let number) = value else { return }
      for parameter in parameters { try player.set(parameter, to: text(number), inTermOf: .timeout) }
    }
  }

  /// A limit of the policy: `peak:VALUE`.
  static func limit(
    _ key: String, _ kind: Parameter.Kind, aliases: [String] = [], scale: Double = 1, _ limit: String,
    defaultWords: [String] = [], _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, kind, default: .absent("no limit"), aliases: aliases, mapsTo: "policy +\(limit):VALUE",
      defaultWords: ["-1", "Infinity", "0x0", "InfinityxInfinity"] + defaultWords, isLimit: true, summary
    ) { value, player in
      switch value {
      // 0 is no limit.
      case .bitrate(0), .integer(0), .number(0): return
      case .number(let number): try player.limit("\(limit):\(Int((number * scale).rounded()))bps")
      case .integer(let number) where limit != "pixels": try player.limit("\(limit):\(number)bps")
      default: try player.limit("\(limit):\(value.text)")
      }
    }
  }

  /// A switch of the player that leaves or changes a part.
  static func flag(
    _ key: String, default isOn: Bool, aliases: [String] = [], _ part: PlayerPart, on: String, off: String,
    _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, .choice(["true", "false"]), default: .value(.choice("\(isOn)")), aliases: aliases,
      mapsTo: "\(part.rawValue) \(on), or \(off) with false", summary
    ) { value, player in
      guard case .choice(let word) = value else { return }
      try player.change(part, to: word == "true" ? on : off)
    }
  }
}

extension ParameterValue {
  /// A time in the words of a spec, to the microsecond.
  static func seconds(_ seconds: Double) -> String { duration((seconds * 1e6).rounded() / 1e6).text }

  /// A number, whole or not, or seconds.
  var number: Double? {
    switch self {
    case .number(let number), .duration(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
