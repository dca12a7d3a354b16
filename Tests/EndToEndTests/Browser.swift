import Foundation
import Glibc

/// A browser without a window, started once for many pages and widths, and driven over pipes (Chrome DevTools Protocol,
/// version 1.3, `--remote-debugging-pipe`).
final class Browser {
  /// What went wrong between the test and the browser.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The browser of this machine; `nil` where there is none.
  static let executable: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Where screenshots stay for people to look at, `ABRLAB_SCREENSHOTS`; they take longer than all that is tested.
  static let screenshots = ProcessInfo.processInfo.environment["ABRLAB_SCREENSHOTS"].map(URL.init(fileURLWithPath:))

  /// Messages of the page's console, errors and all others, since the page was opened.
  private(set) var console: [String] = []
  /// What the page has asked for, itself apart, since it was opened.
  private(set) var requests: [String] = []

  private let process = Process()
  private let folder: URL
  /// Both ends of both pipes stay open here, so that neither side waits for the other to open one.
  private let pipes: (input: Int32, output: Int32)
  private var received: [UInt8] = []
  private var lastID = 0
  private var session: String?

  /// Starts the browser without a network.
  init() throws {
    guard let executable = Self.executable else { throw Failure(description: "there is no browser") }
    let folder = try Program.makeFolder()
    self.folder = folder
    let paths = ["in", "out"].map { folder.appendingPathComponent($0).path }
    for path in paths where unsafe mkfifo(path, 0o600) != 0 { throw Failure(description: "\(path): no pipe") }
    pipes = unsafe (Glibc.open(paths[0], O_RDWR), Glibc.open(paths[1], O_RDWR))
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" 3<'\(paths[0])' 4>'\(paths[1])'", executable]
      + [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking", "--no-first-run",
        "--user-data-dir=\(folder.path)/profile", "--remote-debugging-pipe", "about:blank",
      ]
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])
    let attached = try call("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log", "Network"] { _ = try call("\(domain).enable") }
  }

  /// Ends the browser.
  func close() {
    _ = try? call("Browser.close")
    process.waitUntilExit()
    Glibc.close(pipes.input)
    Glibc.close(pipes.output)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Opens a file and waits until all its pictures are drawn.
  func open(_ file: URL, width: Int, isDark: Bool) throws {
    try look(width: width, isDark: isDark)
    console = []
    requests = []
    _ = try call("Page.navigate", ["url": file.absoluteString])
    while try receive()["method"] as? String != "Page.loadEventFired" {}
    try waitUntilDrawn()
    requests.removeAll { $0 == file.absoluteString }
  }

  /// Changes the width of the window and what the system prefers; pictures follow.
  func look(width: Int, isDark: Bool) throws {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500])
    _ = try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    // The page hears of other colours as it is drawn next.
    _ = try evaluate(
      """
      new Promise((done) => {
        const frame = requestAnimationFrame;
        const look = () => matchMedia("(prefers-color-scheme: dark)").matches === \(isDark)
          ? frame(() => frame(() => setTimeout(done, 60))) : setTimeout(look, 10);
        look();
      })
      """)
  }

  /// Waits until the page says that all its pictures are drawn.
  func waitUntilDrawn() throws {
    _ = try evaluate(
      """
      new Promise((done) => {
        const look = () => document.documentElement.dataset.drawn ? done() : setTimeout(look, 10);
        look();
      })
      """)
  }

  /// The value of a JavaScript expression, once it is there.
  func evaluate(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
    if let wrong = answer["exceptionDetails"] { throw Failure(description: "\(expression): \(wrong)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Keeps a picture of the whole page below ``screenshots``, where that is asked for.
  func screenshot(_ name: String) throws {
    guard let folder = Self.screenshots else { return }
    let size = try evaluate("[innerWidth, document.documentElement.scrollHeight]") as? [Double] ?? [1, 1]
    let picture = try call(
      "Page.captureScreenshot",
      [
        "captureBeyondViewport": true,
        "clip": ["x": 0, "y": 0, "width": size[0], "height": min(size[1], 12_000), "scale": 1],
      ])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(base64Encoded: picture["data"] as? String ?? "")?.write(
      to: folder.appendingPathComponent("\(name).png"))
  }

  /// Sends a command and waits for its answer.
  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    message["sessionId"] = session
    try FileHandle(fileDescriptor: pipes.input).write(
      contentsOf: JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try receive()
      guard answer["id"] as? Int == lastID else { continue }
      guard let result = answer["result"] as? [String: Any] else { throw Failure(description: "\(method): \(answer)") }
      return result
    }
  }

  /// The next message; what the page says and asks for is kept.
  private func receive() throws -> [String: Any] {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let message = try JSONSerialization.jsonObject(with: Data(received[..<end])) as? [String: Any] ?? [:]
        received.removeSubrange(...end)
        note(message)
        return message
      }
      var wait = pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, 30_000) == 1 else { throw Failure(description: "the browser says nothing") }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe read(pipes.output, &bytes, bytes.count)
      guard count > 0 else { throw Failure(description: "the browser has gone") }
      searched = received.count
      received += bytes[..<count]
    }
  }

  private func note(_ message: [String: Any]) {
    let parameters = message["params"] as? [String: Any] ?? [:]
    switch message["method"] as? String {
    case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded": console.append("\(parameters)")
    case "Network.requestWillBeSent":
      let url = (parameters["request"] as? [String: Any])?["url"] as? String ?? ""
      if !url.hasPrefix("data:"), !url.hasPrefix("about:") { requests.append(url) }
    default: break
    }
  }
}
