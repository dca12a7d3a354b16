import ABRInput

/// What `--output` names in commands that turn files into others: a file, or a folder for several.
enum OutputPath {
  /// Whether a path names a file: it has an ending, and is no folder.
  static func isFile(_ path: String) -> Bool {
    if case .folder = try? InputFile.kind(of: path) { return false }
    return !path.hasSuffix("/") && InputFolder.name(of: path).dropFirst().contains(".")
  }

  /// A text as a part of a file's name: what stands in a file must not lead out of the folder, and no shell must need
  /// quotes for it. It has at most 200 bytes, as file systems take 255.
  ///
  /// - Parameters:
  ///   - text: what names a part of a file.
  ///   - signs: what stays beside letters and digits of any script.
  static func name(_ text: String, keeping signs: String) -> String {
    var name = String(text.prefix(200).map { $0.isLetter || $0.isNumber || signs.contains($0) ? $0 : "_" })
    while name.utf8.count > 200 { name.removeLast() }
    return name
  }

  /// Refuses what would make a file of another kind than its name says.
  ///
  /// - Parameters:
  ///   - path: the value of `--output` or another option that names what is written.
  ///   - option: its option.
  /// - Throws: ``UsageError``.
  static func check(_ path: String, of option: OptionSpec) throws(UsageError) {
    guard path != "-" else {
      let isOptional = option.defaultText?.hasPrefix("standard output") == true
      throw UsageError(
        "\(option.name): found -, expected a path"
          + (isOptional ? "; leave \(option.name) out for standard output" : ""))
    }
    try checkIsPlain(path, option.name)
  }

  /// Refuses a name of a compressed file.
  ///
  /// - Parameters:
  ///   - path: the file to be written.
  ///   - place: how errors call the option that names it; `nil` where a positional does.
  /// - Throws: ``UsageError``.
  static func checkIsPlain(_ path: String, _ place: String?) throws(UsageError) {
    guard isFile(path), let ending = CompressedInput.endings.first(where: path.lowercased().hasSuffix)
    else { return }
    throw UsageError(
      "\(UsageError.prefix(place))\(path): what is written is not compressed; write \(path.dropLast(ending.count))")
  }

  /// Warns of other files in folders of traces that were written: a run over the folder plays them, too.
  ///
  /// - Parameters:
  ///   - folder: the value of `--output`.
  ///   - written: the paths of the traces below it.
  ///   - console: where the warning goes.
  /// - Complexity: O(files below the folder).
  static func warnOfOthers(in folder: String, besides written: [String], console: Console) {
    let (own, folders) = (Set(written), Set(written.map(ResolvedPath.folder(of:))))
    let entries = (try? InputFolder.listing(at: folder))?.entries ?? []
    let others = entries.compactMap { entry -> String? in
      guard case .file(let path) = entry, !own.contains(path), folders.contains(ResolvedPath.folder(of: path)) else {
        return nil
      }
      return path
    }
    guard let first = others.first else { return }
    console.warn(
      "\(folder) also holds \(Counted.text(others.count, "older file")), such as \(first): commands that read the folder "
        + "read \(others.count == 1 ? "it" : "them"), too; name an empty folder to keep traces apart")
  }

  /// Makes a file that is not there yet, and the folders on the way to it.
  ///
  /// - Returns: whether this call created it; `false` if another process did first.
  /// - Throws: ``UsageError`` with the code of a failure of the machine.
  static func create(_ bytes: [UInt8], at path: String) throws(UsageError) -> Bool {
    do throws(SystemReason) {
      try WholeFile.makeFolder(ResolvedPath.folder(of: path))
      return try WholeFile.create(bytes, at: path)
    } catch {
      throw UsageError("--output: \(path): cannot be written: \(error.text)", code: .failure)
    }
  }

  /// Replaces a file, or makes it and the folders on the way to it.
  ///
  /// - Throws: ``UsageError`` with the code of a failure of the machine.
  static func write(_ bytes: [UInt8], to path: String) throws(UsageError) {
    do throws(SystemReason) {
      try WholeFile.makeFolder(ResolvedPath.folder(of: path))
      try WholeFile.write(bytes, to: path)
    } catch {
      throw UsageError("--output: \(path): cannot be written: \(error.text)", code: .failure)
    }
  }
}
