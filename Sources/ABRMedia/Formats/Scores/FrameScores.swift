import ABRInput

/// Scores of the frames of one rendition, as ffmpeg's filter libvmaf logs them: JSON, CSV or XML, which the content
/// tells apart.
///
/// ```swift
/// let log = try FrameScores(parsing: bytes, file: "720p.json")
/// let segments = try log.pooled(over: video, frameRate: nil, file: "720p.json")
/// ```
struct FrameScores {
  /// Numbers of the frames, ascending; some are missing where only every n-th was scored.
  private(set) var numbers: [Int] = []
  /// A value for each frame.
  private(set) var values: [QualityScores.Metric: [Double]] = [:]

  /// Names that logs of libvmaf 1 to 3 have for measures.
  private static let names: [String: QualityScores.Metric] = [
    "vmaf": .vmaf, "vmaf_phone": .vmafPhone, "ssim": .ssim, "float_ssim": .ssim, "integer_ssim": .ssim, "psnr": .psnr,
    "psnr_y": .psnr, "integer_psnr_y": .psnr,
  ]
  private static let expected = "a log of ffmpeg's libvmaf: JSON, CSV or XML"

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - bytes: the whole log.
  ///   - file: what errors call it.
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the log).
  init(parsing bytes: [UInt8], file: String) throws(VideoError) {
    do throws(InputFault) {
      switch bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      case UInt8(ascii: "{"): try readJSON(bytes)
      case UInt8(ascii: "<"): try readXML(bytes)
      default: try readTable(bytes)
      }
      guard !numbers.isEmpty else {
        throw InputFault(line: nil, field: "frames", found: "none", allowed: Self.expected)
      }
      values = values.filter { $0.value.count == numbers.count }
      guard !values.isEmpty else {
        throw InputFault(
          line: nil, field: "metrics", found: "none of every frame",
          allowed: Self.names.keys.sorted().joined(separator: ", "))
      }
    } catch {
      throw VideoError(error, file: file)
    }
  }

  private mutating func begin(_ number: Int, line: Int? = nil) throws(InputFault) {
    guard number > numbers.last ?? -1, number <= 1 << 40 else {
      throw InputFault(line: line, field: "frame", found: "\(number)", allowed: "numbers from 0 that ascend")
    }
    numbers.append(number)
  }

  private mutating func add(_ value: Double, of name: String, line: Int? = nil) throws(InputFault) {
    // One that an earlier frame lacks is left out; of two names of a measure the first counts.
    guard let metric = Self.names[name], values[metric]?.count ?? 0 == numbers.count - 1 else { return }
    guard metric.range.contains(value) else {
      let range = metric.range
      throw InputFault(
        line: line, field: name, found: "\(value)", allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
    values[metric, default: []].append(value)
  }

  private mutating func readJSON(_ bytes: [UInt8]) throws(InputFault) {
    var reader = JSONReader(bytes)
    try reader.enterObject()
    while let key = try reader.nextKey() {
      guard key == "frames" else {
        try reader.skip()
        continue
      }
      try reader.enterArray()
      while try reader.nextElement() { try readFrame(&reader) }
    }
    try reader.end()
  }

  /// A frame; its metrics may stand before its number.
  private mutating func readFrame(_ reader: inout JSONReader) throws(InputFault) {
    let mark = reader.mark()
    var found: [(name: String, value: Double)] = []
    var number: Int?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "frameNum": number = try reader.integer()
      case "metrics":
        try reader.enterObject()
        while let name = try reader.nextKey() {
          if Self.names[name] == nil { try reader.skip() } else { found.append((name, try reader.number())) }
        }
      default: try reader.skip()
      }
    }
    guard let number else { throw reader.fault("no frameNum", "the number of the frame") }
    do throws(InputFault) {
      try begin(number)
      for entry in found { try add(entry.value, of: entry.name) }
    } catch {
      // Counting lines for every frame would read the log as often as it has frames.
      var fault = error
      fault.line = reader.line(at: mark)
      throw fault
    }
  }

  private mutating func readXML(_ bytes: [UInt8]) throws(InputFault) {
    let root = try XMLElement.document(bytes)
    for frame in root.children.first(where: { $0.name == "frames" })?.children ?? [] where frame.name == "frame" {
      guard let number = frame.attributes["frameNum"].flatMap({ Int($0) }) else {
        throw InputFault(line: frame.line, field: "frameNum", found: "none", allowed: "the number of the frame")
      }
      try begin(number, line: frame.line)
      for (name, text) in frame.attributes.sorted(by: { $0.key < $1.key }) where Self.names[name] != nil {
        try add(Double(text) ?? .nan, of: name, line: frame.line)
      }
    }
  }

  private mutating func readTable(_ bytes: [UInt8]) throws(InputFault) {
    var lines = LineScanner(bytes)
    var header: [String]?
    while let line = lines.next() {
      let fields = lines.bytes[line].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard let names = header else {
        header = fields.map { String(decoding: $0, as: UTF8.self) }
        guard header?.first == "Frame" else {
          throw InputFault(
            line: lines.line, field: "header", found: InputFault.excerpt(lines.bytes[line]), allowed: Self.expected)
        }
        continue
      }
      guard fields.count == names.count, let number = Int(String(decoding: fields[0], as: UTF8.self)) else {
        throw InputFault(
          line: lines.line, field: "row", found: InputFault.excerpt(lines.bytes[line]),
          allowed: "\(names.count) fields, the number of the frame first")
      }
      try begin(number, line: lines.line)
      for (name, field) in zip(names, fields) where Self.names[name] != nil {
        try add(DecimalParser.parse(lines.bytes, field.indices) ?? .nan, of: name, line: lines.line)
      }
    }
  }

  /// Frame rates of films and television. Any other rate means that the log is of another length than the video.
  private static let usualRates = [23.976, 25, 29.97, 48, 50, 59.94, 100, 119.88]

  /// The means of the frames of each segment.
  ///
  /// - Parameters:
  ///   - video: the video.
  ///   - frameRate: frames a second; `nil` for what the length of the video says.
  ///   - file: what errors call the log.
  /// - Throws: ``VideoError`` where the frames are not those of the video.
  /// - Complexity: O(frames).
  func pooled(
    over video: Video, frameRate: Double?, file: String
  ) throws(VideoError) -> [QualityScores.Metric: [Double]] {
    let step = numbers.count > 1 ? numbers[1] - numbers[0] : 1
    let count = Double((numbers.last ?? 0) + step)
    let rate = frameRate ?? count / video.duration
    let isUsual = Self.usualRates.contains { abs(rate / $0 - 1) < 0.02 }
    guard frameRate.map({ abs(count / $0 - video.duration) <= max(0.5, 0.02 * video.duration) }) ?? isUsual else {
      throw .malformed(
        file: file, line: nil, field: "frames", found: "\(Int(count)) frames for a video of \(video.duration) s",
        allowed: frameRate.map { "about \(Int((video.duration * $0).rounded())) at \($0) a second" }
          ?? "every frame of the video, or --frame-rate with the frames a second")
    }
    var sums = values.mapValues { _ in [Double](repeating: 0, count: video.segmentCount) }
    var counts = [Double](repeating: 0, count: video.segmentCount)
    var segment = 0
    for (index, number) in numbers.enumerated() {
      // The middle of a frame: its beginning may lie on the cut, where rounding would decide.
      let time = (Double(number) + 0.5) / rate
      while segment + 1 < video.segmentCount, time >= video.starts[segment + 1] { segment += 1 }
      counts[segment] += 1
      for (metric, scores) in values { sums[metric]?[segment] += scores[index] }
    }
    if let empty = counts.firstIndex(of: 0) {
      throw .malformed(
        file: file, line: nil, field: "frames", found: "none of segment \(empty)",
        allowed: "frames of each of \(video.segmentCount) segments")
    }
    return sums.mapValues { zip($0, counts).map { $0 / $1 } }
  }
}
