import ABRMedia
import ABRPlayback
import ABRPolicies

/// Everything a client decides with and how it behaves, as one value.
///
///     var player = try Player(parsing: "brightcove(min=15s)")
///     try player.change(.policy, to: "bola+peak:3M")
///
/// A player begins as a ``KnownPlayer``; each change concerns one part and leaves the others alone. ``parts`` lists
/// every part in its canonical spelling, so that a result can record the player whole.
public struct Player: Sendable {
  /// The known player it began as.
  public let known: KnownPlayer
  /// The spec in its canonical spelling, which results carry.
  public private(set) var spec: String
  /// Rule and limits.
  public private(set) var policy: PolicySpec
  /// How the buffer is filled, ``PlayerPart/maxBuffer`` applied.
  public private(set) var buffer: BufferConfiguration
  /// How neighbours are fetched ahead.
  public private(set) var preload: PreloadSpec
  /// What is fetched beside segments.
  public private(set) var stream: StreamSpec
  /// Bytes kept on the device where neighbours are fetched ahead; 0 for none.
  public private(set) var cache: Int
  /// All other options of the player; its buffer settings are those of ``buffer``.
  public private(set) var settings: PlayerSettings
  /// Whose semantics the engine follows.
  public let model: Model
  /// The player's own code, which decides in place of ``policy`` and ``buffer``; `nil` where the engine plays.
  public internal(set) var code: PlayerCodeFiles?
  /// Every part in its canonical spelling.
  public private(set) var parts: [PlayerPart: String]
  /// What was read of a configuration file; `nil` for none.
  package internal(set) var configuration: ReadConfiguration?
  /// The spec as it was given: ``spec`` where no configuration file was read.
  package var givenSpec: String { configuration?.givenSpec ?? spec }
  /// What the spec says, option by option; `nil` where the player has none.
  private(set) var arguments: Arguments?
  /// The parts that were changed, in this order.
  package private(set) var changes: [(part: PlayerPart, text: String)] = []
  let rules: RuleRegistry

  /// The lab's neutral player.
  ///
  /// - Parameter rules: those that a policy may name.
  public init(rules: RuleRegistry = .standard) throws { try self.init(parsing: KnownPlayer.lab.name, rules: rules) }

  /// Reads a spec: `hls.js`, `hls.js(maxBufferLength=60)`, `media3:minBufferMs=15000`, `hls.js@1.7`.
  ///
  /// `hls.js(config=team.js)` has the options of a file too, see ``configured(by:file:rules:)``.
  ///
  /// - Parameters:
  ///   - spec: the text.
  ///   - rules: those that a policy may name.
  /// - Throws: `SpecError`; `FileFault` and ``PlayerConfigurationError`` for the file.
  /// - Complexity: O(*length*).
  public init(parsing spec: String, rules: RuleRegistry = .standard) throws {
    let terms = try SpecTerm.terms(of: spec)
    guard terms.count == 1, var term = terms.first else {
      throw SpecError.malformed(spec: spec, part: "player", found: "\(terms.count) terms", allowed: "one player")
    }
    let known = try KnownPlayer.named(term.name, spec: spec)
    for index in term.arguments.indices {
      guard let key = term.arguments[index].key else { continue }
      term.arguments[index].key = known.options.first { $0.names.contains(key) }?.parameter.key ?? key
    }
    let file = try known.takeFile(of: &term, spec: spec)
    let others = try known.takeOtherKeys(of: &term, spec: spec)
    let arguments = try Arguments(of: term, parameters: known.options.map(\.parameter), spec: spec)
    try known.check(arguments, spec: spec)
    let texts = [String(arguments.text(.inParentheses).dropFirst().dropLast())] + others.map { "\($0.path)=\($0.text)" }
    let text = texts.filter { !$0.isEmpty }.joined(separator: ",")
    self.init(known, spec: known.name + (text.isEmpty ? "" : "(\(text))"), model: .lab, rules: rules)
    self.arguments = arguments
    let replaced = replacedOptions
    // Options may depend on one another: none is read before all are applied.
    for option in known.options {
      let key = option.parameter.key
      guard arguments.has(key), let value = arguments[key] else { continue }
      // At its default it is the player without it, but where another option replaces that.
      if case .value(value) = option.parameter.defaultValue, !replaced.contains(key) { continue }
      if let needs = option.needs, arguments[needs.option]?.text != needs.value { continue }
      do {
        try option.apply(value, &self)
      } catch let error as SpecError {
        throw SpecError.invalidValue(
          spec: spec, part: "\(known.name) \(key)", found: value.text, allowed: "\(error)")
      }
    }
    code?.values = others
    isDraft = false
    for part in PlayerPart.allCases where parts[part] != nil { try read(part) }
    guard let file else { return }
    // A spec may be read again, which a pipe is not.
    let read = try configured(by: PlayerConfiguration(contentsOf: file, takesPipes: false), file: file, rules: rules)
    if let refusal = read.refusal { throw refusal }
    self = read.player
    configuration?.givenSpec = spec
  }

