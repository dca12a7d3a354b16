import ABRComparison
import ABRInput
import ABRReports
import ABRRuns
import FoundationEssentials

/// `abrlab report`: writes saved runs as a page of pictures and tables, or single pictures of them.
enum ReportCommand: Verb {
  static let spec = CommandSpec(
    name: "report",
    summary: "Write saved results as one HTML page, or as single pictures",
    group: "Measure",
    discussion: """
      A RUN is what abrlab run --export json=RUN wrote, or git:REF:PATH, the file of a commit; or the JSON of one check, \
      compare, tune, explain or sweep, whose page has its numbers as tables. The page needs nothing but itself: it opens \
      without a network. Configurations of all runs stand beside each other; differences are taken to the first one. \
      Pictures need a library that make charts installs; without it the page has tables in their place. Figures are: \
      \(ReportFigure.names). The page says on which day it was made; SOURCE_DATE_EPOCH sets it.
      """,
    examples: [
      .init(
        line: "abrlab run --traces Traces/recorded --video Traces/video/hls-authoring.json --policy auto bola "
          + "--export json=run.json",
        meaning: "save a run"),
      .init(line: "abrlab report run.json -o report.html", meaning: "write its page"),
      .init(
        line: "abrlab report old.json new.json -o report.html --png pictures",
        meaning: "two runs, and pictures as files"),
      .init(
        line: "abrlab report run.json --figure cdf:rebuffer_ratio --width 84mm -o figure.pdf",
        meaning: "one picture for a paper, as wide as a column"),
    ],
    options: [
      .positional(
        "RUN", isRepeatable: true, "The saved runs, or one saved check, comparison, search, session or sweep"),
      .option(
        "--output", short: "-o", "FILE", values: .path, default: "report.html", group: "Output",
        "Where the page goes, or the figure: FILE.pdf, FILE.svg or FILE.png"),
      .option(
        "--figure", "NAME", group: "Output", "One picture in place of the page, such as cdf:rebuffer_ratio or quality"),
      .option(
        "--width", "LENGTH", default: "84mm", group: "Output", "Width of the figure, 60mm or more, in mm, cm or in"),
      .option("--svg", "FOLDER", values: .path, group: "Output", "Also write every picture as an SVG file"),
      .option("--png", "FOLDER", values: .path, group: "Output", "Also write every picture as a PNG file"),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let library = try ChartLibrary(environment: context.environment)
    let (svg, png) = (arguments.string("--svg"), arguments.string("--png"))
    if !arguments.has("--figure") { try refuseFigure(arguments) }
    if let option = ["--figure", "--svg", "--png"].first(where: { arguments.has($0) }), library == nil {
      throw UsageError(
        "\(arguments.place(option)) needs the library that draws charts, which is not installed",
        hint: ChartLibrary.remedy)
    }
    var sources: [Report.Source] = []
    if let report = try documentPage(arguments) {
      return try write(report, arguments, library, context)
    }
    for file in arguments.strings("RUN") {
      guard !sources.contains(where: { $0.file == file }) else {
        throw UsageError("RUN: \(file) is named twice")
      }
      let record = try SavedRun(file).record
      guard !record.isBaseline else {
        throw UsageError(
          "RUN: \(file) is a baseline, and baselines have no timelines; save the run with abrlab run … --export json=FILE",
          hint: "abrlab compare \(file) RUN compares with it")
      }
      sources.append(Report.Source(file: file, record: record))
    }
    let ladder = sources.count == 1 ? RenditionTable(sources[0].record).section : nil
    let report = Report(sources, sections: ladder.map { [$0] } ?? [])
    if let name = arguments.string("--figure"), let library {
      return try figure(name, of: report, library, arguments, context)
    }
    _ = try write(report, arguments, library, context)
    if let library, svg != nil || png != nil {
      try library.render(ChartPicture.all(of: report), svg: svg, png: png)
      for folder in [svg, png].compactMap(\.self) { context.console.note("pictures: \(folder)") }
    }
    return .success
  }

  /// The page of a saved result that is no run; `nil` where the files are runs.
  ///
  /// - Throws: ``UsageError`` where it stands beside others, or pictures of runs are asked for; ``DamagedRecord`` for
  ///   what is cut or not as its schema says.
  private static func documentPage(_ arguments: ParsedArguments) throws -> Report? {
    let files = arguments.strings("RUN")
    for file in files where !file.hasPrefix(SavedRun.gitPrefix) {
      let bytes = try SavedRun.bytes(of: file)
      guard let result = SavedResult(bytes) else { continue }
      guard result != .history else {
        throw UsageError(
          "RUN: \(file) is a history of builds, and no run",
          hint: "abrlab history show \(ShellWord.quoted(file)) --export html=\(arguments.string("--output") ?? "")")
      }
      if files.count > 1 {
        throw UsageError("RUN: \(file) is a result by itself, and no run that stands beside others; name it alone")
      }
      if let option = ["--figure", "--svg", "--png"].first(where: arguments.has) {
        throw UsageError("\(arguments.place(option)): pictures are those of runs, found \(file)")
      }
      do throws(RunFileError) {
        return try DocumentPage(result, bytes, file: file).report
      } catch {
        throw DamagedRecord(ofResult: error, hint: "\(result.origin(of: ShellWord.quoted(file))) writes it anew")
      }
    }
    return nil
  }

  /// Writes the page.
  private static func write(
    _ report: Report, _ arguments: ParsedArguments, _ library: ChartLibrary?, _ context: Context
  ) throws -> ExitCode {
    let output = try ExportFile(
      path: arguments.string("--output") ?? "report.html", format: "html", place: arguments.place("--output"),
      inputs: InputPaths(arguments))
    try output.write(try page(report, library: library, context: context))
    context.console.note("report: \(output.path)")
    return .success
  }

  /// The endings of a figure's file.
  private static let figureFormats = ["pdf", "svg", "png"]

  /// The format that a file's ending says, in any case; `nil` for that of no figure.
  private static func figureFormat(of path: String) -> String? {
    figureFormats.first { path.lowercased().hasSuffix(".\($0)") }
  }

  /// The narrowest figure, in millimetres, whose words can be read.
  private static let leastWidth = 60.0

  /// Refuses what only a figure has where a page is asked for.
  private static func refuseFigure(_ arguments: ParsedArguments) throws(UsageError) {
    let path = arguments.string("--output") ?? ""
    if let format = figureFormat(of: path) {
      throw UsageError(
        "\(arguments.place("--output")): found \(path), and a page is HTML, such as report.html; --figure NAME writes one picture "
          + "as \(format.uppercased())", hint: "abrlab report RUN --figure quality -o \(path)")
    }
    if arguments.has("--width") {
      throw UsageError(
        "\(arguments.place("--width")) is that of a --figure, and there is none; a page has that of its window")
    }
  }

  /// Writes one picture.
  private static func figure(
    _ name: String, of report: Report, _ library: ChartLibrary, _ arguments: ParsedArguments, _ context: Context
  ) throws -> ExitCode {
    let path = arguments.string("--output") ?? ""
    guard let format = figureFormat(of: path) else {
      throw UsageError(
        "\(arguments.place("--output")): \(path.isEmpty ? "is missing" : "found \(path)"), expected a file of one of the endings "
          + "\(figureFormats.map { ".\($0)" }.joined(separator: ", ")) with --figure")
    }
    for option in ["--svg", "--png"] where arguments.has(option) {
      throw UsageError("\(arguments.place(option)): all pictures go with the page; --figure writes one to --output")
    }
    let output = try ExportFile(
      path: path, format: format, place: arguments.place("--output"), inputs: InputPaths(arguments))
    let width = try width(arguments)
    let picture: ReportFigure
    do throws(ReportFigure.Unknown) {
      picture = try ReportFigure(name, of: report)
    } catch {
      throw UsageError("\(arguments.place("--figure")): \(error)")
    }
    try library.render([(ChartPicture(picture, millimetres: width), [output.path])])
    context.console.note("figure: \(output.path)")
    return .success
  }

  /// The width in millimetres.
  private static func width(_ arguments: ParsedArguments) throws(UsageError) -> Double {
    let text = arguments.string("--width") ?? "84mm"
    for (suffix, millimetres) in [("mm", 1.0), ("cm", 10), ("in", 25.4)] where text.hasSuffix(suffix) {
      if let number = Double(text.dropLast(2)), (leastWidth...1000).contains(number * millimetres) {
        return number * millimetres
      }
    }
    throw UsageError(
      "\(arguments.place("--width")): found \(text), expected a length from "
        + "\(Int(leastWidth))mm to 1000mm, such as 84mm or 3.5in")
  }

  /// The page of a report; warns when it has tables in place of pictures.
  static func page(_ report: Report, library: ChartLibrary?, context: Context) throws -> String {
    if library == nil, report.hasPictures {
      context.console.warn("the report has tables in place of pictures; \(ChartLibrary.remedy)")
    }
    return try HTMLReport(
      report, version: Version.current, date: date(context.environment), library: try library?.script()
    ).text()
  }

  /// The day, in UTC; that of `SOURCE_DATE_EPOCH` (reproducible-builds.org) where it is set, so that pages can be made
  /// again to the last byte.
  private static func date(_ environment: [String: String]) -> String {
    let date = environment["SOURCE_DATE_EPOCH"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:)) ?? Date()
    return date.formatted(Date.ISO8601FormatStyle().year().month().day())
  }
}
