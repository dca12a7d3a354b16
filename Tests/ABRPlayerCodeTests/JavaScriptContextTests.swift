import Testing

@testable import ABRPlayerCode

@Suite struct JavaScriptContextTests {
  @Test func runsScripts() throws {
    let context = try JavaScriptContext(in: JavaScriptMachine())
    #expect(try context.evaluate("6 * 7", named: "a.js").number == 42)
    #expect(try context.evaluate("'é' + 1", named: "a.js").text == "é1")
  }
}
