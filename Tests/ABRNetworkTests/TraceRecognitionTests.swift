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

  @Test("a file's format does not depend on the order of the list", arguments: 0..<20)
  func order(seed: Int) {
    var random = SeededRandom(seed: seed, path: "formats")
    let order = TraceFormats.all.map { ($0, random.next()) }.sorted { $0.1 < $1.1 }.map(\.0)
    for (name, head) in Self.heads {
      let found = TraceFormats.best(of: order, head)?.name
      #expect(found == TraceFormats.best(of: TraceFormats.all, head)?.name, "\(name), seed \(seed)")
    }
  }

  @Test("no two formats fit a file equally well")
  func ties() {
    for (name, head) in Self.heads {
      let matches = TraceFormats.all.compactMap { format in format.match(head).map { (format.name, $0) } }
      let best = matches.filter { match in match.1 == matches.map(\.1).max() }
      #expect(best.count <= 1, "\(name): \(best)")
    }
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
