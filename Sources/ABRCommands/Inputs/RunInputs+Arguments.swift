import ABRInput
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRRuns
import ABRSessions

extension RunInputs {
  /// Reads the options of a command that plays a run.
  ///
  /// - Parameters:
  ///   - given: traces that were read already, in place of those of `--traces`.
  ///   - rules: those that a policy may name; `nil` for the lab's and those of the program that has the lab in it.
  /// - Throws: ``UsageError`` for options, and the typed errors of traces, videos, specs and settings.
  init(
    _ arguments: ParsedArguments, traces given: [TraceSource]? = nil, rules: RuleRegistry? = nil, console: Console
  ) throws {
    let external = try console.host.policies.adding(programsOf: arguments)
    let setup = try SessionSetup(arguments.settings, rules: rules ?? external.rules)
    let arguments = try arguments.withBundledData(for: setup, hasTraces: given != nil, console: console)
    try self.init(setup, given: arguments.settings, external: external) {
      try given ?? arguments.traces(console)
    }
  }
}

extension ParsedArguments {
  /// The traces of an option, of copies of a recording the first, which a note says.
  ///
  /// - Parameters:
  ///   - console: takes the note, and what reading has to say.
  ///   - option: names files and folders.
  /// - Throws: as `TraceReading`.
  func traces(_ console: Console, of option: String = "--traces") throws -> [TraceSource] {
    let sources = try TraceReading(self, console: console).sources(at: strings(option))
    return console.firstOfCopies(sources) { ($0.content, $0.file) }
  }

  /// The arguments with `--qoe` for the formulas of quality of experience that `--metric` and `--sort` name.
  var withFormulasOfMetrics: ParsedArguments {
    let asked = strings("--qoe").compactMap { try? QoEFormula(parsing: $0) }
    let options = ["--metric", "--sort"].filter { command.option($0) != nil }
    let more = options.flatMap { strings($0) }.filter { $0.hasPrefix(QoEFormula.prefix) }
      .compactMap { try? QoEFormula(parsing: $0) }.filter { !asked.contains($0) }.uniqued().map(\.canonical)
    guard !more.isEmpty else { return self }
    return setting("--qoe", to: strings("--qoe") + more, place: place(has("--qoe") ? "--qoe" : "--metric"))
  }

  /// The arguments with bundled traces and a bundled video where none are named. Bundled data is used only when a
  /// policy was named.
  ///
  /// - Throws: ``UsageError`` that names all options that are missing.
  func withBundledData(
    for setup: SessionSetup, hasTraces: Bool = false, console: Console
  ) throws(UsageError) -> ParsedArguments {
    var needed: [String] = []
    if !hasTraces { needed.append("--traces") }
    if setup.plan.playsVideosOfRun { needed.append("--video") }
    // A player has a policy of its own.
    if !has("--player") { needed.append("--policy") }
    var missing = needed.filter { !has($0) }
    guard missing.contains("--policy") || setup.model == .mm22 else {
      let filled = BundledData.fill(self, missing, shortVideos: setup.hasSeveralItems, console: console)
      missing.removeAll { filled.has($0) }
      guard !missing.isEmpty else { return filled }
      throw .missing(missing.joined(separator: ", "), self)
    }
    if missing.isEmpty { return self }
    // Under the model of a challenge nothing else has a policy.
    guard setup.model != .mm22 else { throw .missing(missing.joined(separator: ", "), self) }
    if console.host.bundledData != nil { missing.removeAll { $0 != "--policy" } }
    missing = missing.map { $0 == "--policy" ? "--policy or --player" : $0 }
    throw .missing(missing.joined(separator: ", "), self)
  }
}

extension UsageError {
  /// Says of a command that it lacks options.
  static func missing(_ names: String, _ arguments: ParsedArguments) -> UsageError {
    let command = "abrlab \(arguments.path.joined(separator: " "))"
    return UsageError("'\(command)' needs \(names)", hint: "\(command) --help")
  }
}

extension Console {
  /// The first trace of each recording, with a note where others are copies of it.
  ///
  /// - Parameters:
  ///   - traces: in their order.
  ///   - identity: what copies have in common, and what messages call one.
  func firstOfCopies<Trace>(_ traces: [Trace], identity: (Trace) -> (content: UInt64, file: String)) -> [Trace] {
    let copies = CopiedTraces(traces.map(identity))
    if let warning = copies.warning { note(warning) }
    return copies.firsts(of: traces)
  }
}