  /// The player of a simulator whose published numbers are reproduced.
  ///
  /// - Parameters:
  ///   - model: the simulator.
  ///   - maximum: seconds held at most; `nil` for what the simulator is published with.
  ///   - rules: those that a policy may name.
  /// - Throws: `SettingsError` for a maximum that it cannot have.
  public init(of model: Model, maximum: Double?, rules: RuleRegistry = .standard) throws {
    self.init(KnownPlayer.peer(model), spec: model.rawValue, model: model, rules: rules)
    buffer = try model.buffer(maximum: maximum)
    parts = [.buffer: model.rawValue + (maximum.map { "(\(ParameterValue.duration($0).text))" } ?? "")]
    isDraft = false
  }

  private init(_ known: KnownPlayer, spec: String, model: Model, rules: RuleRegistry) {
    self.known = known
    self.spec = spec
    self.model = model
    self.rules = rules
    settings = model.settings
    policy = .standard
    buffer = .standard
    preload = .none
    stream = .none
    cache = 0
    parts = KnownPlayer.lab.parts.merging(known.parts) { $1 }
  }

  /// Options under the player's own names with the values that hold where its parts are those of the spec: given or by
  /// default, without those that have none and without defaults that a given option replaces, as a scene does.
  public var options: [String: String] {
    guard let arguments else { return [:] }
    let replaced = replacedOptions
    var options: [String: String] = [:]
    for key in known.options.map(\.parameter.key) where arguments.has(key) || !replaced.contains(key) {
      options[key] = arguments[key]?.text
    }
    return options
  }

  /// Keys of the options whose defaults another one replaces.
  private var replacedOptions: [String] { arguments.map(known.replacedOptions) ?? [] }

  /// Levels of which one exceeds another, in the names of the player's options; `nil` where these are not at fault.
  package var levelFault: SpecError? {
    guard let arguments, !changes.contains(where: { $0.part == .buffer || $0.part == .maxBuffer }),
      let fault = known.contradiction(in: arguments, among: known.levels, named: \.parameter.key)
    else { return nil }
    return .invalidValue(
      spec: spec, part: "\(known.name) \(fault.option.parameter.key)", found: fault.found,
      allowed: "\(fault.allowed), in ms (or --normalise)")
  }

  /// What has no effect of the options that the spec gives, or another one here, one sentence each.
  package var optionNotes: [String] {
    let options = options
    let unmet = known.options.compactMap { option -> String? in
      guard let needs = option.needs, isGiven(option), options[needs.option] != needs.value else { return nil }
      return "\(known.name): \(option.parameter.key) acts only with \(needs.option)=\(needs.value)"
    }
    // Options are applied in their order: what a later one replaces is lost, whether it is given or not.
    let lost = known.options.enumerated().compactMap { index, option -> (keys: [String], note: String)? in
      guard isGiven(option), let value = options[option.parameter.key], value != option.parameter.defaultText else {
        return nil
      }
      let replaced = known.options.prefix(index).filter {
        isGiven($0) && option.replaces.contains($0.parameter.key)
      }.map(\.parameter.key)
      guard !replaced.isEmpty else { return nil }
      let list = replaced.joined(separator: ", ")
      return (replaced, "\(known.name): without effect with \(option.parameter.key)=\(value): \(list)")
    }
    let idle = idleOptions.filter { $0.needs == nil }.map(\.parameter.key)
      .filter { key in !lost.contains { $0.keys.contains(key) } }.map { "\($0)=\(options[$0] ?? "")" }
    let ineffective =
      idle.isEmpty ? [] : ["\(known.name): without effect beside its other options: \(idle.joined(separator: ", "))"]
    return unmet + lost.map(\.note) + ineffective
  }

  /// One line on a forward target that grows where the player as shipped has none; `nil` where there is nothing to say.
  package var targetNote: String? {
    guard grows, !options.isEmpty, changes.contains(where: { $0.part == .buffer }),
      !(known.parts[.buffer] ?? "").hasPrefix("growth(")
    else { return nil }
    return "\(known.name): as shipped its buffer target does not grow; for its own options see "
      + "abrlab player show \(known.name)"
  }

  /// Whether neither an option nor a part was set.
  package var isAsShipped: Bool { changes.isEmpty && !known.options.contains(where: isGiven) }

  /// Whether the spec gives an option.
  package func isGiven(_ option: PlayerOption) -> Bool { arguments?.has(option.parameter.key) ?? false }

