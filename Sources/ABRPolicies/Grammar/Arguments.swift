/// The arguments of one term of a spec, checked against the parameters of what the term names.
public struct Arguments: Sendable {
  /// What may be given.
  public let parameters: [Parameter]
  /// What was given, by key.
  public private(set) var given: [String: ParameterValue] = [:]

  /// No arguments: every parameter has its default.
  ///
  /// - Precondition: no parameter is required.
  public init(defaultsOf parameters: [Parameter]) { self.parameters = parameters }

  /// Checks and reads the arguments of a term.
  ///
  /// - Throws: ``SpecError`` for an unknown key, a value outside its range, one given twice or one missing.
  public init(of term: SpecTerm, parameters: [Parameter], spec: String) throws(SpecError) {
    self.parameters = parameters
    let positional = parameters.first { $0.isPositional }
    for argument in term.arguments {
      guard
        let parameter = parameters.first(where: { $0.key == argument.key }) ?? (argument.key == nil ? positional : nil)
      else {
        throw Self.unexpected(argument, term: term, parameters: parameters, spec: spec)
      }
      guard given[parameter.key] == nil else {
        throw .conflict(spec: spec, part: "\(term.name) \(parameter.key)", found: "two values", allowed: "one")
      }
      do {
        given[parameter.key] = try parameter.read(argument.value)
      } catch {
        throw .invalidValue(
          spec: spec, part: "\(term.name) \(parameter.key)", found: error.found, allowed: error.allowed)
      }
    }
    for parameter in parameters where parameter.defaultValue == .required && given[parameter.key] == nil {
      throw .invalidValue(
        spec: spec, part: "\(term.name) \(parameter.key)", found: "", allowed: parameter.allowed)
    }
  }

  private static func unexpected(
    _ argument: SpecTerm.Argument, term: SpecTerm, parameters: [Parameter], spec: String
  ) -> SpecError {
    let keys = parameters.map(\.key)
    if let key = argument.key { return .unknownKey(spec: spec, part: term.name, found: key, allowed: keys) }
    let allowed = keys.isEmpty ? "no argument" : "key=value with a key of \(keys.joined(separator: ", "))"
    return .malformed(spec: spec, part: term.name, found: argument.value, allowed: allowed)
  }

  /// These arguments with others that hold where nothing was given.
  func filled(with presets: [String: ParameterValue], parameters: [Parameter]) -> Arguments {
    var filled = Arguments(defaultsOf: parameters)
    filled.given = given.merging(presets) { given, _ in given }
    return filled
  }

  /// Whether a value was given.
  public func has(_ key: String) -> Bool { given[key] != nil }

  /// The value of a parameter, given or by default; `nil` when there is none.
  ///
  /// - Precondition: the parameter is declared, here and below.
  public subscript(key: String) -> ParameterValue? {
    if let value = given[key] { return value }
    guard let parameter = parameters.first(where: { $0.key == key }) else {
      preconditionFailure("\(key) is not among the declared parameters")
    }
    guard case .value(let value) = parameter.defaultValue else { return nil }
    return value
  }

  /// Seconds of a duration that is required or has a default.
  public func seconds(_ key: String) -> Double { value(key, optionalSeconds(key)) }

  /// Seconds, one after the other, of durations that are required or have a default.
  public func durations(_ key: String) -> [Double] {
    guard case .durations(let list)? = self[key] else { return value(key, nil) }
    return list
  }

  /// A plain number that is required or has a default.
  public func number(_ key: String) -> Double {
    guard case .number(let number)? = self[key] else { return value(key, nil) }
    return number
  }

  /// A whole number that is required or has a default.
  public func integer(_ key: String) -> Int { value(key, optionalInteger(key)) }

  /// Bytes of a parameter that is required or has a default.
  public func bytes(_ key: String) -> Int {
    guard case .bytes(let bytes)? = self[key] else { return value(key, nil) }
    return bytes
  }

  /// Bits per second of a parameter that is required or has a default.
  public func bitrate(_ key: String) -> Int {
    guard case .bitrate(let rate)? = self[key] else { return value(key, nil) }
    return rate
  }

  /// A word that is required or has a default.
  public func choice(_ key: String) -> String { value(key, optionalChoice(key)) }

  /// The case of a word that is required or has a default.
  func word<Word: RawRepresentable<String>>(_ key: String) -> Word { value(key, Word(rawValue: choice(key))) }

  /// Whether a word of on and off, which is required or has a default, is on.
  public func isOn(_ key: String) -> Bool { choice(key) == "on" }

  /// Seconds, `nil` when the parameter has no value.
  public func optionalSeconds(_ key: String) -> Double? {
    guard case .duration(let seconds)? = self[key] else { return nil }
    return seconds
  }

  /// A whole number, `nil` when the parameter has no value.
  public func optionalInteger(_ key: String) -> Int? {
    guard case .integer(let number)? = self[key] else { return nil }
    return number
  }

  /// A word, `nil` when the parameter has no value.
  public func optionalChoice(_ key: String) -> String? {
    guard case .choice(let word)? = self[key] else { return nil }
    return word
  }

  private func value<Value>(_ key: String, _ value: Value?) -> Value {
    guard let value else { preconditionFailure("\(key) is declared without such a value by default") }
    return value
  }

  /// The arguments as a spec writes them: what was given, in the order in which the parameters are declared.
  package func text(_ style: PositionalStyle) -> String {
    var keyed: [String] = []
    var tail = ""
    for parameter in parameters {
      guard let value = given[parameter.key] else { continue }
      if !parameter.isPositional {
        keyed.append("\(parameter.key)=\(value.text)")
      } else if style == .afterColon {
        tail = ":\(value.text)"
      } else {
        keyed.append(value.text)
      }
    }
    return (keyed.isEmpty ? "" : "(\(keyed.joined(separator: ",")))") + tail
  }
}

/// Where the value without a key stands in the canonical text of a spec.
package enum PositionalStyle: Sendable {
  /// `fixed:2`, as rules and limits are written.
  case afterColon
  /// `static(30s)`, as buffers are written.
  case inParentheses
}
