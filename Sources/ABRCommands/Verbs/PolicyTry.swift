import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions

/// `abrlab policy try`: plays what a policy in a program of its own has to cope with.
enum PolicyTry {
  static let spec = CommandSpec(
    name: "try",
    summary: "Try a policy in a program of its own on the edge cases",
    discussion:
      "The program is that of --policy exec(PROGRAM). Each case is a short session or a few, played twice: answers that "
      + "differ are an error. What goes wrong is said with the message and the answer.",
    examples: [
      .init(line: "abrlab policy try Examples/Policies/bba0.py", meaning: "whether it answers as it should")
    ],
    options: [
      .positional("PROGRAM", values: .path, "The program"),
      .option("--timeout", "DURATION", default: "10s", "Longest wait for an answer"),
    ])

  private struct Case {
    let name: String
    var renditions = 3
    var segments = 12
    var traces = 1
    var rows: [BandwidthTrace.Row] = [.init(duration: 1, bandwidth: 2_000_000)]
    var hasSizes = true
    var items = 1
  }

  private static let cases = [
    Case(name: "first segment", segments: 1),
    Case(name: "three renditions"),
    Case(name: "one rendition", renditions: 1),
    Case(
      name: "after a stall",
      rows: [
        .init(duration: 5, bandwidth: 3_000_000), .init(duration: 90, bandwidth: 0),
        .init(duration: 900, bandwidth: 400_000),
      ]),
    Case(name: "missing sizes", hasSizes: false),
    Case(name: "many sessions", traces: 40), Case(name: "several items", items: 3),
  ]

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let limit = try arguments.duration("--timeout") ?? ExternalPolicies.standardLimit
    let path = arguments.string("PROGRAM") ?? ""
    var warnings: Set<String> = []
    for one in cases {
      func played() throws -> [SessionResult] {
        let program = try ProgramPolicy(path, within: limit, hasSizes: one.hasSizes)
        let sessions = try ExperimentRunner(experiment(one, program), jobs: 1).run().compactMap { $0 }
        warnings.formUnion(program.takeWarnings())
        return sessions
      }
      do {
        let sessions = try played()
        guard try played().map(\.metrics) == sessions.map(\.metrics) else {
          throw UsageError(
            "\(one.name): the same sessions played twice differ: the program's answers depend on chance, on time or on "
              + "what it keeps from one run to the next, and so would every gate; give its random numbers a fixed seed",
            code: .failure)
        }
        // Where there are several, nobody is asked about the first segment of an item.
        let segments = sessions.reduce(one.items > 1 ? -one.items : 0) { $0 + $1.metrics.segmentsDownloaded }
        context.console.output.write("\(one.name): \(segments) decisions, all of them renditions\n")
      } catch let error as ExternalPolicyError {
        throw UsageError("\(one.name): \(error)", code: .failure)
      }
    }
    context.console.warn(all: warnings.sorted())
    return .success
  }

  private static func experiment(_ one: Case, _ program: ProgramPolicy) throws -> Experiment {
    let ladder = try Ladder((0..<one.renditions).map { Rendition(bandwidth: 500_000 << $0) })
    let sizes = (0..<one.segments).map { _ in ladder.renditions.map { $0.bandwidth * 4 / 8 } }
    let video = try Video(name: one.name, ladder: ladder, segmentDuration: 4, sizes: sizes)
    let traces = try (0..<one.traces).map { number in
      TraceSource(
        file: "\(number)", family: one.name, sha256: "\(number)",
        trace: try BandwidthTrace(name: "\(number)", rows: one.rows))
    }
    let videos = [VideoSource(file: one.name, sha256: one.name, video: video)]
    let asksFirst = one.items == 1
    let rule = RuleEntry(
      "external", source: "ABRLab", summary: "asks", build: { _ in ExternalRule(choosesFirstRendition: asksFirst) })
    var player = try Player(rules: .standard.adding([rule]))
    try player.change(.policy, to: rule.name)
    let session = try PreparedSession(
      SessionPlan(feedOf: one.items), player: player, videos: [video], external: program)
    return Experiment(
      traces: traces, videos: videos, players: [session], queue: one.items > 1 ? one.name : nil)
  }
}
