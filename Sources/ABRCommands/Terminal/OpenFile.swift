import ABRInput
import Glibc

/// A file, pipe or device that is open until the last reference to it goes.
final class OpenFile: Sendable {
  let descriptor: Int32

  /// Opens a path.
  ///
  /// - Parameter flags: those of `open`, such as `O_WRONLY`.
  /// - Throws: why the system refuses.
  init(_ path: String, _ flags: Int32) throws(SystemReason) {
    descriptor = unsafe open(PathText.cString(path), flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
  }

  /// Takes over what is open already.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The same file with a descriptor above 2: an embedding program may have closed its standard streams.
  ///
  /// - Throws: why the system refuses.
  func apartFromStandardStreams() throws(SystemReason) -> OpenFile {
    guard descriptor <= STDERR_FILENO else { return self }
    let other = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard other >= 0 else { throw .last }
    return OpenFile(descriptor: other)
  }

  /// Takes up those of the descriptors 0 to 2 that are closed, so that no file or socket becomes a standard stream.
  /// What is read from or written to them fails as before.
  static func fillStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that was looked at.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Where temporary files lie.
  static var scratchFolder: String { unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp" }

  /// Opens an empty file that has no name any more, for what is read once. Whatever is written goes to its end.
  ///
  /// - Throws: why the system refuses.
  static func scratch() throws(SystemReason) -> OpenFile {
    let path = "\(scratchFolder)/abrlab-\(UInt64.random(in: 0 ... .max))"
    let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND)
    unsafe unlink(PathText.cString(path))
    return file
  }

  deinit { close(descriptor) }

  /// Writes bytes at the end of what is written.
  ///
  /// - Throws: why the system refuses.
  func write(_ bytes: [UInt8]) throws(SystemReason) { try Self.write(bytes, to: descriptor) }

  /// Writes all bytes to a descriptor.
  ///
  /// - Throws: why the system refuses.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemReason) {
    var written = 0
    while written < bytes.count {
      // The rest of the array, which is not empty and lives for the call.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
      }
      if count < 0, errno != EINTR { throw .last }
      // A device that takes nothing and gives no reason would be asked for ever.
      if count == 0 { throw SystemReason(code: EIO) }
      written += max(0, count)
    }
  }

  /// The last bytes, at most so many.
  ///
  /// - Throws: why the system refuses.
  func lastBytes(_ count: Int) throws(SystemReason) -> [UInt8] {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0, lseek(descriptor, max(0, size - count), SEEK_SET) >= 0 else { throw .last }
    guard let bytes = InputFile.readStream(descriptor, upTo: count) else { throw .last }
    return bytes
  }

  /// Empties a file that has grown too long.
  ///
  /// - Parameters:
  ///   - count: how many of its last bytes are wanted.
  ///   - limit: bytes that it may have.
  /// - Returns: the last bytes; none where it was not emptied.
  func emptied(keeping count: Int, above limit: Int) -> [UInt8] {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size > limit, let bytes = try? lastBytes(count),
      ftruncate(descriptor, 0) == 0
    else { return [] }
    return bytes
  }

  /// All bytes from the beginning.
  ///
  /// - Throws: why the system refuses.
  func bytes() throws(SystemReason) -> [UInt8] {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .last }
    guard let bytes = InputFile.readStream(descriptor) else { throw .last }
    return bytes
  }
}
