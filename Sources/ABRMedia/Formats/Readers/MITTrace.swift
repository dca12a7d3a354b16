import ABRInput

/// The `trace.dat` of MIT's course 6.5820: `size` with the milliseconds of a segment, `bitrates` with the kbit/s of the
/// renditions, perhaps with a `k` behind each, and for each segment a line with the bytes of each rendition.
public enum MITTrace: VideoFormat {
  /// The name to ask for it by.
  public static let name = "mit"
  /// What a file holds, in one line.
  public static let summary =
    "trace.dat of MIT's 6.5820: size, bitrates, then the bytes of each rendition in a line a segment"

  /// Known by a first line of `size` and a number.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    guard case .file(let bytes) = input.content else { return nil }
    return bytes.starts(with: "size ".utf8) || bytes.starts(with: "size\t".utf8) ? .structure : nil
  }

  /// Reads the one video of a file; its name is the file's without the ending.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the file).
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    guard case .file(let bytes) = input.content else {
      throw VideoError.unreadable(file: input.path, reason: "is a folder")
    }
    var lines = LineScanner(bytes)
    func fault(_ field: String, _ found: ArraySlice<UInt8>, _ allowed: String) -> VideoError {
      .malformed(
        file: input.path, line: max(lines.line, 1),
        column: found.isEmpty ? nil : InputFault.column(of: found.startIndex, in: bytes), field: field,
        found: InputFault.excerpt(found), allowed: allowed)
    }
    var duration = 0.0
    var renditions: [Rendition] = []
    var rows: [[Int]] = []
    while let line = lines.next() {
      let words = bytes[line].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      switch lines.line {
      case 1:
        guard words.count == 2, words[0].elementsEqual("size".utf8),
          let seconds = DecimalParser.parse(bytes, words[1].indices, timesTenTo: -3), seconds > 0,
          seconds <= Video.maximumSegmentDuration
        else { throw fault("size", bytes[line], "size and the milliseconds of a segment, at most an hour") }
        duration = seconds
      case 2:
        guard let first = words.first, first.elementsEqual("bitrates".utf8), (2...65).contains(words.count) else {
          throw fault("bitrates", bytes[line], "bitrates and 1 to \(Ladder.maximumCount) values in kbit/s")
        }
        for word in words.dropFirst() {
          let digits = word.last == UInt8(ascii: "k") ? word.dropLast() : word
          guard let rate = DecimalParser.parse(bytes, digits.indices, timesTenTo: 3),
            (1...Double(Ladder.maximumBandwidth)).contains(rate)
          else { throw fault("bitrates", word, "kbit/s") }
          renditions.append(Rendition(bandwidth: Int(rate.rounded())))
        }
      default:
        guard rows.count < Video.maximumSegmentCount, words.count == renditions.count else {
          throw fault("bytes", bytes[line], "\(renditions.count) sizes, one for each of bitrates")
        }
        var row: [Int] = []
        for word in words {
          guard let value = DecimalParser.parse(bytes, word.indices), let size = Int(exactly: value),
            (1...Video.maximumSegmentSize).contains(size)
          else { throw fault("bytes", word, "a whole number from 1 to \(Video.maximumSegmentSize)") }
          row.append(size)
        }
        rows.append(row)
      }
    }
    guard !rows.isEmpty else { throw fault("lines", [], "size, bitrates and a line for each segment") }
    do {
      let ladder = try Ladder(renditions)
      return [
        try Video(
          name: input.baseName, ladder: ladder, segmentDuration: duration,
          sizes: rows.map { row in ladder.sourceOrder.map { row[$0] } })
      ]
    } catch {
      throw error.inFile(input.path)
    }
  }
}
