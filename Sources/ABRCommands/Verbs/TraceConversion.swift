import ABRInput
import ABRNetwork
import ABRReports

/// Reads traces and writes them in another format: what `trace import` and `trace export` share.
struct TraceConversion {
  /// What is read.
  static let inputs: [OptionSpec] =
    [.positional("PATH", isRepeatable: true, "Trace files or folders; - is standard input")]
    + TraceCommand.readingOptions

  /// What is written.
  static let options: [OptionSpec] =
    [
      .option(
        "--output", short: "-o", "PATH", values: .path,
        "File, where its name has an ending and there is one trace, or folder; made when missing"),
      .flag("--dry-run", "Read everything and say what would be written"),
      .option("--origin", "TEXT", "Where the recordings come from, for index.json"),
      .option("--licence", "TEXT", "Their licence, for index.json"),
      CommonOptions.format(["table", "json"]),
    ] + ExperimentPlay.options

  /// A trace and the file it is to have.
  private struct Item {
    var file: TraceFile
    var name: String
    var export: TraceExport
  }

  private let arguments: ParsedArguments
  private let format: any WritableTraceFormat.Type
  private let output: String
  private let console: Console

  /// Reads the options.
  /// - Throws: ``UsageError``.
  init(
    _ arguments: ParsedArguments, format: any WritableTraceFormat.Type, console: Console
  ) throws(UsageError) {
    self.arguments = arguments
    self.format = format
    self.console = console
    guard let output = arguments.string("--output") ?? (arguments.has("--dry-run") ? "" : nil) else {
      throw UsageError("'abrlab \(arguments.path.joined(separator: " "))' needs --output: a file or a folder")
    }
    self.output = output
  }

  /// Reads, writes and says what was done.
  /// - Throws: the errors of traces, and ``UsageError`` where a file cannot be written.
  func run() throws -> ExitCode {
    let given = arguments.strings("PATH")
    let files = try TraceReading(arguments, leavesFaults: true, console: console).series(at: given)
    let isFile = files.count == 1 && OutputPath.isFile(output)
    if !isFile, OutputPath.isFile(output), output.hasSuffix(".\(format.fileEnding)") { throw tooMany(files) }
    let items = try items(files, below: given)
    let targets = items.map { isFile ? output : "\(output)/\($0.name)" }
    let index = isFile ? nil : "\(output)/index.json"
    try InputPaths(arguments).checkAreNoInputs(targets + [index].compactMap(\.self), "--output")
    if !arguments.has("--dry-run") {
      let progress = Progress(total: items.count, unit: "files", console: console)
      for (item, target) in zip(items, targets) {
        try OutputPath.write(item.export.bytes, to: target)
        progress.advance()
      }
      progress.finish()
      if let index {
        let entries = self.index(items).elements + olderEntries(of: index, besides: items)
        try OutputPath.write(Array(JSONValue.array(entries).text().utf8), to: index)
        OutputPath.warnOfOthers(in: output, besides: targets, console: console)
      }
    }
    report(items, isFile: isFile)
    return .success
  }

  private func tooMany(_ files: [TraceFile]) -> UsageError {
    let names = files.prefix(5).map(\.trace.name).joined(separator: ", ") + (files.count > 5 ? ", …" : "")
    let isOneFile = files.allSatisfy { $0.path == files[0].path }
    return UsageError(
      "--output: \(output) is a file and there are \(files.count) traces (\(names)): name a folder"
        + (isOneFile ? ", or choose one with --trace-option series=NAME, which stands behind #" : ""))
  }

  private func items(_ files: [TraceFile], below given: [String]) throws -> [Item] {
    var owners: [String: TraceFile] = [:]
    let roots = Set(given.map { Self.root($0[...]) })
    let short = files.map { name(of: $0, below: roots) }
    let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
    return try zip(files, short).map { file, short in
      // Files that differ in their endings alone keep them.
      let name = counts[short] == 1 ? short : name(of: file, below: roots, keepsEnding: true)
      if let other = owners.updateValue(file, forKey: name) {
        guard other.path == file.path else {
          throw UsageError("\(other.path) and \(file.path) would both be written to \(name)")
        }
        throw UsageError(
          "\(file.path): \(other.trace.name) and \(file.trace.name) would both be written to \(name); choose one with "
            + "--trace-option series=NAME, which stands behind #")
      }
      do throws(TraceError) {
        return Item(file: file, name: name, export: try format.export(file.trace))
      } catch {
        throw error.inFile(file.path)
      }
    }
  }

