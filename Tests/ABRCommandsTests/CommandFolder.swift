import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// A folder with three short traces and a video, and commands carried out over them in this process.
struct CommandFolder {
  private let folder: TemporaryFolder

  /// Makes the folder.
  ///
  /// - Parameter files: more files by name.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    let standard = [
      "links/a.csv": "duration_s,bandwidth_bps,latency_ms\n20,3000000,50\n9,200000,80\n11,1500000,50\n",
      "links/b.csv": "duration_s,bandwidth_bps,latency_ms\n7,900000,50\n5,0,80\n13,6500000,50\n",
      "links/c.csv": "duration_s,bandwidth_bps,latency_ms\n30,5000000,20\n6,100000,80\n",
      "movie.json": """
      {"bitrates_kbps": [400, 1000, 2500], "segment_duration_ms": 4000,
       "segment_sizes_bits": [\(Array(repeating: "[1600000, 4000000, 10000000]", count: 16).joined(separator: ","))]}
      """,
    ]
    for (name, text) in standard.merging(files, uniquingKeysWith: { $1 }) { try folder.write(name, text) }
  }

  /// The absolute path of a file.
  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Makes a pipe without a writer.
  func makePipe(_ name: String) throws { try folder.makePipe(name) }

  /// The options that name what is played.
  var inputs: [String] { ["--traces", path("links"), "--video", path("movie.json")] }

  /// Carries out a command.
  ///
  /// - Returns: exit code, standard output and standard error.
  func perform(_ words: [String]) -> (code: Int32, output: String, diagnostics: String) {
    let command = EmbeddedCommand(bundledData: nil)
    let code = command.perform(words)
    return (code, command.output, command.diagnostics)
  }

  /// The JSON document that a command prints; a failure of the test where its exit code is another than expected.
  func document(
    _ words: [String], codes: Set<Int32> = [0], at location: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    let result = perform(words + ["--format", "json"])
    try #require(codes.contains(result.code), "\(words): \(result.diagnostics)", sourceLocation: location)
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any], sourceLocation: location)
  }

  /// What `explain` prints of a session file.
  static func explanation(of session: String, policy: String, _ options: [String]) throws -> String {
    let folder = try CommandFolder(["session.toml": session])
    let result = folder.perform(
      [
        "explain", folder.path("links/c.csv"), "--video", folder.path("movie.json"), "--policy", policy, "--session",
        folder.path("session.toml"),
      ] + options)
    #expect(result.code == 0, "\(result.diagnostics)")
    return result.output
  }
}
