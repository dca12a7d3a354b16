import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback

extension RunRecord {
  /// What the numbers of a run depend on, its configurations apart: the `inputs` of every document.
  package struct Inputs: Sendable, Hashable {
    /// What is neither trace nor video.
    package internal(set) var header: Header
    /// The traces, in the run's order.
    package var traces: [Trace]
    /// The videos, in the run's order; none where all items of a session have videos of their own.
    package var videos: [Video]
    /// Name of the queue that the videos make together; `nil` where a session plays one of them.
    package internal(set) var queue: String?
    /// The players, each once; empty in documents of versions that did not record them.
    package internal(set) var players: [Player] = []
    /// How many viewers watch each video, or the queue, over each trace.
    package internal(set) var viewerCount = 1

    /// Puts inputs together.
    package init(header: Header, traces: [Trace], videos: [Video], queue: String? = nil) {
      self.header = header
      self.traces = traces
      self.videos = videos
      self.queue = queue
    }

    /// The inputs of an experiment.
    ///
    /// - Parameters:
    ///   - experiment: what is run.
    ///   - version: version of the program.
    ///   - isPartial: whether the run was interrupted.
    /// - Complexity: O(traces + videos).
    package init(of experiment: Experiment, version: String, isPartial: Bool = false) {
      header = Header(
        version: version, engineSemantics: EngineSemantics.version, model: experiment.model,
        traceEnd: experiment.traceEnd, seed: experiment.seed, defaultLatency: experiment.defaultLatency,
        settings: experiment.settings, tracesSHA256: RunRecord.digest(of: experiment.traces.map(\.sha256)),
        videosSHA256: RunRecord.digest(of: experiment.videos.map(\.sha256)), isPartial: isPartial)
      traces = experiment.traces.map { Trace($0, of: experiment) }
      videos = experiment.videos.map { Video($0) }
      queue = experiment.queue
      players = Player.records(of: experiment.players)
      viewerCount = experiment.viewerCount
    }

    /// Names of the videos, or that of the one queue that they make together.
    package var played: [String] { queue.map { [$0] } ?? videos.map(\.name) }

    /// Names of what is played over each trace: the videos, or the one queue that they make together, for each viewer.
    package var contents: [String] {
      played.flatMap { name in
        (0..<viewerCount).map { Experiment.contentName(of: name, viewer: $0, of: viewerCount) }
      }
    }

    /// The one video of a session; `nil` where it plays a queue.
    ///
    /// - Parameter content: index in ``contents``.
    package func video(ofContent content: Int) -> RunRecord.Video? {
      queue == nil ? videos[content / viewerCount] : nil
    }

    /// The metrics of its sessions.
    ///
    /// - Parameter severalItems: whether they have several items.
    package func metrics(severalItems: Bool) -> [MetricDefinition] {
      MetricDefinition.metrics(
        severalItems: severalItems, scores: Set(videos.flatMap(\.scores)), formulas: formulas)
    }

    /// Media seconds shown in a second of playing; `nil` where a player's own code says.
    ///
    /// - Parameter configuration: what is played.
    package func rates(of configuration: Configuration) -> ClosedRange<Double>? {
      guard header.model == .lab else { return 1...1 }
      let texts =
        players.isEmpty
        ? [header.settings["rate"] ?? "1"]
        : players.filter { $0.spec == configuration.player }.map { $0.parts["rate"] }
      let rates = texts.compactMap { $0.flatMap(Double.init) }
      guard let least = rates.min(), let most = rates.max(), rates.count == texts.count else { return nil }
      // A viewer of a session file may set 0.01 to 100, and catching up with a live edge is up to 4 times as fast.
      return queue == nil || header.settings["items"] != nil ? least...most : 0.01...400
    }

    /// The formulas of quality of experience that were asked for.
    package var formulas: [QoEFormula] { Experiment.formulas(of: header.settings) }

    /// The members of the object.
    package var json: [String: JSONValue] {
      var members = header.members
      members["traces"] = .array(traces.map(\.json))
      members["videos"] = .array(videos.map(\.json))
      if !players.isEmpty { members["players"] = .array(players.map(\.json)) }
      if let queue { members["queue"] = .string(queue) }
      return members
    }
  }

  /// A digest of a set of files by their own digests, whatever their order and place.
  package static func digest(of hashes: [String]) -> String {
    SHA256.hexDigest(of: hashes.sorted().joined(separator: "\n"))
  }
}

extension RunRecord.Header {
  /// The members of `inputs` that are neither traces nor videos.
  fileprivate var members: [String: JSONValue] {
    [
      "abrlab": .string(version), "engine_semantics": .integer(engineSemantics), "model": .string(model.rawValue),
      "trace_end": .string(traceEnd.rawValue), "seed": seed.map { .integer($0) } ?? .null,
      "default_latency_s": .number(defaultLatency), "settings": .object(settings.mapValues { .string($0) }),
      "traces_sha256": .string(tracesSHA256), "videos_sha256": .string(videosSHA256),
    ]
  }
}

extension RunRecord.Trace {
  /// A trace of an experiment.
  init(_ input: TraceSource, of experiment: Experiment) {
    self.init(
      file: input.file, name: input.name, family: input.family, sha256: input.sha256,
      duration: input.duration, meanBandwidth: input.meanBandwidth, start: experiment.offset(of: input))
  }

  /// The trace as documents write it.
  package var json: JSONValue {
    .object([
      "file": .string(file), "name": .string(name), "family": .string(family), "sha256": .string(sha256),
      "duration_s": .number(duration), "mean_bps": .number(meanBandwidth), "start_s": .number(start),
    ])
  }
}

extension RunRecord.Video {
  /// A video of an experiment.
  package init(_ input: VideoSource) {
    self.init(
      file: input.file, name: input.video.name, sha256: input.sha256, duration: input.video.duration,
      segmentCount: input.video.segmentCount, renditionCount: input.video.ladder.count,
      bandwidths: input.video.ladder.renditions.map(\.bandwidth),
      sizes: input.video.sizeOrigin.text,
      scores: QualityScores.Metric.allCases.filter(input.video.judgedMetrics.contains))
  }

  /// The video as documents write it.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "file": .string(file), "name": .string(name), "sha256": .string(sha256), "duration_s": .number(duration),
      "segments": .integer(segmentCount), "renditions": .integer(renditionCount), "sizes": .string(sizes),
    ]
    if !bandwidths.isEmpty { members["bandwidths_bps"] = .array(bandwidths.map { .integer($0) }) }
    if !scores.isEmpty { members["scores"] = .array(scores.map { .string($0.rawValue) }) }
    return .object(members)
  }
}
