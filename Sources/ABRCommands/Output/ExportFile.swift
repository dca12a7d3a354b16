import ABRInput
import Glibc

/// A file that a result goes to beside standard output, from `--export FORMAT=PATH`.
///
/// Whether it can be written is looked at before the run, so that a wrong path costs nothing but a second. Nothing is
/// made or changed before the result is there: a run that fails or is interrupted, or a disk that is full, leaves an
/// old file as it was, and no new one; see ``WholeFile``.
struct ExportFile {
  /// The format's name, one of those the command can write.
  let format: String
  let path: String
  /// The option that names it, for errors; `nil` where a positional does.
  private let place: String?
  /// What is there already and is no regular file, such as a pipe: it is opened once.
  private let device: OpenFile?

  /// Looks at the file of one `FORMAT=PATH`.
  ///
  /// - Parameters:
  ///   - text: the value.
  ///   - formats: the names of the formats.
  ///   - place: how errors call the option.
  ///   - inputs: what the command reads, which is never overwritten.
  /// - Throws: ``UsageError`` when the text has another form, the format is none of `formats`, the file is an input, or
  ///   it cannot be written.
  init(
    _ text: String, formats: [String], place: String = "--export", inputs: InputPaths = InputPaths()
  ) throws(UsageError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex, text.index(after: equals) != text.endIndex
    else {
      throw UsageError(
        "\(place): found \(text), expected FORMAT=FILE with the format \(FaultText.choice(formats))")
    }
    let format = String(text[..<equals])
    guard formats.contains(format) else {
      throw ParsedArguments.wrongChoice(place, found: format, allowed: formats)
    }
    try self.init(path: String(text[text.index(after: equals)...]), format: format, place: place, inputs: inputs)
  }

  /// Looks at a file.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - format: the format's name.
  ///   - place: how errors call the option that names it; `nil` where a positional does.
  ///   - inputs: what the command reads.
  /// - Throws: ``UsageError`` as for a text.
  init(path: String, format: String, place: String?, inputs: InputPaths) throws(UsageError) {
    guard path != "-" else {
      throw UsageError("\(UsageError.prefix(place))- is no file; --format says what goes to standard output")
    }
    try OutputPath.checkIsPlain(path, place)
    try inputs.checkIsNoInput(path, place)
    self.format = format
    self.path = path
    self.place = place
    do {
      let file = try OpenFile(path, O_WRONLY)
      var status = stat()
      let isRegular = unsafe fstat(file.descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      device = isRegular ? nil : file
    } catch {
      device = nil
      guard error.code == ENOENT else {
        throw Self.error(place, path, error, code: error.isOfMachine ? .failure : .usage)
      }
      guard !path.hasSuffix("/") else { throw Self.error(place, path, SystemReason(code: EISDIR)) }
      let folder = ResolvedPath.folder(ofTarget: path)
      guard unsafe access(PathText.cString(folder), W_OK | X_OK) == 0 else { throw Self.error(place, path, .last) }
    }
  }

  /// Replaces the content of the file, or makes it.
  ///
  /// - Throws: ``UsageError`` with the code of a failure of the machine.
  func write(_ text: String) throws { try write { sink in try sink(text) } }

  /// The same with content that comes piece by piece.
  ///
  /// - Parameter content: hands all of it to what it is given.
  /// - Throws: ``UsageError`` with the code of a failure of the machine, or what `content` throws.
  func write(_ content: (_ sink: (String) throws -> Void) throws -> Void) throws {
    var other: (any Error)?
    func copy(to file: OpenFile) throws(SystemReason) {
      do {
        try content { piece in try file.write(Array(piece.utf8)) }
      } catch let reason as SystemReason {
        throw reason
      } catch {
        other = error
        throw SystemReason(code: ECANCELED)
      }
    }
    do throws(SystemReason) {
      if let device { try copy(to: device) } else { try WholeFile.write(to: path, content: copy) }
    } catch {
      throw other ?? Self.error(place, path, error, code: .failure)
    }
  }

  /// Removes what an earlier run left there.
  func remove() {
    guard device == nil, let target = try? ResolvedPath.target(of: path) else { return }
    unsafe unlink(PathText.cString(target))
  }

  /// Says why a file cannot be written.
  static func error(
    _ place: String?, _ path: String, _ reason: SystemReason, code: ExitCode = .usage
  ) -> UsageError {
    UsageError("\(UsageError.prefix(place))\(path): cannot be written: \(reason.text)", code: code)
  }

  /// Looks at the files of all values of a command's `--export`.
  ///
  /// - Throws: ``UsageError`` as for one, and when two of them are one file.
  static func openAll(_ arguments: ParsedArguments) throws(UsageError) -> [ExportFile] {
    let (place, inputs) = (arguments.place("--export"), InputPaths(arguments))
    var files: [ExportFile] = []
    var seen: Set<String> = []
    for text in arguments.strings("--export") {
      let file = try ExportFile(text, formats: arguments.command.exportFormats, place: place, inputs: inputs)
      guard file.device != nil || seen.insert(ResolvedPath.text(of: file.path)).inserted else {
        throw UsageError("\(place): \(file.path) is named twice; each format needs a file of its own")
      }
      files.append(file)
    }
    return files
  }
}
