import ABRPolicies
import ABRSessions

/// What a search is asked for: what it varies, what it wants, and how it goes about it.
package struct TuningRequest: Sendable {
  /// Parameters and what they go through.
  package let ranges: [(name: String, text: String)]
  /// The same for the ends of a target that grows: `min` and `max`.
  package let ends: [(name: String, text: String)]
  /// Conditions between parameters.
  package let relations: [String]
  /// Names of the measures to make as good as can be; empty for ``TuningGoals/usual(severalItems:)``.
  package let goals: [String]
  /// Conditions that the answer must meet.
  package let constraints: [String]
  /// `nil` where the size of the grid decides.
  package let method: SearchMethod?
  /// Settings of a random search; `nil` where the size of the grid decides.
  package let samples: Int?
  /// Share of the recordings that the search never sees.
  package let heldOut: Double
  /// `nil` where the number of recordings decides.
  package let confidence: Double?
  /// How much worse a share may become under a condition that allows nothing.
  package let tolerance: Double
  /// `nil` for the usual number where viewers are drawn, and 1 where they are not.
  package let viewersPerTrace: Int?
  /// Decides which recordings are held out, the order of the others, and the sample of a random search.
  package let seed: Int

  /// Reads the options of a search.
  ///
  /// - Throws: `SettingError`.
  package init(_ given: GivenSettings) throws(SettingError) {
    var ranges: [(name: String, text: String)] = []
    for text in given["vary"]?.texts ?? [] {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw SettingError(
          given.place("vary"), QuantityError(found: text, allowed: "NAME=RANGE, such as growth.min=2..24s"))
      }
      ranges.append((parts[0].filter { $0 != " " }, parts[1]))
    }
    self.ranges = ranges
    ends = ["min", "max"].compactMap { name in given[name].map { (name, $0.texts[0]) } }
    relations = given["where"]?.texts ?? []
    goals = given["goal"]?.texts ?? []
    constraints = given["constraint"]?.texts ?? []
    samples = try given.value("samples") { value throws(QuantityError) in
      try value.integer(in: 1...SearchSpace.greatestCount)
    }
    let chosen = try given.value("method") { value throws(QuantityError) -> SearchMethod in try value.choice() }
    guard samples == nil || chosen ?? .random == .random else {
      throw SettingError(given.place("samples"), "is for --method random; leave one of them out")
    }
    method = samples == nil ? chosen : .random
    heldOut =
      try given.value("held-out") { value throws(QuantityError) in try Quantity.share(value.texts[0]) } ?? 0.3
    guard heldOut < 1 else {
      throw SettingError("\(given.place("held-out")):", "100% leaves no traces to search on")
    }
    confidence = try given.value("confidence", Self.confidence)
    tolerance = try given.value("tolerance", Self.tolerance) ?? TuningGoals.usualTolerance
    for key in ["confidence", "tolerance"] where given.has(key) && constraints.isEmpty {
      throw SettingError(
        given.place(key),
        "says how a --constraint is promised, but no --constraint is given; leave it out, or add one such as "
          + "--constraint 'rebuffer_ratio<=+0pp'")
    }
    viewersPerTrace = try given.value("viewers-per-trace") { value throws(QuantityError) in
      try value.integer(in: 1...100)
    }
    seed = try given.value("search-seed") { value throws(QuantityError) in try value.integer(in: 0 ... .max) } ?? 1
  }

  private static func confidence(_ value: GivenSettings.Value) throws(QuantityError) -> Double {
    let text = value.texts[0]
    // As the arithmetic of 99.9% has it, which is not 0.999 to the last bit.
    if let share = try? Quantity.share(text), 0.5 < share, share <= 99.9 / 100 { return share }
    let isPercent = Double(text).map { 50 < $0 && $0 <= 99.9 } ?? false
    throw QuantityError(
      found: text,
      allowed: "more than 50% and at most 99.9%" + (isPercent ? "; did you mean \(text)%?" : ", such as 95%"))
  }

  private static func tolerance(_ value: GivenSettings.Value) throws(QuantityError) -> Double {
    let text = value.texts[0]
    let isPoints = text.hasSuffix("pp")
    guard let number = Double(isPoints ? String(text.dropLast(2)) : text), (0...100).contains(number),
      isPoints || number == 0
    else { throw QuantityError(found: text, allowed: "percentage points such as 0.05pp, or 0") }
    return number / 100
  }
}
