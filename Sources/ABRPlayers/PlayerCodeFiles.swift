/// The files of a player that is played with its own code.
public struct PlayerCodeFiles: Sendable, Hashable {
  /// Path of its build, one script.
  public var build: String
  /// Path of its configuration, a JSON object or a script that answers with one; `nil` for the player's own.
  public var configuration: String?

  /// Names the files.
  public init(build: String, configuration: String? = nil) {
    self.build = build
    self.configuration = configuration
  }
}
