import Testing

@testable import ABRPlayerCode

@Suite struct JavaScriptContextTests {
  @Test func runsScripts() throws {
    let context = try JavaScriptContext(in: JavaScriptMachine())
    #expect(try context.evaluate("6 * 7", named: "a.js").number == 42)
    #expect(try context.evaluate("'é' + 1", named: "a.js").text == "é1")
  }

  @Test("buffers count before they are twice the limit", arguments: [256, 1024])
  func buffers(mebibytes: Int) throws {
    let limit = mebibytes << 20
    let context = try JavaScriptContext(in: JavaScriptMachine(limits: .init(callTime: 60, memory: limit)))
    let shared = context.share("count", on: try context.evaluate("globalThis", named: "a.js"), count: 1)
    #expect(throws: JavaScriptError.tooLarge(bytes: limit)) {
      try context.evaluate(
        "const all = [], filled = new Float64Array(count); for (;;) { all.push(new Uint8Array(1e6).fill(1)); filled[0]++ }",
        named: "a.js")
    }
    #expect(Double(limit) < shared[0] * 1e6 && shared[0] * 1e6 < 2 * Double(limit))
  }
}
