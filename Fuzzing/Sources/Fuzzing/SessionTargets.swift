import ABRComparison
import ABRSessions
import Glibc

@testable import ABRPlayback

/// Readers of what viewers and sessions are described by.
enum SessionTargets {
  private static let folder = ScratchFile.folder()

  /// What leads out of the folder, and the escape of a slash.
  private static let ways = ["\"/", "'/", "(/", "=/", ",/", "/..", "../", "002"]

  private static func leadsOut(_ bytes: [UInt8]) -> Bool {
    // TOML has no byte 0, and what is behind one is not read. The text lives for the call.
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    return ways.contains { unsafe strstr(text, $0) != nil }
  }

  /// The TOML files: sessions, viewer models and gates. They may name other files, here those of an empty
  /// folder; inputs that could name others are left out.
  static func configuration(_ bytes: [UInt8]) {
    guard !leadsOut(bytes) else { return }
    let (folder, file, count) = (folder, Attempt.file, bytes.count)
    // What is no TOML is so for all of them.
    let document = Attempt.of("TOML", count: count) { try TOMLDocument(parsing: bytes, file: file) }
    guard let document else { return }
    Attempt.of("session", count: count) { try SessionFile.plan(parsing: bytes, file: file, folder: folder) }
    Attempt.of("gates", count: count) { try GateFile.gates(in: document.root) }
    let viewer = Attempt.of("viewer", count: count) { try ViewerModelFile.viewer(parsing: bytes, file: file) }
    if let viewer { write(viewer.watch) }
  }

  /// Tables of watch times, with their columns in the first line, and retention curves.
  static func audience(_ bytes: [UInt8]) {
    let (file, count) = (Attempt.file, bytes.count)
    let curve = Attempt.of("curve", count: count) { try WatchTimes(bytes, file: file) }
    if let curve { write(.retention(curve.curve)) }
    Attempt.of("retention", count: count) { try RetentionCurve(bytes, file: file, seconds: 1) }
    let head = bytes.prefix { $0 != 0x0a }
    let columns = Attempt.of("--columns", count: count, isText: true) {
      try WatchColumns(parsing: String(decoding: head, as: UTF8.self))
    }
    guard let columns else { return }
    let times = Attempt.of("watch times", count: count) {
      try WatchTimes(Array(bytes.dropFirst(head.count + 1)), file: file, columns: columns)
    }
    if let times { write(.retention(times.curve)) }
  }

  /// A viewer model can be written and read again.
  private static func write(_ watch: WatchModel) {
    let text = ViewerModelText.toml(of: watch, comment: "model")
    do {
      _ = try ViewerModelFile.viewer(parsing: Array(text.utf8), file: Attempt.file)
    } catch {
      fatalError("\(watch) is written as\n\(text)which is not read: \(error)")
    }
  }
}