  /// A path without slashes at its end.
  private static func root(_ path: Substring) -> String {
    var path = path
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return String(path)
  }

  /// The path of a trace's file in the folder of output: that below the folder that was named, with the name of the
  /// trace behind it where a file has several, and the ending of the format.
  private func name(of file: TraceFile, below roots: Set<String>, keepsEnding: Bool = false) -> String {
    let own = TraceFile.name(of: file.path)
    // The longest of the paths that holds the file; there may be as many paths as files.
    let slashes = file.path.utf8.indices.lazy.filter { file.path.utf8[$0] == UInt8(ascii: "/") }
    let root = slashes.reversed().first { roots.contains(Self.root(file.path[..<$0])) }
    var path = root.map { String(file.path[$0...]) } ?? own
    while path.hasPrefix("/") { path.removeFirst() }
    if !keepsEnding { path = CompressedInput.plainName(path) }
    let endings = keepsEnding ? [] : [".csv", ".json", ".txt", ".log", ".js", ".sh", ".trace"]
    if let ending = endings.first(where: path.hasSuffix) { path.removeLast(ending.count) }
    let series = TraceContent.series(of: file.trace, in: own)
    if series != file.trace.name { path += "-" + OutputPath.name(series, keeping: "._-") }
    return "\(path).\(format.fileEnding)"
  }

  private func report(_ items: [Item], isFile: Bool) {
    if arguments.string("--format") == "json" {
      console.output.write(index(items).text())
    } else {
      console.output.write(
        TraceSummaryTable(items.map(\.file)).overview.text(as: .table, width: console.outputTerminal.width ?? .max))
    }
    var losses: [(text: String, count: Int)] = []
    for loss in items.flatMap(\.export.losses) {
      if let index = losses.firstIndex(where: { $0.text == loss }) {
        losses[index].count += 1
      } else {
        losses.append((loss, 1))
      }
    }
    console.warn(all: losses.map { "\($0.text) (\(Counted.text($0.count, "file")))" })
    let verb = arguments.has("--dry-run") ? "would be written" : "written"
    let count = Counted.text(items.count, "file")
    let place = isFile ? output : output.isEmpty ? count : "\(count) in \(output)"
    for line in LogCoverageText.lines(of: items.map(\.file)) { console.note(line) }
    console.note("\(place) \(verb)")
  }

  /// What the index says of files that were written before and are still there; a file that is no index is replaced,
  /// with a warning.
  private func olderEntries(of index: String, besides items: [Item]) -> [JSONValue] {
    let names = Set(items.map(\.name))
    guard let bytes = try? InputFile.read(index) else { return [] }
    guard case .array(let entries)? = try? JSONValue(parsing: bytes) else {
      console.warn("\(index): was no list of traces, and is replaced")
      return []
    }
    return entries.filter { entry in
      guard let name = entry["file"].string else { return false }
      return !names.contains(name) && InputFile.size(of: "\(output)/\(name)") != nil
    }
  }

  /// What each file is and came from.
  private func index(_ items: [Item]) -> JSONValue {
    .array(
      items.map { item in
        var entry: [String: JSONValue] = [
          "file": .string(item.name), "source": .string(item.file.path), "source_sha256": .string(item.file.sha256),
          "source_format": .string(item.file.format.name), "format": .string(format.name),
          "rows": .integer(item.file.trace.rows.count), "duration_s": .number(item.file.trace.duration),
          "mean_bps": .number(item.file.trace.meanBandwidth),
          "notes": .array((item.file.notes + item.export.losses).map { .string($0) }),
        ]
        entry["log"] = item.file.coverage.map(LogCoverageText.json)
        let options = ["--trace-option", "--columns", "--log-format", "--origin", "--licence"]
        for option in options where arguments.has(option) {
          entry[String(option.dropFirst(2)).replacing("-", with: "_")] =
            .string(arguments.strings(option).joined(separator: " "))
        }
        return .object(entry)
      })
  }
}
