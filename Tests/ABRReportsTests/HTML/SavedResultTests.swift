import Testing

@testable import ABRReports

@Suite struct SavedResultTests {
  @Test("a comparison that was cut may have been a check, a whole one is none")
  func comparison() throws {
    let (comparison, check) = try (
      #require(DocumentSchema.named("comparison")), #require(DocumentSchema.named("check"))
    )
    #expect(SavedResult(Array("{\"comparisons\": []}".utf8)) == .document([comparison]))
    #expect(SavedResult(Array("{\"comparisons\": []".utf8)) == .document([comparison, check]))
  }
}
