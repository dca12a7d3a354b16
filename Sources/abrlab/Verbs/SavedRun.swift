import ABRExperiments
import ABRInput
import Foundation

/// A run or a baseline from a file, or from a commit of the repository the command runs in.
struct SavedRun {
  /// How a commit's file begins: `git:REF:PATH`.
  static let gitPrefix = "git:"

  /// What errors call it.
  let name: String
  /// The run.
  let record: RunRecord

  /// Whether a text names a file or a commit's file.
  static func isMeant(by text: String) -> Bool {
    text.hasPrefix(gitPrefix) || FileManager.default.fileExists(atPath: text) || text.hasSuffix(".json")
  }

  /// Reads a saved run or a baseline, whichever it is.
  ///
  /// - Throws: `RunFileError` for the file, ``UsageError`` for a reference to a commit that says no path.
  init(_ text: String) throws {
    name = text
    let bytes: [UInt8]
    if text.hasPrefix(Self.gitPrefix) {
      bytes = try Self.git(String(text.dropFirst(Self.gitPrefix.count)), as: text)
    } else {
      bytes = try Self.bytes(of: text)
    }
    record =
      Baseline.isMeant(by: bytes)
      ? try Baseline(parsing: bytes, file: text).record : try RunRecord(parsing: bytes, file: text)
  }

  /// The bytes of a file.
  ///
  /// - Throws: `RunFileError` saying why they cannot be read.
  static func bytes(of file: String) throws(RunFileError) -> [UInt8] {
    do {
      return try InputFile.read(file)
    } catch {
      throw .unreadable(file: file, reason: error.reason)
    }
  }

  /// A file of a commit, as `git show` prints it.
  private static func git(_ object: String, as text: String) throws -> [UInt8] {
    guard let colon = object.firstIndex(of: ":"), colon != object.startIndex,
      object.index(after: colon) != object.endIndex
    else { throw UsageError("found \(text), allowed git:REF:PATH, such as git:main:ci/baseline.json") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A name is never an option.
    process.arguments = ["git", "show", "--end-of-options", object]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw RunFileError.unreadable(file: text, reason: "git cannot be run")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let reason = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let line = reason.split(separator: "\n").first.map(String.init) ?? "git show failed"
      throw RunFileError.unreadable(file: text, reason: line)
    }
    return [UInt8](data)
  }
}
