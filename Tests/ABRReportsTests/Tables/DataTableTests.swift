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
}
