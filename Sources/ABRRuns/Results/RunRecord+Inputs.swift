import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback

/// What a run was made of, from the experiment and as documents write it: the one place for both.
extension RunRecord.Header {
  /// The header of a run of an experiment.
  init(of experiment: Experiment, version: String, isPartial: Bool) {
    self.init(
      version: version, engineSemantics: EngineSemantics.version, model: experiment.model,
      traceEnd: experiment.traceEnd, seed: experiment.seed, defaultLatency: experiment.defaultLatency,
      settings: experiment.settings, tracesSHA256: ResultDocument.digest(of: experiment.traces.map(\.sha256)),
      videosSHA256: ResultDocument.digest(of: experiment.videos.map(\.sha256)), isPartial: isPartial)
  }

  /// The members of `inputs` that are neither traces nor videos.
  package var members: [String: JSONValue] {
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
      file: input.file, name: input.trace.name, family: input.family, sha256: input.sha256,
      duration: input.trace.duration, meanBandwidth: input.trace.meanBandwidth, start: experiment.offset(of: input))
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
  init(_ input: VideoSource) {
    let sizes =
      switch input.video.sizeOrigin {
      case .measured: "measured"
      case .derived(let model): "derived: \(model)"
      }
    self.init(
      file: input.file, name: input.video.name, sha256: input.sha256, duration: input.video.duration,
      segmentCount: input.video.segmentCount, renditionCount: input.video.ladder.count, sizes: sizes)
  }

  /// The video as documents write it.
  package var json: JSONValue {
    .object([
      "file": .string(file), "name": .string(name), "sha256": .string(sha256), "duration_s": .number(duration),
      "segments": .integer(segmentCount), "renditions": .integer(renditionCount), "sizes": .string(sizes),
    ])
  }
}
