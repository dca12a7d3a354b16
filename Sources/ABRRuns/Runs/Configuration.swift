import ABRInput

/// What is compared: a policy with a buffer, a viewer and a preload scheduler, by their canonical specs.
package struct Configuration: Sendable, Hashable {
  /// Canonical spec of the policy.
  package var policy: String
  /// Canonical spec of the buffer.
  package var buffer: String
  /// Canonical spec of the viewer.
  package var viewer: String
  /// Canonical spec of the preload scheduler; `nil` where sessions are single videos.
  package var preload: String?

  /// Puts specs together.
  package init(policy: String, buffer: String, viewer: String, preload: String? = nil) {
    self.policy = policy
    self.buffer = buffer
    self.viewer = viewer
    self.preload = preload
  }

  /// What documents and tables call the specs, in the order of ``specs``; the last one is there for sessions of several
  /// items only.
  package static let keys = ["policy", "buffer", "viewer", "preload"]

  /// The specs in the order in which results list them.
  package var specs: [String] { [policy, buffer, viewer] + (preload.map { [$0] } ?? []) }

  /// The specs as one text.
  package var name: String { specs.joined(separator: " ") }

  /// The specs as documents have them.
  package var json: [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: zip(Self.keys, specs.map { .string($0) }))
  }

  /// Specs by ``keys``, as they were read from a document; those that are required are there.
  package init(_ texts: [String: String]) {
    self.init(
      policy: texts["policy"] ?? "", buffer: texts["buffer"] ?? "", viewer: texts["viewer"] ?? "",
      preload: texts["preload"])
  }
}
