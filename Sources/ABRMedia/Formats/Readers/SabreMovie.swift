import ABRInput

/// The movie file of Sabre (UMass-LIDS/sabre): `{"segment_duration_ms": …, "bitrates_kbps": […], "segment_sizes_bits":
/// [[…], …]}`.
///
/// A kilobit is 1000 bits. Sizes that are no multiple of eight bits take the whole byte they begin. Renditions have no
/// picture size.
public enum SabreMovie: VideoFormat {
  /// The name to ask for it by.
  public static let name = "sabre"
  /// What a file holds, in one line.
  public static let summary =
    "JSON object with segment_duration_ms, bitrates_kbps and segment_sizes_bits, as Sabre reads"

  private static let keys: Set<String> = ["segment_duration_ms", "bitrates_kbps", "segment_sizes_bits"]

  /// Known by an object with one of Sabre's keys.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    input.outermostKeys().contains { keys.contains($0) } ? .signature : nil
  }

  /// Reads the one video of a file; its name is the file's without the ending.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the file).
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    let movie = try input.parseJSON { reader throws(InputFault) in try Movie(&reader) }
    do {
      let ladder = try Ladder(movie.renditions)
      let sizes = movie.rows.map { row in ladder.sourceOrder.map { row[$0] } }
      return [
        try Video(name: input.baseName, ladder: ladder, segmentDuration: movie.segmentDuration, sizes: sizes)
      ]
    } catch {
      throw error.inFile(input.path)
    }
  }

  /// The content of a file.
  private struct Movie {
    var segmentDuration = 0.0
    var renditions: [Rendition] = []
    var rows: [[Int]] = []

    init(_ reader: inout JSONReader) throws(InputFault) {
      let mark = reader.mark()
      var marks: [Int] = []
      var seen: Set<String> = []
      try reader.enterObject()
      while let key = try reader.nextKey() {
        let value = reader.mark()
        guard keys.contains(key) else {
          try reader.skip()
          continue
        }
        guard seen.insert(key).inserted else { throw reader.repeatedKey(at: value) }
        switch key {
        case "segment_duration_ms":
          segmentDuration = try reader.number() / 1000
          guard segmentDuration > 0, segmentDuration <= Video.maximumSegmentDuration else {
            throw reader.fault(
              "\(segmentDuration * 1000)", "more than 0, at most \(Video.maximumSegmentDuration * 1000)", at: value)
          }
        case "bitrates_kbps": renditions = try Self.renditions(&reader)
        default:
          try reader.enterArray()
          while try reader.nextElement() {
            marks.append(reader.mark())
            guard rows.count < Video.maximumSegmentCount else {
              throw reader.fault("more segments", "at most \(Video.maximumSegmentCount)")
            }
            rows.append(try VideoDocument.sizes(&reader, bitsPerUnit: 1))
          }
        }
      }
      for key in keys.sorted() where !seen.contains(key) {
        throw reader.fault("no \(key)", keys.sorted().joined(separator: ", "), at: mark)
      }
      for (row, mark) in zip(rows, marks) where row.count != renditions.count {
        throw reader.fault("\(row.count) sizes", "\(renditions.count), one for each bitrate", at: mark)
      }
    }

    private static func renditions(_ reader: inout JSONReader) throws(InputFault) -> [Rendition] {
      var list: [Rendition] = []
      try reader.enterArray()
      while try reader.nextElement() {
        let mark = reader.mark()
        let kilobits = try reader.number()
        guard let bandwidth = Int(exactly: (kilobits * 1000).rounded()),
          (1...Ladder.maximumBandwidth).contains(bandwidth)
        else {
          throw reader.fault("\(kilobits)", "0.001 to \(Ladder.maximumBandwidth / 1000) kbit/s", at: mark)
        }
        guard list.count < Ladder.maximumCount else {
          throw reader.fault("more bitrates", "at most \(Ladder.maximumCount)", at: mark)
        }
        list.append(Rendition(bandwidth: bandwidth))
      }
      return list
    }
  }
}
