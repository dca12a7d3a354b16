import Testing

@testable import ABRReports

@Suite struct SavedResultTests {
  @Test("a truncated comparison may be a check, a complete one is not")
  func comparison() throws {
    let (comparison, check) = try (
      #require(DocumentSchema.named("comparison")), #require(DocumentSchema.named("check"))
    )
    #expect(SavedResult(Array("{\"comparisons\": []}".utf8)) == .document([comparison]))
    #expect(SavedResult(Array("{\"comparisons\": []".utf8)) == .document([comparison, check]))
  }
}
