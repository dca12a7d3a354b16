import ABRComparison
import ABRInput
import ABRPolicies
import ABRRuns
import ABRSessions
import FoundationEssentials

/// A run described by a TOML file: the options of `abrlab run` as keys, without the dashes in front.
///
/// ```toml
/// traces = ["Traces/recorded"]
/// video = "Traces/video/hls-authoring.json"
/// policy = ["auto", "bola+peak:3M"]
/// max-buffer = "25s"
/// per-session = true
/// ```
/// One file may serve several commands: each reads the keys that it has an option for, and leaves out those of `check`
/// that it has none for.
/// Options on the command line win over the file. Paths are relative to the file's own folder, those in `exec(…)` and
/// `code(…)` included, so that it means the same wherever the command is run.
enum RunConfiguration {
  /// Options about this run of the command and not about what is run.
  private static let excluded = ["--config", "--quiet", "--verbose", "--color", "--progress"]
  /// Options whose values are specs, in which paths may stand.
  static let specOptions = ["--policy", "--player", "--name"]

  /// The arguments, with what the file of `--config` gives for options that were not given.
  ///
  /// - Parameters:
  ///   - other: the command that the file may be for, too. Its keys are allowed, and those without an option here are
  ///     left out, as are the tables of gates.
  ///   - isNoPath: whether the value of an option that takes paths is none.
  /// - Throws: `ConfigurationError` naming file, line and key; ``UsageError`` for a word that is none of an option's
  ///   choices.
  static func fill(
    _ arguments: ParsedArguments, sharedWith other: CommandSpec? = nil,
    outside isNoPath: (String) -> Bool = { _ in false }
  ) throws -> ParsedArguments {
    guard let file = arguments.string("--config") else { return arguments }
    let table = try TOMLDocument(contentsOf: file).root
    let options = options(of: arguments.command)
    let tables = other == nil ? [] : [GateFile.key]
    for option in options {
      guard let former = option.formerName.map({ String($0.dropFirst(2)) }), table.has(former) else {
        continue
      }
      throw table.refused(former, "is called \(key(option)) now")
    }
    try table.allow(only: (options.map(key) + (other.map(options(of:)) ?? []).map(key)).uniqued() + tables)
    let folder = folder(of: file)
    var given: [String: ParsedArguments.Given] = [:]
    // A key may be a table here and an option there, as `gate` is.
    for option in options where !tables.contains(key(option)) {
      guard let place = table.place(of: key(option)) else { continue }
      var texts = located(try texts(of: option, in: table), of: option, in: folder, outside: isNoPath)
      if case .choice(let choices) = option.values, let wrong = texts.first(where: { !choices.contains($0) }) {
        // A format of the other command, such as JUnit's, is its own.
        if case .choice(let others)? = other?.options.first(where: { $0.name == option.name })?.values,
          others.contains(wrong)
        {
          continue
        }
        throw ParsedArguments.wrongChoice(place, found: wrong, allowed: choices)
      }
      if specOptions.contains(option.name), !folder.isEmpty {
        for (index, text) in texts.enumerated() {
          texts[index] = try spec(text, isNamed: option.name == "--name", in: folder, table, key(option))
        }
      }
      given[option.name] = ParsedArguments.Given(texts: texts, place: place)
    }
    return arguments.filled(with: given)
  }

  /// The options of a command that a file has keys for.
  private static func options(of command: CommandSpec) -> [OptionSpec] {
    command.options.filter { !excluded.contains($0.name) && $0.kind != .positional }
  }

  /// The arguments with the exports of a file that is wrong elsewhere, the paths that it reads, and its format.
  static func fillFiles(_ arguments: ParsedArguments, outside isNoPath: (String) -> Bool) -> ParsedArguments {
    guard let file = arguments.string("--config"), let table = try? TOMLDocument(contentsOf: file).root else {
      return arguments
    }
    var given: [String: ParsedArguments.Given] = [:]
    for option in arguments.command.options
    where option.values == .path || [CommonOptions.export.name, "--viewer", "--format"].contains(option.name) {
      guard let place = table.place(of: key(option)), let texts = try? texts(of: option, in: table) else { continue }
      given[option.name] = ParsedArguments.Given(
        texts: located(texts, of: option, in: folder(of: file), outside: isNoPath), place: place)
    }
    return arguments.filled(with: given)
  }

  /// The folder that a file's paths are relative to; empty where they stay as they are written.
  private static func folder(of file: String) -> String { file.contains("/") ? ResolvedPath.folder(of: file) : "" }

  /// Values of an option with the paths in them relative to a folder.
  private static func located(
    _ texts: [String], of option: OptionSpec, in folder: String, outside isNoPath: (String) -> Bool
  ) -> [String] {
    texts.map { text in
      if option.name == CommonOptions.export.name { return export(text, in: folder) }
      if option.name == "--viewer", let file = SessionViewer.file(in: text) {
        return text[..<file.lowerBound] + path(String(text[file]), in: folder) + text[file.upperBound...]
      }
      return option.values == .path && !isNoPath(text) ? path(text, in: folder) : text
    }
  }

  /// The values of a key, as the command line would have them.
  private static func texts(of option: OptionSpec, in table: TOMLTable) throws(ConfigurationError) -> [String] {
    if option.kind == .flag { return try table.boolean(key(option)) == true ? ["true"] : [] }
    let texts = try table.texts(key(option))
    guard option.isRepeatable ? !texts.isEmpty : texts.count == 1 else {
      throw table.invalid(key(option), allowed: option.isRepeatable ? "at least one value" : "one value")
    }
    return texts
  }

  /// `FORMAT=PATH` with the path relative to a folder.
  private static func export(_ text: String, in folder: String) -> String {
    guard let equals = text.firstIndex(of: "="), text[equals...] != "=-" else { return text }
    return String(text[...equals]) + path(String(text[equals...].dropFirst()), in: folder)
  }

  /// The paths of programs and scripts in a spec.
  ///
  /// - Parameters:
  ///   - text: the spec.
  ///   - isNamed: whether it may have a name before it, `NAME=SPEC`.
  static func files(in text: String, isNamed: Bool) -> [String] {
    var files: [String] = []
    _ = ExternalPolicies.replacingPaths(in: isNamed ? String(text.drop { $0 != "=" }.dropFirst()) : text) { file, _ in
      files.append(file)
      return file
    }
    return files
  }

  /// A spec, or `NAME=SPEC`, with the paths of programs and scripts relative to a folder.
  ///
  /// - Throws: `ConfigurationError` where no spec can hold such a path.
  private static func spec(
    _ text: String, isNamed: Bool, in folder: String, _ table: TOMLTable, _ key: String
  ) throws(ConfigurationError) -> String {
    let name = isNamed ? String(text.prefix { $0 != "=" }) + "=" : ""
    guard text.hasPrefix(name) else { return text }
    let moved = ExternalPolicies.replacingPaths(in: String(text.dropFirst(name.count))) { own, _ in
      path(own.hasPrefix("./") ? String(own.dropFirst(2)) : own, in: folder)
    }
    guard let moved else {
      throw table.refused(
        key, "paths are relative to the folder \(folder), whose name has a sign of specs: ( ) , + or =")
    }
    return name + moved
  }

  private static func key(_ option: OptionSpec) -> String { String(option.name.dropFirst(2)) }

  private static func path(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
  }
}
