import ABRInput

/// Sizes of segments that are not beside their manifest: a HAR file of a session, or a list of files.
///
/// Of a HAR (HTTP Archive 1.2) the whole answers count, with the bytes of their bodies, and the parts of files. A list
/// is a table with the header `bytes,uri` or `uri,bytes`, or has the bytes, spaces and the path in each line, as
/// `du -ab` and, before or behind a date, `gsutil ls -l` and `aws s3 ls --recursive` print, or is the JSON of
/// `aws s3api list-objects-v2` or `rclone lsjson`. What a HAR has several times counts as it was answered first.
public struct SegmentSizeList: Sendable, Hashable {
  /// Bytes by the path.
  private var sizes: [String: Int] = [:]
  private var ends = PathEnds([])
  /// A part of a file, and its place among all that were answered.
  struct Part: Sendable, Hashable {
    /// Its bytes.
    var range: Range<Int>
    /// How many came before it.
    var order: Int
  }

  /// Parts of files by the path, each once.
  private var parts: [String: [Range<Int>: Int]] = [:]
  private var partEnds = PathEnds([])
  private var partCount = 0

  /// How many sizes there are.
  public var count: Int { parts.values.map(\.count).reduce(sizes.count, +) }

  /// That none of the sizes is of a video.
  var nothingMatches: String {
    let first = (Array(sizes.keys) + parts.keys).min() ?? ""
    return "no size of --segment-sizes is that of a segment: the list has \(Counted.text(count, "file")) such as "
      + InputFault.excerpt(first)
  }

  /// Reads a file.
  ///
  /// - Parameter path: the file.
  /// - Throws: ``VideoError`` naming file and line.
  /// - Complexity: O(size of the file + *n* log *n*) in the sizes.
  public init(at path: String) throws(VideoError) {
    try self.init(try VideoInput.bytes(of: path), path: path)
  }

  init(_ bytes: [UInt8], path: String) throws(VideoError) {
    do throws(InputFault) {
      var reader = JSONReader(bytes)
      if let kind = try? reader.kind(), [.object, .array].contains(kind) {
        if kind == .object { try readArchive(&reader) } else { try readObjects(&reader) }
        try reader.end()
      } else {
        try readTable(bytes)
      }
      guard !sizes.isEmpty || !parts.isEmpty else {
        throw InputFault(line: nil, field: "sizes", found: "none", allowed: "the bytes of at least one segment")
      }
    } catch {
      throw VideoError(error, file: path)
    }
    ends = PathEnds(sizes.keys)
    partEnds = PathEnds(parts.keys)
  }

  /// The size of what a URI leads to, or a path that exactly one URI of the list ends in.
  ///
  /// Host and query play no part: servers mirror each other, and addresses are signed.
  /// - Complexity: O(log *n*) in the sizes.
  func size(of uri: String) -> Int? { ends.path(endingIn: Self.path(of: uri)).flatMap { sizes[$0] } }

  /// The parts of the file that a URI leads to, in the order in which they were answered.
  ///
  /// - Complexity: O(*n* log *n*) in its parts.
  func parts(of uri: String) -> [Part] {
    guard let file = partEnds.path(endingIn: Self.path(of: uri)) else { return [] }
    return (parts[file] ?? [:]).map { Part(range: $0, order: $1) }.sorted { $0.order < $1.order }
  }

  private static func path(of uri: String) -> String {
    var path = uri.prefix { $0 != "?" && $0 != "#" }
    if let host = path.firstRange(of: "://") { path = path[host.upperBound...].drop { $0 != "/" } }
    while path.hasPrefix("/") || path.hasPrefix("./") { path = path.dropFirst() }
    return String(path)
  }

  private mutating func add(_ size: Int, at path: String) {
    if !path.isEmpty, sizes[path] == nil { sizes[path] = size }
  }

  /// Adds a file of a list, which has each once.
  private mutating func add(
    listed size: Int, _ uri: String, line: @autoclosure () -> Int
  ) throws(InputFault) {
    let path = Self.path(of: uri)
    guard let first = sizes[path], first != size else { return add(size, at: path) }
    throw InputFault(
      line: line(), field: "size", found: "\(size) bytes of \(InputFault.excerpt(path)), which had \(first) before",
      allowed: "each file once, without its old versions (gsutil ls -l)")
  }

  // MARK: HAR

  private mutating func readArchive(_ reader: inout JSONReader) throws(InputFault) {
    try Self.members(&reader, ["log", "Contents", "IsTruncated", "NextToken"]) {
      (key, reader: inout JSONReader) throws(InputFault) in
      switch key {
      case "Contents": return try readObjects(&reader)
      case "IsTruncated", "NextToken":
        // The list of --no-paginate, and that of --max-items.
        let mark = reader.mark()
        let kind = try reader.kind()
        var isPart = kind == .string
        if kind == .boolean { isPart = try reader.boolean() } else { try reader.skip() }
        guard isPart else { return }
        throw reader.fault(
          "a part of a list", "all of it: aws s3api list-objects-v2 without --no-paginate and --max-items", at: mark)
      default: break
      }
      try Self.members(&reader, ["entries"]) { (_, reader: inout JSONReader) throws(InputFault) in
        try reader.enterArray()
        while try reader.nextElement() { try readExchange(&reader) }
      }
    }
  }

