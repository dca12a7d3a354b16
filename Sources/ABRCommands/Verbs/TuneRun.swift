import ABRComparison
import ABRInput
import ABRPolicies
import ABRReports
import ABRRuns
import ABRTuning

/// One search with its playing, and its judgement on the traces held out.
struct TuneRun {
  private let inputs: TuningInputs
  /// Players whose code for the answer is made.
  private let players: [PlayerTarget]
  private let play: ExperimentPlay
  private let console: Console
  private var search: TuningSearch

  /// Prepares the search; a few settings are played to say what it will cost.
  ///
  /// - Throws: `UsageError`.
  init(_ inputs: TuningInputs, for players: [PlayerTarget], play: ExperimentPlay, console: Console) throws {
    self.inputs = inputs
    self.players = players
    self.play = play
    self.console = console
    let estimate = inputs.request.method == .askTell ? nil : try Self.estimate(of: inputs, play: play)
    do throws(TuningError) {
      search = try TuningSearch(
        inputs.space, for: inputs.goals, method: inputs.request.method ?? estimate?.method ?? .exhaustive,
        samples: inputs.request.samples ?? estimate?.samples ?? .max, seed: inputs.request.seed,
        traces: inputs.split.search, recordings: inputs.split.searchRecordings, confidence: inputs.request.confidence,
        traceCount: inputs.traces.count, contentCount: inputs.contentCount)
    } catch {
      throw UsageError("--constraint: \(error)")
    }
    if let estimate { console.note(Self.line(estimate, search)) }
    let isChosen = inputs.request.method != nil || inputs.request.samples != nil
    if inputs.playsOwnCode, !isChosen, search.plannedSessions > SearchEstimate.usualCodeSessions, let estimate {
      throw UsageError(
        "\(search.plannedSessions) sessions of a player's own code take \(Self.seconds(search.plannedSessions, estimate)); "
          + "without --method or --samples at most \(SearchEstimate.usualCodeSessions) are played",
        hint: "--method exhaustive plays them all, --samples 50 a random sample")
    }
  }

  /// What the whole grid would cost, by a few settings of it.
  private static func estimate(of inputs: TuningInputs, play: ExperimentPlay) throws -> SearchEstimate {
    // A player's own code takes its time, the same for every setting.
    let traces =
      inputs.playsOwnCode ? Array(inputs.split.search.prefix(SearchEstimate.codeSample)) : inputs.split.search
    let sample = inputs.playsOwnCode ? Array(inputs.space.settings.prefix(1)) : SearchEstimate.sample(of: inputs.space)
    let experiment = try inputs.experiment(sample, over: traces.map { inputs.traces[$0] })
    let began = ContinuousClock.now
    let sessions = try play.sessions(of: experiment, in: nil, after: 0).sessions
    let took = (ContinuousClock.now - began) / .seconds(1)
    let whole = inputs.space.settings.count * inputs.split.search.count
    return SearchEstimate(
      of: inputs.space, sample: sessions.compactMap { $0?.metrics }, took: took,
      share: Double(sample.count * traces.count) / Double(whole))
  }

  /// What is about to be played, and how long that takes.
  private static func line(_ estimate: SearchEstimate, _ search: TuningSearch) -> String {
    let (planned, all) = (search.plannedSessions, search.exhaustiveSessions)
    guard planned < all else { return "\(search.method.rawValue): \(planned) sessions, \(seconds(planned, estimate))" }
    return "random sample: \(planned) of \(all) sessions, \(seconds(planned, estimate)); "
      + "--method exhaustive takes \(seconds(all, estimate))"
  }

  private static func seconds(_ sessions: Int, _ estimate: SearchEstimate) -> String {
    "about \(Decimals.text(estimate.seconds * Double(sessions) / Double(max(estimate.sessions, 1)), digits: 1)) s"
  }

