import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions

extension Player {
  /// A player that fetches nothing beside segments.
  package init(policy: String, buffer: String? = nil, model: Model = .lab) throws {
    if model == .lab {
      try self.init()
      try change(.stream, to: "none")
      if let buffer { try change(.buffer, to: buffer) }
    } else {
      try self.init(of: model, maximum: nil)
    }
    try change(.policy, to: policy)
  }
}

extension ConfiguredPlayer {
  /// A configuration of single videos, see ``Player/init(policy:buffer:model:)``.
  package init(policy: String, buffer: String? = nil, viewer: String = "watch", model: Model = .lab) throws {
    self.init(try Player(policy: policy, buffer: buffer, model: model), viewer: try ViewerSpec(parsing: viewer))
  }
}
