import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

@Suite struct RecordedTracesTests {
  private static let folder = SharedData.package + "/Traces/recorded"

  /// A folder of recordings.
  private struct Family {
    var name: String
    var count: Int
    /// Of the means, in Mbit/s: a wrong unit is far out.
    var means: ClosedRange<Double>
    /// Seconds of each row, where all are alike.
    var period: Double?
  }

  private static let families = [
    Family(name: "lumos5g-4g", count: 12, means: 10...82, period: 1),
    Family(name: "lumos5g-mmwave", count: 12, means: 250...702, period: 1),
    Family(name: "5gophers", count: 1, means: 332...334, period: 1),
    Family(name: "lumos-wifi", count: 12, means: 1.4...7.4, period: nil),
    Family(name: "lumos-4g", count: 12, means: 0.5...7, period: nil),
    Family(name: "fcc18-series", count: 12, means: 1.9...30, period: 5),
  ]

  @Test("every recording is read, lasts three minutes or more, has the unit it says and is written as it was")
  func files() throws {
    var size = 0
    for family in Self.families {
      let paths = try TraceFile.paths(at: ["\(Self.folder)/\(family.name)"])
      #expect(paths.count == family.count, "\(family.name)")
      for path in paths {
        let trace = try TraceFile.load(path).trace
        #expect(trace.duration >= 180, "\(path)")
        #expect(family.means.contains(TraceStatistics(trace).mean / 1e6), "\(path)")
        #expect(trace.rows.allSatisfy { $0.latency == nil && (family.period ?? $0.duration) == $0.duration }, "\(path)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect([UInt8](bytes) == NativeTrace.write(trace), "\(path)")
        size += bytes.count
      }
    }
    #expect(size < 3_000_000)
    #expect(try TraceFile.paths(at: [Self.folder]).count == Self.families.reduce(0) { $0 + $1.count })
  }

  @Test("the README has a row with the licence, and one with the origin, of every family")
  func licences() throws {
    let readme = try String(contentsOfFile: Self.folder + "/../README.md", encoding: .utf8)
    let licences = try String(contentsOfFile: Self.folder + "/LICENSES.md", encoding: .utf8)
    for family in Self.families.map(\.name) {
      let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`\(family)`") }
      #expect(rows.contains { row in ["| CC BY 4.0 |", "| MIT |", "| public data |"].contains { row.hasSuffix($0) } })
      #expect(rows.contains { $0.contains("<https://") }, "\(family)")
      #expect(licences.split(separator: "\n").contains { $0.hasPrefix("## ") && $0.contains(family) }, "\(family)")
    }
  }
}
