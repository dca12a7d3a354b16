import ABRInput
import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

/// Every file fits one format best, wherever the formats stand in their list.
@Suite struct TraceRecognitionTests {
  /// The beginnings of the samples of these tests, and of one genuine file of each folder where they are there.
  private static let heads: [(name: String, head: TraceHead)] = {
    var files = TraceFormatsTests.samples.map { ($0, Array($1.utf8)) }
    files += LogFormatsTests.cases.map { ($0.testDescription, Array($0.text.utf8)) }
    for root in [SharedData.corpus, SharedData.golden, SharedData.sibling("raw")].compactMap(\.self) {
      var folders: Set<String> = []
      for path in (try? TraceFile.paths(at: [root])) ?? [] {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard folders.insert(folder).inserted, let file = FileHandle(forReadingAtPath: path),
          let bytes = try? file.read(upToCount: 2 * TraceHead.length)
        else { continue }
        files.append((path, Array(bytes)))
      }
    }
    return files.map { ($0, TraceHead($1, fileName: "x")) }
  }()

  @Test("no two formats fit a file equally well, and the best does not depend on the order of the list")
  func order() {
    let orders = (0..<20).map { seed in
      var random = SeededRandom(seed: seed, path: "formats")
      return TraceFormats.names.map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
    }
    for (name, head) in Self.heads {
      var matches: [String: FormatMatch] = [:]
      for format in TraceFormats.all { matches[format.name] = format.match(head) }
      let best = matches.filter { $0.value == matches.values.max() }
      #expect(best.count <= 1, "\(name): \(best)")
      let chosen = TraceFormats.best(of: TraceFormats.all, head)?.name
      for (seed, order) in orders.enumerated() {
        let found = FormatMatch.best(of: order, name: { $0 }, match: { matches[$0] })
        #expect(found == chosen, "\(name), seed \(seed)")
      }
    }
  }

  @Test("six columns with a place on earth are no log of Norway's where the second is no clock")
  func places() {
    let drive = "1700000000 50.100 8.600 30 2207 22\n1700000001 50.101 8.601 30 7975 21\n"
    #expect(TraceFormats.detect(Array(drive.utf8), fileName: "x") == nil)
  }

  @Test("of formats that fit equally well the first by name is taken, and the better fit before it")
  func best() {
    let fits: [String: FormatMatch] = ["a": .plausible, "b": .structure, "c": .structure]
    for order in [["a", "b", "c", "d"], ["d", "c", "b", "a"], ["c", "a", "d", "b"]] {
      #expect(FormatMatch.best(of: order, name: { $0 }, match: { fits[$0] }) == "b")
    }
    #expect(FormatMatch.best(of: ["d"], name: { $0 }, match: { fits[$0] }) == nil)
  }
}
