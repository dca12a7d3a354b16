import ABRInput
import ABRReports
import ABRRuns
import FoundationEssentials

/// `abrlab history`: keeps what the gates of builds came to, and shows them over time.
enum HistoryCommand: Verb {
  static let spec = CommandSpec(
    name: "history",
    summary: "Keep the gated metrics of builds and show where they moved",
    group: "Compare",
    subcommands: [add, show])

  private static let commit = "--commit"

  private static let add = CommandSpec(
    name: "add",
    summary: "Add a build to a history",
    discussion: """
      A history is a file of JSON with a line for each build, which a build job keeps between builds: in a branch, a cache \
      or an artifact. Of a commit that is built again the last line counts, in the place of the first.
      """,
    examples: [
      .init(
        line: "abrlab history add history.jsonl check.json",
        meaning: "what abrlab check --export json=check.json wrote, of the commit that is checked out")
    ],
    options: [
      .positional("FILE", "The history, made where it is missing"),
      .positional("CHECK", "What abrlab check wrote as JSON"),
      .option(
        commit, "NAME", default: "GITHUB_SHA, CI_COMMIT_SHA, or what git says", "What was built"),
    ])

  private static let show = CommandSpec(
    name: "show",
    summary: "Show the builds of a history",
    discussion: """
      Intervals are of the paired difference to the baseline. A metric moves at a build where the baseline's value with \
      that interval does not overlap that of the build before; where there is no interval, at each that differs. \
      Builds over other traces or videos than the one before, or against another baseline, are not compared with it. \
      smaller-is-better and bigger-is-better are JSON of the last build for github-action-benchmark, with the metrics of \
      that direction.
      """,
    examples: [
      .init(
        line: "abrlab history show history.jsonl --export html=history.html",
        meaning: "each gated metric over the builds, as a page")
    ],
    options: [
      .positional("FILE", "The history"),
      CommonOptions.format(["table", "json", "md", "smaller-is-better", "bigger-is-better"]), CommonOptions.pageExport,
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let file = arguments.string("FILE") ?? ""
    guard arguments.path.last == add.name else { return try show(file, arguments, context) }
    let check = arguments.string("CHECK") ?? ""
    let document = try document(of: check)
    let build = BuildHistory.Build(document, commit: try commit(arguments, context), date: date(context.environment))
    guard let build else { preconditionFailure("a check that its schema allows has gates with their metrics") }
    // Jobs may add at once.
    try WholeFile.alone(at: file) {
      let old = InputFile.identity(of: file) == nil ? [] : try SavedRun.bytes(of: file)
      _ = try history(old, file)
      let end: [UInt8] = old.isEmpty || old.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
      let output = try ExportFile(path: file, format: "history", place: nil, inputs: InputPaths())
      try output.write(String(decoding: old + end, as: UTF8.self) + build.line)
    }
    context.console.note("history \(file): \(build.commit) added, \(build.outcome)")
    return .success
  }

  /// The check that a file holds, as its schema has it.
  private static func document(of check: String) throws -> JSONValue {
    func damaged(_ fault: InputFault) -> DamagedRecord {
      DamagedRecord(
        ofResult: RunFileError(fault, file: check),
        hint: "abrlab check --gate GATE --export json=\(ShellWord.quoted(check)) writes it anew")
    }
    let bytes = try SavedRun.bytes(of: check)
    let document: JSONValue
    do { document = try JSONValue(parsing: bytes) } catch { throw damaged(error) }
    guard let schema = DocumentSchema.named("check"), SavedResult(bytes) == .document([schema]) else {
      throw RunFileError(
        InputFault(line: 1, field: "gates", found: "none", allowed: "a check saved by abrlab check --export json=FILE"),
        file: check)
    }
    do { try schema.check(document) } catch { throw damaged(error) }
    return document
  }

  /// The history of a file's bytes.
  private static func history(_ bytes: [UInt8], _ file: String) throws -> BuildHistory {
    do throws(RunFileError) {
      return try BuildHistory(parsing: bytes, file: file)
    } catch {
      guard BuildHistory.recognises(bytes) else { throw error }
      throw DamagedRecord(
        ofResult: error, hint: "take the line out; abrlab history add \(file) CHECK adds the build again")
    }
  }

  private static func show(_ file: String, _ arguments: ParsedArguments, _ context: Context) throws -> ExitCode {
    let exports = try PageExports(arguments, context: context)
    let history = try history(SavedRun.bytes(of: file), file)
    guard !history.builds.isEmpty else {
      throw RunFileError.unreadable(file: file, reason: "it holds no build; abrlab history add \(file) CHECK adds one")
    }
    let page = HistoryPage(history)
    func text(_ format: String, width: Int = .max) -> String {
      switch format {
      case "json": page.json.text()
      case "smaller-is-better": page.benchmark(.lower).text()
      case "bigger-is-better": page.benchmark(.higher).text()
      case "md": page.table.text(as: .md)
      default: page.table.text(as: .table, width: width)
      }
    }
    try exports.write(page: { page.report }, text: { try $1(text($0)) })
    context.console.output.write(
      text(arguments.string("--format") ?? "table", width: context.console.outputTerminal.width ?? .max))
    return .success
  }

  /// What was built: as it is given, as the build service says it, or what is checked out.
  private static func commit(_ arguments: ParsedArguments, _ context: Context) throws -> String {
    let given =
      [arguments.string(commit)] + ["GITHUB_SHA", "CI_COMMIT_SHA"].map { context.environment[$0] }
    if let name = given.lazy.compactMap(\.self).first(where: { !$0.isEmpty }) { return name }
    if let git = try? Subprocess("git", ["rev-parse", "HEAD"]), git.status == 0 {
      return String(decoding: git.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    throw UsageError("\(commit): is missing, and there is no repository here; write \(commit) NAME")
  }

  /// Now, in UTC; the time of `SOURCE_DATE_EPOCH` where it is set.
  private static func date(_ environment: [String: String]) -> String {
    let time = environment["SOURCE_DATE_EPOCH"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:)) ?? Date()
    return time.formatted(Date.ISO8601FormatStyle())
  }
}
