import ABRMedia
import ABRNetwork
import ABRPlayback

/// One combination under test: a policy with a buffer setting, watched by one kind of viewer.
public struct Cell: Sendable {
  /// Canonical spec of the policy, as results carry it.
  public let policy: String
  /// Canonical spec of the buffer setting.
  public let buffer: String
  /// Canonical spec of the viewer.
  public let viewerSpec: String
  /// The viewer.
  public let viewer: Viewer
  /// Whether sessions run one after the other in the order of the traces, each taking over from the one before: only where a
  /// peer's policy keeps state across sessions.
  public let runsInSequence: Bool
  /// Makes the player of a video.
  public let makePlayer: @Sendable (Video) -> AnyPlayer
  /// Works out a peer's own quantities from a session, under a peer's model.
  public let account: (@Sendable (SessionMetrics, EventLog, BandwidthTrace, Video) -> PeerAccount)?

  /// Describes a combination.
  public init(
    policy: String, buffer: String, viewerSpec: String, viewer: Viewer, runsInSequence: Bool = false,
    account: (@Sendable (SessionMetrics, EventLog, BandwidthTrace, Video) -> PeerAccount)? = nil,
    makePlayer: @escaping @Sendable (Video) -> AnyPlayer
  ) {
    self.policy = policy
    self.buffer = buffer
    self.viewerSpec = viewerSpec
    self.viewer = viewer
    self.runsInSequence = runsInSequence
    self.account = account
    self.makePlayer = makePlayer
  }
}
