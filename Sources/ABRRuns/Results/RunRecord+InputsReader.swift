import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// The `inputs` of a saved run.
extension RunRecord.Inputs {
  /// The longest time that is read, in seconds: 30,000 years.
  package static let longest = 1e12

  /// The keys that must be there, and what they hold.
  private static let keys = [
    "abrlab": "a text, the version of the program", "default_latency_s": "a number of seconds",
    "engine_semantics": "a whole number, the version of the engine",
    "model": FaultText.choice(Model.allCases.map(\.rawValue)), "seed": "a whole number or null",
    "settings": "an object of texts", "trace_end": FaultText.choice(TraceEnd.allCases.map(\.rawValue)),
    "traces": "a list of traces", "traces_sha256": "the digest of the traces", "videos": "a list of videos",
    "videos_sha256": "the digest of the videos",
  ]

  /// Reads the object.
  package init(_ reader: inout JSONReader, isPartial: Bool) throws(InputFault) {
    var header = RunRecord.Header(
      version: "", engineSemantics: 0, model: .lab, traceEnd: .wrap, seed: nil, defaultLatency: 0, settings: [:],
      tracesSHA256: "", videosSHA256: "", isPartial: isPartial)
    var traces: [RunRecord.Trace] = []
    var videos: [RunRecord.Video] = []
    var queue: String?
    var players: [RunRecord.Player] = []
    let start = reader.mark()
    try reader.members(Set(Self.keys.keys), optional: ["players", "queue"], meanings: Self.keys) {
      key, reader throws(InputFault) in
      switch key {
      case "abrlab": header.version = try reader.string()
      case "default_latency_s": header.defaultLatency = try reader.number(in: 0...Self.longest)
      case "engine_semantics": header.engineSemantics = try reader.integer(in: 1...Int(Int32.max))
      case "model": header.model = try reader.choice(Model.self)
      case "seed": header.seed = try reader.skipNull() ? nil : reader.integer(in: 0...(1 << 53))
      case "settings": header.settings = try Self.texts(&reader)
      case "players": players = try reader.list { reader throws(InputFault) in try RunRecord.Player(&reader) }
      case "trace_end": header.traceEnd = try reader.choice(TraceEnd.self)
      case "traces": traces = try reader.list(Self.trace)
      case "traces_sha256": header.tracesSHA256 = try reader.sha256()
      case "videos": videos = try reader.list(Self.video)
      case "videos_sha256": header.videosSHA256 = try reader.sha256()
      default: queue = try reader.string()
      }
    }
    guard !traces.isEmpty else { throw reader.fault("no traces", "at least one", at: start) }
    guard !videos.isEmpty || queue != nil else { throw reader.fault("no videos", "at least one", at: start) }
    for (name, digest, files) in [
      ("traces_sha256", header.tracesSHA256, traces.map(\.sha256)),
      ("videos_sha256", header.videosSHA256, videos.map(\.sha256)),
    ] {
      let expected = RunRecord.digest(of: files)
      guard digest == expected else {
        throw reader.fault(
          "\(name) \(digest)",
          "\(expected), the digest of the files listed beside it; "
            + "abrlab baseline save FILE …, or abrlab run … --export json=FILE, writes both anew",
          at: start)
      }
    }
    self.header = header
    self.traces = traces
    self.videos = videos
    self.queue = queue
    self.players = players
  }

  /// An object of texts.
  static func texts(_ reader: inout JSONReader) throws(InputFault) -> [String: String] {
    var settings: [String: String] = [:]
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let mark = reader.mark()
      guard settings.updateValue(try reader.string(), forKey: key) == nil else {
        throw reader.repeatedKey(at: mark)
      }
    }
    return settings
  }

  private static func trace(_ reader: inout JSONReader) throws(InputFault) -> RunRecord.Trace {
    var trace = RunRecord.Trace(
      file: "", name: "", family: "", sha256: "", duration: 0, meanBandwidth: 0, start: 0)
    let keys: Set = ["file", "name", "family", "sha256", "duration_s", "mean_bps", "start_s"]
    try reader.members(keys) { key, reader throws(InputFault) in
      switch key {
      case "file": trace.file = try reader.string()
      case "name": trace.name = try reader.string()
      case "family": trace.family = try reader.string()
      case "sha256": trace.sha256 = try reader.sha256()
      case "duration_s": trace.duration = try reader.number(in: 0...longest)
      case "mean_bps": trace.meanBandwidth = try reader.number(in: 0...1e18)
      default: trace.start = try reader.number(in: 0...longest)
      }
    }
    return trace
  }

  private static func video(_ reader: inout JSONReader) throws(InputFault) -> RunRecord.Video {
    var video = RunRecord.Video(
      file: "", name: "", sha256: "", duration: 0, segmentCount: 0, renditionCount: 0, sizes: "")
    let keys: Set = ["file", "name", "sha256", "duration_s", "segments", "renditions", "sizes"]
    let start = reader.mark()
    try reader.members(keys, optional: ["bandwidths_bps", "scores"]) { key, reader throws(InputFault) in
      switch key {
      case "bandwidths_bps":
        video.bandwidths = try reader.list { reader throws(InputFault) in try reader.integer(in: 1...(1 << 53)) }
      case "scores":
        video.scores = try reader.list { reader throws(InputFault) in try reader.choice(QualityScores.Metric.self) }
      case "file": video.file = try reader.string()
      case "name": video.name = try reader.string()
      case "sha256": video.sha256 = try reader.sha256()
      case "duration_s": video.duration = try reader.number(in: 0...longest)
      case "segments": video.segmentCount = try reader.integer(in: 1...Int(Int32.max))
      case "renditions": video.renditionCount = try reader.integer(in: 1...64)
      default: video.sizes = try reader.string()
      }
    }
    guard video.bandwidths.isEmpty || video.bandwidths.count == video.renditionCount else {
      throw reader.fault(
        "\(video.bandwidths.count) bandwidths_bps", "\(video.renditionCount), one for each of renditions", at: start)
    }
    return video
  }
}
