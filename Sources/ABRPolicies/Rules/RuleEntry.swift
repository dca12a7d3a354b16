import ABRMedia
import ABRPlayback

/// What the builder of a rule is told.
public struct RuleOptions: Sendable {
  /// What the spec says.
  public let arguments: Arguments
  /// Whose player is modelled; a peer's options of the rule follow from it.
  public let model: Model
}

/// A rule that a spec can name. To add one: an extension of this type with a constant beside the rule, and one line in
/// ``RuleRegistry/standard``.
public struct RuleEntry: Sendable {
  /// Name in a spec.
  public let name: String
  /// Other spellings, replaced by the name in the canonical text.
  public let aliases: [String]
  /// What it is, one sentence.
  public let summary: String
  /// Where it comes from.
  public let source: String
  /// Its parameters.
  public let parameters: [Parameter]
  /// Whether the viewer has chosen the rendition by hand, so that limits on the picture say nothing.
  public let isFixed: Bool
  /// Whether it chooses by `RuleSetup.bandwidths`, which may be declared or average ones.
  package let usesBandwidths: Bool
  /// Says what is wrong with the arguments together, and with a ladder once there is one.
  let check: @Sendable (Arguments, Ladder?) -> Problem?
  /// Makes a player with this rule.
  let makePlayer: @Sendable (RuleOptions, PlayerParts) -> AnyPlayer

  /// What is wrong with a parameter.
  public struct Problem: Sendable, Hashable {
    /// The parameter.
    public var key: String
    /// What was found.
    public var found: String
    /// What is allowed.
    public var allowed: String

    /// Names a problem.
    public init(key: String, found: String, allowed: String) {
      self.key = key
      self.found = found
      self.allowed = allowed
    }
  }

  /// Everything of a player but its rule.
  struct PlayerParts: Sendable {
    var video: Video
    var target: BufferTarget
    var settings: PlayerSettings
    var eligible: EligibleSet
  }

  /// Describes a rule.
  ///
  /// The builder's type is known here, so that the session loop is compiled for it.
  ///
  /// - Parameters:
  ///   - name: name in a spec.
  ///   - aliases: other spellings.
  ///   - source: where it comes from.
  ///   - parameters: its parameters.
  ///   - isFixed: whether it stands for a choice by hand.
  ///   - usesBandwidths: whether it chooses by `RuleSetup.bandwidths`, which may be declared or average ones.
  ///   - summary: what it is, one sentence.
  ///   - check: says what is wrong with the arguments together, `nil` when nothing is; asked without a ladder when a
  ///     spec is read, and with one before a player is made.
  ///   - build: makes the rule.
  public init<R: Rule>(
    _ name: String, aliases: [String] = [], source: String, parameters: [Parameter] = [], isFixed: Bool = false,
    usesBandwidths: Bool = true, summary: String,
    check: @escaping @Sendable (Arguments, Ladder?) -> Problem? = { _, _ in nil },
    build: @escaping @Sendable (RuleOptions) -> R
  ) {
    self.name = name
    self.aliases = aliases
    self.source = source
    self.parameters = parameters
    self.isFixed = isFixed
    self.usesBandwidths = usesBandwidths
    self.summary = summary
    self.check = check
    makePlayer = { options, parts in
      AnyPlayer(
        VideoPlayer(
          video: parts.video, rule: build(options), target: parts.target, settings: parts.settings,
          eligible: parts.eligible))
    }
  }

  private init(
    name: String, base: RuleEntry, presets: [String: ParameterValue], parameters: [Parameter], summary: String
  ) {
    self.name = name
    aliases = []
    source = base.source
    self.parameters = parameters
    isFixed = base.isFixed
    usesBandwidths = base.usesBandwidths
    self.summary = summary
    check = { base.check($0.filled(with: presets, parameters: base.parameters), $1) }
    makePlayer = { options, parts in
      let arguments = options.arguments.filled(with: presets, parameters: base.parameters)
      return base.makePlayer(RuleOptions(arguments: arguments, model: options.model), parts)
    }
  }

  /// This rule under another name, with some of its parameters set for good.
  public func preset(_ name: String, _ presets: [String: ParameterValue] = [:], summary: String) -> RuleEntry {
    RuleEntry(
      name: name, base: self, presets: presets, parameters: parameters.filter { presets[$0.key] == nil },
      summary: summary)
  }
}