  /// Plays settings over traces, as `TuningSearch.Play` has it. A player's own code is played one setting after
  /// another: each has pages of its own.
  ///
  /// - Parameter play: plays an experiment.
  private static func sessions(
    of settings: [TuningSetting], over traces: [Int], _ inputs: TuningInputs,
    play: (Experiment) throws -> [SessionResult?]
  ) throws -> [SessionResult?] {
    let networks = traces.map { inputs.traces[$0] }
    guard inputs.playsOwnCode else { return try play(inputs.experiment(settings, over: networks)) }
    let columns = try settings.map { try play(inputs.experiment([$0], over: networks)) }
    return (columns.first ?? []).indices.flatMap { row in columns.map { $0[row] } }
  }

  /// Lets another program choose through lines of JSON; `nil` where it ended before anything was played.
  ///
  /// - Parameters:
  ///   - next: reads a line, without what ends it; `nil` at the end.
  ///   - write: writes a line.
  mutating func outcome(asking next: () throws -> String?, write: (String) throws -> Void) throws -> TuningOutcome? {
    let inputs = inputs
    let play = play
    let console = console
    let outcome = try AskTell(inputs).run(&search, next: next, write: write) { settings, traces in
      try Self.sessions(of: settings, over: traces, inputs) { experiment in
        let progress = Progress(total: experiment.sessionCount, unit: "sessions", console: console)
        return try play.sessions(of: experiment, in: progress, after: 0).sessions
      }
    }
    guard outcome.traces > 0 else {
      console.warn("nothing was asked for: there is no answer")
      return nil
    }
    return outcome
  }

  /// Searches; `nil` where it was interrupted before any trace was played with every setting.
  mutating func outcome() throws -> TuningOutcome? {
    let inputs = inputs
    let play = play
    let console = console
    let progress = Progress(total: search.plannedSessions, unit: "sessions", console: console)
    var done = 0
    let outcome = try search.run { settings, traces in
      try Self.sessions(of: settings, over: traces, inputs) { experiment in
        let sessions: [SessionResult?]
        (sessions, done) = try play.sessions(of: experiment, in: progress, after: done)
        return sessions
      }
    }
    guard outcome.traces > 0 else {
      console.warn("interrupted before any trace was played with every setting: there is no answer")
      return nil
    }
    return outcome
  }

  /// The current setting and the answer, played over the traces held out, or over those of the search where none are;
  /// `nil` where there is no answer, or the user stopped it.
  ///
  /// - Parameter withTimelines: whether their worst, median and best sessions are kept over time, for pictures.
  func record(_ outcome: TuningOutcome, withTimelines: Bool) throws -> RunRecord? {
    guard let answer = outcome.answer, !outcome.isPartial || withTimelines else { return nil }
    let settings = inputs.space.current.map { $0.values == answer.setting.values ? [] : [$0] } ?? []
    let places = inputs.split.heldOut.isEmpty ? inputs.split.search.sorted() : inputs.split.heldOut
    let experiment = try inputs.experiment(settings + [answer.setting], over: places.map { inputs.traces[$0] })
    let result = try play.result(of: experiment, withTimelines: withTimelines, isNoted: false)
    guard !result.isPartial else {
      console.warn("interrupted: the answer is not judged on traces held out")
      return nil
    }
    return RunRecord(result, version: Version.current)
  }

  /// The outcome with its judgement on the traces held out, and its code.
  ///
  /// - Parameter record: see ``record(_:withTimelines:)``.
  func result(_ outcome: TuningOutcome, record: RunRecord?) throws -> TuningResult {
    var comparison: RunComparison?
    var conditions: [HeldOutCondition] = []
    var values: [Double?] = []
    if let record, !outcome.isPartial, !inputs.split.heldOut.isEmpty {
      (comparison, conditions, values) = try judgement(record)
    }
    var result = TuningResult(
      setup: try TuningSetup(of: inputs.sample(), inputs.current, version: Version.current), space: inputs.space,
      goals: inputs.goals, method: search.method,
      seed: inputs.request.seed, split: inputs.split, outcome: outcome, heldOut: comparison,
      heldOutConditions: conditions, heldOutValues: values,
      settingWarnings: try outcome.answer.map { try inputs.warnings(on: $0.setting) } ?? [])
    result.code =
      try outcome.answer.map {
        try code(
          for: $0, of: outcome, remark: result.codeRemark,
          isNotAdvised: result.recommendation?.keepsOther == true)
      } ?? []
    return result
  }

