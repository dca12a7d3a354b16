import ABRPolicies

/// The settings that a user gave, by key, as texts.
package struct GivenSettings: Sendable {
  /// The texts of one setting and where they were given.
  package struct Value: Sendable {
    /// The texts, in their order.
    package var texts: [String]
    /// How messages call the place: `--seed`, or `suite.toml:3: seed`.
    package var place: String
    /// The same of each text, where these were given at places of their own.
    package var places: [String] = []

    /// Texts and their place.
    package init(texts: [String], place: String, places: [String] = []) {
      self.texts = texts
      self.place = place
      self.places = places
    }

    /// How messages call the place of one text.
    package func place(of index: Int) -> String { places.indices.contains(index) ? places[index] : place }
  }

  private var values: [String: Value]

  /// Settings by key.
  package init(_ values: [String: Value]) { self.values = values }

  /// A setting; `nil` where it was not given.
  package subscript(key: String) -> Value? {
    get { values[key].flatMap { $0.texts.isEmpty ? nil : $0 } }
    set { values[key] = newValue }
  }

  /// How messages call the place of a setting: where it was given, or its option.
  package func place(_ key: String) -> String { values[key]?.place ?? "--\(key)" }

  /// Reads a setting; `nil` where it was not given.
  ///
  /// - Throws: ``SettingError`` with the place of what cannot be read.
  package func value<Result>(
    _ key: String, _ read: (Value) throws(QuantityError) -> Result
  ) throws(SettingError) -> Result? {
    guard let value = self[key] else { return nil }
    do {
      return try read(value)
    } catch {
      throw SettingError(value.place, error)
    }
  }

  /// Whether a setting was given.
  package func has(_ key: String) -> Bool { self[key] != nil }
}
