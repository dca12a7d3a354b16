import ABRNetwork
import ABRMedia
import ABRPlayback
import ABRPolicies

/// The options of ``SessionOptions``, read.
struct SessionSetup {
  /// A buffer and how results call it.
  struct Buffer {
    var spec: String
    var configuration: BufferConfiguration
  }

  let model: Model
  /// Options of the player, its buffer apart.
  let settings: PlayerSettings
  let buffers: [Buffer]
  let viewers: [ViewerSpec]
  let traceEnd: TraceEnd
  /// Seconds of a round trip in traces that have no latency.
  let defaultLatency: Double
  let videoOptions: VideoOptions
  /// Seed of the places in the traces at which sessions start; `nil` for their beginnings.
  let seed: Int?
  /// Options that are not part of a policy, buffer or viewer, as they are in force.
  let record: [String: String]
  /// Repairs that `--normalise` made, in words.
  let repairs: [String]

  /// Reads the options.
  ///
  /// - Throws: ``UsageError`` and `SpecError` for what is wrong, `SettingsError` for buffer levels that contradict each
  ///   other without `--normalise`.
  init(_ arguments: ParsedArguments) throws {
    model = try arguments.choice("--model") ?? .lab
    traceEnd = try arguments.choice("--trace-end") ?? .wrap
    // Peers take the latency of their traces or their own constant; the lab's player lives on a network.
    defaultLatency = try arguments.duration("--latency") ?? (model == .lab ? 0.05 : 0)
    let seed = try arguments.integer("--seed", in: 0 ... .max)
    switch arguments.string("--trace-start") {
    case "random": self.seed = seed ?? 1
    case "begin": self.seed = nil
    default: self.seed = seed
    }
    var settings = model.settings
    if let rate = try arguments.number("--rate") {
      guard (0.01...100).contains(rate) else { throw UsageError("--rate: found \(rate), allowed 0.01 to 100") }
      settings.rate = rate
    }
    if let spec = arguments.string("--switch-mode") { settings.switchMode = try SwitchModeSpec(parsing: spec).mode }
    if let spec = arguments.string("--initial") {
      settings.initialRendition = try InitialRenditionSpec(parsing: spec).rendition
    }
    self.settings = settings
    record = [
      "rate": "\(settings.rate)", "switch_mode": arguments.string("--switch-mode") ?? "append",
      "initial": arguments.string("--initial") ?? (model == .lab ? "lowest" : model.rawValue),
      "sizes": arguments.string("--sizes") ?? "constant",
    ]
    let sizes = try arguments.string("--sizes").map { try SizeModel(spec: $0) }
    videoOptions = sizes.map { VideoOptions(sizeModel: $0) } ?? VideoOptions()
    viewers = try (arguments.has("--viewer") ? arguments.strings("--viewer") : ["watch"]).map(ViewerSpec.init)

    var repairs: [String] = []
    let maximum = try arguments.duration("--max-buffer")
    let isNormalising = arguments.has("--normalise")
    let specs: [String?] = arguments.has("--buffer") ? arguments.strings("--buffer") : [nil]
    buffers = try specs.map { [model] spec in
      var buffer: Buffer
      if let spec {
        let read = try BufferSpec(parsing: spec)
        buffer = Buffer(spec: read.canonical, configuration: read.configuration)
        if let maximum { buffer.configuration.settings.maximum = min(maximum, buffer.configuration.settings.maximum) }
      } else {
        let name =
          switch (model, maximum) {
          case (.lab, let maximum): "static(\(ParameterValue.duration(maximum ?? 30).text))"
          case (_, let maximum?): "\(model.rawValue)(\(ParameterValue.duration(maximum).text))"
          case (_, nil): model.rawValue
          }
        buffer = Buffer(spec: name, configuration: try model.buffer(maximum: maximum))
      }
      if isNormalising {
        repairs += buffer.configuration.normalise().map { "\(buffer.spec): \($0)" }
      } else if model == .lab {
        try buffer.configuration.validate(as: spec.map { "--buffer \($0)" } ?? "--max-buffer")
      }
      return buffer
    }
    self.repairs = repairs
  }
}
