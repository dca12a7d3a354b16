import ABRTuning
import Foundation
import StudySupport

/// Holds the search of `abrlab tune` against an exhaustive one on recorded traces.
@main struct TuningStudy {
  static let families = ["fcc_hd_fs", "fcc_sd_fs", "lumos_chunks", "fcc18", "oboe"]
  static let audiences = [Audience.feed, Audience.longForm]

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("tuning-study: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let (seeds, only, viewers) = try read(arguments)
    let corpus = try RecordedCorpus()
    let space = try Audience.space()
    print("\(space.settings.count) settings, \(seeds) seeds\n")
    print(StudyTable.heading)
    for family in only.map({ [$0] }) ?? families {
      let traces = try corpus.traces(of: family)
      for audience in audiences where viewers == nil || viewers == audience.name {
        let began = ContinuousClock.now
        let makeExperiment = try audience.makeExperiment(videos: corpus.videos(at: audience.video))
        let goals = try TuningGoals(goals: audience.goals, keeps: [], ofQueues: true)
        let referee = try Referee(space, goals, traces, play: makeExperiment)
        note("\(family), \(audience.name): exhaustive in \(ContinuousClock.now - began)")
        let halving = try (1...seeds).map { try referee.score(seed: $0) }
        print(StudyTable.row(family, traces.count, audience.name, halving))
        note("\(family), \(audience.name): \(ContinuousClock.now - began)")
      }
    }
  }

  private static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

  private static func read(_ arguments: [String]) throws -> (seeds: Int, family: String?, viewers: String?) {
    var (seeds, family, viewers, rest) = (20, String?.none, String?.none, arguments[...])
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Self.refusal(of: option) }
      switch option {
      case "--seeds":
        guard let count = Int(value), (1...10_000).contains(count) else { throw Self.refusal(of: value) }
        seeds = count
      case "--family": family = value
      case "--viewers":
        guard audiences.contains(where: { $0.name == value }) else { throw Self.refusal(of: value) }
        viewers = value
      default: throw Self.refusal(of: option)
      }
    }
    return (seeds, family, viewers)
  }

  private static func refusal(of argument: String) -> StudyFailure {
    .argument(
      found: argument,
      allowed: "nothing, or --seeds NUMBER with 1 to 10000, --family NAME and --viewers feed or long-form")
  }
}
