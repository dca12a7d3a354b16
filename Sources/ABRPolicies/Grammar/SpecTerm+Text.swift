extension SpecTerm {
  /// The term as a spec writes it; reading it gives an equal term.
  public var text: String {
    guard !arguments.isEmpty else { return name }
    let texts = arguments.map { argument in argument.key.map { "\($0)=\(argument.value)" } ?? argument.value }
    return "\(name)(\(texts.joined(separator: ",")))"
  }

  /// The term with another value of one of its parameters.
  ///
  /// - Parameters:
  ///   - parameter: what is set; whatever stood there is replaced.
  ///   - value: the new value.
  public func setting(_ parameter: Parameter, to value: ParameterValue) -> SpecTerm {
    var copy = self
    copy.arguments.removeAll { $0.key == parameter.key || ($0.key == nil && parameter.isPositional) }
    copy.arguments.append(Argument(key: parameter.isPositional ? nil : parameter.key, value: value.text))
    return copy
  }
}
