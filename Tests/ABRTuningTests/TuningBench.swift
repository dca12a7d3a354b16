import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRunsTestSupport

@testable import ABRParallel
@testable import ABRRuns
@testable import ABRTuning

/// Sixty traces and a grid over the optimizer's minimum and maximum.
struct TuningBench {
  let traces: [TraceSource]
  let videos: [VideoSource]
  let space: SearchSpace

  init(_ ranges: [(String, String)], traces count: Int = 60, policy: String = "bba-0", videos videoCount: Int = 1)
    throws
  {
    traces = try SampleRun.traces(count)
    videos = Array(try SampleRun.videos().prefix(videoCount))
    space = try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: policy), SpecTemplate(.buffer, parsing: "growth(min=4s,max=40s)")],
      ranges: ranges.map { (name: $0.0, text: $0.1) })
  }

  func play(_ settings: [TuningSetting], _ indices: [Int]) throws -> [SessionResult?] {
    try play(settings, indices, jobs: 2)
  }

  func play(_ settings: [TuningSetting], _ indices: [Int], jobs: Int) throws -> [SessionResult?] {
    try ExperimentRunner(experiment(settings, indices), jobs: jobs).run()
  }

  func experiment(_ settings: [TuningSetting], _ indices: [Int]) throws -> Experiment {
    let players = try settings.map { setting in
      try PreparedSession(
        policy: setting.configuration.policy, buffer: setting.configuration.buffer, viewer: "leave(40s)",
        videos: videos)
    }
    return Experiment(traces: indices.map { traces[$0] }, videos: videos, players: players)
  }

  func search(
    _ goals: [String] = ["rebuffer_ratio", "bytes_wasted_per_h"], constraint: [String] = [],
    method: SearchMethod = .exhaustive, samples: Int = .max, seed: Int = 1, heldOut: Double = 0,
    tolerance: Double = 0, confidence: Double? = nil, earlier: SettingOutcomes? = nil
  ) throws -> TuningSearch {
    let split = try TraceSplit(traces, heldOut: heldOut, seed: seed)
    return try TuningSearch(
      space, for: try TuningGoals(goals: goals, constraints: constraint, tolerance: tolerance),
      method: method,
      samples: samples, seed: seed, traces: split.search,
      recordings: split.searchRecordings, confidence: confidence, traceCount: traces.count, contentCount: videos.count,
      earlier: earlier)
  }
}
