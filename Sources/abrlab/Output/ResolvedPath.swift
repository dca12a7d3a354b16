import Glibc

/// Where a path leads, symbolic links followed: two paths of one file have one text.
enum ResolvedPath {
  /// The absolute path without links; of a file that is not there yet the path it will have.
  static func text(of path: String) -> String {
    if let found = existing(path) { return found }
    guard let parent = existing(folder(of: path)) else { return path }
    let name = slash(in: path).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
  }

  /// The path of the folder that holds a file; `.` where the path names none.
  ///
  /// Foundation's `deletingLastPathComponent` of Swift 6.3 on Linux ends the program for a name of one character.
  static func folder(of path: String) -> String {
    guard let slash = slash(in: path) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func slash(in path: String) -> String.Index? { path.utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// The absolute path without links of something that is there; `nil` where nothing is.
  static func existing(_ path: String) -> String? {
    // `realpath` with no buffer returns one of its own, which is ours to free.
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
