import ABRInput
import ABRTestSupport
import Foundation
import Testing

/// `make fuzz` in small, without its build: every reader takes the seeds, and changes of them that are the same each
/// time. What ends the program is in a folder `/dev/shm/abrlab-fuzzing-*` then.
@Suite("Readers of changed seeds", .serialized)
struct SeedTests {
  /// Changed inputs of a target.
  private static let count = Seeds.areAll ? 500 : 50
  /// Chooses them. Another one finds other faults: `ABRLAB_FUZZ_SEED=7`.
  private static let seed = ProcessInfo.processInfo.environment["ABRLAB_FUZZ_SEED"].flatMap { Int($0) } ?? 1

  @Test("a reader takes its seeds, and takes or refuses what becomes of them", arguments: FuzzTarget.all.map(\.name))
  func seeds(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = URL(fileURLWithPath: "\(SharedData.package)/Fuzzing/Seeds/\(name)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let seeds = try files.sorted { $0.path < $1.path }.map { file in
      (name: file.lastPathComponent, bytes: [UInt8](try Data(contentsOf: file)))
    }
    for seed in seeds {
      let before = Attempt.taken.load(ordering: .relaxed)
      target.read(seed.bytes)
      let taken = Attempt.taken.load(ordering: .relaxed) - before
      #expect(taken > 0, "\(seed.name) is refused by every reader: it is of no use as a seed")
    }
    print("\(name): \(Self.count) changes of \(seeds.count) seeds, ABRLAB_FUZZ_SEED=\(Self.seed)")
    var changes = SeedChanges(seeds.map(\.bytes), random: SeededRandom(seed: Self.seed, path: name))
    for index in 0..<Self.count {
      let input = changes.next()
      _ = ScratchFile.path(input)
      let taken = ContinuousClock().measure { target.read(input) }
      #expect(taken < .seconds(5), "input \(index) takes \(taken)")
    }
  }
}

/// Changes of seeds as libFuzzer makes them, without knowing what they reach.
private struct SeedChanges {
  /// Pieces of text that readers treat in a way of their own.
  private static let words = [
    "0", "-1", "1e309", "nan", "9223372036854775807", "18446744073709551616", "0.1e-300", "\"", "{", "[", "}", "]", ",",
    ":", "\n", "\r\n", "\u{0}", "\u{feff}", "é", "../", "<!DOCTYPE", "&amp;",
  ].map { Array($0.utf8) }
  private let seeds: [[UInt8]]
  private var random: SeededRandom

  init(_ seeds: [[UInt8]], random: SeededRandom) {
    self.seeds = seeds
    self.random = random
  }

  /// A seed after one to four changes.
  mutating func next() -> [UInt8] {
    var input = seeds[random.integer(below: seeds.count)]
    for _ in 0...random.integer(below: 4) { change(&input) }
    return input
  }

  private mutating func change(_ input: inout [UInt8]) {
    let range = part(of: input)
    switch random.integer(below: 6) {
    case 0: for place in range.prefix(1) { input[place] ^= 1 << UInt8(random.integer(below: 8)) }
    case 1: for place in range.prefix(1) { input[place] = UInt8(random.integer(below: 256)) }
    case 2: input.removeSubrange(range)
    case 3: input.insert(contentsOf: input[range], at: range.lowerBound)
    case 4: input.replaceSubrange(range.prefix(4), with: Self.words[random.integer(below: Self.words.count)])
    default:
      let other = seeds[random.integer(below: seeds.count)]
      input.replaceSubrange(range, with: other[part(of: other)])
    }
  }

  /// A part, short as a rule.
  private mutating func part(of bytes: [UInt8]) -> Range<Int> {
    let start = random.integer(below: bytes.count + 1)
    let most = random.integer(below: 8) == 0 ? bytes.count : 8
    return start..<min(bytes.count, start + random.integer(below: most + 1))
  }
}
