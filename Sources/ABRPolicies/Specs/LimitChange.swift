import ABRPlayback

/// New limits in the course of a session: `peak:520k`, `pixels:1280x720+peak:0`, or `none`.
///
/// The texts are those of limits in a policy's spec. A limit replaces the one of its kind and leaves the others;
/// `peak:0` lifts the peak; `none` brings back the limits that the policy itself names.
public struct LimitChange: Sendable, Hashable {
  /// The change in its canonical spelling.
  public let canonical: String
  /// The new limits by name; `nil` for what the policy says.
  private let values: [String: ParameterValue]?

  /// The peak bitrate in bits per second; 0 lifts it.
  public init(peak: Int) {
    canonical = "peak:\(ParameterValue.bitrate(peak).text)"
    values = ["peak": .bitrate(peak)]
  }

  /// Reads a change.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing text: String) throws(SpecError) {
    let terms = try SpecTerm.terms(of: text)
    if terms.count == 1, terms[0] == SpecTerm(name: "none") {
      canonical = "none"
      values = nil
      return
    }
    var read: [String: ParameterValue] = [:]
    var texts: [(order: Int, text: String)] = []
    for term in terms {
      guard let order = LimitRegistry.entries.firstIndex(where: { $0.name == term.name }) else {
        throw .unknownName(
          spec: text, kind: "limit", found: term.name, allowed: LimitRegistry.entries.map(\.name) + ["none"])
      }
      guard read[term.name] == nil else {
        throw .conflict(spec: text, part: term.name, found: "a second one", allowed: "one")
      }
      let arguments = try Arguments(of: term, parameters: LimitRegistry.entries[order].parameters, spec: text)
      read[term.name] = arguments["value"]
      texts.append((order, term.name + arguments.text(.afterColon)))
    }
    values = read
    canonical = texts.sorted { $0.order < $1.order }.map(\.text).joined(separator: "+")
  }

  /// The limits after the change.
  ///
  /// - Parameters:
  ///   - limits: those in force.
  ///   - policy: those that the policy names.
  public func applied(to limits: Limits, of policy: Limits) -> Limits {
    guard let values else { return policy }
    var limits = limits
    for entry in LimitRegistry.entries {
      if let value = values[entry.name] { entry.apply(value, &limits) }
    }
    return limits
  }
}