  /// Changes one part, and nothing else.
  ///
  /// A buffer replaces what its terms decide, parameter by parameter, and leaves the rest of the player's own: with
  /// `growth(min=10s)` a player keeps its start rule. The neutral player has no buffer of its own, only a default,
  /// which a buffer replaces whole. A policy that begins with a limit keeps the rule.
  ///
  /// - Throws: `SpecError` and `QuantityError` for what a part cannot be.
  public mutating func change(_ part: PlayerPart, to text: String) throws {
    switch part {
    case .buffer where known.name != KnownPlayer.lab.name || isBufferChosen:
      parts[.buffer] = try BufferSpec.merging(text, over: parts[.buffer] ?? "")
    case .preload:
      parts[.preload] = try PreloadSpec.merging(text, over: parts[.preload] ?? "")
    case .policy where !isDraft:
      parts[.policy] = try PolicySpec(parsing: text, registry: rules, rule: policy).canonical
    case .connections:
      // Round trips follow the kind of connection unless they are set after it.
      parts[.setupRoundTrips] = nil
      parts[.connections] = text
    default: parts[part] = text
    }
    if part == .buffer { isBufferChosen = true }
    guard !isDraft else { return }
    changes.append((part, text))
    try read(part)
  }

  /// The same player with other options: what was changed of its parts is changed of theirs, and the network stays.
  ///
  /// - Parameter spec: of the same known player.
  /// - Throws: as ``init(parsing:rules:)`` and ``change(_:to:)``.
  package func setting(optionsOf spec: String) throws -> Player {
    var other = try Player(parsing: spec, rules: rules)
    precondition(other.known.name == known.name, "the options of another player")
    try other.change(as: self)
    var copy = self
    (copy.spec, copy.arguments, copy.code) = (other.spec, other.arguments, other.code)
    for part in PlayerPart.allCases where other.parts[part] != parts[part] {
      copy.parts[part] = other.parts[part]
      if copy.parts[part] != nil { try copy.read(part) }
    }
    return copy
  }

  /// Changes what was changed of another player.
  mutating func change(as other: Player) throws {
    for change in other.changes { try self.change(change.part, to: change.text) }
  }

  /// The player's term with its options, and what each of them takes. One whose default another option replaces, as a
  /// scene does, has none.
  ///
  /// - Parameter others: keys of its own configuration that the lab does not know.
  package func optionTemplate(adding others: [Parameter] = []) throws -> SpecTemplate {
    let options = known.options.map { option in
      guard let arguments, !isGiven(option), let cause = known.replacing(option, in: arguments) else { return option }
      let key = cause.parameter.key
      return option.unset("as \(key)=\(arguments[key]?.text ?? "")")
    }
    return SpecTemplate(
      player: try SpecTerm.terms(of: spec)[0],
      options: options.map(\.parameter).filter { !$0.isPositional } + others, rules: rules)
  }

  /// Whether the buffer of the neutral player was chosen.
  private var isBufferChosen = false
  /// Whether parts are put together and not yet read.
  private var isDraft = true

  /// The policy that has the limits of another one and keeps the values of the player's own rule, which that one names;
  /// `nil` where it names another rule.
  package func policyKeepingRule(of policy: String) -> String? {
    guard let terms = try? SpecTerm.terms(of: policy), let own = try? SpecTerm.terms(of: known.parts[.policy] ?? ""),
      terms[0].name == own.first?.name
    else { return nil }
    let limits = terms.dropFirst().map(\.text).joined(separator: "+")
    return limits.isEmpty ? "peak:0" : try? PolicySpec(parsing: limits, registry: rules).canonical
  }

  /// The same player with one part changed.
  ///
  /// - Throws: as ``change(_:to:)``.
  public func changing(_ part: PlayerPart, to text: String) throws -> Player {
    var copy = self
    try copy.change(part, to: text)
    return copy
  }

  /// Adds a limit such as `peak:3M`, or replaces the one of the same kind.
  mutating func limit(_ limit: String) throws {
    let name = try SpecTerm.terms(of: limit)[0].name
    let kept = try SpecTerm.terms(of: parts[.policy] ?? "").filter { $0.name != name }.map(\.text)
    parts[.policy] = (kept + [limit]).joined(separator: "+")
  }

  /// Sets a parameter of the rule.
  mutating func rule(_ key: String, _ value: String) throws { try set(key, to: value, inTermOf: .policy) }

  /// Sets a parameter of the first term of a part.
  mutating func set(_ key: String, to value: String, inTermOf part: PlayerPart) throws {
    var terms = try SpecTerm.terms(of: parts[part] ?? "")
    terms[0].arguments.removeAll { $0.key == key }
    terms[0].arguments.append(.init(key: key, value: value))
    parts[part] = terms.map(\.text).joined(separator: "+")
  }

