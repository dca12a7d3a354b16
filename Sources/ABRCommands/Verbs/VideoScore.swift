import ABRInput
import ABRMedia
import ABRReports

/// `abrlab video score`: measures how good the renditions of a ladder look, with an ffmpeg of the user's.
enum VideoScore {
  static let spec = CommandSpec(
    name: "score",
    summary: "Measure VMAF, SSIM and PSNR of a ladder with your ffmpeg",
    discussion: """
      A FILE is what ffmpeg can open of a rendition, such as its MP4 or media playlist, the lowest bandwidth first. \
      Each is scaled to the picture of the reference and compared with it frame by frame by ffmpeg's filter libvmaf: \
      VMAF's models for televisions and for telephones, SSIM and PSNR. The scores of the frames of each segment are \
      averaged. An ffmpeg that has libvmaf: pip install imageio-ffmpeg, then \
      --ffmpeg "$(python3 -c 'import imageio_ffmpeg as f; print(f.get_ffmpeg_exe())')".
      """,
    examples: [
      .init(
        line:
          "abrlab video score 240p.mp4 540p.mp4 1080p.mp4 --reference source.mp4 --video master.m3u8 -o scored.json",
        meaning: "a ladder of three renditions")
    ],
    options: [
      .positional("FILE", isRepeatable: true, "The renditions, the lowest bandwidth first"),
      .option("--reference", "FILE", values: .path, "What they were encoded from"),
      .option("--video", "PATH", values: .path, "The video that gets the scores: its manifest, or a file of the lab"),
      .option("--output", short: "-o", "FILE", values: .path, "Native JSON with the scores"),
      .option("--ffmpeg", "PROGRAM", default: "ffmpeg", "The ffmpeg to run"),
      VideoCommand.frameRate,
      CommonOptions.format(TableFormat.allCases.map(\.rawValue)),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    guard let reference = arguments.string("--reference"), let path = arguments.string("--video"),
      let output = arguments.string("--output")
    else { throw UsageError("'abrlab video score' needs --reference, --video and --output") }
    let (files, frameRate) = (arguments.strings("FILE"), try VideoCommand.frameRate(arguments))
    let sources = try VideoFile.loadAll(at: [path]).flatMap(\.sources)
    guard sources.count == 1 else {
      throw UsageError("--video: found \(Counted.text(sources.count, "video")) in \(path), expected one")
    }
    let video = sources[0].video
    guard files.count == video.ladder.count else {
      throw UsageError(
        "FILE: found \(Counted.text(files.count, "file")), expected \(video.ladder.count), one for each rendition of "
          + "\(path), the lowest bandwidth first")
    }
    for file in files + [reference] { _ = try InputFile.kind(of: file) }
    try InputPaths(arguments).checkAreNoInputs([output], "--output")
    let program = try FFmpeg(arguments.string("--ffmpeg") ?? "ffmpeg")
    let size = try program.pictureSize(of: reference)
    let progress = Progress(total: files.count, unit: "renditions scored", console: context.console)
    var logs: [(file: String, bytes: [UInt8])] = []
    for file in files {
      logs.append((file, try program.score(file, against: reference, size: size)))
      progress.update(done: logs.count)
    }
    progress.finish()
    let scored = try ScoreFiles.adding(to: video, logs: logs, frameRate: frameRate)
    try OutputPath.write(
      NativeVideo.write(
        scored,
        notes: [
          "source": sources[0].file, "source_sha256": sources[0].sha256, "scored_by": program.version,
          "scored_against": reference,
        ]), to: output)
    let table = VideoTable([(VideoSource(file: output, sha256: "", video: scored), NativeVideo.name)])
    let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
    context.console.output.write(
      table.renditions.text(as: format, width: context.console.outputTerminal.width ?? .max))
    for note in table.notes { context.console.note(note) }
    context.console.note("\(output) written")
    return .success
  }
}

/// An ffmpeg with the filter libvmaf.
struct FFmpeg {
  /// The first line that it says of itself.
  let version: String
  private let program: String
  private static let advice =
    "pip install imageio-ffmpeg brings one: --ffmpeg \"$(python3 -c 'import imageio_ffmpeg as f; print(f.get_ffmpeg_exe())')\""

  /// Finds a program and looks whether it has the filter.
  ///
  /// - Parameter program: its path, or its name to be looked for as a shell does.
  /// - Throws: ``UsageError`` that says where to get one.
  init(_ program: String) throws(UsageError) {
    self.program = program
    let filters: String
    do {
      version = try String(
        decoding: Subprocess(program, ["-hide_banner", "-version"]).output.prefix { $0 != 0x0A }, as: UTF8.self)
      filters = try String(decoding: Subprocess(program, ["-hide_banner", "-filters"]).output, as: UTF8.self)
    } catch {
      throw UsageError("--ffmpeg: \(program) does not start: \(error)", hint: Self.advice)
    }
    guard filters.contains(" libvmaf ") else {
      throw UsageError("--ffmpeg: \(program) has no filter libvmaf", hint: Self.advice)
    }
  }

  /// Width and height of a video in pixels.
  ///
  /// - Throws: ``UsageError`` with what the program says.
  func pictureSize(of file: String) throws(UsageError) -> (width: Int, height: Int) {
    let said = try run(["-i", file]).errors
    guard let line = said.split(whereSeparator: \.isNewline).first(where: { $0.contains("Video: ") }),
      let size = line.firstMatch(of: /, ([0-9]{2,5})x([0-9]{2,5})/), let width = Int(size.1), let height = Int(size.2)
    else {
      throw UsageError("\(file): ffmpeg finds no video in it: \(said.split(whereSeparator: \.isNewline).last ?? "")")
    }
    return (width, height)
  }

  /// The log of a rendition's frames.
  ///
  /// - Throws: ``UsageError`` with what the program says.
  func score(
    _ file: String, against reference: String, size: (width: Int, height: Int)
  ) throws(UsageError) -> [UInt8] {
    let models = "version=vmaf_v0.6.1\\:name=vmaf|version=vmaf_v0.6.1\\:name=vmaf_phone\\:enable_transform=true"
    let graph =
      "[0:v]setpts=PTS-STARTPTS,scale=\(size.width):\(size.height):flags=bicubic[d];[1:v]setpts=PTS-STARTPTS[r];"
      + "[d][r]libvmaf=log_fmt=json:log_path=/dev/stdout:n_threads=2:model='\(models)':feature='name=psnr|name=float_ssim'"
    let played = try run(["-nostdin", "-i", file, "-i", reference, "-lavfi", graph, "-f", "null", "-"])
    guard played.status == 0 else {
      throw UsageError("\(file): ffmpeg could not score it: \(played.lastError ?? "exit code \(played.status)")")
    }
    return played.output
  }

  private func run(_ arguments: [String]) throws(UsageError) -> Subprocess {
    do {
      return try Subprocess(program, ["-hide_banner"] + arguments)
    } catch {
      throw UsageError("--ffmpeg: \(program) does not start: \(error)")
    }
  }
}
