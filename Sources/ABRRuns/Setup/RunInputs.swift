import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions

/// An experiment of settings, with what the user should know of it.
package struct RunInputs: Sendable {
  /// What is played.
  package var experiment: Experiment
  /// What the user should know before the run.
  package let warnings: [String]
  /// What holds for every row of the table and is no column of it; `nil` under a peer's model.
  package let caption: String?
  /// What stands in for a part of a player that is not modelled.
  package let notes: [String]

  /// Reads files and specs.
  ///
  /// - Parameters:
  ///   - asked: what the settings say.
  ///   - given: the settings, with `video`, and for the model mm22 `retention`.
  ///   - external: what decides outside of the engine.
  ///   - traces: reads the traces, once all else is known to be right.
  /// - Throws: `SettingError`, and the typed errors of traces, videos and specs.
  package init(
    _ asked: SessionSetup, given: GivenSettings, external: ExternalPolicies = ExternalPolicies(),
    traces: () throws -> [TraceSource]
  ) throws {
    guard asked.model != .mm22 else {
      (experiment, warnings) = try MM22Inputs.experiment(given, setup: asked, traces: traces)
      (caption, notes) = (nil, [])
      return
    }
    if let retention = given["retention"] { throw SettingError(retention.place, "needs --model mm22") }
    let videos = try asked.videos(given)
    let setup = try asked.fetching(asIn: asked.played(videos).map(\.video))
    caption = setup.caption
    let choices = try setup.choices()
    let isPlayed = setup.plan.playsVideosOfRun
    let played = isPlayed ? videos : []
    let players = try setup.configurations(choices, videos: played, external: external)
    let traces = try traces()
    notes = setup.playerNotes(of: choices) + players.codeNotes
    experiment = try setup.experiment(
      traces: traces, videos: played, players: players, record: external.record.merging(players.codeRecord) { $1 })
    let scores = experiment.scores
    for formula in setup.formulas where formula.scores.map({ !scores.contains($0) }) ?? false {
      let metric = MetricDefinition.qoe(formula.known)
      throw SettingError("\(given.place("qoe")):", "\(metric.name): \(metric.remedy ?? "")")
    }
    warnings =
      try setup.warnings(choices, videos: played.map(\.video), traces: traces, given: given)
      + players.codeWarnings + setup.copyWarnings(played)
      + (isPlayed || videos.isEmpty
        ? []
        : ["\(given.place("video")): not played, all items of \(setup.source?.name ?? "") have videos of their own"])
  }
}