  /// Reads the text of a part, and writes it in its canonical spelling.
  private mutating func read(_ part: PlayerPart) throws {
    let text = parts[part] ?? ""
    switch part {
    case .policy:
      policy = try PolicySpec(parsing: text, registry: rules)
      parts[part] = policy.canonical
    case .buffer:
      let spec = try BufferSpec(parsing: text)
      buffer = spec.configuration
      parts[part] = spec.canonical
      if parts[.maxBuffer] != nil { try read(.maxBuffer) }
    case .maxBuffer:
      let ceiling = try Quantity.duration(text)
      buffer.settings.maximum = min(ceiling, buffer.settings.maximum)
      parts[part] = ParameterValue.duration(ceiling).text
    case .playable:
      let spec = try PlayableSpec(parsing: text)
      settings.playable = spec.playable
      parts[part] = spec.canonical
    case .initial:
      let spec = try InitialRenditionSpec(parsing: text)
      settings.initialRendition = spec.rendition
      parts[part] = spec.canonical
    case .switchMode:
      let spec = try SwitchModeSpec(parsing: text)
      settings.switchMode = spec.mode
      parts[part] = spec.canonical
    case .timeout:
      let spec = try RetrySpec(parsing: text)
      settings.retry = spec.settings
      parts[part] = spec.canonical
    case .pace:
      let spec = try PaceSpec(parsing: text)
      settings.pace = spec.settings
      parts[part] = spec.canonical
    case .backBuffer:
      settings.backBuffer = try Quantity.duration(text)
      parts[part] = ParameterValue.duration(settings.backBuffer).text
    case .rate:
      settings.rate = try Self.number(text, in: 0.01...100)
      parts[part] = ParameterValue.decimal(settings.rate)
    case .preload:
      preload = try PreloadSpec(parsing: text)
      parts[part] = preload.canonical
    case .cache:
      cache = try Quantity.bytes(text)
      parts[part] = ParameterValue.bytes(cache).text
    case .connections, .setupRoundTrips, .connectionPerRequest, .slowStart: try readConnections(part, text)
    case .stream, .startupOverhead:
      if part == .stream { stream = try StreamSpec(parsing: text) }
      settings.stream = stream.settings
      parts[.stream] = stream.canonical
      guard let bytes = try parts[.startupOverhead].map({ try Quantity.bytes($0) }), bytes > 0 else { return }
      parts[.startupOverhead] = ParameterValue.bytes(bytes).text
      settings.stream.start.append(StreamSettings.Resource(.other, bytes: bytes))
    }
  }

  private mutating func readConnections(_ part: PlayerPart, _ text: String) throws {
    switch part {
    case .connections:
      let allowed = NetworkSettings.Connections.allCases.map(\.rawValue)
      guard let kind = NetworkSettings.Connections(rawValue: text) else {
        throw SpecError.unknownName(spec: text, kind: "value", found: text, allowed: allowed)
      }
      settings.network.connections = kind
      guard parts[.setupRoundTrips] == nil else { return }
      settings.network.setupRoundTrips = kind.setupRoundTrips
      parts[.setupRoundTrips] = ParameterValue.decimal(kind.setupRoundTrips)
    case .setupRoundTrips: settings.network.setupRoundTrips = Double(try Quantity.integer(text, in: 0...100))
    case .connectionPerRequest: settings.network.reusesConnections = text != "true"
    case .slowStart: settings.network.slowStart = text == "true" ? .linux : .off
    default: break
    }
  }

  private static func number(_ text: String, in range: ClosedRange<Double>) throws(QuantityError) -> Double {
    guard let number = try? Quantity.number(text), range.contains(number) else {
      throw QuantityError(
        found: text,
        allowed: "a number, \(ParameterValue.decimal(range.lowerBound)) to \(ParameterValue.decimal(range.upperBound))")
    }
    return number
  }

  /// Changes what the network does with the requests of the player.
  package mutating func changeNetwork(_ change: (inout NetworkSettings) -> Void) { change(&settings.network) }

  /// Whether the forward target of the buffer grows.
  public var grows: Bool { if case .growth = buffer.target { true } else { false } }

  /// Repairs levels that contradict each other, as ApsaraVideo's player does.
  ///
  /// - Returns: the repairs in words.
  public mutating func normaliseBuffer() -> [String] { buffer.normalise() }

  /// The policy as the model plays it.
  public var playedPolicy: Policy { policy.policy(model: model) }

  /// Prepares the player for a video.
  ///
  /// - Parameters:
  ///   - video: what is played.
  ///   - networkIsExpensive: whether limits for metered networks hold.
  /// - Throws: `SpecError` when the policy or the first rendition names a rendition that the video lacks.
  public func prepared(for video: Video, networkIsExpensive: Bool = false) throws(SpecError) -> AnyPlayer {
    try playedPolicy.makePlayer(
      video: video, buffer: buffer, settings: settings, networkIsExpensive: networkIsExpensive)
  }
}
