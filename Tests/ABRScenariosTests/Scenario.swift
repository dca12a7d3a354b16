import ABRTestSupport
import Foundation

@testable import ABRSessions

/// A situation, variants of it, and what must hold between them.
///
/// A file has the keys of a session file, `network` and `video` as ``ScenarioMedia`` reads them, and the options of
/// ``ScenarioVariant``. A variant repeats those in which it differs. `expect` lists what ``Expectation`` reads, to hold
/// over the sessions of all links or on each link by itself. The first comment of a file says what happens in it.
struct Scenario {
  static let folder = "\(SharedData.package)/Tests/ABRScenariosTests/Scenarios"
  private static let ownKeys = ["network", "video", "variant", "expect"]

  /// A variant and how it is written.
  struct Variant {
    let name: String
    /// What the error of a variant that must be refused contains; `nil` of one that is played.
    let refused: String?
    let table: TOMLTable
  }

  let variants: [Variant]
  let overAllLinks: [String]
  let onEachLink: [String]

  /// Files of all scenarios.
  static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".toml") }.sorted()

  init(file: String) throws {
    try self.init(parsing: TOMLDocument.bytes(at: "\(Self.folder)/\(file)"), file: file)
  }

  init(parsing bytes: [UInt8], file: String) throws {
    let root = try TOMLDocument(parsing: bytes, file: file).root
    try root.allow(only: Self.ownKeys + ScenarioVariant.options + SessionFile.keys)
    guard let tables = try root.table("variant"), let expect = try root.table("expect") else {
      throw root.invalid("variant", allowed: "variants and what is expected of them")
    }
    try expect.allow(only: ["over-all-links", "on-each-link"])
    overAllLinks = try expect.strings("over-all-links") ?? []
    onEachLink = try expect.strings("on-each-link") ?? []
    variants = try tables.keys.map { name in
      let table = try tables.table(name) ?? tables
      try table.allow(only: ["network", "video", "refused"] + ScenarioVariant.options + SessionFile.keys)
      return Variant(
        name: name, refused: try table.string("refused"),
        table: root.without(Self.ownKeys.suffix(2)).overlaid(by: table.without(["refused"])))
    }
  }
}

extension TOMLTable {
  /// This table with the keys of another one in place of its own.
  func overlaid(by other: TOMLTable) -> TOMLTable { with(members.merging(other.members) { _, new in new }) }

  /// This table without some of its keys.
  func without(_ keys: some Sequence<String>) -> TOMLTable { with(members.filter { !keys.contains($0.key) }) }

  private func with(_ members: [String: TOMLValue]) -> TOMLTable {
    TOMLTable(file: file, path: path, value: TOMLValue(content: .table(members), line: line, column: 1))
  }
}
