import ABRInput
import ABRNetwork
import ABRPlayback

/// A policy of the MM'22 simulator that a spec can name. It decides what to fetch as well as at which rendition, so
/// that it has no place in the lab's own player.
public struct MM22Entry: Sendable {
  /// Name in a spec.
  public let name: String
  /// What it is, one sentence.
  public let summary: String
  /// Where it comes from.
  public let source: String
  /// Whether it asks for retention curves.
  public let needsRetention: Bool
  /// Plays a session with a fresh policy: queue, watch times in milliseconds, network.
  public let play: @Sendable (MM22Queue, [Int], Link) -> MM22Outcome

  /// Describes a policy.
  ///
  /// - Parameters:
  ///   - name: name in a spec.
  ///   - source: where it comes from.
  ///   - needsRetention: whether it asks for retention curves.
  ///   - summary: what it is, one sentence.
  ///   - make: makes the policy of a session.
  public init<P: MM22Policy>(
    _ name: String, source: String, needsRetention: Bool, summary: String, make: @escaping @Sendable () -> P
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.needsRetention = needsRetention
    play = { queue, watchTimes, link in queue.play(watchTimes: watchTimes, over: link, policy: make()) }
  }
}

/// The policies of the model mm22.
public enum MM22Registry {
  /// Every entry, in the order in which they are listed.
  public static let entries: [MM22Entry] = [.fixedPreload, .noSave]

  /// The entry of a name.
  public static func entry(named name: String) -> MM22Entry? { entries.first { $0.name == name } }

  /// Reads a spec, which is a name alone.
  ///
  /// - Throws: ``SpecError``, which for a rule says that rules belong to the other models.
  public static func entry(parsing spec: String) throws(SpecError) -> MM22Entry {
    let terms = try SpecTerm.terms(of: spec)
    guard let entry = entry(named: terms[0].name) else {
      if RuleRegistry.standard.entry(named: terms[0].name) != nil || LimitRegistry.entry(named: terms[0].name) != nil {
        throw .conflict(
          spec: spec, part: "policy", found: "\(terms[0].name) with --model mm22",
          allowed: FaultText.choice(entries.map(\.name)))
      }
      throw .unknownName(spec: spec, kind: "policy", found: terms[0].name, allowed: entries.map(\.name))
    }
    guard terms.count == 1 else {
      throw .conflict(
        spec: spec, part: terms[1].name, found: "a term after \(entry.name)",
        allowed: "the name alone with --model mm22")
    }
    _ = try Arguments(of: terms[0], parameters: [], spec: spec)
    return entry
  }
}
