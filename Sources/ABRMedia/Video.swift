/// One video: a ladder and the size of every segment at every rendition.
///
/// Sizes are whole bytes, times are seconds. Segment `n` covers media time `starts[n] ..< starts[n + 1]`.
public struct Video: Sendable, Hashable {
  /// Where the segment sizes come from.
  public enum SizeOrigin: Sendable, Hashable {
    /// Sizes of real segments.
    case measured
    /// Sizes computed from the ladder by a model; the text is the model's spec, such as `constant` or `vbr(cov=0.3)`.
    case derived(String)

    /// What stands before the model in ``text``.
    package static let derivedPrefix = "derived: "

    /// In words, as results have it: `measured` or `derived: constant`.
    package var text: String {
      switch self {
      case .measured: "measured"
      case .derived(let model): Self.derivedPrefix + model
      }
    }
  }

  /// Name for people, unique enough for a report.
  public let name: String
  /// The renditions.
  public let ladder: Ladder
  /// Start of each segment in media seconds, and the end of the last one: `segmentCount + 1` values, the first is 0.
  public let starts: [Double]
  /// Sizes in bytes, segment by segment and, within a segment, by ascending rendition.
  public let sizes: [Int]
  /// Where the sizes come from.
  public let sizeOrigin: SizeOrigin
  /// Renditions of which every size is measured, where ``sizeOrigin`` is derived because some of others are.
  package internal(set) var measuredRenditions: Set<Int> = []
  /// What is fetched beside the segments, where a manifest says so.
  public let stream: StreamResources?
  /// Quality scores of the segments, where measured.
  public let scores: [QualityScores]
  /// What was left out or assumed when the video was read, for a person.
  public let notes: [String]

  /// Creates a video whose segments all have the same duration.
  ///
  /// - Parameters:
  ///   - name: name for people.
  ///   - ladder: the renditions.
  ///   - segmentDuration: seconds, positive and at most 3600.
  ///   - sizes: bytes, `[segment][rendition]` by ascending rendition, each at least 1.
  ///   - sizeOrigin: where the sizes come from.
  ///   - stream: what is fetched beside the segments.
  ///   - scores: how good the segments look.
  ///   - notes: what was left out or assumed.
  /// - Throws: ``VideoError/invalid(field:found:allowed:)``.
  public init(
    name: String, ladder: Ladder, segmentDuration: Double, sizes: [[Int]], sizeOrigin: SizeOrigin = .measured,
    stream: StreamResources? = nil, scores: [QualityScores] = [], notes: [String] = []
  ) throws(VideoError) {
    try self.init(
      name: name, ladder: ladder, segmentDurations: Array(repeating: segmentDuration, count: sizes.count),
      sizes: sizes, sizeOrigin: sizeOrigin, stream: stream, scores: scores, notes: notes)
  }

