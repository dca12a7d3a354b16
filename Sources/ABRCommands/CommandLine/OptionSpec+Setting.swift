import ABRSessions

extension OptionSpec {
  /// The option of a setting.
  init(_ setting: Setting) {
    let name = "--\(setting.key)"
    let group = setting.group.rawValue
    switch setting.values {
    case .flag: self = .flag(name, group: group, setting.help)
    case .text, .path, .choice, .suggestion:
      self = .option(
        name, setting.valueName, values: Values(setting.values), isRepeatable: setting.isRepeatable,
        default: setting.defaultText, group: group, setting.help)
    }
    formerName = setting.formerKey.map { "--\($0)" }
  }
}

extension OptionSpec.Values {
  fileprivate init(_ values: Setting.Values) {
    self =
      switch values {
      case .flag, .text: .text
      case .path: .path
      case .choice(let words): .choice(words)
      case .suggestion(let words): .suggestion(words)
      }
  }
}
