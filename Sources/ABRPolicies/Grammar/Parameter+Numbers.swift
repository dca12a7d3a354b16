/// Parameters as numbers: for whoever goes through their values.
extension Parameter {
  /// What a number of this parameter is counted in: `s`, `bit/s`, `B`, empty for a bare number; `nil` where a value is
  /// no number.
  public var numberUnit: String? {
    switch kind {
    case .duration: "s"
    case .bitrate: "bit/s"
    case .bytes, .bytesOrNone: "B"
    case .number, .integer: ""
    case .durations, .choice, .path, .resolution, .pixels, .viewport: nil
    }
  }

  /// Reads a value as a spec writes it.
  ///
  /// - Throws: `QuantityError` with what is allowed.
  public func value(_ text: String) throws(QuantityError) -> ParameterValue { try read(text) }

  /// The value for a number in the unit of ``numberUnit``. Whole units are rounded to; a duration keeps microseconds.
  ///
  /// - Throws: `QuantityError` for a number outside what is allowed, and where a value is no number.
  public func value(of number: Double) throws(QuantityError) -> ParameterValue {
    guard number.isFinite, number.magnitude <= 1e15 else { throw QuantityError(found: "\(number)", allowed: allowed) }
    let text: String
    switch kind {
    case .duration: text = ParameterValue.decimal((number * 1e6).rounded() / 1e6) + "s"
    case .bitrate: text = "\(Int(number.rounded()))bit/s"
    case .bytes, .bytesOrNone: text = "\(Int(number.rounded()))B"
    case .integer: text = "\(Int(number.rounded()))"
    case .number: text = ParameterValue.decimal((number * 1e9).rounded() / 1e9)
    case .durations, .choice, .path, .resolution, .pixels, .viewport:
      throw QuantityError(found: "\(number)", allowed: allowed)
    }
    return try read(text)
  }

  /// Reads an amount in the unit of ``numberUnit``, which need not itself be an allowed value: the step between two of
  /// them.
  ///
  /// - Throws: `QuantityError`.
  public func amount(_ text: String) throws(QuantityError) -> Double {
    switch kind {
    case .duration: try Quantity.duration(text)
    case .bitrate: Double(try Quantity.bitrate(text))
    case .bytes, .bytesOrNone: Double(try Quantity.bytes(text))
    case .number, .integer: try Quantity.number(text)
    case .durations, .choice, .path, .resolution, .pixels, .viewport:
      throw QuantityError(found: text, allowed: "no step: \(allowed)")
    }
  }
}

extension ParameterValue {
  /// The value as a number in its base unit; `nil` where it is none.
  public var number: Double? {
    switch self {
    case .duration(let seconds): seconds
    case .bitrate(let rate): Double(rate)
    case .bytes(let bytes): Double(bytes)
    case .number(let number): number
    case .integer(let number): Double(number)
    case .durations, .choice, .resolution, .viewport: nil
    }
  }
}
