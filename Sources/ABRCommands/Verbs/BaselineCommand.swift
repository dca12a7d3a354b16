import ABRComparison
import ABRInput
import ABRReports
import ABRRuns
import FoundationEssentials

/// `abrlab baseline`: keeps a run for later comparisons.
enum BaselineCommand: Verb {
  static let spec = CommandSpec(
    name: "baseline",
    summary: "Save, list and show the runs that later ones are compared against",
    group: "Compare",
    subcommands: [save, list, show])

  private static let save = CommandSpec(
    name: "save",
    summary: "Save a run as a baseline, to be committed",
    discussion: """
      A baseline holds the engine's semantics, digests of traces and videos, options and seed, and of every session the \
      values that gates are judged by, so that nothing has to be played again to compare with it.
      """,
    examples: [
      .init(
        line: "abrlab baseline save ci/main.json --traces Traces/recorded --video Traces/video/hls-authoring.json "
          + "--policy auto",
        meaning: "play a run and keep it"),
      .init(line: "abrlab baseline save ci/main.json -c abrlab.toml", meaning: "the same from a configuration"),
      .init(line: "abrlab baseline save ci/main.json --run run.json", meaning: "keep a run that was saved"),
    ],
    options: [.positional("FILE", "Where the baseline goes; an old one is replaced")] + RunOptions.inputs
      + [RunSource.option] + ExperimentPlay.options)

  private static let list = CommandSpec(
    name: "list",
    summary: "List the baselines below a folder",
    options: [
      .positional("FOLDER", isRequired: false, "The folder; the current one without it"),
      CommonOptions.format(TableFormat.allCases.map(\.rawValue)),
    ])

  private static let show = CommandSpec(
    name: "show",
    summary: "Show what a baseline was made of and what it holds",
    examples: [.init(line: "abrlab baseline show git:main:ci/main.json", meaning: "the one of a commit")],
    options: [
      .positional("FILE", "The baseline, or git:REF:PATH"), CommonOptions.format(TableFormat.allCases.map(\.rawValue)),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    switch arguments.path.last {
    case save.name: try save(RunConfiguration.fill(arguments, sharedWith: CheckCommand.spec), context)
    case list.name: try list(arguments, context)
    default: try show(arguments, context)
    }
  }

  private static func save(_ arguments: ParsedArguments, _ context: Context) throws -> ExitCode {
    let path = arguments.string("FILE") ?? ""
    let file = try ExportFile(
      path: path, format: "baseline", place: nil, inputs: InputPaths(arguments, besides: ["FILE"]))
    guard let (record, warnings, _) = try RunSource.record(arguments, console: context.console) else {
      return .interrupted
    }
    context.console.warn(all: warnings)
    guard !record.header.isPartial else {
      throw UsageError("\(arguments.place("--run")): the run was interrupted; a baseline needs a complete one")
    }
    try file.write(try Baseline(record).text())
    let sessions = record.configurations.reduce(0) { $0 + $1.sessions.count }
    context.console.note(
      "baseline \(path): \(Counted.text(sessions, "session")), corpus \(record.header.tracesSHA256.prefix(8)), "
        + "engine semantics \(record.header.engineSemantics)")
    return .success
  }

  private static func list(_ arguments: ParsedArguments, _ context: Context) throws -> ExitCode {
    let folder = arguments.string("FOLDER") ?? "."
    guard case .folder? = try? InputFile.kind(of: folder) else {
      throw RunFileError.unreadable(file: folder, reason: "there is no such folder")
    }
    let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
    // People tell corpora apart by their first digits.
    let digits = format == .table || format == .md ? 12 : 64
    var table = DataTable(columns: columns)
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    for file in files.filter({ $0.hasSuffix(".json") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } })
      .sorted()
    {
      let path = folder == "." ? file : "\(folder)/\(file)"
      // Other documents lie about, too: what does not say that it is a baseline is none.
      guard let head = try? InputFile.read(path, range: 0..<256), Baseline.recognises(head) else { continue }
      do {
        append(try SavedRun(path).record, of: path, digits: digits, to: &table)
      } catch {
        context.console.warn("\(error)")
      }
    }
    if table.rows.isEmpty {
      context.console.note("\(folder): holds no baseline; abrlab baseline save FILE … makes one")
    }
    context.console.output.write(table.text(as: format, width: context.console.outputTerminal.width ?? .max))
    return .success
  }

  private static func show(_ arguments: ParsedArguments, _ context: Context) throws -> ExitCode {
    let saved = try SavedRun(arguments.string("FILE") ?? "")
    let header = saved.record.header
    var facts = DataTable(columns: [.text("name"), .text("value")])
    let rows: [(String, String)] =
      [
        ("abrlab", header.version), ("engine_semantics", "\(header.engineSemantics)"),
        ("model", header.model.rawValue), ("trace_end", header.traceEnd.rawValue),
        ("seed", header.seed.map { "\($0)" } ?? "none"), ("default_latency_s", "\(header.defaultLatency)"),
        ("traces", "\(saved.record.traces.count)"), ("traces_sha256", header.tracesSHA256),
        ("videos", saved.record.contents.joined(separator: ", ")), ("videos_sha256", header.videosSHA256),
      ] + header.settings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for (name, value) in rows { facts.append([.text(name), .text(value)]) }
    for configuration in saved.record.configurations {
      facts.append([.text("configuration"), .text(configuration.configuration.fullName)])
    }
    let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
    context.console.output.write(facts.text(as: format, width: context.console.outputTerminal.width ?? .max))
    return .success
  }

  private static let columns: [DataTable.Column] = [
    .text("file"), .text("policies"), .number("sessions", title: "sessions", digits: 0),
    .number("traces", title: "traces", digits: 0), .text("traces_sha256", title: "corpus"),
    .number("engine_semantics", title: "semantics", digits: 0),
  ]

  private static func append(_ record: RunRecord, of path: String, digits: Int, to table: inout DataTable) {
    table.append([
      .text(path), .text(record.configurations.map(\.configuration.policy).joined(separator: ", ")),
      .integer(record.configurations.reduce(0) { $0 + $1.sessions.count }), .integer(record.traces.count),
      .text(String(record.header.tracesSHA256.prefix(digits))), .integer(record.header.engineSemantics),
    ])
  }
}
