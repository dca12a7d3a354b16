/// A download that has ended, complete or aborted, as a rule sees it.
public struct Download: Sendable, Hashable {
  /// Index of the segment.
  public var segment: Int
  /// Eligible rendition of the segment.
  public var rendition: Int
  /// Media seconds of the segment.
  public var segmentDuration: Double
  /// Bytes received.
  public var bytes: Double
  /// Bytes, of those received, of audio that is fetched apart; see ``DownloadProgress/audioSize``.
  public var audioBytes: Double
  /// Seconds from the first to the last byte.
  public var transferTime: Double
  /// Seconds from the request to the first byte.
  public var latency: Double
  /// Whether the network settings count the latency as part of a throughput sample.
  public var samplesLatency: Bool
  /// Whether the segment was abandoned before its end.
  public var isAborted: Bool
  /// Eligible rendition that the rule had in mind when it abandoned the segment.
  public var abortedFor: Int
  /// Whether this was the first segment of the session.
  public var isFirst: Bool
  /// Whether it has replaced buffered media, and so has not raised the level (``SwitchMode/replace(margin:)``).
  public var replacesMedia: Bool

  /// Creates a download; the engine does, and tests of rules.
  @inlinable
  public init(
    segment: Int, rendition: Int, segmentDuration: Double, bytes: Double, audioBytes: Double = 0,
    transferTime: Double, latency: Double, samplesLatency: Bool = false, isAborted: Bool = false, abortedFor: Int = 0,
    isFirst: Bool = false, replacesMedia: Bool = false
  ) {
    self.segment = segment
    self.rendition = rendition
    self.segmentDuration = segmentDuration
    self.bytes = bytes
    self.audioBytes = audioBytes
    self.transferTime = transferTime
    self.latency = latency
    self.samplesLatency = samplesLatency
    self.isAborted = isAborted
    self.abortedFor = abortedFor
    self.isFirst = isFirst
    self.replacesMedia = replacesMedia
  }

  /// Bytes received of the pictures, without audio that is fetched apart.
  @inlinable public var videoBytes: Double { bytes - audioBytes }

  /// Seconds from the request to the last byte.
  @inlinable public var totalTime: Double { latency + transferTime }

  /// Seconds that a throughput sample counts.
  @inlinable public var sampleTime: Double { samplesLatency ? latency + transferTime : transferTime }
}

/// A running download as a rule sees it.
public struct DownloadProgress: Sendable, Hashable {
  /// Index of the segment.
  public var segment: Int
  /// Eligible rendition of the segment.
  public var rendition: Int
  /// Media seconds of the segment.
  public var segmentDuration: Double
  /// Bytes of the whole segment.
  public var size: Double
  /// Bytes, of these, of audio that is fetched apart. It is requested together with the pictures, and both find the
  /// same share of the link until one of them is complete. What came of it stays when the pictures are abandoned.
  public var audioSize: Double
  /// Bytes received so far.
  public var received: Double
  /// Seconds since the request.
  public var elapsed: Double
  /// Seconds from the request to the first byte.
  public var latency: Double
  /// Buffer level in media seconds at this moment.
  public var level: Double

  /// Creates a progress report; the engine does, and tests of rules.
  @inlinable
  public init(
    segment: Int, rendition: Int, segmentDuration: Double, size: Double, audioSize: Double = 0, received: Double,
    elapsed: Double, latency: Double, level: Double
  ) {
    self.segment = segment
    self.rendition = rendition
    self.segmentDuration = segmentDuration
    self.size = size
    self.audioSize = audioSize
    self.received = received
    self.elapsed = elapsed
    self.latency = latency
    self.level = level
  }

  /// Bytes of audio that is fetched apart, among those received.
  @inlinable public var audioReceived: Double { Self.audio(of: received, size: size, audioSize: audioSize) }

  /// Bytes received of the pictures.
  @inlinable public var videoReceived: Double { received - audioReceived }

  /// Bytes of the pictures as a whole.
  @inlinable public var videoSize: Double { size - audioSize }

  /// The least share that pictures have of what has come, at any moment of the download.
  @inlinable public var leastVideoShare: Double { audioSize == 0 ? 1 : min(0.5, videoSize / size) }

  /// Bytes of audio that is fetched apart, among so many that have come.
  @inlinable
  static func audio(of received: Double, size: Double, audioSize: Double) -> Double {
    min(audioSize, max(received / 2, received - (size - audioSize)))
  }
}
