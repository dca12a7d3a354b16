#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file on disk: what it is, and its bytes.
///
/// The only place that calls the system's file functions, which take pointers. Every pointer here lives for one call: a
/// path is lent by its `String`, and the buffer of a read is the uninitialised tail of an array of known capacity.
package enum InputFile {
  /// The largest file that is read: 256 MiB, years of one-second samples. A longer one is a mistake, and reading it
  /// would take the machine's memory.
  package static let maximumSize = 256 << 20

  /// What a path leads to, symbolic links followed.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A folder, with the numbers that identify it however it was reached.
    case folder(device: UInt64, number: UInt64)
    /// A device, pipe or socket.
    case other
  }

  /// The numbers that the system knows a file by.
  package struct Identity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// What a path leads to.
  /// - Throws: ``FileFault`` when there is nothing or it may not be looked at.
  package static func kind(of path: String) throws(FileFault) -> Kind {
    try check(path)
    var status = stat()
    guard unsafe stat(PathText.cString(path), &status) == 0 else { throw lastFault(of: path) }
    return kind(of: status)
  }

  /// The names in a folder, in no order.
  /// - Throws: ``FileFault`` when it cannot be listed.
  package static func names(in folder: String) throws(FileFault) -> [String] { try entries(in: folder).map(\.name) }

  /// The names in a folder, in no order, and of which the folder itself says that they are regular files: of others
  /// ``kind(of:)`` tells, at the price of one more call of the system.
  ///
  /// - Throws: ``FileFault`` when it cannot be listed.
  package static func entries(in folder: String) throws(FileFault) -> [(name: String, isFile: Bool)] {
    guard let stream = unsafe opendir(PathText.cString(folder)) else {
      throw lastFault(of: folder)
    }
    defer { unsafe closedir(stream) }
    // Without search permission the types of entries are not used.
    let isOpen = unsafe access(PathText.cString(folder), X_OK) == 0
    var entries: [(name: String, isFile: Bool)] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      // The entry is valid until the next call with this stream, and its name ends in a zero inside it.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      let isFile = unsafe isOpen && Int(entry.pointee.d_type) == Int(DT_REG)
      if name != [0x2e], name != [0x2e, 0x2e] { entries.append((PathText.text(name), isFile)) }
      errno = 0
    }
    guard errno == 0 else { throw lastFault(of: folder) }
    return entries
  }

  /// What tells a file or folder from all others, by whatever path or link it is reached; `nil` where nothing is.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard unsafe stat(PathText.cString(path), &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Whether two paths lead to the same file.
  package static func isSame(_ path: String, _ other: String) -> Bool {
    identity(of: path).map { $0 == identity(of: other) } ?? false
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: a file.
  ///   - limit: the most bytes that are read.
  ///   - takesPipes: whether a pipe will do, such as `<(…)` of a shell. Its bytes come only once.
  /// - Throws: ``FileFault`` when the path leads to no regular file, when it may not be read, when it is larger than
  ///   `limit` bytes, when its size changes meanwhile, or when nothing comes out of a pipe.
  /// - Complexity: O(size of the file).
  package static func read(
    _ path: String, limit: Int = maximumSize, takesPipes: Bool = false
  ) throws(FileFault) -> [UInt8] {
    try check(path)
    // Not blocking: opening a pipe without a writer must not hang; it is refused below.
    let descriptor = unsafe open(PathText.cString(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw lastFault(of: path) }
    defer { _ = close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw lastFault(of: path) }
    switch kind(of: status) {
    case .file: break
    case .folder: throw FileFault(path: path, reason: "is a folder")
    case .other:
      guard takesPipes, status.st_mode & S_IFMT == S_IFIFO, fcntl(descriptor, F_SETFL, O_RDONLY) == 0 else {
        throw FileFault(path: path, reason: "is not a regular file")
      }
      // From here on a read waits for a writer, and ends at once without one: nothing is no input.
      guard let bytes = readStream(descriptor, upTo: limit + 1) else {
        throw lastFault(of: path)
      }
      guard bytes.count <= limit else { throw FileFault(path: path, reason: "has more than \(limit) bytes") }
      guard !bytes.isEmpty else {
        throw FileFault(path: path, reason: "is a pipe with nothing in it: its writer wrote nothing, or has not begun")
      }
      return bytes
    }
    let size = Int(status.st_size)
    guard size <= limit else {
      throw FileFault(path: path, reason: "has \(size) bytes, at most \(limit) are read")
    }
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        // count < size, so that the rebased tail is inside the buffer and not empty.
        let tail = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let got = unsafe Self.read(descriptor, into: tail)
        if got < 0 { failed = true }
        guard got > 0 else { return }
        count += got
      }
    }
    guard !failed else { throw lastFault(of: path) }
    // What is read while it is written would be cut anywhere.
    guard unsafe fstat(descriptor, &status) == 0, bytes.count == size, status.st_size == size else {
      throw FileFault(path: path, reason: "is written to while it is read")
    }
    // Clones without Git LFS have it in place of a large file.
    guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
      throw FileFault(path: path, reason: "is a pointer of Git LFS; git lfs pull gets the file")
    }
    return bytes
  }

  /// What comes out of an open pipe or file.
  package static func readStream(_ descriptor: Int32, upTo limit: Int = maximumSize) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let room = min(block.count, limit - bytes.count)
      // room is at most the block's length.
      let got = unsafe block.withUnsafeMutableBytes { block in
        unsafe read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: block[..<room]))
      }
      guard got >= 0 else { return nil }
      guard got > 0 else { break }
      bytes += block[..<got]
    }
    return bytes
  }

  /// One read that a signal does not end; negative on failure, 0 at the end of the file.
  private static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Glibc)
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let got = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let got = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if got >= 0 || errno != EINTR { return got }
    }
  }

  /// A path that holds a zero byte would be read as its head alone.
  private static func check(_ path: String) throws(FileFault) {
    guard !path.isEmpty else { throw FileFault(path: path, reason: "is an empty path") }
    guard !path.utf8.contains(0) else { throw FileFault(path: path, reason: "holds a zero byte") }
  }

  private static func kind(of status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    default: .other
    }
  }

  /// Why the last call of this thread failed.
  private static func lastFault(of path: String) -> FileFault {
    let code = errno
    let isOfMachine = [EIO, EINTR, ENOMEM, EMFILE, ENFILE].contains(code)
    // strerror's text is valid until the next call on this thread; it is copied at once.
    guard let text = unsafe strerror(code) else {
      return FileFault(path: path, reason: "error \(code)", isOfMachine: isOfMachine)
    }
    return FileFault(path: path, reason: unsafe String(cString: text).lowercased(), isOfMachine: isOfMachine)
  }
}
