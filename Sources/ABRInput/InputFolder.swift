/// The files below a folder, in an order that depends on nothing but their names.
package enum InputFolder {
  /// Something found below a folder.
  package enum Entry: Sendable, Hashable {
    /// A file by itself.
    case file(String)
    /// A folder whose files belong together; `names` are those inside it, sorted and without the ignored ones.
    case unit(String, names: [String])
  }

  /// Names, without what follows the first dot, that accompany data and hold none.
  package static let companions: Set<String> = [
    "readme", "license", "licence", "copying", "notice", "manifest", "index", "changelog", "checksums", "sha256sums",
  ]

  /// Whether a name is passed over: it begins with a dot, ends in `.md`, or is one of ``companions`` with any ending,
  /// whatever its case.
  package static func isIgnored(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasPrefix(".") || lower.hasSuffix(".md") || companions.contains(String(lower.prefix { $0 != "." }))
  }

  /// Everything a path stands for: itself when it is a file; for a folder, what is below it, recursively, folder by
  /// folder in the order of the names' bytes.
  ///
  /// - Parameters:
  ///   - path: a file or a folder. Symbolic links are followed.
  ///   - isUnit: whether a folder with these names is to be taken as a whole.
  /// - Throws: ``FileFault`` when something cannot be read, is neither file nor folder, a folder contains itself, or
  ///   nothing is left after passing over the ignored names.
  /// - Complexity: O(*n* log *n*) in the number of names.
  package static func entries(
    at path: String, isUnit: (_ names: [String]) -> Bool = { _ in false }
  ) throws(FileFault) -> [Entry] {
    var found: [Entry] = []
    switch try InputFile.kind(of: path) {
    case .file, .other: found.append(.file(path))
    case .folder: try collect(path, above: [], isUnit: isUnit, into: &found)
    }
    guard !found.isEmpty else { throw FileFault(path: path, reason: "holds no file to read") }
    return found
  }

  private static func collect(
    _ folder: String, above: [InputFile.Kind], isUnit: (_ names: [String]) -> Bool, into found: inout [Entry]
  ) throws(FileFault) {
    let identity = try InputFile.kind(of: folder)
    guard !above.contains(identity) else { throw FileFault(path: folder, reason: "is a folder that contains itself") }
    let names = try InputFile.names(in: folder).filter { !isIgnored($0) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    if isUnit(names) {
      found.append(.unit(folder, names: names))
      return
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch try InputFile.kind(of: path) {
      case .file: found.append(.file(path))
      case .folder: try collect(path, above: above + [identity], isUnit: isUnit, into: &found)
      case .other: throw FileFault(path: path, reason: "is not a regular file")
      }
    }
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    let bytes = path.utf8
    let end = bytes.lastIndex { $0 != slash }.map(bytes.index(after:)) ?? bytes.startIndex
    let start = bytes[..<end].lastIndex(of: slash).map(bytes.index(after:)) ?? bytes.startIndex
    return String(path[start..<end])
  }
}
