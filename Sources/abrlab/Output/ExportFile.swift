import Foundation

/// A file that a result goes to beside standard output, from `--export FORMAT=PATH`.
///
/// It is opened before the run, so that a wrong path costs nothing but a second. Its old content stays until the result is
/// there; a file that was created for a run that then failed is removed again.
final class ExportFile {
  /// The format's name, one of those the command can write.
  let format: String
  let path: String
  private let handle: FileHandle
  private let isNew: Bool
  private var isWritten = false

  /// Opens the file of one `FORMAT=PATH`.
  ///
  /// - Throws: ``UsageError`` when the text has another form, the format is none of `formats`, or the file cannot be opened.
  init(_ text: String, formats: [String]) throws(UsageError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex, text.index(after: equals) != text.endIndex
    else {
      throw UsageError(
        "--export: found \(text), allowed FORMAT=PATH with FORMAT one of \(formats.joined(separator: ", "))")
    }
    format = String(text[..<equals])
    path = String(text[text.index(after: equals)...])
    guard formats.contains(format) else {
      throw ParsedArguments.wrongChoice("--export", found: format, allowed: formats)
    }
    isNew = !FileManager.default.fileExists(atPath: path)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw UsageError("--export: \(path): cannot be written: \(SystemReason.text(errno))")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Replaces the content of the file.
  func write(_ text: String) throws {
    // A pipe or device has no length to cut.
    try? handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    isWritten = true
  }

  /// Opens the files of several `--export` values.
  ///
  /// - Throws: ``UsageError`` as for one, and when two of them are one file.
  static func openAll(_ texts: [String], formats: [String]) throws(UsageError) -> [ExportFile] {
    var files: [ExportFile] = []
    for text in texts {
      let file = try ExportFile(text, formats: formats)
      guard !files.contains(where: { $0.path == file.path }) else {
        throw UsageError("--export: found \(file.path) twice, allowed a file of its own for each format")
      }
      files.append(file)
    }
    return files
  }

  deinit {
    if isNew, !isWritten { try? FileManager.default.removeItem(atPath: path) }
  }
}
