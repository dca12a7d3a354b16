import ABRExperiments
import ABRPolicies
import ABRReports
import Foundation

/// One search with its playing, its checkpoint and its judgement on the traces held out.
struct TuneRun {
  private let inputs: TuneInputs
  private let play: ExperimentPlay
  private let console: Console
  private var search: TuningSearch

  /// Prepares the search, and takes over what its checkpoint has.
  ///
  /// - Throws: `UsageError`, `RunFileError` for a checkpoint that belongs to another search.
  init(_ inputs: TuneInputs, play: ExperimentPlay, console: Console) throws {
    self.inputs = inputs
    self.play = play
    self.console = console
    do throws(TuningError) {
      search = try TuningSearch(
        inputs.space, for: inputs.goals, method: inputs.options.method, budget: inputs.options.budget,
        seed: inputs.options.seed, traces: inputs.split.search, traceCount: inputs.traces.count,
        programmeCount: inputs.programmeCount, ofQueues: inputs.playsQueues)
    } catch {
      throw UsageError("--keep: \(error)")
    }
  }

  /// Lets another program choose through lines of JSON; `nil` where it ended before anything was played.
  ///
  /// - Parameters:
  ///   - next: reads a line, without what ends it; `nil` at the end.
  ///   - write: writes a line.
  mutating func outcome(asking next: () -> String?, write: (String) throws -> Void) throws -> TuningOutcome? {
    let inputs = inputs
    let play = play
    let outcome = try AskTell(inputs).run(&search, next: next, write: write) { settings, traces in
      try play.sessions(of: try inputs.experiment(settings, over: traces.map { inputs.traces[$0] }))
    }
    guard !outcome.rungs.isEmpty else {
      console.warn("nothing was asked for: there is no answer")
      return nil
    }
    return outcome
  }

  /// Searches; `nil` where it was interrupted before the first rung was through.
  mutating func outcome() throws -> TuningOutcome? {
    let inputs = inputs
    let play = play
    let console = console
    // Made once: what does not go together is said before anything is played.
    let first = try inputs.experiment(Array(inputs.space.settings.prefix(1)), over: inputs.traces)
    let digest = TuningSearch.digest(of: first)
    if let file = inputs.options.checkpoint, FileManager.default.fileExists(atPath: file) {
      let bytes = [UInt8](try SavedRun.bytes(of: file))
      let adopted = try search.resume(from: bytes, file: file, inputs: digest)
      console.note("\(file): \(adopted) sessions need not be played again")
    }
    let outcome = try search.run(
      play: { settings, traces in
        let experiment = try inputs.experiment(settings, over: traces.map { inputs.traces[$0] })
        return try play.sessions(of: experiment)
      },
      onBatch: { search in
        guard let file = inputs.options.checkpoint else { return }
        try Data(search.checkpoint(inputs: digest).utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
      },
      onStep: { step in console.note(Self.line(step, inputs)) })
    guard !outcome.rungs.isEmpty else {
      console.warn(
        "interrupted before the first rung was through: there is no answer"
          + (inputs.options.checkpoint.map { "; the same command goes on from \($0)" } ?? ""))
      return nil
    }
    return outcome
  }

  /// The current setting and the answer, played over the traces held out, or over those of the search where none are; `nil` where
  /// there is no answer, or the user stopped it.
  ///
  /// - Parameter withTimelines: whether their worst and median sessions are kept over time, for pictures.
  func record(_ outcome: TuningOutcome, withTimelines: Bool) throws -> RunRecord? {
    guard let answer = outcome.answer, !outcome.isPartial || withTimelines else { return nil }
    let settings = inputs.space.current.map { $0.values == answer.setting.values ? [] : [$0] } ?? []
    let places = inputs.split.heldOut.isEmpty ? inputs.split.search.sorted() : inputs.split.heldOut
    let experiment = try inputs.experiment(settings + [answer.setting], over: places.map { inputs.traces[$0] })
    let played = try play.sessions(of: experiment)
    let result = ExperimentResult(experiment, sessions: played)
    guard !result.isPartial else {
      console.warn("interrupted: the answer is not judged on traces held out")
      return nil
    }
    return RunRecord(result, version: Version.current, withTimelines: withTimelines)
  }

  /// The outcome with its judgement on the traces held out, and its code.
  ///
  /// - Parameter record: see ``record(_:withTimelines:)``.
  func result(_ outcome: TuningOutcome, record: RunRecord?) throws -> TuningResult {
    var comparison: RunComparison?
    var missed: [String] = []
    if let record, !outcome.isPartial, !inputs.split.heldOut.isEmpty {
      (comparison, missed) = try judgement(record)
    }
    let code = try outcome.answer.map { answer in
      let setting = try inputs.playerSetting(answer.setting)
      return inputs.options.players.map { PlayerCode(setting, for: $0) }
    }
    return TuningResult(
      space: inputs.space, goals: inputs.goals, method: inputs.options.method,
      seed: inputs.options.seed, split: inputs.split, outcome: outcome, heldOut: comparison, missedWhenHeldOut: missed,
      code: code ?? [])
  }

  /// The answer against the current setting over the traces held out, and the conditions that it misses there.
  private func judgement(_ record: RunRecord) throws -> (RunComparison?, [String]) {
    let answer = record.combinations.count - 1
    func value(_ keep: Gate, _ combination: Int) -> Double? {
      let combination = record.combinations[combination]
      return keep.measure.value(of: combination, over: combination.sessions.indices)
    }
    let missed = inputs.goals.keeps.filter { keep in
      inputs.goals.excess(of: value(keep, answer), over: keep, reference: value(keep, 0)) > 0
    }.map { "\($0.name) is missed, the value is \(MeasureText($0.measure).value(value($0, answer)))" }
    guard answer > 0 else { return (nil, missed) }
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, answer))
    let usual = Measure.usual(ofQueues: inputs.playsQueues).filter { !inputs.goals.objectives.contains($0) }
    return (RunComparison(pairing, (0, answer), measures: inputs.goals.objectives + usual), missed)
  }

  private static func line(_ step: TuningSearch.Step, _ inputs: TuneInputs) -> String {
    let setting = inputs.space.text(of: step.best.values)
    let values = zip(inputs.goals.objectives, step.values).map { "\($0.name) \(MeasureText($0).value($1))" }
    let kept = step.rung < step.rungCount ? ", \(step.kept) go on" : ""
    return "rung \(step.rung)/\(step.rungCount)  \(step.settings) settings x \(step.traces) traces\(kept)  best "
      + (step.isFeasible ? "" : "misses a --keep: ") + "\(setting)  \(values.joined(separator: ", "))"
  }
}
