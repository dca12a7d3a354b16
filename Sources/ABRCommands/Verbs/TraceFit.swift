import ABRComparison
import ABRInput
import ABRNetwork
import ABRReports
import ABRRuns

/// `abrlab trace fit`: models of a user's recordings, and how like them what they generate is.
enum TraceFit {
  static let spec = CommandSpec(
    name: "fit",
    summary: "Fit models to recordings, for abrlab trace generate --model",
    discussion: """
      Each folder of recordings becomes a model, named like the folder; folders of one name are also called by the \
      folders above them, and spaces and / become -. Recordings of link capacity and of goodput cannot be in one \
      folder. The table has its recordings and, below them, \
      \(perRecording) generated traces for each of them, as long as it: the mean over traces of mean, CoV and of the \
      autocorrelations of ln(bandwidth / mean) over one step and over ten, share and mean length of outages (bandwidth under a tenth \
      of the mean), and with --video the share of time in which bola stalls. "beyond" names the figures that are further from the \
      recordings than \(tolerances).
      """,
    examples: [
      .init(line: "abrlab trace fit Traces/recorded -o models.json", meaning: "a model for each folder"),
      .init(
        line: "abrlab trace fit Traces/recorded --video Traces/video/hls-authoring.json",
        meaning: "and what bola makes of the traces"),
    ],
    options: [
      .positional("PATH", isRepeatable: true, "Recordings: trace files or folders; - is standard input"),
      .option("--output", short: "-o", "FILE.json", values: .path, "File of the models"),
      .option("--seed", "N", default: "1", "Chooses the generated traces of the table"),
      .option("--video", "PATH", values: .path, "Play this video over both sets with bola"),
    ] + TraceCommand.readingOptions + TableExports.options + ExperimentPlay.options)

  private static let perRecording = 10
  private static let tolerances =
    "15 % of mean and CoV, 0.1 of a correlation, 2 points of outage share, 25 % of outage length, and of bola's stalling half a point "
    + "or half of it, whichever is more"

  /// A set of traces in the table.
  private struct Side {
    var family: String
    /// What is played.
    var sources: [TraceSource]
    var figures: TraceSetFigures
    var stalling: Double?
  }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let seed = try arguments.integer("--seed", in: 0 ... .max) ?? 1
    let exports = try TableExports(arguments)
    let console = context.console
    if let path = arguments.string("--output") { try InputPaths(arguments).checkIsNoInput(path, "--output") }
    let all = try TraceReading(arguments, console: console).sources(
      at: arguments.strings("PATH"), isEachFolderApart: true)
    let sources = console.firstOfCopies(all) { ($0.content, $0.file) }
    let isPlayed = arguments.has("--video")
    var profiles: [TraceProfile] = []
    var sides: [Side] = []
    for family in sources.map(\.family).uniqued() {
      let recorded = sources.filter { $0.family == family }
      // A fit looks at all rows of a family together.
      let fit = try RegimeFit(
        name: Self.name(of: family, besides: profiles),
        traces: recorded.map { trace throws(TraceError) in try trace.trace() })
      console.warn(all: fit.warnings)
      profiles.append(fit.profile)
      let made = try fit.generated(seed: seed, perRecording: perRecording)
      let series = try made.map { trace throws(TraceError) in try TraceSeries(trace, step: fit.recordings[0].step) }
      let generated = (isPlayed ? made : []).map { trace in
        TraceSource(
          file: trace.name, family: fit.profile.family, sha256: SHA256.hexDigest(of: NativeTrace.write(trace)),
          trace: trace)
      }
      sides.append(Side(family: family, sources: recorded, figures: fit.figures))
      sides.append(Side(family: fit.profile.family, sources: generated, figures: TraceSetFigures(of: series)))
    }
    if isPlayed, try !play(&sides, arguments, console: console) { return .interrupted }
    if let path = arguments.string("--output") {
      try OutputPath.write(Array(TraceProfile.json(of: profiles).text().utf8), to: path)
      console.note("\(path): use it as abrlab trace generate --model '\(path)' --count 20 -o FOLDER")
    }
    let table = table(sides)
    try exports.write(to: console) { table.text(as: $0, width: $1) }
    return .success
  }

  /// The name of a folder's model, one that its file may have and no other model has.
  private static func name(of family: String, besides profiles: [TraceProfile]) -> String {
    let plain = family.isEmpty ? "recordings" : TraceProfile.plainName(family)
    let names = [plain] + profiles.indices.map { TraceProfile.plainName("\($0 + 2)-\(plain)") }
    return names.first { name in !profiles.contains { $0.name == name } } ?? plain
  }

  /// Plays the video over all sets; `false` when the user interrupted it.
  private static func play(_ sides: inout [Side], _ arguments: ParsedArguments, console: Console) throws -> Bool {
    let values = ["--video": arguments.strings("--video"), "--policy": ["bola"]]
    let words = ParsedArguments(path: [RunCommand.spec.name], command: RunCommand.spec, values: values)
    let inputs = try RunInputs(words, traces: sides.flatMap(\.sources), console: console)
    let play = try ExperimentPlay(arguments, console: console)
    guard let record = try play.record(of: inputs.experiment, purpose: "compared"),
      let measure = Measure.named("rebuffer_ratio")
    else { return false }
    let configuration = record.configurations[0]
    var first = 0
    for index in sides.indices {
      let traces = first..<(first + sides[index].sources.count)
      first = traces.upperBound
      let sessions = configuration.sessions.indices.filter { traces.contains(configuration.sessions[$0].trace) }
      sides[index].stalling = measure.value(of: configuration, over: sessions)
    }
    return true
  }

  private static func table(_ sides: [Side]) -> DataTable {
    let isPlayed = sides.contains { $0.stalling != nil }
    let stalling = DataTable.Column.number("bola_rebuffer_ratio", title: "bola rebuffer %", scale: 100, digits: 2)
    var table = DataTable(
      columns: [
        .text("family"), .number("traces", title: "traces", digits: 0),
        .number("mean_bps", title: "mean Mbit/s", scale: 1e-6, digits: 2), .number("cov", title: "CoV", digits: 2),
        .number("lag_1", title: "lag 1", digits: 2), .number("lag_10", title: "lag 10", digits: 2),
        .number("outage_share", title: "outage %", scale: 100, digits: 1),
        .number("outage_length_s", title: "outage s", digits: 1),
      ] + (isPlayed ? [stalling] : []) + [.text("beyond")])
    func cell(_ value: Double?) -> DataTable.Cell { value.map { .number($0) } ?? .missing }
    for (index, side) in sides.enumerated() {
      // Recordings stand before what was generated after them.
      let recorded = index % 2 == 1 ? sides[index - 1] : side
      var beyond = side.figures.beyondTolerance(of: recorded.figures).map(\.rawValue)
      if let found = side.stalling, let wanted = recorded.stalling, abs(found - wanted) > max(0.005, wanted / 2) {
        beyond.append("bola")
      }
      table.append(
        [.text(side.family), .integer(side.figures.count)]
          + TraceSetFigures.Figure.allCases.map { cell(side.figures.value($0)) }
          + (isPlayed ? [cell(side.stalling)] : []) + [.text(beyond.joined(separator: ", "))])
    }
    return table
  }
}
