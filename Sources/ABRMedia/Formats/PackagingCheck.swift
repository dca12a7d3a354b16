import ABRInput

/// Checks a video for packaging problems.
public enum PackagingCheck {
  /// How far a measured rate may lie from the declared one: a tenth (Apple, HLS Authoring Specification, rule 1.25 and
  /// those beside it, for video on demand).
  public static let tolerance = 0.1

  /// What is wrong with a file.
  ///
  /// Manifests are checked as they stand; of other formats the video in them is.
  ///
  /// - Parameters:
  ///   - path: a manifest, or a file or folder of any other format.
  ///   - format: the format to read it in; `nil` to judge by its content.
  ///   - options: what to assume where files do not say.
  /// - Throws: ``VideoError`` for a file that cannot be read.
  /// - Complexity: O(size of the files).
  public static func findings(
    at path: String, format: (any VideoFormat.Type)? = nil, options: VideoOptions = VideoOptions()
  ) throws(VideoError) -> [PackagingFinding] {
    if let presentation = try presentation(at: path, format: format, options: options) {
      return try findings(in: presentation, options: options)
    }
    return try VideoFile.loadAll(at: [path], format: format, options: options).flatMap { file in
      file.videos.flatMap { findings(in: $0) { "rendition \($0)" } }
    }
  }

  private static func presentation(
    at path: String, format: (any VideoFormat.Type)?, options: VideoOptions
  ) throws(VideoError) -> Presentation? {
    guard InputFile.size(of: path) != nil else { return nil }
    let input = VideoInput(path: path, content: .file(try VideoInput.bytes(of: path)))
    let manifest = (format ?? VideoFormats.detect(input)) as? any ManifestFormat.Type
    return try manifest?.presentation(input, options: options)
  }

  static func findings(in presentation: Presentation, options: VideoOptions) throws(VideoError) -> [PackagingFinding] {
    var findings = presentation.findings
    let bandwidths = presentation.variants.map(\.rendition.bandwidth)
    if let (index, pair) = zip(bandwidths, bandwidths.dropFirst()).enumerated().first(where: { $1.1 < $1.0 }) {
      findings.append(
        PackagingFinding(
          .unsortedVariants, line: presentation.variants[index + 1].line,
          subject: presentation.variants[index + 1].name,
          found: "\(pair.1) bit/s after \(pair.0) bit/s",
          expected: "ascending bandwidths; AVPlayer and others start with what is listed first"))
    }
    for (lack, isMissing) in [
      ("resolution", { (rendition: Rendition) in rendition.width == nil && !VideoCodec.isAudioOnly(rendition.codecs) }),
      ("codecs", { (rendition: Rendition) in rendition.codecs == nil }),
    ] {
      let missing = presentation.variants.filter { isMissing($0.rendition) }
      guard let first = missing.first, missing.count < presentation.variants.count else { continue }
      findings.append(
        PackagingFinding(
          .missingAttribute, line: first.line, subject: first.name,
          found: "no \(lack) in \(missing.count) of \(presentation.variants.count) renditions",
          expected: "it in all renditions or in none; players skip those without it"))
    }
    if let misalignment = presentation.misalignment { return findings + [misalignment] }
    let video = try presentation.video(name: "video", options: options)
    return findings
      + self.findings(in: video) { presentation.variants[video.ladder.sourceOrder[$0]].name }
  }

  /// What is wrong with a video of any format.
  ///
  /// - Parameter name: how to call a rendition of the ladder.
  static func findings(in video: Video, name: (Int) -> String) -> [PackagingFinding] {
    let ladder = video.ladder
    var findings: [PackagingFinding] = []
    for index in ladder.renditions.indices {
      findings += rates(of: video, rendition: index, name: name(index))
      if let (found, expected) = reasonToSkip(index, of: ladder, name: name) {
        findings.append(
          PackagingFinding(.skippedRendition, line: nil, subject: name(index), found: found, expected: expected))
      }
    }
    return findings
  }

  /// Where the rates of segments that are measured contradict those that are declared.
  private static func rates(of video: Video, rendition: Int, name: String) -> [PackagingFinding] {
    guard video.sizeOrigin(ofRendition: rendition) == .measured else { return [] }
    // What HLS declares is the peak with the audio that is played beside it.
    let audio = video.stream?.packaging == .hls ? Double(video.stream?.audioBitrate ?? 0) : 0
    let longest = video.longestSegmentDuration
    var peak = (rate: 0.0, segment: 0)
    var bits = 0.0
    for segment in 0..<video.segmentCount {
      let size = Double(video.size(segment: segment, rendition: rendition)) * 8
      bits += size
      // Shorter ones count together with their neighbours (RFC 8216 §4.1), and weigh little.
      guard video.segmentDuration(segment) >= longest / 2 else { continue }
      let rate = size / video.segmentDuration(segment) + audio
      if rate > peak.rate { peak = (rate, segment) }
    }
    let declared = video.ladder[rendition]
    var findings: [PackagingFinding] = []
    if peak.rate > Double(declared.bandwidth) * (1 + tolerance) {
      findings.append(
        PackagingFinding(
          .peakExceeded, line: nil, subject: name,
          found:
            "segment \(peak.segment) with \(whole(peak.rate.rounded())) bit/s where \(declared.bandwidth) are declared",
          expected: "at most a tenth more: declare \(whole(peak.rate.rounded(.up))) or encode with a lower peak"))
    }
    let mean = bits / video.duration + audio
    if let average = declared.averageBandwidth, abs(mean - Double(average)) > Double(average) * tolerance {
      findings.append(
        PackagingFinding(
          .averageOff, line: nil, subject: name,
          found: "a mean of \(whole(mean.rounded())) bit/s where \(average) are declared",
          expected: "at most a tenth more or less"))
    }
    return findings
  }

  /// A rate as a whole number, of which a segment of next to no time has more than fit.
  private static func whole(_ rate: Double) -> Int { Int(min(rate, 9e15)) }

  /// Why a player has no reason to choose a rendition; `nil` where it has one.
  private static func reasonToSkip(
    _ index: Int, of ladder: Ladder, name: (Int) -> String
  ) -> (found: String, expected: String)? {
    let rendition = ladder[index]
    for lower in 0..<index {
      if let pixels = rendition.pixels, let others = ladder[lower].pixels, pixels < others {
        return (
          "fewer pixels at \(rendition.bandwidth) bit/s than \(name(lower)) has at \(ladder[lower].bandwidth)",
          "a picture that is not smaller, or no such rendition"
        )
      }
    }
    guard index > 0 else { return nil }
    let lower = ladder[index - 1]
    let isLarger = (rendition.pixels ?? 0) > (lower.pixels ?? 0)
    guard Double(rendition.bandwidth) < Double(lower.bandwidth) * (1 + tolerance), !isLarger else { return nil }
    return (
      "\(rendition.bandwidth) bit/s, hardly more than the \(lower.bandwidth) of \(name(index - 1)), for no larger picture",
      "half as much again as the rendition below, or no such rendition"
    )
  }
}
