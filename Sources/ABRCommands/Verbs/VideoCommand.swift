import ABRMedia

/// `abrlab video`: looks at videos and manifests, scores them, and turns them into the lab's own JSON.
enum VideoCommand: Verb {
  static let spec = CommandSpec(
    name: "video",
    summary: "Inspect, import, score and validate videos and manifests",
    group: "Inputs",
    subcommands: [VideoImport.spec, VideoInspect.spec, VideoScore.spec, VideoValidate.spec])

  /// How videos are to be read.
  static let readingOptions: [OptionSpec] = [
    .positional("PATH", isRepeatable: true, "Manifests, and video files or folders of any other format"),
    .option(
      "--video-format", "FORMAT", values: .suggestion(VideoFormats.names), default: "found by content",
      "Format of the videos"),
    .option(
      "--segment-sizes", "FILE", values: .path,
      "Sizes of segments that do not lie beside their manifest: a HAR file of a session, a table bytes,uri, or a listing "
        + "by du -ab, aws, gsutil or rclone"),
    .option(
      "--sizes", "SPEC", default: "constant", "Segment sizes where nothing tells them: constant or vbr(cov=0.3)"),
    .option(
      "--duration", "DURATION", default: "600s", "Length of a manifest or ladder that does not tell its own"),
    .option(
      "--segment-duration", "DURATION", default: "6s", "Length of a segment of a manifest that does not list its own"),
    .option(
      "--period", "N", "The only period of a DASH manifest that is read, from 1; without it all follow each other"),
    .option(
      "--scores", "PATH", values: .path, isRepeatable: true,
      "Quality scores: ffmpeg's libvmaf logs (JSON, CSV, XML), one for each rendition, the lowest bandwidth first; or a folder "
        + "with a file for each, video1 of the highest, a VMAF a line (Comyco), or a folder of .ssim files for each (Puffer)"
    ).formerly("--vmaf"),
    frameRate,
    .flag(
      "--strict", "Let a file in a folder that is no video be an error, where it is otherwise left out with a warning"),
  ]

  static let frameRate = OptionSpec.option(
    "--frame-rate", "N", default: "found by the length of the video", "Frames a second of the logs of --scores")

  /// The number of `--frame-rate`.
  /// - Throws: ``UsageError``.
  static func frameRate(_ arguments: ParsedArguments) throws(UsageError) -> Double? {
    guard let text = arguments.string(frameRate.name) else { return nil }
    guard let rate = Double(text), (1...1000).contains(rate) else {
      throw UsageError("\(arguments.place(frameRate.name)): found \(text), expected 1 to 1000 frames a second")
    }
    return rate
  }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    switch arguments.path.last {
    case VideoImport.spec.name: try VideoImport.run(arguments, context: context)
    case VideoScore.spec.name: try VideoScore.run(arguments, context: context)
    case VideoValidate.spec.name: try VideoValidate.run(arguments, context: context)
    default: try VideoInspect.run(arguments, context: context)
    }
  }

  /// What to assume where files do not say.
  /// - Throws: ``UsageError``, and `VideoError` for a list of sizes.
  static func options(_ arguments: ParsedArguments) throws -> VideoOptions {
    var options = VideoOptions()
    if let model = try sizeModel(arguments) { options.sizeModel = model }
    if let seconds = try arguments.duration("--duration") { options.ladderDuration = seconds }
    if let seconds = try arguments.duration("--segment-duration") { options.ladderSegmentDuration = seconds }
    options.period = try arguments.integer("--period", in: 1...1_000_000)
    options.segmentSizes = try arguments.string("--segment-sizes").map { path throws(VideoError) in
      try SegmentSizeList(at: path)
    }
    return options
  }

  /// The model of `--sizes`.
  /// - Throws: ``UsageError``.
  static func sizeModel(_ arguments: ParsedArguments) throws(UsageError) -> SizeModel? {
    guard let spec = arguments.string("--sizes") else { return nil }
    do {
      return try SizeModel(spec: spec)
    } catch {
      throw UsageError("\(arguments.place("--sizes")): \(error)")
    }
  }

  /// The format asked for with `--video-format`, `nil` to judge by content.
  /// - Throws: ``UsageError`` with the nearest name for one that is not known.
  static func format(_ arguments: ParsedArguments) throws(UsageError) -> (any VideoFormat.Type)? {
    guard let name = arguments.string("--video-format") else { return nil }
    guard let format = VideoFormats.named(name) else {
      throw ParsedArguments.wrongChoice("--video-format", found: name, allowed: VideoFormats.names)
    }
    return format
  }

  /// The videos of the command, each with its file and its format.
  /// - Throws: ``UsageError``, and `VideoError` for what cannot be read.
  static func videos(
    _ arguments: ParsedArguments, console: Console
  ) throws -> [(source: VideoSource, format: String)] {
    let (format, options) = (try format(arguments), try options(arguments))
    let files = try VideoReading(arguments, console: console).all { path throws(VideoError) in
      try VideoFile.loadAll(at: [path], format: format, options: options)
    }
    let scores = arguments.strings("--scores")
    let frameRate = try frameRate(arguments)
    return try files.flatMap { _, file in
      try file.videos.map { video in
        var video = video
        if !scores.isEmpty { video = try ScoreFiles.adding(to: video, from: scores, frameRate: frameRate) }
        return (VideoSource(file: file.path, sha256: file.sha256, video: video), file.format.name)
      }
    }
  }
}
