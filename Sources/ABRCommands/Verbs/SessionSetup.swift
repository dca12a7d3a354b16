import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions

/// The options of ``SessionOptions``, read.
struct SessionSetup {
  /// A buffer and how results call it.
  struct Buffer {
    var spec: String
    var configuration: BufferConfiguration
  }

  let model: Model
  /// Options of the player, its buffer apart.
  var settings: PlayerSettings
  /// What is fetched beside the segments.
  var stream: StreamSpec
  /// Whether limits for expensive networks hold.
  let networkIsExpensive: Bool
  let buffers: [Buffer]
  let viewers: [ViewerSpec]
  /// The session of several items; `nil` where a session is one video.
  let queue: QueueSetup?
  let traceEnd: TraceEnd
  /// Seconds of a round trip in traces that have no latency.
  let defaultLatency: Double
  /// Share of the traces' bytes that is payload; `nil` takes what each trace says.
  let payloadFraction: Double?
  /// What servers make of the link.
  let sender: Sender
  let videoOptions: VideoOptions
  /// Seed of the places at which sessions start in their traces; `nil` for their beginning.
  let seed: Int?
  /// Repairs that `--normalise` made, in words.
  let repairs: [String]
  /// What was set beside policies, buffers and viewers, for the record of results.
  var record: [String: String]

  /// Options that change what a peer's numbers mean; under a peer's model they are refused.
  private static let ownModelOnly =
    [
      "--player", "--playable", "--buffer", "--initial", "--switch-mode", "--rate", "--viewer", "--normalise",
      "--trace-end", "--trace-start",
      "--setup-round-trips", "--connection-per-request", "--dns-lookup", "--slow-start", "--stream",
      "--startup-overhead",
      "--expensive-network", "--payload-fraction", "--connections", "--path-queue", "--response-header",
      "--congestion-control", "--retransmission-timeouts", "--timeout",
    ] + QueueSetup.sources + QueueSetup.dependents

  /// Options that are refused under a model.
  private static func refused(under model: Model) -> [String] {
    switch model {
    case .lab: []
    case .sabre, .pensieve: ownModelOnly
    // Its viewers are recorded, its latency and its missing ceiling of the buffer are its own, sizes come in files, and
    // nothing is drawn.
    case .mm22: ownModelOnly.filter { $0 != "--viewer" } + ["--max-buffer", "--latency", "--sizes", "--seed"]
    }
  }

  /// Reads the options.
  ///
  /// - Throws: ``UsageError`` for what is wrong, which includes buffer levels that contradict each other without
  ///   `--normalise`.
  init(_ arguments: ParsedArguments) throws {
    let model: Model = try arguments.choice("--model") ?? .lab
    self.model = model
    for option in Self.refused(under: model) where arguments.has(option) {
      throw UsageError(
        "\(arguments.place(option)) cannot be used with --model \(model.rawValue), only with --model "
          + Model.allCases.filter { !Self.refused(under: $0).contains(option) }.map(\.rawValue).joined(
            separator: " or "))
    }
    traceEnd = try arguments.choice("--trace-end") ?? .wrap
    defaultLatency = try arguments.duration("--latency") ?? (model == .lab ? 0.05 : 0)
    payloadFraction =
      arguments.string("--payload-fraction") == "auto"
      ? nil : try arguments.number("--payload-fraction", in: 0.01...1)
    sender = try Self.sender(arguments)
    let seed = try arguments.integer("--seed", in: 0 ... .max)
    switch arguments.string("--trace-start") {
    case "random": self.seed = seed ?? 1
    case "begin": self.seed = nil
    // Published simulators begin at the beginning of a trace; their numbers mean nothing anywhere else.
    default: self.seed = model == .lab ? seed : nil
    }
    let presets = try arguments.specs("--player", canonical: \.name) { try PlayerPreset.named($0) }
    let streams = try arguments.specs("--stream", canonical: \.canonical) { try StreamSpec(parsing: $0) }
    stream =
      try streams.first ?? StreamSpec(parsing: model == .lab ? presets.first?.stream ?? StreamSpec.standard : "none")
    settings = try Self.settings(arguments, model: model, preset: presets.first, stream: stream)
    networkIsExpensive = arguments.has("--expensive-network")
    videoOptions = try VideoCommand.sizeModel(arguments).map { VideoOptions(sizeModel: $0) } ?? VideoOptions()
    let watchers = try arguments.specs("--viewer", canonical: \.canonical) { try SessionViewer(parsing: $0) }
    let viewers = watchers.compactMap { if case .plain(let spec) = $0 { spec } else { nil } }
    if model != .mm22, let viewer = viewers.first(where: { $0.recording != nil }) {
      throw UsageError(
        "\(arguments.place("--viewer")) \(viewer.canonical) needs --model mm22")
    }
    queue = try QueueSetup(arguments, viewers: watchers, videoOptions: videoOptions, seed: seed, preset: presets.first)
    self.viewers = try viewers.isEmpty ? [ViewerSpec(parsing: "watch")] : viewers
    (buffers, repairs) = try Self.buffers(arguments, model: model, preset: presets.first)
    var record: [String: String] = [:]
    let recorded = [
      "--player", "--playable", "--max-buffer", "--initial", "--switch-mode", "--rate", "--sizes", "--normalise",
      "--trace-format", "--columns", "--trace-option",
      "--setup-round-trips", "--connection-per-request", "--dns-lookup", "--slow-start", "--startup-overhead",
      "--expensive-network", "--payload-fraction", "--connections", "--path-queue", "--response-header",
      "--congestion-control", "--retransmission-timeouts", "--timeout",
    ]
    if model == .lab { record["stream"] = stream.canonical }
    for name in recorded {
      if arguments.has(name) { record[String(name.dropFirst(2))] = arguments.strings(name).joined(separator: " ") }
    }
    self.record = record
  }

