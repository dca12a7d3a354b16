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

  /// What a path stands for, and what of it was left.
  package struct Listing: Sendable, Hashable {
    /// What can be read, in order.
    package var entries: [Entry] = []
    /// What cannot: links to nowhere or in a circle, folders that may not be listed, pipes.
    package var left: [FileFault] = []
    /// Files whose names say that they accompany data, as ``InputFolder/isIgnored(_:)`` knows, but for hidden ones.
    package var companions: [String] = []
  }

  /// How to fetch what an address names; `nil` for a path.
  package static func download(_ path: String) -> String? {
    path.contains("://") ? "it is an address, and the lab does not download; curl -L -O '\(path)' fetches it" : nil
  }

  /// Everything a path stands for: itself when it is a file; for a folder, what is below it, recursively, folder by
  /// folder in the order of the names' bytes.
  ///
  /// - Parameters:
  ///   - path: a file or a folder. Symbolic links are followed.
  ///   - isUnit: whether a folder with these names is to be taken as a whole.
  /// - Throws: ``FileFault`` when the path itself cannot be read, the machine fails, or nothing is there but ignored
  ///   names.
  /// - Complexity: O(*n* log *n*) in the number of names.
  package static func listing(
    at path: String, isUnit: (_ names: [String]) -> Bool = { _ in false }
  ) throws(FileFault) -> Listing {
    if let download = download(path) { throw FileFault(path: path, reason: download) }
    var listing = Listing()
    switch try InputFile.kind(of: path) {
    case .file, .other: listing.entries.append(.file(path))
    case .folder(let device, let number):
      let identity = InputFile.Kind.folder(device: device, number: number)
      try collect(path, identity, above: [], isUnit: isUnit, into: &listing)
    }
    guard !listing.entries.isEmpty else {
      throw listing.left.first ?? FileFault(path: path, reason: "holds no file to read")
    }
    return listing
  }

  /// The same where all of it must be readable.
  ///
  /// - Throws: ``FileFault`` when something cannot be read, is neither file nor folder, a folder contains itself, or
  ///   nothing is left after passing over the ignored names.
  /// - Complexity: O(*n* log *n*) in the number of names.
  package static func entries(
    at path: String, isUnit: (_ names: [String]) -> Bool = { _ in false }
  ) throws(FileFault) -> [Entry] {
    let listing = try listing(at: path, isUnit: isUnit)
    if let fault = listing.left.first { throw fault }
    return listing.entries
  }

  private static func collect(
    _ folder: String, _ identity: InputFile.Kind, above: [InputFile.Kind], isUnit: (_ names: [String]) -> Bool,
    into listing: inout Listing
  ) throws(FileFault) {
    guard !above.contains(identity) else { throw FileFault(path: folder, reason: "is a folder that contains itself") }
    let all = try InputFile.entries(in: folder).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let entries = all.filter { !isIgnored($0.name) }
    listing.companions += all.map(\.name).filter { isIgnored($0) && !$0.hasPrefix(".") }.map {
      path(of: $0, in: folder)
    }
    let names = entries.map(\.name)
    if isUnit(names) {
      listing.entries.append(.unit(folder, names: names))
      return
    }
    for (name, isFile) in entries {
      let path = path(of: name, in: folder)
      do throws(FileFault) {
        let kind = isFile ? .file : try InputFile.kind(of: path)
        switch kind {
        case .file: listing.entries.append(.file(path))
        case .folder: try collect(path, kind, above: above + [identity], isUnit: isUnit, into: &listing)
        case .other: throw FileFault(path: path, reason: "is not a regular file")
        }
      } catch {
        guard !error.isOfMachine else { throw error }
        listing.left.append(error)
      }
    }
  }

  /// The path of what lies in a folder.
  package static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
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
