import ABRInput
import ABRSessions

/// A feature of the player SDKs that the lab models, as the documentation of the project numbers them.
package struct MechanismFeature: Sendable, Hashable {
  /// How far the lab goes.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// A mechanism that the lab is made for.
    case core
    /// It is simulated.
    case model
    /// A constant of latency or bytes.
    case cost
    /// An event of a session.
    case event
    /// A preset of other settings.
    case preset
    /// A property of the content's ladder.
    case ladder
    /// Not simulated yet, by decision.
    case later
    /// Nothing to simulate.
    case out
  }

  /// Its number, such as `N8`.
  package let id: String
  /// What it is called.
  package let name: String
  /// How far the lab goes.
  package let role: Role
  /// Why it acts in no scenario; `nil` where it does in one.
  package let open: String?

  /// Reads a list of them, `[[feature]]` with `id`, `name`, `role` and perhaps `open`.
  ///
  /// - Throws: `ConfigurationError`.
  package static func list(parsing bytes: [UInt8], file: String) throws -> [MechanismFeature] {
    let root = try TOMLDocument(parsing: bytes, file: file).root
    try root.allow(only: ["feature"])
    return try root.tables("feature").map { table in
      try table.allow(only: ["id", "name", "role", "open"])
      let roles = Role.allCases.map(\.rawValue)
      let role = try table.required("role", try table.choice("role", of: roles), allowed: FaultText.choice(roles))
      return MechanismFeature(
        id: try table.required("id", try table.string("id"), allowed: "an id such as \"N8\""),
        name: try table.required("name", try table.string("name"), allowed: "a name"),
        role: Role(rawValue: role) ?? .out, open: try table.string("open"))
    }
  }
}
