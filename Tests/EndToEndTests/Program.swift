import Foundation
import Testing

/// The built program, run the way a user runs it.
struct Program {
  /// What a run left behind.
  struct Result {
    var output: String
    var diagnostics: String
    /// The exit code, or minus the number of the signal that ended it.
    var status: Int32
  }

  /// The program beside the test bundle, debug or release.
  static let url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("abrlab")

  /// The checkout, from the place of this file.
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A fresh folder that the caller removes.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("abrlab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs the program with nothing of the environment but what is given.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], folder: URL = checkout
  ) throws -> Result {
    let scratch = try makeFolder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files, not pipes: a program that writes much never waits for its reader.
    let output = scratch.appendingPathComponent("output")
    let diagnostics = scratch.appendingPathComponent("diagnostics")
    try Data().write(to: output)
    try Data().write(to: diagnostics)
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = ["LC_ALL": "C.UTF-8"].merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: diagnostics)
    try process.run()
    process.waitUntilExit()
    return Result(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      diagnostics: String(decoding: try Data(contentsOf: diagnostics), as: UTF8.self),
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
  }

  /// Runs a line of bash in which `$abrlab` is the program: for pipes and redirections.
  static func shell(_ line: String) throws -> Result {
    try bash(
      ["-c", line], environment: ["abrlab": url.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"], folder: checkout)
  }

  /// Runs bash, with what it writes to either stream as output.
  static func bash(_ arguments: [String], environment: [String: String], folder: URL) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(output: text, diagnostics: "", status: process.terminationStatus)
  }
}
