import ABRInput

/// The files beside a manifest, and the paths in it that lead to them.
///
/// Nothing is fetched over a network, and nothing outside the manifest's folder is opened or looked at.
struct ManifestFolder: Sendable {
  /// Where a URI of a manifest leads.
  enum Location: Sendable, Hashable {
    /// Below the folder of the manifest: the components of the path.
    case beside([String])
    /// To a server: the URI, and the path where there is one.
    case remote(String)

    /// What a URI beside it is relative to.
    var base: Location {
      switch self {
      case .beside(let components): .beside(Array(components.dropLast()))
      case .remote(let uri): .remote(uri.lastIndex(of: "/").map { String(uri[...$0]) } ?? uri)
      }
    }

    /// How a list of sizes and a person call it.
    var name: String {
      switch self {
      case .beside(let components): components.joined(separator: "/")
      case .remote(let uri): uri
      }
    }
  }

  /// The manifest as it was named.
  let manifest: String
  /// Sizes that were listed by the user.
  let listed: SegmentSizeList?
  private let folder: String
  /// The folder of the manifest, and that of the file where the manifest is a link, without links.
  private let roots: [String]

  /// The folder of a manifest.
  init(manifest: String, listed: SegmentSizeList? = nil) {
    self.manifest = manifest
    self.listed = listed
    folder = manifest.lastIndex(of: "/").map { String(manifest[..<$0]) + "/" } ?? ""
    let own = InputFile.realPath(of: folder.isEmpty ? "." : folder)
    let target = InputFile.realPath(of: manifest).flatMap { path in
      path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
    roots = [own, target].compactMap { $0.map { $0.hasSuffix("/") ? $0 : $0 + "/" } }
  }

  /// Where a URI leads.
  ///
  /// - Parameters:
  ///   - uri: as it stands in the manifest.
  ///   - base: what it is relative to.
  ///   - fault: makes an error of what was found and what is allowed.
  /// - Throws: an error for a path that leaves the folder of the manifest.
  func location(
    of uri: String, from base: Location = .beside([]), fault: (_ found: String, _ allowed: String) -> VideoError
  ) throws(VideoError) -> Location {
    if let scheme = Self.scheme(of: uri) {
      guard scheme != "file" else { throw fault(InputFault.excerpt(uri), "a path relative to the manifest") }
      return .remote(uri)
    }
    guard case .beside(var components) = base else { return .remote(Self.joined(uri, to: base.name)) }
    // A path from the root of a server is on that server and not here.
    if uri.hasPrefix("/") { return .remote(uri) }
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    guard let decoded = Self.percentDecoded(path.utf8) else {
      throw fault(InputFault.excerpt(uri), "% and two hexadecimal digits, and no zero byte")
    }
    for component in decoded.split(separator: UInt8(ascii: "/")) where component != [UInt8(ascii: ".")] {
      if component == [UInt8(ascii: "."), UInt8(ascii: ".")] {
        guard components.popLast() != nil else {
          throw fault(
            InputFault.excerpt(uri),
            "a path inside the folder of the manifest; read a manifest that lies above all its files")
        }
      } else {
        components.append(PathText.text(Array(component)))
      }
    }
    return .beside(components)
  }

  /// A reference on the server of the address that it is relative to (RFC 3986 §5.2).
  private static func joined(_ uri: String, to base: String) -> String {
    let start = base.firstRange(of: "//")?.upperBound ?? base.startIndex
    let root = base[start...].firstIndex(of: "/") ?? base.endIndex
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    var components: [Substring] = []
    for component in ((uri.hasPrefix("/") ? "" : base[root...]) + path).split(separator: "/") where component != "." {
      if component == ".." { _ = components.popLast() } else { components.append(component) }
    }
    // What others are relative to ends in a slash.
    let isFolder = path.hasSuffix("/") || [".", ".."].contains(path.split(separator: "/").last)
    let end = isFolder && !components.isEmpty ? "/" : ""
    return "\(base[..<root])/\(components.joined(separator: "/"))\(end)\(uri[path.endIndex...])"
  }

  /// The path of a file beside the manifest; `nil` for one that is not there. What an address leads to may be there,
  /// too, as `wget -r` and `aws s3 sync` mirror it: below a folder of the host's name, below the manifest's folder, or
  /// below the folder that the manifest's own lies in under the same name.
  ///
  /// - Throws: an error for one that a symbolic link leads out of the folder.
  func path(
    of location: Location, fault: (_ found: String, _ allowed: String) -> VideoError
  ) throws(VideoError) -> String? {
    guard case .beside(let components) = location, !components.isEmpty else {
      for components in mirrors(of: location) {
        if let path = try path(of: .beside(components), fault: fault), InputFile.size(of: path) != nil { return path }
      }
      return nil
    }
    let path = folder + components.joined(separator: "/")
    guard let real = InputFile.realPath(of: path) else { return nil }
    guard roots.contains(where: { real.hasPrefix($0) }) else {
      throw fault(
        InputFault.excerpt(location.name), "a file inside the folder of the manifest, and not a link out of it")
    }
    return path
  }

  /// Where a mirror of what is on a server may be beside the manifest.
  private func mirrors(of location: Location) -> [[String]] {
    guard case .remote(let uri) = location else { return [] }
    let address = uri.prefix { $0 != "?" && $0 != "#" }
    let start = address.firstRange(of: "//")?.upperBound
    let names = address[(start ?? address.startIndex)...].split(separator: "/").map(String.init)
    let decoded = names.compactMap { Self.percentDecoded($0.utf8).map { PathText.text($0) } }
    guard decoded.count == names.count, !decoded.contains(where: { [".", ".."].contains($0) || $0.contains("/") })
    else {
      return []
    }
    // Without the host, and without the folders that the manifest's lies in.
    let own = roots.first.map { $0.split(separator: "/").map(String.init) } ?? []
    return decoded.indices.filter { dropped in
      dropped == 0 || (start != nil && dropped == 1) || decoded[dropped - 1] == own.last
    }.map { Array(decoded[$0...]) }
  }

  /// The size of what a location leads to.
  struct Size: Sendable {
    /// How a list of sizes and a person call it.
    var name: String
    /// Bytes; `nil` where unknown.
    var bytes: Int?
    /// Whether it is from the user's list.
    var isListed = false
  }

  /// The size of what a location leads to: as listed by the user, or of the file.
  ///
  /// - Throws: as ``path(of:fault:)``, and an error for a file that is larger than any segment.
  func size(
    of location: Location, fault: (_ found: String, _ allowed: String) -> VideoError
  ) throws(VideoError) -> Size {
    if let size = listed?.size(of: location.name) { return Size(name: location.name, bytes: size, isListed: true) }
    let size = try path(of: location, fault: fault).flatMap { InputFile.size(of: $0) }
    if let size, size > Video.maximumSegmentSize {
      throw fault("a file of \(size) bytes", "at most \(Video.maximumSegmentSize)")
    }
    return Size(name: location.name, bytes: size.flatMap { $0 > 0 ? $0 : nil })
  }

  /// Refuses a part of a file that is there and ends before the part does.
  func check(
    _ range: Range<Int>, of location: Location, fault: (_ found: String, _ allowed: String) -> VideoError
  ) throws(VideoError) {
    guard let path = try path(of: location, fault: fault), let size = InputFile.size(of: path), range.upperBound > size
    else { return }
    throw fault(
      "bytes \(range.lowerBound) to \(range.upperBound - 1) of a file of \(size) bytes",
      "a part of the file; is \(InputFault.excerpt(location.name)) whole?")
  }

  /// The scheme of a URI in lower case (RFC 3986 §3.1); `nil` where it has none. `//host` counts as one.
  private static func scheme(of uri: String) -> String? {
    if uri.hasPrefix("//") { return "" }
    guard let colon = uri.firstIndex(of: ":"), colon != uri.startIndex,
      uri[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
      uri.first?.isLetter == true
    else { return nil }
    return uri[..<colon].lowercased()
  }

  /// Decodes percent escapes; `nil` for a malformed escape and for `%00`.
  static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    func digit(_ byte: UInt8?) -> UInt8? {
      byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map(UInt8.init)
    }
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = digit(rest.next()), let low = digit(rest.next()) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : bytes
  }
}
