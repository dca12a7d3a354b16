import ABRInput
import Testing

@testable import ABRNetwork

@Suite("Costs of senders")
struct SenderCostTests {
  @Test("a trace of years is refused before a row is made for each of its silences")
  func years() throws {
    let day = try BandwidthTrace(name: "day", rows: [.init(duration: 86_400, bandwidth: 1_000_000)])
    let years = try BandwidthTrace(
      name: "years", rows: (0..<32).map { _ in .init(duration: 31_536_000, bandwidth: 1_000_000) })
    let sender = Sender(timeoutInterval: 5)
    #expect(throws: Never.self) { try sender.checkCost(of: day) }
    let error = #expect(throws: TraceError.self) { try sender.checkCost(of: years) }
    #expect(error?.description.contains("expected no more than 1048576 rows") == true)
    #expect(throws: Never.self) { try Sender().checkCost(of: years) }
  }

  @Test(
    "a row with more fields than the first line is refused",
    arguments: ["time,rate\n0,1,5\n1,2,\n", "0;1\n1;2;5\n"])
  func fields(text: String) throws {
    var table = try ColumnTable(
      Array(text.utf8), columns: [.init(index: 0, name: nil), .init(index: 1, name: nil)])
    #expect(throws: InputFault.self) { while try table.next() {} }
    var right = try ColumnTable(
      Array("time,rate\n0,1,\n1,2\n".utf8), columns: [.init(index: 0, name: nil), .init(index: 1, name: nil)])
    while try right.next() {}
  }
}
