import ABRInput
import ABRParallel
import ABRPlayback
import ABRPolicies
import ABRReports
import ABRRuns
import ABRSweeps

/// `abrlab sweep`: plays what one run cannot hold, in shards that any machine may play.
enum SweepCommand: Verb {
  static let output = OptionSpec.option(
    "--output", short: "-o", "FOLDER", values: .path, group: "Sweep",
    "Keep the plan and the results of the shards there; the same command goes on where one ended")

  /// The formulas of quality of experience that shards have sums of.
  static let formulas: [String] = {
    let kept = Set(MetricDefinition.metrics(severalItems: false).map(\.name))
    return QoEFormula.named.filter { kept.contains($0.metric) }.map(\.word)
  }()

  static let spec = CommandSpec(
    name: "sweep",
    summary: "Play millions of sessions in shards, on one machine or many",
    group: "Measure",
    discussion: """
      Every combination of trace, video, policy, buffer, viewer and seed is one session, as with run. The sessions are \
      split into shards, each a small file in FOLDER/shards of exact sums, counts and histograms: memory does not \
      grow with the sessions, and percentiles are within 0.2 %. A shard that is there is not played again. The result \
      digest is the same for any engine, size of shards, order and number of jobs. Intervals are over recordings, whose \
      sums are kept. The page Sweeps.md of the documentation explains clusters.
      """,
    examples: [
      .init(
        line: "abrlab sweep --policy auto bba-0 --seeds 1..1000 -o sweep",
        meaning: "244,000 sessions: every recording from a thousand places"),
      .init(line: "abrlab sweep plan.toml -o sweep --engine slurm", meaning: "write the script of a job array"),
      .init(line: "abrlab sweep -o sweep --shard task", meaning: "what a task of a job array runs"),
      .init(line: "abrlab sweep -o sweep --status", meaning: "which shards are done, and which are missing"),
      .init(line: "abrlab sweep -o sweep --merge", meaning: "take the shards together"),
      .init(line: "abrlab sweep -o sweep --merge --export html=sweep.html", meaning: "the same as a page"),
    ],
    options: [.positional("PLAN", isRequired: false, "A TOML file with the options of the sweep")]
      + RunOptions.inputs.map { option in
        guard option.name == "--qoe" else { return option }
        var option = option
        option.values = .suggestion(formulas)
        option.help =
          "Quality of experience as columns of tables: \(formulas.joined(separator: ", ")). Other formulas, and those "
          + "over quality scores, need abrlab run"
        return option
      } + [
        .option(
          "--seeds", "FIRST..LAST", group: "Sweep",
          "Play everything with each of these seeds, such as 1..1000, or 7..7 for one, in place of --seed"),
        .option(
          "--shard-size", "N", default: "1000000", group: "Sweep",
          "Sessions of a shard, at most; half a minute to two minutes of work are a good size"),
        output,
        .option(
          "--engine", "ENGINE", values: .choice(SweepEngine.allCases.map(\.rawValue)), default: "local", group: "Sweep",
          "Who plays the shards: this machine, Ray (pip install 'abrlab[ray]'), or a job whose file is written, a "
            + "Slurm array or an Indexed Job of Kubernetes"),
        .option(
          "--shard", "INDEX", values: .suggestion(["task"]), group: "Sweep",
          "Play one shard: its number, its name, or task for the number in SLURM_ARRAY_TASK_ID or "
            + "JOB_COMPLETION_INDEX"),
        .flag("--status", group: "Sweep", "Say which shards are done, failed and missing, and play none"),
        .flag("--merge", group: "Sweep", "Take the results of the shards together, and play none"),
        .flag("--allow-partial", group: "Sweep", "Take together what is there, though shards are missing"),
      ] + ExperimentPlay.options + [
        CommonOptions.format(RunCommand.formats), CommonOptions.pageExport,
      ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    var arguments = arguments
    if let plan = arguments.string("PLAN") {
      guard !arguments.has("--config") else { throw UsageError("PLAN and --config are the same; name one file") }
      arguments = arguments.setting("--config", to: [plan], place: "PLAN")
    }
    arguments = try RunConfiguration.fill(arguments)
    guard let path = arguments.string("--output") else { throw UsageError.missing("--output", arguments) }
    let modes = ["--shard", "--status", "--merge"].filter(arguments.has)
    guard modes.count < 2 else { throw UsageError("\(modes[0]) and \(modes[1]) cannot be used together") }
    if arguments.has("--allow-partial"), !arguments.has("--merge") {
      throw UsageError("\(arguments.place("--allow-partial")) needs --merge")
    }
    let exports = try PageExports(arguments, context: context)
    if arguments.has("--status"), let format = [PageExports.page, "latex"].first(where: exports.has) {
      throw UsageError("--export: \(format) is of results, and --status has none; write --merge in its place")
    }
    let folder = SweepFolder(path: path)
    for file in exports.paths { try folder.checkIsNotOwn(file, arguments.place("--export")) }
    let console = context.console
    let plan = try plan(arguments, in: folder, isNew: modes.isEmpty, console: console)

    if arguments.has("--status") {
      let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
      let status = SweepStatus(of: plan, in: folder)
      try exports.write(page: { nil }) { format, sink in
        if let format = TableFormat(rawValue: format) { try sink(status.text(as: format, width: .max)) }
      }
      console.output.write(status.text(as: format, width: console.outputTerminal.width ?? .max))
      return .success
    }
    if !arguments.has("--merge") {
      if let code = try play(plan, in: folder, arguments, context: context) { return code }
    }
    try SweepMerge(of: plan, in: folder, allowsPartial: arguments.has("--allow-partial"), console: console)
      .write(to: exports, as: arguments.string("--format") ?? "table", console: console)
    return .success
  }

  /// Has the shards played; `nil` once all are there.
  private static func play(
    _ plan: SweepPlan, in folder: SweepFolder, _ arguments: ParsedArguments, context: Context
  ) throws -> ExitCode? {
    let console = context.console
    if let text = arguments.string("--shard") {
      let index = try shard(text, of: plan, arguments.place("--shard"), environment: context.environment)
      return try LocalSweep(plan, in: folder, arguments, console: console).play(shard: index)
    }
    let engine: SweepEngine = try arguments.choice("--engine") ?? .local
    switch engine {
    case .local: return try LocalSweep(plan, in: folder, arguments, console: console).playMissing()
    case .ray: return try RaySweep.play(plan, in: folder, arguments, context: context)
    case .slurm, .k8s:
      try SweepJob(of: plan, in: folder, engine: engine, jobs: arguments.string("--jobs")).write(console: console)
      return .success
    }
  }

  /// The plan: that of the options, which a folder with results must have, too; without options that of the folder.
  private static func plan(
    _ arguments: ParsedArguments, in folder: SweepFolder, isNew: Bool, console: Console
  ) throws -> SweepPlan {
    let given = (RunOptions.inputs.map(\.name) + ["--seeds", "--shard-size"]).first(where: arguments.has)
    let old = try folder.plan()
    guard let given else {
      if let old { return old }
      throw isNew
        ? UsageError.missing("--policy, or a folder in which a sweep began", arguments)
        : UsageError(
          "\(folder.path): there is no \(SweepFolder.planName)", hint: "abrlab sweep PLAN -o \(folder.path)",
          code: .missingInput)
    }
    guard isNew else {
      throw UsageError("\(arguments.place(given)) cannot be used here: the plan of \(folder.path) says what is played")
    }
    let plan = try SweepPlanning.plan(arguments, console: console)
    // Of two sweeps that begin at once one has the folder.
    let planned: SweepPlan?
    if old == nil, try folder.begin(plan) { return plan } else { planned = try old ?? folder.plan() }
    guard let old = planned, old.identity == plan.identity else {
      let differences = planned.map(plan.differences(from:)) ?? []
      throw UsageError(
        "--output: \(folder.path) holds another sweep: \(differences.joined(separator: "; "))",
        hint: "name another folder, or repeat the command that began it")
    }
    // Shards that are there are those of the old sizes.
    if arguments.has("--shard-size"), old != plan {
      throw UsageError(
        "--output: \(folder.path) holds this sweep in shards of another size, or with configurations in another order; "
          + "name another folder")
    }
    return old
  }

  /// The index of the shard that a word names.
  private static func shard(
    _ text: String, of plan: SweepPlan, _ place: String, environment: [String: String]
  ) throws(UsageError) -> Int {
    var text = text
    if text == "task" {
      let names = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"]
      guard let name = names.first(where: { environment[$0] != nil }), let value = environment[name] else {
        throw UsageError("\(place) task: \(FaultText.choice(names)) is not set", hint: "--shard 0")
      }
      text = value
    }
    if let index = Int(text), (0..<plan.shardCount).contains(index) { return index }
    if text.utf8.count == SweepShard.nameLength, let index = plan.index(ofShard: text) { return index }
    throw UsageError("\(place): found \(text), expected 0 to \(plan.shardCount - 1), or the name of a shard")
  }
}
