import ABRInput
import Glibc
import Synchronization

/// The one way by which files are written: whole or not at all.
///
/// A new file is written beside the old one, brought to the disk, and takes its place in one step. Whatever fails
/// before, the old file is as it was. Symbolic links are followed, and the mode of the old file is kept. What a killed
/// program leaves behind is removed by the next one that writes into the folder: a file that is being written is
/// locked, one that is not locked is nobody's.
enum WholeFile {
  private static let prefix = ".abrlab-"
  private static let suffix = ".new"

  /// Replaces the content of a file, or makes it. What is no regular file, such as a pipe, is written to.
  ///
  /// - Throws: why the system refuses.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemReason) {
    try write(to: path) { file throws(SystemReason) in try file.write(bytes) }
  }

  /// The same with content that comes piece by piece.
  ///
  /// - Parameter content: writes all of it; asked again where the file can only be written in its place.
  /// - Throws: why the system refuses.
  static func write(to path: String, content: (OpenFile) throws(SystemReason) -> Void) throws(SystemReason) {
    let target = try ResolvedPath.target(of: path)
    var old = stat()
    let isThere = unsafe stat(PathText.cString(target), &old) == 0
    if isThere, old.st_mode & S_IFMT != S_IFREG { return try content(OpenFile(target, O_WRONLY)) }
    let folder = ResolvedPath.folder(of: target)
    removeLeftovers(in: folder)
    do {
      try write(content, to: target, in: folder, as: isThere ? old : nil)
    } catch  where isThere && [EACCES, EPERM, EROFS, EBUSY, EXDEV].contains(error.code) {
      // A folder that takes no new file, or a file that is mounted by itself, leaves the file alone to be written.
      let file = try OpenFile(target, O_WRONLY | O_TRUNC)
      try content(file)
      guard fsync(file.descriptor) == 0 else { throw .last }
    }
  }

  /// Makes a file with its whole content, unless one of its name is there.
  ///
  /// - Returns: whether it was made.
  /// - Throws: why the system refuses.
  static func create(_ bytes: [UInt8], at path: String) throws(SystemReason) -> Bool {
    let folder = ResolvedPath.folder(of: path)
    removeLeftovers(in: folder)
    let (file, name) = try newFile(in: folder)
    defer { unsafe unlink(PathText.cString(name)) }
    try file.write(bytes)
    guard fsync(file.descriptor) == 0 else { throw .last }
    // A name is given once, also on a disk that several machines share.
    if unsafe link(PathText.cString(name), PathText.cString(path)) == 0 { return true }
    let reason = SystemReason.last
    if reason.code == EEXIST { return false }
    guard [EPERM, ENOTSUP, ENOSYS].contains(reason.code) else { throw reason }
    // Without hard links the file is created in place: a reader may see it before it is complete.
    do throws(SystemReason) {
      try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL).write(bytes)
      return true
    } catch {
      guard error.code == EEXIST else { throw error }
      return false
    }
  }

  /// Reads a file and writes it anew while no other program does so in its folder: of two the second reads what the
  /// first wrote. Where the system has no locks they are not kept apart.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - body: reads and writes it.
  static func alone<Value>(at path: String, _ body: () throws -> Value) rethrows -> Value {
    let folder = try? OpenFile(ResolvedPath.folder(ofTarget: path), O_RDONLY | O_DIRECTORY)
    if let folder { _ = flock(folder.descriptor, LOCK_EX) }
    return try withExtendedLifetime(folder, body)
  }

  /// Makes a folder, and those on the way to it.
  ///
  /// - Throws: why the system refuses.
  static func makeFolder(_ path: String) throws(SystemReason) {
    if unsafe mkdir(PathText.cString(path), 0o777) == 0 { return }
    var reason = SystemReason.last
    let parent = ResolvedPath.folder(of: path)
    if reason.code == ENOENT, parent != path {
      try makeFolder(parent)
      if unsafe mkdir(PathText.cString(path), 0o777) == 0 { return }
      reason = .last
    }
    var status = stat()
    let isFolder = unsafe stat(PathText.cString(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard reason.code == EEXIST, isFolder else { throw reason }
  }

  private static func write(
    _ content: (OpenFile) throws(SystemReason) -> Void, to target: String, in folder: String, as old: stat?
  ) throws(SystemReason) {
    let (file, name) = try newFile(in: folder)
    do throws(SystemReason) {
      if let old {
        // Another owner than ours is kept where the system lets us.
        _ = fchown(file.descriptor, old.st_uid, old.st_gid)
        guard fchmod(file.descriptor, old.st_mode & 0o7777) == 0 else { throw .last }
      }
      try content(file)
      guard fsync(file.descriptor) == 0 else { throw .last }
      guard unsafe rename(PathText.cString(name), PathText.cString(target)) == 0 else { throw .last }
    } catch {
      unsafe unlink(PathText.cString(name))
      throw error
    }
    // The name reaches the disk with its folder; the file is whole either way.
    if let folder = try? OpenFile(folder, O_RDONLY | O_DIRECTORY) { _ = fsync(folder.descriptor) }
  }

  /// A new file, locked by us.
  private static func newFile(in folder: String) throws(SystemReason) -> (file: OpenFile, name: String) {
    while true {
      let name = "\(folder)/\(prefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))\(suffix)"
      let file = try OpenFile(name, O_WRONLY | O_CREAT | O_EXCL)
      _ = flock(file.descriptor, LOCK_EX)
      var status = stat()
      // Between its making and its locking another program may have taken it for a leftover.
      if unsafe fstat(file.descriptor, &status) == 0, status.st_nlink > 0 { return (file, name) }
    }
  }

  /// Folders that were looked through: listing them for each file that is written would take the square of the number
  /// of files.
  private static let cleaned = Mutex<Set<String>>([])

  private static func removeLeftovers(in folder: String) {
    guard cleaned.withLock({ $0.insert(folder).inserted }) else { return }
    for name in (try? InputFile.names(in: folder)) ?? [] where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let path = "\(folder)/\(name)"
      guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { continue }
      if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(PathText.cString(path)) }
    }
  }
}
