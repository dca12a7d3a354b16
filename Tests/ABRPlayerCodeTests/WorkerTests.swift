import Testing

@testable import ABRPlayerCode

@Suite(.enabled(if: hasJavaScript, javaScriptAbsence)) struct WorkerTests {
  private let browser: BrowserUnderTest

  init() throws {
    browser = try BrowserUnderTest()
    try browser.run(
      """
      var seen = [];
      var begin = (...script) => {
        const worker = new Worker(URL.createObjectURL(new Blob(script)));
        worker.onmessage = (event) => seen.push(JSON.stringify(event.data));
        worker.onerror = (event) => seen.push(`error: ${event.message}`);
        return worker;
      };
      """)
  }

  /// What the page has seen by a time in milliseconds.
  private func seen(by time: Double = 1) throws -> String {
    try browser.advance(to: time)
    return try browser.run("seen.join(' ')")
  }

  @Test(arguments: [
    "onmessage = (event) => postMessage(event.data + 1);",
    "self.onmessage = function (event) { self.postMessage(event.data + 1); };",
    "addEventListener('message', (event) => postMessage(event.data + 1));",
    "self.addEventListener('message', ({ data }) => setTimeout(() => this.postMessage(data + 1), 0));",
  ])
  func answers(script: String) throws {
    try browser.run(
      "const worker = begin(`\(script)`); worker.postMessage(1); worker.postMessage(2); seen.push('first')")
    #expect(try seen() == "first 2 3")
  }

  @Test func portsOfAChannel() throws {
    try browser.run(
      """
      const { port1, port2 } = new MessageChannel();
      port1.postMessage({ a: 1 });
      port1.postMessage(2);
      port2.onmessage = ({ data }) => {
        seen.push(JSON.stringify(data));
        port2.postMessage('answer');
        if (data === 2) port2.close();
      };
      port1.addEventListener('message', ({ data }) => seen.push(data));
      port1.start();
      seen.push('first');
      """)
    #expect(try seen() == #"first {"a":1} 2"#)
    try browser.run(
      "const c = new MessageChannel(); c.port1.onmessage = () => seen.push('task'); c.port2.postMessage(0)")
    #expect(try seen(by: 2).hasSuffix("2 task"))
  }

  @Test func scriptsMayComeInPieces() throws {
    try browser.run("begin('const two = ', new Blob(['2;']), new TextEncoder().encode('postMessage(two);'))")
    #expect(try seen() == "2")
  }

  @Test func hasNoDocumentAndItsOwnListeners() throws {
    try browser.run(
      """
      begin(`onmessage = null; postMessage([typeof window, typeof document, typeof self.setTimeout, self === globalThis])`);
      """)
    #expect(try seen() == #"["undefined","undefined","function",true]"#)
    #expect(try browser.run("typeof globalThis.onmessage") == "undefined")
  }

  @Test func messagesAreCopiesButWhatIsHandedOver() throws {
    try browser.run(
      """
      const worker = begin(`onmessage = ({ data }) => { data.list[0].x = 2; postMessage(data); }`);
      var sent = { list: [{ x: 1 }], bytes: new Uint8Array([5, 6, 7]).subarray(1) };
      sent.self = sent.list[0];
      worker.postMessage(sent);
      worker.onmessage = ({ data }) => seen.push(data.self === data.list[0], data.self.x, ...data.bytes);
      sent.bytes[0] = 9;
      """)
    #expect(try seen() == "true 2 6 7")
    #expect(try browser.run("sent.self.x") == "1")
    try browser.run(
      """
      seen.length = 0;
      var buffer = new ArrayBuffer(3);
      const other = begin(`onmessage = ({ data }) => postMessage({ buffer: data }, [data])`);
      other.onmessage = ({ data }) => seen.push(data.buffer === buffer);
      other.postMessage(buffer, { transfer: [buffer] });
      """)
    #expect(try seen(by: 2) == "true")
  }

  @Test func refusesToSendAFunction() throws {
    #expect(
      try browser.run("try { begin('').postMessage({ run: () => 1 }) } catch (error) { error.name }")
        == "DataCloneError")
  }

  @Test(arguments: [
    ("new Worker('http://lab/worker.js')", "error: the script of the worker was not found"),
    ("begin('throw new Error(\"no\")')", "error: no"),
    ("begin('importScripts(\"a.js\")')", "error: The script at 'a.js' failed to load."),
    ("begin('let 1')", "error: "),
  ])
  func tellsWhatFailed(script: String, expected: String) throws {
    try browser.run("(\(script)).onerror = (event) => seen.push(`error: ${event.message}`)")
    #expect(try seen().hasPrefix(expected))
  }

  @Test func nothingComesFromOneThatWasEnded() throws {
    try browser.run("const worker = begin('postMessage(1)'); worker.terminate()")
    try browser.run("begin('postMessage(2); close(); postMessage(3)')")
    #expect(try seen() == "")
  }

  /// Four milliseconds are for timers that set one another alone.
  @Test func messagesAreNoNestedTimers() throws {
    try browser.run(
      """
      const worker = begin('onmessage = ({ data }) => postMessage(data + 1)');
      worker.onmessage = ({ data }) => {
        if (data < 20) return worker.postMessage(data);
        setTimeout(() => seen.push(performance.now()), 0);
      };
      worker.postMessage(1);
      """)
    #expect(try seen(by: 10) == "0")
  }
}