  /// Creates a video whose segments have their own durations.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - ladder: its renditions.
  ///   - segmentDurations: seconds, one for each segment, each positive and at most 3600.
  ///   - sizes: bytes, `[segment][rendition]` by ascending rendition, each at least 1.
  ///   - sizeOrigin: where the sizes come from.
  ///   - stream: what is fetched beside the segments.
  ///   - scores: how good the segments look, a value for each size.
  ///   - notes: what was left out or assumed.
  /// - Throws: ``VideoError/invalid(field:found:allowed:)``.
  public init(
    name: String, ladder: Ladder, segmentDurations: [Double], sizes: [[Int]], sizeOrigin: SizeOrigin = .measured,
    stream: StreamResources? = nil, scores: [QualityScores] = [], notes: [String] = []
  ) throws(VideoError) {
    guard !sizes.isEmpty else {
      throw VideoError.invalid(field: "segment_sizes_bytes", found: "no segment", allowed: "at least one")
    }
    guard sizes.count <= Self.maximumSegmentCount else {
      throw VideoError.invalid(
        field: "segment_sizes_bytes", found: "\(sizes.count) segments", allowed: "at most \(Self.maximumSegmentCount)")
    }
    guard segmentDurations.count == sizes.count else {
      throw VideoError.invalid(
        field: "segment durations", found: "\(segmentDurations.count)", allowed: "\(sizes.count), one a segment")
    }
    for (segment, duration) in segmentDurations.enumerated()
    where !(duration > 0 && duration <= Self.maximumSegmentDuration) {
      throw VideoError.invalid(
        field: "segment_duration_s[\(segment)]", found: "\(duration)",
        allowed: "more than 0, at most \(Self.maximumSegmentDuration)")
    }
    var flat: [Int] = []
    flat.reserveCapacity(sizes.count * ladder.count)
    // No overflow: a million segments of 1 TB at most.
    var size = 0
    for (segment, row) in sizes.enumerated() {
      guard row.count == ladder.count else {
        throw VideoError.invalid(
          field: "segment_sizes_bytes[\(segment)]", found: "\(row.count) sizes",
          allowed: "\(ladder.count), one for each rendition")
      }
      for (rendition, size) in row.enumerated() where !(1...Self.maximumSegmentSize).contains(size) {
        throw VideoError.invalid(
          field: "segment_sizes_bytes[\(segment)][\(rendition)]", found: "\(size)",
          allowed: "1 to \(Self.maximumSegmentSize)")
      }
      flat += row
      size += row.max() ?? 0
    }
    guard size <= Self.maximumSize else {
      throw VideoError.invalid(
        field: "segment_sizes_bytes", found: "\(size) in the largest renditions", allowed: "at most \(Self.maximumSize)"
      )
    }
    for score in scores where score.values.count != flat.count {
      throw VideoError.invalid(
        field: score.metric.rawValue, found: "\(score.values.count) values", allowed: "\(flat.count), one a size")
    }
    let isUniform = segmentDurations.allSatisfy { $0 == segmentDurations[0] }
    var starts = [0.0]
    starts.reserveCapacity(sizes.count + 1)
    for (segment, duration) in segmentDurations.enumerated() {
      // One multiplication, not a running sum, where the segments are equal: no drift over a long video.
      starts.append(isUniform ? Double(segment + 1) * duration : starts[segment] + duration)
    }
    self.name = name
    self.ladder = ladder
    self.starts = starts
    self.sizes = flat
    self.sizeOrigin = sizeOrigin
    self.stream = stream
    self.scores = scores
    self.notes = notes
  }

  /// The largest size of one segment in bytes: 1 TB.
  public static let maximumSegmentSize = 1_000_000_000_000

  /// The largest size of all segments in their largest renditions, in bytes: 100 TB, eleven days of 800 Mbit/s. Sums
  /// over a session of ten thousand such videos stay inside `Int`.
  public static let maximumSize = 100_000_000_000_000

  /// The largest file whose parts are segments, in bytes.
  static let maximumFileSize = 1 << 53

  /// The largest number of segments: a million, eleven days of one-second segments.
  public static let maximumSegmentCount = 1_000_000

  /// The longest segment in seconds: an hour.
  public static let maximumSegmentDuration = 3600.0

  /// Number of segments, at least one.
  @inlinable public var segmentCount: Int { starts.count - 1 }

  /// Duration of the whole video in seconds.
  @inlinable public var duration: Double { starts[starts.count - 1] }

  /// Duration of the longest segment in seconds.
  /// - Complexity: O(*segments*).
  public var longestSegmentDuration: Double {
    zip(starts.dropFirst(), starts).reduce(0) { max($0, $1.0 - $1.1) }
  }

  /// Duration of one segment in seconds.
  @inlinable public func segmentDuration(_ segment: Int) -> Double { starts[segment + 1] - starts[segment] }

  /// Size of one segment at one rendition, in bytes.
  @inlinable public func size(segment: Int, rendition: Int) -> Int { sizes[segment * ladder.count + rendition] }

  /// Where the sizes of one rendition come from.
  ///
  /// - Parameter rendition: its index in the ladder.
  package func sizeOrigin(ofRendition rendition: Int) -> SizeOrigin {
    measuredRenditions.contains(rendition) ? .measured : sizeOrigin
  }

