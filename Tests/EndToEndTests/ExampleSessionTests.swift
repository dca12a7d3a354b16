import Foundation
import Testing

/// The commands of `Examples/Sessions/README.md` print the numbers beside them, before and after the change of the
/// file.
@Suite("Example sessions", .timeLimit(.minutes(20)))
struct ExampleSessionTests {
  private static let folder = Program.checkout.appendingPathComponent("Examples/Sessions")

  /// A row of the page's table.
  struct Row: Sendable, CustomTestStringConvertible {
    let file: String
    let command: String
    let numbers: [String]
    /// A text of the file and what takes its place.
    let change: [String]
    let numbersThen: [String]
    var testDescription: String { file }

    init?(_ line: Substring) {
      guard line.hasPrefix("| [") else { return nil }
      // What is between backticks in each cell.
      let cells = line.split(separator: " | ").map { cell in
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
      guard cells.count == 6, let command = cells[2].first else { return nil }
      file = String(line.dropFirst(3).prefix { $0 != "]" })
      self.command = command
      (numbers, change, numbersThen) = (cells[3], cells[4], cells[5])
    }
  }

  static let rows: [Row] = {
    let page = try? String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
    return (page ?? "").split(separator: "\n").compactMap { Row($0) }
  }()

  /// Plays a session file in place of that of a row.
  private static func words(_ row: Row, file: String) throws -> [Substring] {
    let command = row.command.replacing("Examples/Sessions/\(row.file)", with: file)
    let result = try Program.shell("$abrlab" + command.dropFirst("abrlab".count))
    #expect(result.status == 0, "\(result.diagnostics)")
    return result.output.split { $0.isWhitespace || $0 == "," }
  }

  @Test("the page lists every file")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".toml") }
    #expect(names.sorted() == Self.rows.map(\.file).sorted() && names.count == 12)
  }

  @Test("a command prints the numbers of the page", arguments: rows)
  func numbers(row: Row) throws {
    let words = try Self.words(row, file: "Examples/Sessions/\(row.file)")
    #expect(!row.numbers.isEmpty)
    for number in row.numbers { #expect(words.contains { $0.hasPrefix(number) }, "\(number)") }
    let text = try String(contentsOf: Self.folder.appendingPathComponent(row.file), encoding: .utf8)
    #expect(text.contains("#     \(row.command)\n"), "the comment of the file has the command")
  }

  @Test("a changed file gives the numbers of the page", arguments: rows)
  func change(row: Row) throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(contentsOf: Self.folder.appendingPathComponent(row.file), encoding: .utf8)
    try #require(row.change.count == 2)
    let body = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
      .joined(separator: "\n")
    #expect(body.contains(row.change[0]))
    let changed = body.replacing(row.change[0], with: row.change[1])
      .replacing("../../Traces", with: Program.checkout.appendingPathComponent("Traces").path)
    let file = folder.appendingPathComponent(row.file)
    try Data(changed.utf8).write(to: file)
    let words = try Self.words(row, file: file.path)
    #expect(!row.numbersThen.isEmpty)
    for number in row.numbersThen { #expect(words.contains { $0.hasPrefix(number) }, "\(number)") }
  }
}
