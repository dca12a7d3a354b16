/// The files of a player that is played with its own code.
public struct PlayerCodeFiles: Sendable, Hashable {
  /// Path of its build, one script.
  public var build: String
  /// Path of its configuration, a JSON object or a script that answers with one; `nil` for the player's own.
  public var configuration: String?
  /// Path of the script that starts the player; `nil` for one of the lab's.
  public var adapter: String?
  /// Values of its configuration, which take the place of those of the file.
  public var values: [Value] = []
  /// Seed of chance in the player's code and in the device's time; `nil` for that of the run.
  public var seed: Int?
  /// Whether each session has a page of its own, and not one that other sessions were played in.
  public var isFresh = false

  /// A value of the player's configuration.
  public struct Value: Sendable, Hashable {
    /// The names that lead to it, with dots between: `streaming.bufferingGoal`.
    public var path: String
    /// A number, `true` or `false`, or a text.
    public var text: String

    /// A value at a path.
    public init(path: String, text: String) {
      (self.path, self.text) = (path, text)
    }
  }

  /// Names the files.
  public init(build: String, configuration: String? = nil, adapter: String? = nil, seed: Int? = nil) {
    self.seed = seed
    self.build = build
    self.configuration = configuration
    self.adapter = adapter
  }
}
