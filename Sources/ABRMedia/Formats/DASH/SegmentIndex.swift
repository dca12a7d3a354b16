import ABRInput

/// The index of the segments of a file (ISO/IEC 14496-12 §8.16.3, `sidx`), with those that it refers to, or its Cues.
struct SegmentIndex: Sendable {
  /// Seconds of each segment.
  private(set) var durations: [Double] = []
  /// Bytes of each segment.
  private(set) var sizes: [Int] = []
  /// Bytes of the index itself.
  private(set) var length = 0
  /// Bytes of the indices that it refers to.
  private(set) var innerLength = 0

  /// The most bytes of an index: 65,535 segments.
  private static let maximumLength = 1 << 20
  /// The most indices inside one another, and segments and indices in all.
  private static let (maximumDepth, maximumCount) = (8, 1 << 17)

  /// Reads the index of a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - range: the bytes of the index; `nil` to look for it from the beginning of the file on.
  /// - Throws: ``VideoError`` naming file and byte.
  /// - Complexity: O(*segments*).
  init(at path: String, range: Range<Int>?) throws(VideoError) {
    do throws(FileFault) {
      if try InputFile.read(path, range: 0..<4) == WebMCues.signature {
        let cues = try WebMCues(of: path, at: range?.lowerBound)
        (durations, sizes, length) = (cues.durations, cues.sizes, cues.length)
        return
      }
      var place = range?.lowerBound
      if range == nil { place = try Self.place(in: path) }
      guard let place else {
        throw FileFault(path: path, reason: "has no index of its segments (sidx box), and the manifest lists none")
      }
      let count = min(range?.count ?? Self.maximumLength, Self.maximumLength)
      let bytes = try InputFile.read(path, range: place..<place.addingReportingOverflow(count).partialValue)
      length = try read(bytes, at: place, of: path, depth: 1)
    } catch {
      throw VideoError(error)
    }
  }

  /// Where the first index begins among the boxes of a file; `nil` where there is none in the first 64.
  private static func place(in path: String) throws(FileFault) -> Int? {
    var place = 0
    for _ in 0..<64 {
      let head = try InputFile.read(path, range: place..<(place + 16))
      guard head.count >= 8 else { return nil }
      if Array(head[4..<8]) == Array("sidx".utf8) { return place }
      var size = integer(head[0..<4])
      if size == 1, head.count == 16 { size = integer(head[8..<16]) }
      guard size >= 8, size < 1 << 60 else { return nil }
      place += size
    }
    return nil
  }

  /// Appends the segments of an index.
  /// - Returns: its bytes.
  private mutating func read(
    _ bytes: [UInt8], at place: Int, of path: String, depth: Int
  ) throws(FileFault) -> Int {
    let integer = Self.integer
    func fault(_ offset: Int, _ reason: String) -> FileFault {
      FileFault(path: path, reason: "index of segments (sidx), byte \(place + offset): \(reason)")
    }
    guard bytes.count >= 32, Array(bytes[4..<8]) == Array("sidx".utf8) else {
      throw fault(0, "found \(InputFault.excerpt(bytes.prefix(8))), expected a sidx box; is @indexRange of this file?")
    }
    let length = integer(bytes[0..<4])
    let isLong = bytes[8] > 0
    let timescale = integer(bytes[16..<20])
    let head = isLong ? 40 : 32
    guard timescale > 0 else { throw fault(16, "found a timescale of 0, expected units a second") }
    guard bytes.count >= head else { throw fault(bytes.count, "the index ends too early") }
    let count = integer(bytes[(head - 2)..<head])
    guard count > 0, length == head + 12 * count, bytes.count >= length else {
      throw fault(head - 2, "found \(count) segments in \(min(length, bytes.count)) bytes, expected 12 bytes for each")
    }
    // What it refers to begins behind it and a first offset.
    let first = integer(bytes[(isLong ? 28 : 24)..<(isLong ? 36 : 28)])
    guard first < 1 << 60 else { throw fault(24, "found a first offset of \(first), expected one inside of a file") }
    var next = place + length + first
    for segment in 0..<count {
      let offset = head + 12 * segment
      var size = integer(bytes[offset..<(offset + 4)])
      defer { next += size }
      guard sizes.count + segment < Self.maximumCount else {
        throw fault(offset, "more than \(Self.maximumCount) segments")
      }
      if size >= 1 << 31 {
        size -= 1 << 31
        guard depth < Self.maximumDepth else {
          throw fault(offset, "more than \(Self.maximumDepth) indices in each other")
        }
        let inner = try InputFile.read(path, range: next..<(next + min(size, Self.maximumLength)))
        innerLength += try read(inner, at: next, of: path, depth: depth + 1)
        continue
      }
      let duration = Double(integer(bytes[(offset + 4)..<(offset + 8)])) / Double(timescale)
      guard size > 0, duration > 0, duration <= Video.maximumSegmentDuration else {
        throw fault(offset, "found \(size) bytes of \(duration) s, expected a segment of at most an hour")
      }
      sizes.append(size)
      durations.append(duration)
    }
    return length
  }

  /// A number, most significant byte first; at most 2⁶³ − 1.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
