import ABRComparison
import ABRInput
import ABRPolicies
import ABRReports
import ABRRuns
import ABRTuning

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
      let experiment = try inputs.experiment(settings, over: traces.map { inputs.traces[$0] })
      let progress = Progress(total: experiment.sessionCount, unit: "sessions", console: console)
      return try play.sessions(of: experiment, in: progress, after: 0).sessions
    }
    guard !outcome.rungs.isEmpty else {
      console.warn("nothing was asked for: there is no answer")
      return nil
    }
    return outcome
  }

  /// Searches; `nil` where it was interrupted before any trace was played with every setting of the first rung.
  mutating func outcome() throws -> TuningOutcome? {
    let inputs = inputs
    let play = play
    let console = console
    // Made once: what does not go together is said before anything is played.
    let digest = TuningSearch.digest(of: try inputs.sample())
    if let file = inputs.options.checkpoint, InputFile.identity(of: file) != nil {
      let bytes = [UInt8](try SavedRun.bytes(of: file))
      // An empty file was made to be written to.
      if !bytes.isEmpty {
        let adopted = try Self.adopt(bytes, of: file, inputs: digest, into: &search)
        console.note("\(file): \(adopted) sessions need not be played again")
      }
    }
    let progress = Progress(total: search.expectedSessions, unit: "sessions", console: console)
    var done = 0
    let outcome = try search.run(
      play: { settings, traces in
        let experiment = try inputs.experiment(settings, over: traces.map { inputs.traces[$0] })
        let sessions: [ExperimentRunner.Played?]
        (sessions, done) = try play.sessions(of: experiment, in: progress, after: done)
        return sessions
      },
      onBatch: { search in
        guard let file = inputs.options.checkpoint else { return }
        try Self.save(search.checkpoint(inputs: digest), to: file)
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

  /// Takes over what a checkpoint has.
  ///
  /// - Throws: ``UsageError`` with file, line and key, and how to go on.
  private static func adopt(
    _ bytes: [UInt8], of file: String, inputs: String, into search: inout TuningSearch
  ) throws(UsageError) -> Int {
    do throws(RunFileError) {
      return try search.resume(from: bytes, file: file, inputs: inputs)
    } catch {
      throw UsageError(
        "\(error)",
        hint:
          "a --checkpoint holds one search: name another file, delete this one, or use the goals and inputs it was saved with"
      )
    }
  }

  private static func save(_ text: String, to file: String) throws(UsageError) {
    do {
      try WholeFile.write(Array(text.utf8), to: file)
    } catch {
      throw ExportFile.error("--checkpoint", file, error, code: .failure)
    }
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
      let remarks = missedKeeps(of: outcome).map { "This setting misses a condition of the search: \($0)." }
      return inputs.options.players.map { PlayerCode(setting, for: $0, remarks: remarks) }
    }
    return TuningResult(
      setup: try inputs.description, space: inputs.space, goals: inputs.goals, method: inputs.options.method,
      seed: inputs.options.seed, split: inputs.split, outcome: outcome, heldOut: comparison, missedWhenHeldOut: missed,
      settingWarnings: try outcome.answer.map { try inputs.warnings(on: $0.setting) } ?? [], code: code ?? [])
  }

  /// The conditions that the answer misses on the traces of the search, with its values.
  private func missedKeeps(of outcome: TuningOutcome) -> [String] {
    guard let closest = outcome.closest else { return [] }
    func value(_ evaluated: TuningOutcome.Evaluated?, _ measure: Measure) -> Double? {
      zip(inputs.goals.objectives, evaluated?.values ?? []).first { $0.0 == measure }?.1
    }
    return inputs.goals.keeps.compactMap { keep in
      let found = value(closest, keep.measure)
      guard inputs.goals.excess(of: found, over: keep, reference: value(outcome.current, keep.measure)) > 0 else {
        return nil
      }
      return "\(keep.name), its value is \(MeasureText(keep.measure).value(found))"
    }
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
    let size = "\(Counted.text(step.settings, "setting")) x \(Counted.text(step.traces, "trace"))"
    return "rung \(step.rung)/\(step.rungCount)  \(size)\(kept)  best "
      + (step.isFeasible ? "" : "misses a --keep: ") + "\(setting)  \(values.joined(separator: ", "))"
  }
}
