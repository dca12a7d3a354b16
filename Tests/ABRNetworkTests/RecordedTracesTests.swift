import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

@Suite struct RecordedTracesTests {
  private static let folder = SharedData.package + "/Traces/recorded"

  private static let families = [
    "lumos5g-4g": 12, "lumos5g-mmwave": 12, "5gophers": 1, "lumos-wifi": 12, "lumos-4g": 12, "fcc18-series": 12,
  ]

  @Test("every recording is read, lasts three minutes or more and is written as it was")
  func files() throws {
    let paths = try TraceFile.paths(at: [Self.folder])
    let found = Dictionary(grouping: paths) { $0.split(separator: "/").suffix(2).first.map(String.init) ?? "" }
    #expect(found.mapValues(\.count) == Self.families)
    var size = 0
    for path in paths {
      let trace = try TraceFile.load(path).trace
      #expect(trace.duration >= 180, "\(path)")
      #expect(trace.rows.allSatisfy { $0.latency == nil }, "\(path)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect([UInt8](bytes) == NativeTrace.write(trace), "\(path)")
      size += bytes.count
    }
    #expect(size < 3_000_000)
  }

  @Test("the README has a row with the licence, and one with the origin, of every family")
  func licences() throws {
    let readme = try String(contentsOfFile: Self.folder + "/../README.md", encoding: .utf8)
    let licences = try String(contentsOfFile: Self.folder + "/LICENSES.md", encoding: .utf8)
    for family in Self.families.keys {
      let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`\(family)`") }
      #expect(rows.contains { row in ["| CC BY 4.0 |", "| MIT |", "| public data |"].contains { row.hasSuffix($0) } })
      #expect(rows.contains { $0.contains("<https://") }, "\(family)")
      #expect(licences.split(separator: "\n").contains { $0.hasPrefix("## ") && $0.contains(family) }, "\(family)")
    }
  }
}
