/// The files of a player that is played with its own code.
public struct PlayerCodeFiles: Sendable, Hashable {
  /// Path of its build, one script.
  public var build: String
  /// Path of its configuration, a JSON object or a script that answers with one; `nil` for the player's own.
  public var configuration: String?
  /// Path of the script that starts the player; `nil` for one of the lab's.
  public var adapter: String?
  /// Seed of chance in the player's code and in the device's time; `nil` for that of the run.
  public var seed: Int?

  /// Names the files.
  public init(build: String, configuration: String? = nil, adapter: String? = nil, seed: Int? = nil) {
    self.seed = seed
    self.build = build
    self.configuration = configuration
    self.adapter = adapter
  }
}
