import ABRPlayback

/// A part of a buffer that a spec can name.
public struct BufferEntry: Sendable {
  /// What a term decides. Two terms of one spec never decide the same.
  public enum Role: String, Sendable, Hashable {
    /// The forward target.
    case target
    /// Start, resume and maximum levels.
    case levels
    /// The byte budget.
    case bytes
    /// When a segment is requested under a ceiling.
    case requests
  }

  /// Name in a spec.
  public let name: String
  /// What it is, one sentence.
  public let summary: String
  /// Where it comes from.
  public let source: String
  /// What it decides.
  public let roles: Set<Role>
  /// The spec that means the same with values that can be changed; `nil` where the entry is no preset.
  public let expansion: String?
  /// Its parameters.
  public let parameters: [Parameter]
  /// Writes what the arguments say into a draft.
  let apply: @Sendable (Arguments, inout BufferDraft) throws(SettingsError) -> Void

  init(
    _ name: String, roles: Set<Role>, source: String, parameters: [Parameter] = [], expansion: String? = nil,
    summary: String,
    apply: @escaping @Sendable (Arguments, inout BufferDraft) throws(SettingsError) -> Void
  ) {
    self.name = name
    self.roles = roles
    self.source = source
    self.parameters = parameters
    self.expansion = expansion
    self.summary = summary
    self.apply = apply
  }
}

/// A buffer configuration while the terms of a spec are read.
struct BufferDraft {
  /// The forward target, `nil` until a term sets one.
  var target: BufferTarget?
  /// Levels and budgets.
  var settings = BufferSettings()
  /// The level in seconds under which fetching goes on once it has stopped, where a term says so.
  var refillLevel: Double?
  /// Whether a term leaves the forward target to the player.
  var isLeftToPlayer = false
  /// Whether a term of the spec has said when playback starts.
  var hasLevels = false
  /// Whether a term of the spec limits the buffer already: a forward target or a byte budget.
  let isLimited: Bool
}
