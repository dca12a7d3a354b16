#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Looking at files that are not read as a whole.
extension InputFile {
  /// The path without links, dots and double slashes; `nil` where there is nothing.
  package static func realPath(of path: String) -> String? {
    guard !path.utf8.contains(0), let text = unsafe realpath(PathText.cString(path), nil) else { return nil }
    defer { unsafe free(text) }
    // realpath gives a text of its own that ends in a zero.
    return PathText.text(unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
  }

  /// The size of a regular file in bytes; `nil` for anything else, and where there is nothing.
  package static func size(of path: String) -> Int? {
    var status = stat()
    guard !path.utf8.contains(0), unsafe stat(PathText.cString(path), &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }

  /// Reads a part of a file; less where the file ends before.
  ///
  /// - Parameters:
  ///   - path: a regular file.
  ///   - range: its bytes, at most ``maximumSize`` of them.
  /// - Throws: ``FileFault`` when it is no regular file or cannot be read, or when the range is longer.
  /// - Complexity: O(*range*).
  package static func read(_ path: String, range: Range<Int>) throws(FileFault) -> [UInt8] {
    guard let size = size(of: path) else { throw FileFault(path: path, reason: "is not a regular file") }
    let end = min(size, range.upperBound)
    guard range.lowerBound < end else { return [] }
    let count = end - range.lowerBound
    guard count <= maximumSize else { throw FileFault(path: path, reason: "more than \(maximumSize) bytes are asked") }
    let descriptor = unsafe open(PathText.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFault(path: path, reason: "cannot be opened") }
    defer { _ = close(descriptor) }
    guard lseek(descriptor, range.lowerBound, SEEK_SET) == range.lowerBound,
      let bytes = readStream(descriptor, upTo: count)
    else { throw FileFault(path: path, reason: "cannot be read") }
    return bytes
  }
}
