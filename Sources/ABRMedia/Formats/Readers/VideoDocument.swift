import ABRInput

/// The content of a JSON object that describes one video in the lab's own words, before its parts are fitted together.
struct VideoDocument {
  /// One list of sizes and where it stands.
  struct SizeRow {
    var sizes: [Int]
    var mark: Int
  }

  /// Scores as they are listed, and where they stand.
  struct ScoreRows {
    var metric: QualityScores.Metric
    var rows: [[Double]]
    var mark: Int
  }

  var name: String?
  var segmentDuration = 0.0
  var segmentDurations: [Double]?
  var segmentCount: Int?
  var duration: Double?
  var sizeModel: SizeModel?
  /// Places in ``renditions`` of those whose sizes no model gave.
  var measured: [Int] = []
  var renditions: [Rendition] = []
  var rows: [SizeRow]?
  var scores: [ScoreRows] = []
  var stream: StreamResources?
  var notes: [String] = []
  /// Keys that are passed over.
  var unknownKeys: [UnknownKey] = []

  /// Reads one object.
  ///
  /// - Parameter reader: stands before the object, and behind it afterwards.
  init(_ reader: inout JSONReader) throws(InputFault) {
    let mark = reader.mark()
    var seen: Set<String> = []
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let value = reader.mark()
      guard Self.keys.contains(key) else {
        if !Self.remarks.contains(key) {
          unknownKeys.append(UnknownKey(name: key, mark: value, known: Self.knownKeys))
        }
        try reader.skip()
        continue
      }
      guard seen.insert(key).inserted else { throw reader.repeatedKey(at: value) }
      switch key {
      case "name": name = try reader.string()
      case "segment_duration_s":
        segmentDuration = try Self.positive(&reader, atMost: Video.maximumSegmentDuration)
      case "segment_count":
        let count = try reader.integer()
        guard (1...Video.maximumSegmentCount).contains(count) else {
          throw reader.fault("\(count)", "1 to \(Video.maximumSegmentCount)", at: value)
        }
        segmentCount = count
      case "duration_s": duration = try Self.positive(&reader, atMost: .greatestFiniteMagnitude)
      case "size_model":
        let spec = try reader.string()
        do {
          sizeModel = try SizeModel(spec: spec)
        } catch {
          throw reader.fault(
            InputFault.excerpt(spec),
            "constant, or vbr(cov=…) with 0 to \(SizeModel.maximumVariation)",
            at: value)
        }
      case "segment_durations_s":
        segmentDurations = try reader.list { reader throws(InputFault) in
          try Self.positive(&reader, atMost: Video.maximumSegmentDuration)
        }
      case "measured_renditions":
        measured = try reader.list { reader throws(InputFault) in try reader.integer(in: 0...Ladder.maximumCount - 1) }
      case "renditions": renditions = try Self.renditions(&reader, &unknownKeys)
      case "stream": stream = try StreamDocument.read(&reader)
      case "import_notes":
        notes = try reader.list { reader throws(InputFault) in try reader.string() }
      case "segment_sizes_bytes": rows = try Self.rows(&reader)
      default:
        guard let metric = QualityScores.Metric(rawValue: key) else { preconditionFailure("no reader of \(key)") }
        scores.append(try Self.scores(&reader, metric: metric, mark: value))
      }
    }
    guard !renditions.isEmpty else { throw reader.fault("no renditions", "a list of at least one", at: mark) }
    guard seen.contains("segment_duration_s") || segmentDurations != nil else {
      throw reader.fault("no segment_duration_s", "seconds", at: mark)
    }
    guard !seen.contains("segment_duration_s") || segmentDurations == nil else {
      throw reader.fault("segment_duration_s and segment_durations_s", "only one of them", at: mark)
    }
    if let segmentDurations, segmentDurations.count != rows?.count {
      throw reader.fault(
        "\(segmentDurations.count) segment_durations_s", "as many as there are segment_sizes_bytes", at: mark)
    }
    guard segmentCount == nil || duration == nil else {
      throw reader.fault("segment_count and duration_s", "only one of them", at: mark)
    }
    guard rows == nil || (segmentCount == nil && duration == nil) else {
      throw reader.fault("segment_sizes_bytes beside segment_count or duration_s", "only one of them", at: mark)
    }
    for row in rows ?? [] where row.sizes.count != renditions.count {
      throw reader.fault("\(row.sizes.count) sizes", "\(renditions.count), one for each rendition", at: row.mark)
    }
    for scores in scores
    where scores.rows.count != rows?.count || scores.rows.contains(where: { $0.count != renditions.count }) {
      throw reader.fault("other numbers of values", "one for each of segment_sizes_bytes", at: scores.mark)
    }
  }

  /// The keys that mean something; others are passed over.
  static let keys = Set(QualityScores.Metric.allCases.map(\.rawValue)).union([
    "name", "segment_duration_s", "segment_durations_s", "segment_count", "duration_s", "size_model",
    "measured_renditions", "renditions", "segment_sizes_bytes", "stream", "import_notes",
  ])

  /// Keys that are there for people: `abrlab video import` writes where a video comes from.
  private static let remarks: Set = ["source", "source_format", "source_sha256", "licence", "summary"]
  private static let knownKeys = keys.union(remarks).sorted()
  private static let keysOfRendition = ["bandwidth_bps", "average_bandwidth_bps", "width", "height", "codecs"]

  /// The video that the parts make.
  ///
  /// - Parameters:
  ///   - fallback: its name where it has none.
  ///   - options: what to assume where it does not say.
  ///   - budget: of sizes that all videos of the file may have.
  /// - Throws: ``VideoError`` without the name of the file.
  func video(
    name fallback: String, options: VideoOptions, budget: inout InputBudget
  ) throws(VideoError) -> Video {
    let ladder = try Ladder(renditions)
    let name = name ?? fallback
    guard let rows else {
      let model = sizeModel ?? options.sizeModel
      let length = duration ?? segmentCount.map { Double($0) * segmentDuration } ?? options.ladderDuration
      // More segments than a video may have are refused below.
      let count = Int(min((length / segmentDuration).rounded(.up), Double(Video.maximumSegmentCount)))
      guard budget.take(count * ladder.count) else {
        throw VideoError.invalid(
          field: segmentCount == nil ? "duration_s" : "segment_count",
          found: "\(count) segments in \(ladder.count) renditions", allowed: budget.allowed)
      }
      return try model.video(name: name, ladder: ladder, segmentDuration: segmentDuration, duration: length)
    }
    var video = try Video(
      name: name, ladder: ladder,
      segmentDurations: segmentDurations ?? Array(repeating: segmentDuration, count: rows.count),
      sizes: rows.map { row in ladder.sourceOrder.map { row.sizes[$0] } },
      sizeOrigin: sizeModel.map { .derived($0.spec) } ?? .measured, stream: stream,
      scores: scores.map { scores in
        QualityScores(scores.metric, values: scores.rows.flatMap { row in ladder.sourceOrder.map { row[$0] } })
      }, notes: notes)
    if sizeModel != nil {
      video.measuredRenditions = Set(ladder.sourceOrder.indices.filter { measured.contains(ladder.sourceOrder[$0]) })
    }
    return video
  }

  private static func scores(
    _ reader: inout JSONReader, metric: QualityScores.Metric, mark: Int
  ) throws(InputFault) -> ScoreRows {
    let rows = try reader.list { reader throws(InputFault) in
      try reader.list { reader throws(InputFault) in try reader.number(in: metric.range) }
    }
    return ScoreRows(metric: metric, rows: rows, mark: mark)
  }

  private static func positive(_ reader: inout JSONReader, atMost limit: Double) throws(InputFault) -> Double {
    let mark = reader.mark()
    let value = try reader.number()
    guard value > 0, value <= limit else {
      throw reader.fault("\(value)", "more than 0, at most \(limit)", at: mark)
    }
    return value
  }

  private static func renditions(
    _ reader: inout JSONReader, _ unknownKeys: inout [UnknownKey]
  ) throws(InputFault) -> [Rendition] {
    var list: [Rendition] = []
    try reader.enterArray()
    while try reader.nextElement() {
      let mark = reader.mark()
      guard list.count < Ladder.maximumCount else {
        throw reader.fault("more renditions", "at most \(Ladder.maximumCount)", at: mark)
      }
      let rendition = try rendition(&reader, &unknownKeys)
      if var fault = Ladder.fault(in: rendition, at: list.count) {
        fault.line = reader.line(at: mark)
        throw fault
      }
      list.append(rendition)
    }
    return list
  }

  private static func rendition(
    _ reader: inout JSONReader, _ unknownKeys: inout [UnknownKey]
  ) throws(InputFault) -> Rendition {
    let mark = reader.mark()
    var rendition = Rendition(bandwidth: 0)
    var seen: Set<String> = []
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let value = reader.mark()
      guard keysOfRendition.contains(key) else {
        unknownKeys.append(UnknownKey(name: key, mark: value, known: keysOfRendition))
        try reader.skip()
        continue
      }
      guard seen.insert(key).inserted else { throw reader.repeatedKey(at: value) }
      // What is not known may be left out or be null; the bandwidth may not.
      if key != "bandwidth_bps", try reader.skipNull() { continue }
      switch key {
      case "bandwidth_bps": rendition.bandwidth = try reader.integer()
      case "average_bandwidth_bps": rendition.averageBandwidth = try reader.integer()
      case "width": rendition.width = try reader.integer()
      case "height": rendition.height = try reader.integer()
      default: rendition.codecs = try reader.string()
      }
    }
    guard seen.contains("bandwidth_bps") else { throw reader.fault("no bandwidth_bps", "bits per second", at: mark) }
    return rendition
  }

  private static func rows(_ reader: inout JSONReader) throws(InputFault) -> [SizeRow] {
    var rows: [SizeRow] = []
    let mark = reader.mark()
    try reader.enterArray()
    while try reader.nextElement() {
      let mark = reader.mark()
      guard rows.count < Video.maximumSegmentCount else {
        throw reader.fault("more segments", "at most \(Video.maximumSegmentCount)", at: mark)
      }
      rows.append(SizeRow(sizes: try sizes(&reader, bitsPerUnit: 8), mark: mark))
    }
    guard !rows.isEmpty else { throw reader.fault("no segment", "at least one", at: mark) }
    return rows
  }

  /// Reads the sizes of one segment, in bytes or bits, as bytes. Bits that do not fill a byte take a whole one.
  static func sizes(_ reader: inout JSONReader, bitsPerUnit: Int) throws(InputFault) -> [Int] {
    var sizes: [Int] = []
    try reader.enterArray()
    while try reader.nextElement() {
      let mark = reader.mark()
      guard sizes.count < Ladder.maximumCount else {
        throw reader.fault("more sizes", "at most \(Ladder.maximumCount)", at: mark)
      }
      let size = try reader.integer()
      let largest = Video.maximumSegmentSize * 8 / bitsPerUnit
      guard (1...largest).contains(size) else { throw reader.fault("\(size)", "1 to \(largest)", at: mark) }
      sizes.append((size * bitsPerUnit + 7) / 8)
    }
    return sizes
  }
}
