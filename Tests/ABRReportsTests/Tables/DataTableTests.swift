import ABRComparison
import ABRInput
import Foundation
import Testing

@testable import ABRReports

@Suite("Data table")
struct DataTableTests {
  static var table: DataTable {
    var table = DataTable(columns: [
      .text("trace"), .number("mean_bps", title: "mean Mbit/s", scale: 1e-6, digits: 2),
      .number("rows", title: "rows", digits: 0),
    ])
    table.append([.text("a"), .number(1_234_567.8), .integer(600)])
    table.append([.text("b,\"c\" | ü"), .number(.infinity), .missing])
    table.append([.text("d"), .number(-0.001), .integer(0)])
    return table
  }

  @Test("people see scaled and rounded values in aligned columns")
  func aligned() {
    #expect(
      Self.table.text(as: .table) == """
        trace      mean Mbit/s  rows
        a                 1.23   600
        b,"c" | ü            -     -
        d                 0.00     0

        """)
  }

  @Test("a table that is too wide breaks its headings, then its texts, then itself")
  func narrow() {
    #expect(
      Self.table.text(as: .table, width: 22) == """
        trace       mean rows
                  Mbit/s
        a           1.23  600
        b,"c" | ü      -    -
        d           0.00    0

        """)
    #expect(
      Self.table.text(as: .table, width: 18) == """
        trace        mean
                   Mbit/s
        a            1.23
        b,"c" | ü       -
        d            0.00

        trace      rows
        a           600
        b,"c" | ü     -
        d             0

        """)
    var words = DataTable(columns: [.text("name"), .text("summary")])
    words.append([.text("growth"), .text("a target that grows while all is well")])
    #expect(
      words.text(as: .table, width: 26) == """
        name    summary
        growth  a target that
                grows while all is
                well

        """)
  }

  @Test("names give way where nothing else can")
  func longNames() {
    var table = DataTable(columns: [
      .text("trace"), .number("bytes_wasted_per_h", title: "bytes_wasted_per_h", digits: 0),
    ])
    table.append([.text("a_recording-with_a-long_name.csv"), .number(12)])
    #expect(
      table.text(as: .table, width: 26) == """
        trace               bytes_
                           wasted_
                             per_h
        a_recording-with_       12
        a-long_name.csv

        """)
  }

  @Test("programs get values in full, quoted where CSV needs it")
  func csv() {
    #expect(
      Self.table.text(as: .csv) == """
        trace,mean_bps,rows
        a,1234567.8,600
        "b,""c"" | ü",,
        d,-0.001,0

        """)
  }

  @Test("Markdown escapes what would end a cell")
  func markdown() {
    #expect(
      Self.table.text(as: .md) == """
        | trace | mean Mbit/s | rows |
        | --- | ---: | ---: |
        | a | 1.23 | 600 |
        | b,"c" \\| ü | - | - |
        | d | 0.00 | 0 |

        """)
  }

  @Test("the best values of each group are marked where a column parts the rows")
  func groups() {
    var table = DataTable(columns: [.text("viewer"), .number("v", title: "v", digits: 0, .lower)])
    for (viewer, value) in [("a", 3), ("b", 5), ("a", 4), ("b", 5), ("c", 1)] {
      table.append([.text(viewer), .integer(value)])
    }
    #expect(table.bestRows == [[], [4]])
    table.group = "viewer"
    #expect(table.bestRows == [[], [0]])
  }

  @Test("the best values of a column with a direction are marked, as they are seen; none where all look alike")
  func best() {
    var table = DataTable(columns: [
      .text("policy"), .number("r", title: "rebuffer %", digits: 1, .lower),
      .number("b", title: "Mbit/s", digits: 1, .higher), .number("s", title: "startup s", digits: 1, .lower),
      .number("n", title: "count", digits: 0),
    ])
    table.append([.text("a"), .number(0.52), .number(3), .number(0.31), .number(1)])
    table.append([.text("b"), .number(0.49), .missing, .number(0.29), .number(2)])
    table.append([.text("c"), .number(12), .number(2), .number(0.3), .number(3)])
    #expect(
      table.text(as: .table) == """
        policy  rebuffer %  Mbit/s  startup s  count
        a             0.5*    3.0*        0.3      1
        b             0.5*      -         0.3      2
        c            12.0     2.0         0.3      3

        """)
    #expect(table.text(as: .md).contains("| a | **0.5** | **3.0** | 0.3 | 1 |"))
    #expect(!table.text(as: .csv).contains("*"))
    #expect(table.sorted(by: "r").text(as: .csv).hasPrefix("policy,r,b,s,n\nb,0.49,"))
    #expect(table.sorted(by: "b").rows.map { $0[0] } == [.text("a"), .text("c"), .text("b")])
    #expect(table.sorted(by: "n") == table)
  }

  @Test("JSON is read back with the same values")
  func json() throws {
    let text = Self.table.text(as: .json)
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(rows.count == 3)
    #expect(rows[0]["mean_bps"] as? Double == 1_234_567.8)
    #expect(rows[1]["trace"] as? String == "b,\"c\" | ü")
    #expect(rows[1]["mean_bps"] is NSNull && rows[1]["rows"] is NSNull)
    #expect(DataTable(columns: [.text("x")]).text(as: .json) == "[]\n")
  }

  @Test("every control character is escaped in JSON")
  func controlCharacters() throws {
    let text = String(String.UnicodeScalarView((0..<0x80).compactMap(Unicode.Scalar.init)))
    let read = try JSONSerialization.jsonObject(
      with: Data(JSONValue.literal(text).utf8), options: .fragmentsAllowed)
    #expect(read as? String == text)
  }

  @Test("all that can be compared has a column, under a heading of its own")
  func columns() {
    for severalItems in [false, true] {
      let names = Measure.all(severalItems: severalItems).map(\.name)
      #expect(RunTable.columns(names, severalItems: severalItems).map(\.name) == names)
    }
    #expect(RunTable.columns(["item_startup_s_p95"])[0].title == "item startup p95 s")
  }
}
