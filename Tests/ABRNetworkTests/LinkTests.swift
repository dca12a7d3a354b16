import Testing

@testable import ABRNetwork

@Suite struct LinkTests {
  @Test("a transfer inside one row takes bytes over rate")
  func oneRow() throws {
    let trace = try BandwidthTrace(name: "t", rows: [.init(duration: 10, bandwidth: 8000)])
    let link = Link(trace)
    var cursor = Link.Cursor()
    #expect(link.arrival(of: 500, from: 1, cursor: &cursor) == 1.5)
  }
}
