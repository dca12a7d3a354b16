import ABRNetwork
import ABRTestSupport
import Testing

@testable import ABRComparison

@Suite("Comparison of trace sets")
struct TraceSetComparisonTests {
  private static let header = "duration_s,bandwidth_bps,latency_ms\n"
  private static let slow = header + "10,1000000,\n"
  private static let fast = header + "10,4000000,\n"
  private static let gaps = header + "10,2000000,\n5,0,\n5,2000000,\n"

  private static func compare(
    _ reference: [String: String], _ candidate: [String: String], at paths: (String, String) = ("old", "new")
  ) throws -> TraceSetComparison {
    let folder = try TemporaryFolder()
    func set(_ path: String, _ files: [String: String]) throws -> TraceSet {
      for (name, text) in files { try folder.write("\(path)/\(name)", text) }
      let place = "\(folder.path)/\(path)"
      return TraceSet(path: place, files: try TraceFile.loadAll(at: [place]))
    }
    return try TraceSetComparison(reference: try set(paths.0, reference), candidate: try set(paths.1, candidate))
  }

  private static func texts(_ comparison: TraceSetComparison) -> [String] {
    comparison.changes.map { change in
      func place(_ trace: TraceSource?) -> String { trace.map { "\($0.family)/\($0.name)" } ?? "-" }
      return "\(change.kind.rawValue) \(place(change.reference)) \(place(change.candidate))"
    }
  }

  @Test("the same files are unchanged, with distances of exactly 0")
  func same() throws {
    let files = ["4g/a.csv": Self.slow, "4g/b.csv": Self.fast, "wifi/c.csv": Self.gaps]
    let found = try Self.compare(files, files)
    #expect(!found.isChanged && found.changes.isEmpty && found.families.map(\.family) == ["4g", "wifi"])
    #expect(found.rows.allSatisfy { $0.distance == CapacityDistance(kolmogorovSmirnov: 0, wasserstein: 0) })
    #expect(found.rows.map(\.unchangedCount) == [2, 1, 3])
  }

