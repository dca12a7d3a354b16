import ABRInput

/// The Cues of a WebM file (RFC 9559 §5.1.5), where its clusters begin, each of which is a segment.
struct WebMCues {
  /// Seconds of each segment.
  let durations: [Double]
  /// Bytes of each segment.
  let sizes: [Int]
  /// Bytes of the Cues.
  let length: Int

  private typealias Element = (id: UInt64, place: Int, body: Range<Int>)

  /// The first bytes of a WebM file.
  static let signature: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3]
  /// The most elements that are looked at for the Cues, and bytes of the Cues.
  private static let (maximumElements, maximumLength) = (4096, 1 << 20)

  /// Reads the Cues of a file.
  ///
  /// - Parameters:
  ///   - path: a file with the signature.
  ///   - place: where they begin; `nil` to look for them.
  /// - Throws: `FileFault` naming what is missing.
  /// - Complexity: O(*clusters*).
  init(of path: String, at place: Int?) throws(FileFault) {
    func missing(_ what: String) -> FileFault { FileFault(path: path, reason: "WebM: found no \(what)") }
    func element(at place: Int) throws(FileFault) -> Element? {
      guard place < 1 << 60 else { return nil }
      let head = try InputFile.read(path, range: place..<(place + 12))
      return Self.element(head[...]).map { ($0.id, place, (place + $0.body.lowerBound)..<(place + $0.body.upperBound)) }
    }
    guard let header = try element(at: 0), let segment = try element(at: header.body.upperBound),
      segment.id == 0x1853_8067
    else { throw missing("Segment of a known length") }
    var (information, cues): (Element?, Element?)
    if let place { cues = try element(at: place) }
    var next = segment.body.lowerBound
    for _ in 0..<Self.maximumElements where information == nil || cues == nil {
      guard next < segment.body.upperBound, let child = try element(at: next) else { break }
      if child.id == 0x1549_a966 { information = child }
      if child.id == 0x1c53_bb6b { cues = child }
      next = child.body.upperBound
    }
    guard let cues, cues.id == 0x1c53_bb6b, cues.body.count <= Self.maximumLength else { throw missing("Cues") }
    guard let information, information.body.count <= Self.maximumLength else { throw missing("Info") }
    let facts = Self.elements(try InputFile.read(path, range: information.body)[...])
    let scale = facts.first { $0.id == 0x2a_d7b1 }.map { Double(Self.integer($0.body)) } ?? 1e6
    guard let length = facts.first(where: { $0.id == 0x4489 })?.body else { throw missing("Duration in its Info") }
    let bits = Self.integer(length)
    let ticks = length.count == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    var times: [Double] = []
    var places: [Int] = []
    for point in Self.elements(try InputFile.read(path, range: cues.body)[...]) where point.id == 0xbb {
      let parts = Self.elements(point.body)
      let positions = parts.first { $0.id == 0xb7 }.map { Self.elements($0.body) } ?? []
      guard let time = parts.first(where: { $0.id == 0xb3 })?.body,
        let position = positions.first(where: { $0.id == 0xf1 })?.body
      else { throw missing("time or place in a cue") }
      let place = segment.body.lowerBound + Int(min(Self.integer(position), 1 << 60))
      // Several cues may lead into one cluster.
      if place == places.last { continue }
      times.append(Double(Self.integer(time)) * scale / 1e9)
      places.append(place)
    }
    guard let last = places.last else { throw missing("cue") }
    places.append(cues.place > last ? cues.place : segment.body.upperBound)
    times.append(ticks * scale / 1e9)
    durations = zip(times.dropFirst(), times).map { $0 - $1 }
    sizes = zip(places.dropFirst(), places).map { $0 - $1 }
    self.length = cues.body.upperBound - cues.place
    guard durations.allSatisfy({ $0 > 0 && $0 <= Video.maximumSegmentDuration }), sizes.allSatisfy({ $0 > 0 }) else {
      throw FileFault(path: path, reason: "WebM: found cues that do not rise, or a segment of more than an hour")
    }
  }

  /// The identity of the element at the beginning of some bytes, and where its content is; `nil` where its length is
  /// unknown.
  private static func element(_ bytes: ArraySlice<UInt8>) -> (id: UInt64, body: Range<Int>)? {
    var next = bytes.startIndex
    func number(keepsMark: Bool) -> UInt64? {
      guard next < bytes.endIndex else { return nil }
      let length = bytes[next].leadingZeroBitCount + 1
      guard length <= 8, next + length <= bytes.endIndex else { return nil }
      let first = keepsMark ? bytes[next] : bytes[next] & (0xff >> UInt8(length))
      let value = bytes[(next + 1)..<(next + length)].reduce(UInt64(first)) { $0 << 8 | UInt64($1) }
      next += length
      return !keepsMark && value == 1 << (7 * UInt64(length)) - 1 ? nil : value
    }
    guard let id = number(keepsMark: true), let size = number(keepsMark: false) else { return nil }
    return (id, next..<(next + Int(size)))
  }

  /// The elements that some bytes are made of, as far as they are whole.
  private static func elements(_ bytes: ArraySlice<UInt8>) -> [(id: UInt64, body: ArraySlice<UInt8>)] {
    var (rest, found): (ArraySlice<UInt8>, [(id: UInt64, body: ArraySlice<UInt8>)]) = (bytes, [])
    while let head = element(rest), head.body.upperBound <= rest.endIndex {
      found.append((head.id, rest[head.body]))
      rest = rest[head.body.upperBound...]
    }
    return found
  }

  /// A number of at most eight bytes.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
