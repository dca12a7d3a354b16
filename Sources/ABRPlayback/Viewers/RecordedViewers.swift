import ABRInput
import ABRMedia

/// How long viewers watched each video of a queue, recorded trace by trace: a JSON file
/// `{"trace name": [watch_ms, …], …}` with one whole number of milliseconds for each video.
public struct RecordedViewers: Sendable, Hashable {
  /// The watch times of one trace.
  struct Entry: Sendable, Hashable {
    /// Milliseconds, one for each video.
    var watchTimes: [Int] = []
    /// Offset in the file of each of them.
    var places: [Int] = []
    /// Offset in the file at which the list begins.
    var place: Int
  }

  /// The path as it was given.
  public let file: String
  /// SHA-256 of the file's bytes as 64 hexadecimal digits.
  public let sha256: String
  private let entries: [String: Entry]
  /// The file, from which lines are counted when there is something to say about one.
  private let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Throws: ``ViewerError`` naming file, line and trace.
  /// - Complexity: O(size of the file).
  public init(contentsOf file: String) throws(ViewerError) {
    try self.init(try ViewerError.bytes(of: file), file: file)
  }

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8], file: String) throws(ViewerError) {
    self.file = file
    self.bytes = bytes
    sha256 = SHA256.hexDigest(of: bytes)
    do throws(InputFault) {
      var reader = JSONReader(bytes)
      entries = try Self.entries(&reader)
      try reader.end()
    } catch {
      throw ViewerError(error, file: file)
    }
  }

  private static func entries(_ reader: inout JSONReader) throws(InputFault) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    try reader.enterObject()
    while let trace = try reader.nextKey() {
      let mark = reader.mark()
      guard entries[trace] == nil else { throw reader.fault("this trace twice", "once each", at: mark) }
      var entry = Entry(place: mark)
      try reader.enterArray()
      while try reader.nextElement() {
        let place = reader.mark()
        let time = try reader.integer()
        guard time >= 0 else { throw reader.fault("\(time)", "0 ms or more", at: place) }
        entry.watchTimes.append(time)
        entry.places.append(place)
      }
      entries[trace] = entry
    }
    return entries
  }

  /// The watch times of one trace, checked against the videos that are watched.
  ///
  /// - Parameters:
  ///   - trace: name of the trace.
  ///   - videos: the queue.
  /// - Returns: milliseconds, one for each video.
  /// - Throws: ``ViewerError`` when the trace is missing, when it has another number of watch times than there are
  ///   videos, or when one is longer than its video.
  public func watchTimes(for trace: String, videos: [Video]) throws(ViewerError) -> [Int] {
    guard let entry = entries[trace] else {
      throw .malformed(
        file: file, line: nil, field: trace, found: "no such trace among \(entries.count)",
        allowed: "a list of \(videos.count) watch times for each trace of the run")
    }
    guard entry.watchTimes.count == videos.count else {
      throw .malformed(
        file: file, line: line(at: entry.place), field: trace, found: "\(entry.watchTimes.count) watch times",
        allowed: "\(videos.count), one for each video")
    }
    for (index, time) in entry.watchTimes.enumerated() {
      let longest = Int(videos[index].duration * 1000)
      guard time <= longest else {
        throw .malformed(
          file: file, line: line(at: entry.places[index]), field: "\(trace)[\(index)]", found: "\(time)",
          allowed: "0 to \(longest) ms, the duration of \(videos[index].name)")
      }
    }
    return entry.watchTimes
  }

  private func line(at place: Int) -> Int { JSONReader(bytes).line(at: place) }
}
