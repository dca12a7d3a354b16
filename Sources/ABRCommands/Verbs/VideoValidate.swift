import ABRMedia
import ABRPolicies
import ABRReports

/// `abrlab video validate`: checks videos for packaging problems.
enum VideoValidate {
  static let spec = CommandSpec(
    name: "validate",
    summary: "Check a video or manifest for packaging problems",
    discussion: """
      Declared peaks that segments exceed by more than a tenth and averages that are as far off, renditions with other \
      cuts or numbers of segments, variants out of order or listed twice, renditions that a player has no reason to \
      choose, segments longer than declared, attributes that only some renditions have. The exit code is 2 where \
      anything is found.
      """,
    examples: [.init(line: "abrlab video validate master.m3u8", meaning: "before a stream is published")],
    options: VideoCommand.readingOptions + [CommonOptions.format(["text", "json", "csv"], default: "text")])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let options = try VideoCommand.options(arguments)
    let format = try VideoCommand.format(arguments)
    var table = DataTable(columns: [
      .text("file"), .number("line", title: "line", digits: 0), .text("kind"), .text("subject"), .text("found"),
      .text("expected"),
    ])
    var lines: [String] = []
    var unknown: [String] = []
    let checked = try VideoReading(arguments, console: context.console).all { path throws(VideoError) in
      for (key, line) in try NativeVideo.unknownKeys(at: path, format: format) {
        let hint = NearestName.hint(for: key.name, among: key.known)
        unknown.append("\(path):\(line): unknown key \(key.name) is ignored\(hint)")
      }
      return [try PackagingCheck.findings(at: path, format: format, options: options)]
    }
    context.console.warn(all: unknown)
    for (path, findings) in checked {
      for finding in findings {
        table.append([
          .text(path), finding.line.map { .integer($0) } ?? .missing, .text(finding.kind.rawValue),
          .text(finding.subject), .text(finding.found), .text(finding.expected),
        ])
        lines.append("\(path)\(finding.line.map { ":\($0)" } ?? ""): \(finding.kind.rawValue): \(finding)")
      }
      if findings.isEmpty { lines.append("\(path): no problems found") }
    }
    switch arguments.string("--format") {
    case "json": context.console.output.write(table.text(as: .json))
    case "csv": context.console.output.write(table.text(as: .csv))
    default: context.console.output.write(lines.map { EscapedText.line($0) + "\n" }.joined())
    }
    return table.rows.isEmpty ? .success : .regression
  }
}