  /// Reads a request with its answer.
  private mutating func readExchange(_ reader: inout JSONReader) throws(InputFault) {
    var uri = ""
    var status = 0
    var body = 0
    var content = 0
    var (part, asked): (Range<Int>?, Range<Int>?)
    try Self.members(&reader, ["request", "response"]) { (key, reader: inout JSONReader) throws(InputFault) in
      guard key == "response" else {
        try Self.members(&reader, ["url", "headers"]) { (key, reader: inout JSONReader) throws(InputFault) in
          guard key == "headers" else { return uri = try reader.string() }
          // `bytes=868-500867`, where the answer does not say.
          asked = try Self.header("range", &reader).flatMap { DASHTime.range(String($0.dropFirst(6))) }
        }
        return
      }
      try Self.members(&reader, ["status", "bodySize", "content", "headers"]) {
        (key, reader: inout JSONReader) throws(InputFault) in
        switch key {
        case "status": status = try reader.integer()
        case "bodySize": body = try reader.integer()
        case "headers":
          part = try Self.header("content-range", &reader).flatMap(Self.part)
        default:
          try Self.members(&reader, ["size"]) { (_, reader: inout JSONReader) throws(InputFault) in
            content = try reader.integer()
          }
        }
      }
    }
    // A body's own size is what it had on the way; browsers do not know it of HTTP/2. Segments are sent as they are.
    let size = content > 0 ? content : body
    if status == 206, let part = part ?? asked {
      partCount += 1
      parts[Self.path(of: uri), default: [:]][part, default: partCount] += 0
    }
    if status == 200, (1...Video.maximumSegmentSize).contains(size) { add(size, at: Self.path(of: uri)) }
  }

  /// The value of a header, called by its name in lower case; `nil` where it is not there.
  private static func header(_ wanted: String, _ reader: inout JSONReader) throws(InputFault) -> String? {
    var found: String?
    try reader.enterArray()
    while try reader.nextElement() {
      var (name, value) = ("", "")
      try members(&reader, ["name", "value"]) { (key, reader: inout JSONReader) throws(InputFault) in
        if key == "name" { name = try reader.string() } else { value = try reader.string() }
      }
      if name.lowercased() == wanted { found = value }
    }
    return found
  }

  /// The part of `bytes 868-500867/9999999` (RFC 9110 §14.4).
  private static func part(_ text: String) -> Range<Int>? {
    guard text.hasPrefix("bytes ") else { return nil }
    return DASHTime.range(String(text.dropFirst(6).prefix { $0 != "/" }))
  }

  /// Reads the members of an object that have one of some keys, and passes over the others.
  private static func members(
    _ reader: inout JSONReader, _ keys: Set<String>,
    body: (String, inout JSONReader) throws(InputFault) -> Void
  ) throws(InputFault) {
    try reader.members([], optional: keys, isPassedOver: { _ in true }, body: body)
  }

  // MARK: Lists

  /// Reads objects of a bucket or files with their sizes, as the list-objects-v2 of Amazon S3 and rclone's lsjson have.
  private mutating func readObjects(_ reader: inout JSONReader) throws(InputFault) {
    try reader.enterArray()
    while try reader.nextElement() {
      var (path, size) = ("", 0)
      let mark = reader.mark()
      try Self.members(&reader, ["Key", "Path", "Size"]) { (key, reader: inout JSONReader) throws(InputFault) in
        if key == "Size" { size = try reader.integer() } else { path = try reader.string() }
      }
      if (1...Video.maximumSegmentSize).contains(size) { try add(listed: size, path, line: reader.line(at: mark)) }
    }
  }

  private mutating func readTable(_ bytes: [UInt8]) throws(InputFault) {
    var lines = LineScanner(bytes)
    var header: String?
    while let line = lines.next() {
      let text = bytes[line]
      if lines.line == 1, let known = ["bytes,uri", "uri,bytes"].first(where: { text.elementsEqual($0.utf8) }) {
        header = known
        continue
      }
      let comma = UInt8(ascii: ",")
      var parts: [ArraySlice<UInt8>]
      if let header {
        // A path may hold commas, a size does not.
        let place = header == "bytes,uri" ? text.firstIndex(of: comma) : text.lastIndex(of: comma)
        parts = place.map { [text[..<$0], text[($0 + 1)...]] } ?? []
        if header == "uri,bytes" { parts.reverse() }
      } else {
        parts = text.split(maxSplits: 1, whereSeparator: Self.isBlank)
        // A list of Amazon S3 has date and time in front.
        let words = text.split(maxSplits: 3, whereSeparator: Self.isBlank)
        let colon = UInt8(ascii: ":")
        if words.count == 4, words[0].count == 10, words[1].count == 8, words[1].dropFirst(2).first == colon {
          parts = Array(words[2...])
        }
      }
      guard parts.count == 2, let size = Int(String(decoding: parts[0], as: UTF8.self)),
        (0...Video.maximumSegmentSize).contains(size)
      else {
        // Below an empty line there may be sums.
        let rest = text.drop(while: Self.isBlank)
        if rest.isEmpty || ["TOTAL:", "Total Objects:", "Total Size:"].contains(where: { rest.starts(with: $0.utf8) }) {
          continue
        }
        throw InputFault(
          line: lines.line, column: InputFault.column(of: parts.first?.startIndex ?? line.lowerBound, in: bytes),
          field: "size", found: InputFault.excerpt(text),
          allowed: "the bytes and the path of a file, as du -ab or aws s3 ls --recursive prints; or a HAR file, the "
            + "JSON of aws s3api list-objects-v2, or a table bytes,uri")
      }
      // Folders and empty files have no size that a segment could have.
      let path = String(decoding: parts[1].drop(while: Self.isBlank), as: UTF8.self)
      if size > 0 { try add(listed: size, path, line: lines.line) }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
