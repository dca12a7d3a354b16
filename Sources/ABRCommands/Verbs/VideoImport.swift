import ABRInput
import ABRMedia

/// `abrlab video import`: manifests and videos of any format as native JSON.
enum VideoImport {
  static let spec = CommandSpec(
    name: "import",
    summary: "Turn manifests and videos of any format into native JSON",
    discussion: """
      Formats, found by content:
      \(VideoFormats.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
      Nothing is fetched over a network, and nothing outside a manifest's folder is read.
      """,
    examples: [
      .init(line: "abrlab video import master.m3u8 -o video.json", meaning: "a stream with its files beside it"),
      .init(
        line: "abrlab video import manifest.mpd --segment-sizes session.har -o video.json",
        meaning: "a manifest whose segments a browser has fetched"),
    ],
    options: VideoCommand.readingOptions + [
      .option(
        "--output", short: "-o", "PATH", values: .path,
        "File, where its name has an ending and there is one video, or folder; made when missing"),
      .option("--origin", "TEXT", "Where the video comes from, for its file"),
      .option("--licence", "TEXT", "Its licence, for its file"),
      CommonOptions.format(["table", "json"]),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    guard let output = arguments.string("--output") else {
      throw UsageError("'abrlab video import' needs --output: a file or a folder")
    }
    let videos = try VideoCommand.videos(arguments, console: context.console)
    let isFile = videos.count == 1 && OutputPath.isFile(output)
    var owners: [String: String] = [:]
    let targets = try videos.map { video in
      let name = isFile ? output : "\(output)/\(OutputPath.name(video.source.video.name, keeping: "_-")).json"
      if let other = owners.updateValue(video.source.file, forKey: name) {
        throw UsageError("\(other) and \(video.source.file) would both be written to \(name)")
      }
      return name
    }
    try InputPaths(arguments).checkAreNoInputs(targets, "--output")
    for (video, target) in zip(videos, targets) {
      try OutputPath.write(
        NativeVideo.write(
          video.source.video,
          notes: [
            "source": arguments.string("--origin") ?? video.source.file, "source_format": video.format,
            "source_sha256": video.source.sha256, "licence": arguments.string("--licence") ?? "not stated",
          ]), to: target)
    }
    let table = VideoTable(videos)
    let isJSON = arguments.string("--format") == "json"
    context.console.output.write(
      table.overview.text(as: isJSON ? .json : .table, width: context.console.outputTerminal.width ?? .max))
    for line in table.notes { context.console.note(line) }
    context.console.note("\(isFile ? output : "\(Counted.text(videos.count, "file")) in \(output)") written")
    return .success
  }
}
