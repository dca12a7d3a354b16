import ABRInput
import ABRSessions

/// The files and folders that a command reads, and by which option, so that none of them is overwritten by its results.
struct InputPaths {
  private var paths: [(reader: String, path: String)] = []

  /// Nothing.
  init() {}

  /// What the options, and positionals, of a command name.
  ///
  /// - Parameter outputs: options and positionals whose paths are not read.
  init(_ arguments: ParsedArguments, besides outputs: Set<String> = ["--output", "--svg", "--png"]) {
    for option in arguments.command.options where !outputs.contains(option.name) {
      let texts = arguments.strings(option.name)
      if option.values == .path || option.kind == .positional {
        paths += texts.map { (option.name, $0) }
      } else if option.name == "--viewer" {
        paths += texts.compactMap { text in
          SessionViewer.file(in: text).map { (option.name, String(text[$0])) }
        }
      }
    }
  }

  /// Refuses a file to be written that is read.
  ///
  /// - Parameter place: how errors call the option that names it.
  /// - Throws: ``UsageError``.
  /// - Complexity: as ``reader(of:)``.
  func checkIsNoInput(_ file: String, _ place: String) throws(UsageError) {
    guard let reader = reader(of: file) else { return }
    throw UsageError("\(place): \(file) would overwrite what \(reader) reads; name another file")
  }

  /// The option by which an existing file is read, by whatever link; `nil` where it is not, or is not there.
  ///
  /// - Complexity: O(files) of the folders among the paths.
  func reader(of file: String) -> String? {
    guard let wanted = InputFile.identity(of: file) else { return nil }
    return paths.first { entry in
      if InputFile.identity(of: entry.path) == wanted { return true }
      guard let entries = try? InputFolder.entries(at: entry.path) else { return false }
      return entries.contains { entry in
        if case .file(let name) = entry { InputFile.identity(of: name) == wanted } else { false }
      }
    }?.reader
  }
}