  /// The first `count` segments as a video of their own; the whole video when it has no more.
  /// - Complexity: O(*segments*).
  public func prefix(segments count: Int) -> Video {
    guard count < segmentCount, count > 0 else { return self }
    let values = count * ladder.count
    return Video(
      self, starts: Array(starts[...count]), sizes: Array(sizes[..<values]),
      scores: scores.map { QualityScores($0.metric, values: Array($0.values[..<values])) })
  }

  /// The video with audio of a constant bitrate in every segment; the ladder's bandwidths stay as they are.
  ///
  /// - Parameter audioBitrate: bits per second, at least 0.
  /// - Complexity: O(*segments* × *renditions*).
  public func adding(audioBitrate: Double) -> Video { resized(byAudio: audioBitrate, +) }

  /// The video without the audio that ``adding(audioBitrate:)`` gave it.
  ///
  /// - Parameter audioBitrate: bits per second, at least 0.
  /// - Complexity: O(*segments* × *renditions*).
  package func removing(audioBitrate: Double) -> Video { resized(byAudio: audioBitrate, -) }

  private func resized(byAudio audioBitrate: Double, _ change: (Int, Int) -> Int) -> Video {
    guard audioBitrate > 0 else { return self }
    var sizes = sizes
    for segment in 0..<segmentCount {
      let bytes = bytes(ofAudio: audioBitrate, segment: segment)
      for index in segment * ladder.count..<(segment + 1) * ladder.count { sizes[index] = change(sizes[index], bytes) }
    }
    return Video(self, starts: starts, sizes: sizes, scores: scores)
  }

  /// Bytes of a segment's audio that is fetched apart at a bitrate, in bits per second.
  package func bytes(ofAudio bitrate: Double, segment: Int) -> Int {
    Int((bitrate * segmentDuration(segment) / 8).rounded())
  }

  /// The video with scores of how good its segments look. They replace those of the same metric, which is noted.
  ///
  /// - Parameter scores: a value for each size.
  /// - Throws: ``VideoError/invalid(field:found:allowed:)`` where there are not as many values as sizes.
  public func adding(scores: QualityScores) throws(VideoError) -> Video {
    guard scores.values.count == sizes.count else {
      throw VideoError.invalid(
        field: scores.metric.rawValue, found: "\(scores.values.count) values",
        allowed: "\(sizes.count): \(segmentCount) segments of \(ladder.count) renditions")
    }
    guard let place = self.scores.firstIndex(where: { $0.metric == scores.metric }) else {
      return Video(self, starts: starts, sizes: sizes, scores: self.scores + [scores])
    }
    var replaced = self.scores
    replaced[place] = scores
    let note = "\(scores.metric.rawValue): the scores that the video had were replaced"
    return Video(
      self, starts: starts, sizes: sizes, scores: replaced, notes: notes.contains(note) ? notes : notes + [note])
  }

  /// The same video, of which rules choose by the average bandwidths of renditions that declare one.
  public func ratedByAverage() -> Video {
    Video(self, ladder: ladder.ratedByAverage(), starts: starts, sizes: sizes, scores: scores)
  }

  /// The same video by another name.
  package func named(_ name: String) -> Video { Video(self, name: name, starts: starts, sizes: sizes, scores: scores) }

  /// The same video on a clock that counts so many units a second.
  package init(_ video: Video, unitsPerSecond units: Double) {
    self.init(video, starts: video.starts.map { $0 * units }, sizes: video.sizes, scores: video.scores)
  }

  private init(
    _ video: Video, name: String? = nil, ladder: Ladder? = nil, starts: [Double], sizes: [Int], scores: [QualityScores],
    notes: [String]? = nil
  ) {
    self.name = name ?? video.name
    self.ladder = ladder ?? video.ladder
    self.starts = starts
    self.sizes = sizes
    sizeOrigin = video.sizeOrigin
    measuredRenditions = video.measuredRenditions
    stream = video.stream
    self.scores = scores
    self.notes = notes ?? video.notes
  }
}
