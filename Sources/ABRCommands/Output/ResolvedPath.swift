import ABRInput
import Glibc

/// Where a path leads, symbolic links followed: two paths of one file have one text.
enum ResolvedPath {
  /// The absolute path without links; of a file that is not there yet the path it will have.
  static func text(of path: String) -> String {
    let target = (try? target(of: path)) ?? path
    if let found = existing(target) { return found }
    guard let parent = existing(folder(of: target)) else { return target }
    let name = InputFolder.name(of: target)
    return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
  }

  /// The path from the root, with the links on its way.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = existing(".") else { return path }
    let own = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return current == "/" ? "/\(own)" : "\(current)/\(own)"
  }

  /// The path that is left when a link at the end of a path, also one to nowhere, is followed.
  ///
  /// - Throws: why the system refuses: links that lead in a circle.
  static func target(of path: String) throws(SystemReason) -> String {
    var path = path
    for _ in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe readlink(PathText.cString(path), $0.bindMemory(to: CChar.self).baseAddress!, $0.count)
      }
      guard count > 0 else { return path }
      let link = PathText.text(Array(bytes[..<count]))
      path = link.hasPrefix("/") ? link : "\(folder(of: path))/\(link)"
    }
    throw SystemReason(code: ELOOP)
  }

  /// The path of the folder that holds a file; `.` where the path names none.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder of the file that a path leads to; of the path itself where links lead in a circle.
  static func folder(ofTarget path: String) -> String { folder(of: (try? target(of: path)) ?? path) }

  /// The absolute path without links of something that is there; `nil` where nothing is.
  static func existing(_ path: String) -> String? {
    // `realpath` with no buffer returns one of its own, which is ours to free.
    guard let text = unsafe realpath(PathText.cString(path), nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe PathText.text(Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
  }
}
