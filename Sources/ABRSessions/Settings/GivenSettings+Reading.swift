import ABRInput
import ABRPlayers
import ABRPolicies

extension GivenSettings.Value {
  /// A whole number.
  package func integer(in range: ClosedRange<Int>) throws(QuantityError) -> Int {
    try Quantity.integer(texts[0], in: range)
  }

  /// A number without a unit.
  func number(in range: ClosedRange<Double>) throws(QuantityError) -> Double {
    guard let number = try? Quantity.number(texts[0]), range.contains(number) else {
      throw QuantityError(found: texts[0], allowed: "a number, \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The value itself, once its text is known to be a duration.
  var checkedDuration: GivenSettings.Value {
    get throws(QuantityError) {
      _ = try Quantity.duration(texts[0])
      return self
    }
  }

  /// A duration or a range of them: `4ms`, `2ms..6ms`.
  func durations() throws(QuantityError) -> ClosedRange<Double> {
    var bounds: [Double] = []
    for part in texts[0].split(separator: "..", omittingEmptySubsequences: false) {
      bounds.append(try Quantity.duration(String(part)))
    }
    guard (1...2).contains(bounds.count), let first = bounds.first, let last = bounds.last, last >= first else {
      throw QuantityError(found: texts[0], allowed: "a duration such as 4ms, or a range such as 2ms..6ms")
    }
    return first...last
  }

  /// A case of an enumeration by its raw value.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(QuantityError) -> Choice {
    guard let choice = Choice(rawValue: texts[0]) else {
      throw QuantityError(found: texts[0], allowed: FaultText.choice(Choice.allCases.map(\.rawValue)))
    }
    return choice
  }

  /// Specs, each of which may stand once.
  ///
  /// - Parameters:
  ///   - canonical: the canonical text of a spec.
  ///   - rules: the rules that policies can name, for messages.
  ///   - read: reads one.
  /// - Throws: ``SettingError`` with the place of the spec that is wrong, or stands twice.
  package func specs<Spec>(
    canonical: (Spec) -> String, rules: RuleRegistry = .standard, _ read: (String) throws -> Spec
  ) throws(SettingError) -> [Spec] {
    var specs: [Spec] = []
    var seen: [String: String] = [:]
    for (index, text) in texts.enumerated() {
      let spec: Spec
      do {
        spec = try read(text)
      } catch {
        throw SpecOption.error(for: error, at: place(of: index), rules: rules) ?? SettingError(place(of: index), error)
      }
      let name = canonical(spec)
      if let other = seen.updateValue(text, forKey: name) {
        throw SettingError(
          "\(place):",
          other == text ? "\(name) is named twice" : "\(other) and \(text) play the same; leave one of them out")
      }
      specs.append(spec)
    }
    return specs
  }

  /// Policies.
  ///
  /// - Throws: ``SettingError``, for the path of a program with the words that take it.
  func policies(rules: RuleRegistry) throws(SettingError) -> [PolicySpec] {
    do throws(SettingError) {
      return try specs(canonical: \.canonical, rules: rules) { try PolicySpec(parsing: $0, registry: rules) }
    } catch {
      guard let spec = (error.reason as? SpecError)?.spec else { throw error }
      guard spec.contains(where: "/.".contains), !spec.contains(where: "(:+= ".contains) else { throw error }
      throw SettingError(
        "\(error.place):", "\(spec) is a path, not a policy", hint: "--policy \(ShellWord.quoted("exec(\(spec))"))")
    }
  }

  /// Players.
  func players(rules: RuleRegistry) throws(SettingError) -> [Player] {
    try specs(canonical: \.spec, rules: rules) { try Player(parsing: $0, rules: rules) }
  }
}
