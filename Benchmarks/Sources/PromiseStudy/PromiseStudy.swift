import Foundation
import StudySupport

/// How often the promise of `abrlab tune` is kept on recorded networks: searches over recordings drawn from a family,
/// whose answers are judged over the whole family, and searches over one half, judged over the other.
@main struct PromiseStudy {
  static let families = ["lumos_4g", "lumos_chunks", "puffer21", "fcc18", "oboe", "fcc_sd_fs", "norway_hsdpa_3g"]
  static let audiences = [StudyCase.Audience.longForm, .feed]

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("promise-study: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let (draws, family) = try read(arguments)
    let corpus = try RecordedCorpus()
    print("\(draws) draws\n\n\(PromiseScore.heading)")
    for family in family.map({ [$0] }) ?? families {
      for audience in audiences {
        let began = ContinuousClock.now
        let study = try StudyCase(family, audience, of: corpus)
        note("\(family), \(audience.name): \(study.space.settings.count) settings in \(ContinuousClock.now - began)")
        print(try PromiseScore(study, draws: draws).row(family, study))
        fflush(nil)
        note("\(family), \(audience.name): \(ContinuousClock.now - began)")
      }
    }
  }

  private static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

  private static func read(_ arguments: [String]) throws -> (draws: Int, family: String?) {
    var (draws, family, rest) = (60, String?.none, arguments[...])
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw refusal(of: option) }
      switch option {
      case "--draws":
        guard let count = Int(value), (1...10_000).contains(count) else { throw refusal(of: value) }
        draws = count
      case "--family": family = value
      default: throw refusal(of: option)
      }
    }
    return (draws, family)
  }

  private static func refusal(of argument: String) -> StudyFailure {
    .argument(found: argument, allowed: "nothing, or --draws NUMBER with 1 to 10000 and --family NAME")
  }
}