  private static func sender(_ arguments: ParsedArguments) throws(UsageError) -> Sender {
    let interval = try arguments.duration("--retransmission-timeouts")
    if let interval, interval < 1 {
      throw UsageError("\(arguments.place("--retransmission-timeouts")) is too short; allowed: 1s or more")
    }
    return Sender(
      congestionControl: try arguments.choice("--congestion-control") ?? .reno, timeoutInterval: interval)
  }

  private static func settings(
    _ arguments: ParsedArguments, model: Model, preset: PlayerPreset?, stream: StreamSpec
  ) throws(UsageError) -> PlayerSettings {
    var settings = model.settings
    preset?.apply(to: &settings)
    let playable = try arguments.specs("--playable", canonical: \.canonical) { try PlayableSpec(parsing: $0) }
    if let playable = playable.first { settings.playable = playable.playable }
    if let rate = try arguments.number("--rate", in: 0.01...100) { settings.rate = rate }
    let modes = try arguments.specs("--switch-mode", canonical: \.canonical) { try SwitchModeSpec(parsing: $0) }
    if let mode = modes.first { settings.switchMode = mode.mode }
    let initials = try arguments.specs("--initial", canonical: \.canonical) { try InitialRenditionSpec(parsing: $0) }
    if let initial = initials.first { settings.initialRendition = initial.rendition }
    let retries = try arguments.specs("--timeout", canonical: \.canonical) { try RetrySpec(parsing: $0) }
    if let retry = retries.first { settings.retry = retry.settings }
    if let connections: NetworkSettings.Connections = try arguments.choice("--connections") {
      settings.network.connections = connections
      settings.network.setupRoundTrips = connections.setupRoundTrips
    }
    if let trips = try arguments.integer("--setup-round-trips", in: 0...100) {
      settings.network.setupRoundTrips = Double(trips)
    }
    settings.network.reusesConnections = !arguments.has("--connection-per-request")
    if let seconds = try arguments.duration("--dns-lookup") { settings.network.dnsLookupTime = seconds }
    if let bytes = try arguments.bytes("--path-queue") { settings.network.pathQueue = bytes }
    if let bytes = try arguments.bytes("--response-header") { settings.network.responseHeader = bytes }
    if arguments.has("--slow-start") { settings.network.slowStart = .linux }
    if model == .lab { settings.stream = stream.settings }
    if let bytes = try arguments.bytes("--startup-overhead"), bytes > 0 {
      settings.stream.start.append(StreamSettings.Resource(.other, bytes: bytes))
    }
    return settings
  }

  /// The buffers, each checked or repaired, and the repairs.
  private static func buffers(
    _ arguments: ParsedArguments, model: Model, preset: PlayerPreset?
  ) throws -> (buffers: [Buffer], repairs: [String]) {
    let maximum = try arguments.duration("--max-buffer")
    var buffers = try arguments.specs("--buffer", canonical: \.spec) { text in
      let spec = try BufferSpec(parsing: text)
      return Buffer(spec: spec.canonical, configuration: spec.configuration)
    }
    if buffers.isEmpty, let preset {
      let spec = try BufferSpec(parsing: preset.buffer)
      buffers = [Buffer(spec: spec.canonical, configuration: try preset.bufferConfiguration())]
    }
    var place = arguments.place("--buffer")
    if buffers.isEmpty {
      place = arguments.place("--max-buffer")
      do {
        buffers = [Buffer(spec: defaultName(model, maximum), configuration: try model.buffer(maximum: maximum))]
      } catch {
        throw UsageError("\(place): \(error)")
      }
    } else if let maximum {
      for index in buffers.indices {
        buffers[index].configuration.settings.maximum = min(maximum, buffers[index].configuration.settings.maximum)
      }
    }
    var repairs: [String] = []
    for index in buffers.indices where model == .lab {
      if arguments.has("--normalise") {
        repairs += buffers[index].configuration.normalise().map { "\(buffers[index].spec): \($0)" }
      } else {
        do {
          try buffers[index].configuration.validate(as: buffers[index].spec)
        } catch {
          throw UsageError("\(place): \(error)")
        }
      }
    }
    return (buffers, repairs)
  }

  /// What results call the buffer of a model where nobody chose one.
  private static func defaultName(_ model: Model, _ maximum: Double?) -> String {
    let seconds = maximum.map { ParameterValue.duration($0).text }
    return model == .lab ? "static(\(seconds ?? "30s"))" : model.rawValue + (seconds.map { "(\($0))" } ?? "")
  }
}