  @Test("new, removed and changed files are told apart")
  func kinds() throws {
    let found = try Self.compare(
      ["4g/a.csv": Self.slow, "4g/b.csv": Self.fast, "4g/c.csv": Self.fast],
      ["4g/a.csv": Self.gaps, "4g/b.csv": Self.fast, "4g/d.csv": Self.slow + "1,1,\n"])
    #expect(
      Self.texts(found) == ["changed 4g/a.csv 4g/a.csv", "new - 4g/d.csv", "removed 4g/c.csv -"])
    #expect(found.whole.counts == [.changed: 1, .added: 1, .removed: 1] && found.whole.unchangedCount == 1)
    let distance = try #require(found.changes[0].distance)
    // A quarter of the time at 0 and three quarters at 2 Mbit/s, in place of 1 Mbit/s.
    #expect(distance == CapacityDistance(kolmogorovSmirnov: 0.75, wasserstein: 1e6))
  }

  @Test("the same bytes under another name are renamed, and the family is unchanged")
  func renamed() throws {
    let found = try Self.compare(
      ["4g/a.csv": Self.slow, "4g/b.csv": Self.gaps], ["4g/b.csv": Self.gaps, "4g/z.csv": Self.slow])
    #expect(Self.texts(found) == ["renamed 4g/a.csv 4g/z.csv"])
    #expect(!found.isChanged && found.whole.distance?.wasserstein == 0)
  }

  @Test("a name that stays and holds other bytes is changed, though its old bytes are elsewhere")
  func swapped() throws {
    let found = try Self.compare(
      ["4g/a.csv": Self.slow, "4g/b.csv": Self.fast], ["4g/a.csv": Self.fast, "4g/b.csv": Self.slow])
    #expect(Self.texts(found) == ["changed 4g/a.csv 4g/a.csv", "changed 4g/b.csv 4g/b.csv"])
    // The family as a whole carries what it carried.
    #expect(!found.isChanged && found.whole.distance?.kolmogorovSmirnov == 0)
  }

  @Test("a file that moves between families changes both")
  func moved() throws {
    let found = try Self.compare(
      ["4g/a.csv": Self.slow, "wifi/b.csv": Self.fast], ["wifi/a.csv": Self.slow, "wifi/b.csv": Self.fast])
    #expect(Self.texts(found) == ["renamed 4g/a.csv wifi/a.csv"])
    #expect(found.families.map { $0.counts[.renamed] } == [1, 1] && found.families.allSatisfy(\.isChanged))
    #expect(found.families[0].family == "4g" && found.families[0].candidate == nil)
  }

  @Test("the same rows in other bytes are changed, and it is said that they are the same")
  func rewritten() throws {
    let found = try Self.compare(
      ["a.csv": Self.slow], ["a.csv": Self.header + "10.0,1000000,\n"])
    #expect(found.changes.map(\.hasSameRows) == [true] && found.isChanged)
    #expect(found.whole.distance?.wasserstein == 0)
  }

  @Test("the same numbers as link capacity in place of goodput are another trace")
  func measures() throws {
    let link = Self.slow.replacing("bandwidth_bps", with: "link_bps")
    let found = try #require(try Self.compare(["a.csv": link], ["a.csv": Self.slow]).changes.first)
    #expect(!found.hasSameRows && found.kind == .changed)
    let measures = try #require(found.measures)
    #expect(measures.before == .linkCapacity && measures.after == .goodput)
    #expect(try Self.compare(["a.csv": link], ["a.csv": link + "1,1,\n"]).changes.first?.measures == nil)
  }

  @Test("two folders that hold traces directly are one family, unless the other side knows the name")
  func ownFamilies() throws {
    let flat = try Self.compare(["a.csv": Self.slow], ["a.csv": Self.slow])
    #expect(flat.families.map(\.family) == ["old"] && flat.changes.isEmpty)
    let known = try Self.compare(["a.csv": Self.slow, "new/a.csv": Self.fast], ["a.csv": Self.fast])
    #expect(Self.texts(known) == ["removed old/a.csv -"])
    let tree = try Self.compare(["4g/a.csv": Self.slow], ["a.csv": Self.slow], at: ("old", "4g"))
    #expect(tree.changes.isEmpty)
  }

  @Test("two files are compared whatever their names")
  func files() throws {
    func compare(_ reference: String, _ candidate: String) throws -> TraceSetComparison {
      let folder = try TemporaryFolder()
      let sets = try [folder.write("old/a.csv", reference), folder.write("new/b.csv", candidate)].map {
        TraceSet(path: $0, files: [try TraceFile.load($0)])
      }
      return try TraceSetComparison(reference: sets[0], candidate: sets[1])
    }
    let changed = try compare(Self.slow, Self.fast)
    #expect(changed.changes.map(\.kind) == [.changed] && changed.whole.distance?.wasserstein == 3e6)
    let renamed = try compare(Self.slow, Self.slow)
    #expect(renamed.changes.map(\.kind) == [.renamed] && !renamed.isChanged)
  }

  @Test("folders of one name may hold files of one name")
  func doubled() throws {
    let found = try Self.compare(
      ["x/4g/a.csv": Self.slow, "y/4g/a.csv": Self.fast], ["x/4g/a.csv": Self.gaps, "y/4g/a.csv": Self.slow])
    #expect(Self.texts(found) == ["changed 4g/a.csv 4g/a.csv"])
    #expect(found.whole.unchangedCount == 1)
  }

  @Test("families stand in the order of how far they moved, those of one side first")
  func order() throws {
    let found = try Self.compare(
      ["calm/a.csv": Self.slow, "far/a.csv": Self.slow, "near/a.csv": Self.slow],
      [
        "calm/a.csv": Self.slow, "far/a.csv": Self.fast, "near/a.csv": Self.gaps, "zz-new/a.csv": Self.fast,
      ])
    #expect(found.families.map(\.family) == ["zz-new", "far", "near", "calm"])
    #expect(found.families.map(\.relativeDistance) == [nil, 3, 1, 0])
  }

  @Test("the correlation is the mean over traces, by their length")
  func correlation() throws {
    // 1 Mbit/s and 3 Mbit/s for one second each, ten times; and for five seconds each, four times.
    let quick = Self.header + String(repeating: "1,1000000,\n1,3000000,\n", count: 10)
    let lasting = Self.header + String(repeating: "5,1000000,\n5,3000000,\n", count: 4)
    let found = try Self.compare(["a.csv": quick, "b.csv": lasting], ["a.csv": Self.slow])
    let singles = try [quick, lasting].map { text in
      TraceStatistics(try NativeTrace.read(Array(text.utf8), name: "t", file: "t"))
    }
    let expected = zip(singles, [20.0, 40.0]).reduce(0.0) { $0 + ($1.0.autocorrelation ?? .nan) * $1.1 } / 60
    let value = try #require(found.whole.reference?.correlation)
    #expect(abs(value - expected) < 1e-12 && (singles[0].autocorrelation ?? 0) < -0.999)
    #expect(found.whole.candidate?.correlation == nil)
  }
}
