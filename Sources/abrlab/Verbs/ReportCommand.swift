import ABRComparison
import ABRReports

/// `abrlab report`: writes saved runs as a page of pictures and tables.
enum ReportCommand: Verb {
  static let spec = CommandSpec(
    name: "report",
    summary: "Write saved runs as one HTML page, or as single pictures",
    group: "Measure",
    discussion: """
      A RUN is what abrlab run --per-session --export json=RUN wrote, or git:REF:PATH, the file of a commit. The page needs nothing but itself: it opens \
      without a network. Configurations of all runs stand beside each other; differences are taken to the first one. \
      Pictures need a library that make charts installs; without it the page has tables in their place.
      """,
    examples: [
      .init(
        line: "abrlab run --traces Traces/recorded --video Traces/video/hls-authoring.json --policy auto bola "
          + "--per-session --export json=run.json",
        meaning: "save a run"),
      .init(line: "abrlab report run.json -o report.html", meaning: "write its page"),
      .init(
        line: "abrlab report old.json new.json -o report.html --png pictures",
        meaning: "two runs, and pictures as files"),
    ],
    options: [
      .positional("RUN", isRepeatable: true, "The saved runs"),
      .option(
        "--output", short: "-o", "FILE", values: .path, default: "report.html", group: "Output", "Where the page goes"),
      .option("--svg", "FOLDER", values: .path, group: "Output", "Also write every picture as an SVG file"),
      .option("--png", "FOLDER", values: .path, group: "Output", "Also write every picture as a PNG file"),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let library = try ChartLibrary(environment: context.environment)
    let (svg, png) = (arguments.string("--svg"), arguments.string("--png"))
    guard library != nil || (svg == nil && png == nil) else {
      throw UsageError(
        "\(arguments.place(svg == nil ? "--png" : "--svg")) needs the library that draws charts, which is not installed",
        hint: ChartLibrary.remedy)
    }
    let output = try ExportFile(
      path: arguments.string("--output") ?? "report.html", format: "html", place: arguments.place("--output"),
      inputs: InputPaths(arguments))
    var sources: [Report.Source] = []
    for file in arguments.strings("RUN") {
      guard !sources.contains(where: { $0.file == file }) else {
        throw UsageError("RUN: \(file) is named twice")
      }
      let record = try SavedRun(file).record
      guard !record.isBaseline else {
        throw UsageError(
          "RUN: \(file) is a baseline: it has no sessions over time; save the run with --per-session",
          hint: "abrlab compare \(file) RUN compares with it")
      }
      sources.append(Report.Source(file: file, record: record))
    }
    let report = Report(sources)
    try output.write(try page(report, library: library, context: context))
    context.console.note("report: \(output.path)")
    if let library, svg != nil || png != nil {
      try library.render(ChartPicture.all(of: report), svg: svg, png: png)
      for folder in [svg, png].compactMap(\.self) { context.console.note("pictures: \(folder)") }
    }
    return .success
  }

  /// The page of a report; warns when it has tables in place of pictures.
  static func page(_ report: Report, library: ChartLibrary?, context: Context) throws -> String {
    if library == nil {
      context.console.warn("the report has tables in place of pictures; \(ChartLibrary.remedy)")
    }
    return try HTMLReport(report, version: Version.current, library: try library?.script()).text()
  }
}
