import ABRMedia
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

extension PreparedSession {
  /// Videos one by one, see ``Player/init(policy:buffer:model:)``.
  package init(
    policy: String, buffer: String? = nil, viewer: String = "watch", model: Model = .lab, videos: [VideoSource]
  ) throws {
    try self.init(
      SessionPlan.oneVideo.watched(by: SessionViewer(parsing: viewer)),
      player: Player(policy: policy, buffer: buffer, model: model), videos: videos.map(\.video))
  }
}