  /// A setting as code for the players, which says what speaks against it.
  ///
  /// - Parameters:
  ///   - evaluated: the setting.
  ///   - outcome: what the search found.
  ///   - remark: what is advised.
  ///   - isNotAdvised: whether that is to keep the current setting in its place.
  private func code(
    for evaluated: TuningOutcome.Evaluated, of outcome: TuningOutcome, remark: String? = nil, isNotAdvised: Bool = false
  ) throws -> [PlayerCode] {
    let setting = evaluated.setting
    let player = try inputs.player(of: setting)
    let preload = try setting.configuration.preload.map { try PreloadSpec(parsing: $0) }
    var remarks = inputs.goals.missed(by: evaluated, current: outcome.current).map { constraint, value in
      "This setting misses a constraint of the search: \(constraint.name), its value is "
        + "\(MeasureText(constraint.measure).value(value))."
    }
    if outcome.isPartial {
      remarks.append("The search was stopped early: nothing is promised of this setting.")
    } else if remarks.isEmpty, evaluated.isPromised == false {
      remarks.append("This setting is not promised to meet the constraints of the search on new traces.")
    }
    if let remark, remarks.isEmpty || isNotAdvised { remarks.insert(remark, at: 0) }
    // The answer to a search over a player's options is its configuration.
    let own = players.isEmpty && inputs.variesOptions ? PlayerTarget(rawValue: player.known.name) : nil
    return try (players + (own.map { [$0] } ?? [])).map {
      try PlayerCode(player, for: $0, preload: preload, remarks: remarks)
    }
  }

  /// Every setting as code and as a command, for a page on which a reader chooses.
  ///
  /// - Parameters:
  ///   - result: the search.
  ///   - arguments: its options.
  func whatIf(_ result: TuningResult, _ arguments: ParsedArguments) throws -> TuningWhatIf? {
    try TuningWhatIf(result) { evaluated in
      let command = ReproducingCommand.run(
        arguments, evaluated.setting.configuration, current: inputs.current, isOfOptions: inputs.variesOptions)
      return TuningWhatIf.Recipe(code: try code(for: evaluated, of: result.outcome), command: command)
    }
  }

  /// The answer against the current setting over the traces held out, and what it comes to there in each condition and
  /// objective.
  private func judgement(_ record: RunRecord) throws -> (RunComparison?, [HeldOutCondition], [Double?]) {
    let answer = record.configurations.count - 1
    func value(_ measure: Measure, _ configuration: Int) -> Double? {
      let configuration = record.configurations[configuration]
      return measure.value(of: configuration, over: configuration.sessions.indices)
    }
    let conditions = inputs.goals.constraints.map { constraint in
      let (own, current) = (value(constraint.measure, answer), value(constraint.measure, 0))
      let isMet = inputs.goals.excess(of: own, over: constraint, reference: current) <= 0
      let seen = constraint.bound.isLimit ? own : own.flatMap { own in current.map { own - $0 } }
      return HeldOutCondition(constraint: constraint, seen: seen, isMet: isMet)
    }
    let values = inputs.goals.objectives.map { value($0, answer) }
    guard answer > 0 else { return (nil, conditions, values) }
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, answer))
    let usual = pairing.usualMeasures(of: (0, answer)).filter { !inputs.goals.objectives.contains($0) }
    return (RunComparison(pairing, (0, answer), measures: inputs.goals.objectives + usual), conditions, values)
  }
}
