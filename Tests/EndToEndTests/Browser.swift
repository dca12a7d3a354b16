import Foundation

/// A browser without a window, in which the tests look at pages.
struct Browser {
  /// What a page was after its scripts had run.
  struct Page {
    /// The document as HTML.
    var document: String
    /// What the browser wrote meanwhile: lines of the console among them.
    var diagnostics: String

    /// Messages of the page's console, errors and all others.
    var console: [Substring] { diagnostics.split(separator: "\n").filter { $0.contains("CONSOLE") } }

    /// The part of the document from the beginning of an element to a text behind it.
    func part(from start: String, to end: String) -> Substring? {
      guard let start = document.range(of: start),
        let end = document.range(of: end, range: start.upperBound..<document.endIndex)
      else { return nil }
      return document[start.lowerBound..<end.upperBound]
    }
  }

  private let executable: String

  /// The browser of this machine; `nil` where there is none.
  static let installed: Browser? = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }.map { Browser(executable: $0) }

  /// Where screenshots stay for people to look at.
  static let screenshots = Program.checkout.appendingPathComponent(".build/screenshots")

  /// Opens a file without a network and lets its scripts run.
  ///
  /// - Parameters:
  ///   - file: the page.
  ///   - screenshot: name of a picture below ``screenshots``; `nil` for the document.
  ///   - width: points.
  ///   - height: points.
  ///   - isDark: whether the system prefers dark pages.
  func open(
    _ file: URL, screenshot: String? = nil, width: Int = 1280, height: Int = 900, isDark: Bool = false
  ) throws -> Page {
    let profile = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: profile) }
    var arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-background-networking", "--no-first-run",
      "--user-data-dir=\(profile.path)", "--enable-logging=stderr", "--v=0", "--window-size=\(width),\(height)",
      "--virtual-time-budget=60000",
    ]
    if isDark { arguments.append("--blink-settings=preferredColorScheme=0") }
    if let screenshot {
      try FileManager.default.createDirectory(at: Self.screenshots, withIntermediateDirectories: true)
      arguments.append("--screenshot=\(Self.screenshots.appendingPathComponent(screenshot).path)")
    } else {
      arguments.append("--dump-dom")
    }
    let output = profile.appendingPathComponent("output")
    let diagnostics = profile.appendingPathComponent("diagnostics")
    try Data().write(to: output)
    try Data().write(to: diagnostics)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments + [file.absoluteString]
    process.environment = ["HOME": profile.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: diagnostics)
    try process.run()
    process.waitUntilExit()
    return Page(
      document: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      diagnostics: String(decoding: try Data(contentsOf: diagnostics), as: UTF8.self))
  }
}
