import ABRExperiments
import Foundation

/// A run described by a TOML file: the options of `abrlab run` as keys, without the dashes in front.
///
/// ```toml
/// traces = ["Traces/bandwidth"]
/// video = "Traces/video/hls-authoring.json"
/// policy = ["auto", "bola+peak:3M"]
/// max-buffer = "25s"
/// per-session = true
/// ```
/// Options on the command line win over the file. Paths are relative to the file.
enum RunConfiguration {
  private static let paths = ["traces", "video"]
  private static let excluded = ["config", "help", "version"]

  /// Adds what a file says to the options of the command line.
  ///
  /// - Throws: `ConfigurationError` with file, line and key.
  static func read(_ file: String, under arguments: ParsedArguments) throws -> ParsedArguments {
    let table = try TOMLDocument(contentsOf: file).root
    let options = RunCommand.spec.options.filter { $0.name.hasPrefix("--") }
    let keys = options.map { String($0.name.dropFirst(2)) }.filter { !excluded.contains($0) }
    try table.allow(only: keys)
    var values: [String: [String]] = [:]
    for option in options {
      let key = String(option.name.dropFirst(2))
      guard table.keys.contains(key) else { continue }
      if option.kind == .flag {
        if try table.boolean(key) == true { values[option.name] = [""] }
      } else {
        var texts = try table.texts(key)
        if !option.isRepeatable, texts.count != 1 { throw table.invalid(key, allowed: "one value") }
        if paths.contains(key) { texts = texts.map { path($0, besides: file) } }
        values[option.name] = texts
      }
    }
    return arguments.withDefaults(values)
  }

  private static func path(_ path: String, besides file: String) -> String {
    let folder = (file as NSString).deletingLastPathComponent
    return path.hasPrefix("/") || folder.isEmpty ? path : (folder as NSString).appendingPathComponent(path)
  }
}
