import ABRInput
import ABRSessions

/// The files and folders that a command reads, and by which option, so that none of them is overwritten by its results.
struct InputPaths {
  private var paths: [(reader: String, path: String)] = []
  /// Session files, whose videos are read, too.
  private var sessions: [String] = []

  /// The options that name what commands write.
  static let outputs: Set = ["--output", "--svg", "--png"]

  /// Nothing.
  init() {}

  /// What the options, and positionals, of a command name.
  ///
  /// - Parameter outputs: options and positionals whose paths are not read.
  init(_ arguments: ParsedArguments, besides outputs: Set<String> = Self.outputs) {
    for option in arguments.command.options where !outputs.contains(option.name) {
      let texts = arguments.strings(option.name)
      if option.values == .path || option.kind == .positional {
        paths += texts.map { (option.name, $0) }
      } else if option.name == "--viewer" {
        paths += texts.compactMap { text in
          SessionViewer.file(in: text).map { (option.name, String(text[$0])) }
        }
      } else if RunConfiguration.specOptions.contains(option.name) {
        let files = texts.flatMap { RunConfiguration.files(in: $0, isNamed: option.name == "--name") }
        paths += files.map { (option.name, $0) }
      }
      if option.name == "--session" { sessions = texts }
    }
  }

  /// Refuses a file to be written that is read.
  ///
  /// - Parameter place: how errors call the option that names it; `nil` where a positional does.
  /// - Throws: ``UsageError``.
  /// - Complexity: as ``checkAreNoInputs(_:_:)``.
  func checkIsNoInput(_ file: String, _ place: String?) throws(UsageError) { try checkAreNoInputs([file], place) }

  /// Refuses files to be written of which one is read, by whatever path or link.
  ///
  /// - Parameter place: how errors call the option that names them; `nil` where a positional does.
  /// - Throws: ``UsageError``.
  /// - Complexity: O(*files*), and where one is there already O(files) of the folders among the paths.
  func checkAreNoInputs(_ files: [String], _ place: String?) throws(UsageError) {
    // A pipe or a terminal that is read and written loses nothing.
    let there = files.filter { InputFile.size(of: $0) != nil }
    guard !there.isEmpty else { return }
    let readers = readers()
    for file in there {
      guard let reader = InputFile.identity(of: file).flatMap({ readers[$0] }) else { continue }
      throw Self.refusal(of: file, place, readBy: reader)
    }
  }

  /// The refusal of a file to be written that something reads.
  ///
  /// - Parameters:
  ///   - place: how errors call the option that names it; `nil` where a positional does.
  ///   - reader: the option that reads it.
  static func refusal(of file: String, _ place: String?, readBy reader: String) -> UsageError {
    UsageError("\(UsageError.prefix(place))\(file) would overwrite what \(reader) reads; name another file")
  }

  /// The paths of the videos that a session file names; none of one that cannot be read.
  private static func videos(ofSession file: String) -> [String] {
    guard let root = try? TOMLDocument(contentsOf: file).root, let items = try? root.tables("item") else { return [] }
    let tables = items + items.flatMap { (try? $0.tables("sources")) ?? [] }
    return tables.compactMap { try? $0.string("video") }.map { name in
      name.hasPrefix("/") ? name : "\(ResolvedPath.folder(of: file))/\(name)"
    }
  }

  /// The option by which each file is read.
  private func readers() -> [InputFile.Identity: String] {
    var readers: [InputFile.Identity: String] = [:]
    func add(_ path: String, _ reader: String) {
      if let identity = InputFile.identity(of: path), readers[identity] == nil { readers[identity] = reader }
    }
    for (reader, path) in paths {
      let path = path == "-" ? "/dev/stdin" : path
      add(path, reader)
      for case .file(let file) in (try? InputFolder.listing(at: path))?.entries ?? [] { add(file, reader) }
    }
    // A pipe can be read only once.
    for session in sessions where InputFile.size(of: session) != nil {
      for video in Self.videos(ofSession: session) { add(video, "--session") }
    }
    return readers
  }
}
