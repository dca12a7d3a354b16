import ABRComparison
import ABRPolicies

/// Readers of the short texts that policies, buffers, viewers and gates are written as.
enum SpecTargets {
  private static let canonical: KeyValuePairs<String, @Sendable (String) throws -> String> = [
    "policy": { try PolicySpec(parsing: $0).canonical }, "buffer": { try BufferSpec(parsing: $0).canonical },
    "preload": { try PreloadSpec(parsing: $0).canonical }, "viewer": { try ViewerSpec(parsing: $0).canonical },
    "feed": { try FeedSpec(parsing: $0).canonical }, "initial": { try InitialRenditionSpec(parsing: $0).canonical },
    "retry": { try RetrySpec(parsing: $0).canonical }, "switch": { try SwitchModeSpec(parsing: $0).canonical },
    "playable": { try PlayableSpec(parsing: $0).canonical }, "stream": { try StreamSpec(parsing: $0).canonical },
    "limits": { try LimitChange(parsing: $0).canonical },
  ]

  /// Each of them; the canonical spelling of what is taken must be its own.
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for (name, read) in canonical {
      guard let first = Attempt.of(name, count: bytes.count, isText: true, { try read(text) }) else { continue }
      let second = try? read(first)
      Attempt.demand(first == second, "\(name): \(text.debugDescription) is \(first) and then \(second ?? "refused")")
    }
    Attempt.of("gate", count: bytes.count, isText: true) { try Gate(parsing: text) }
  }
}
