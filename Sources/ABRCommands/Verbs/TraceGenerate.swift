import ABRInput
import ABRMedia
import ABRNetwork
import ABRSessions

/// `abrlab trace generate`: traces from fitted models.
enum TraceGenerate {
  static let spec = CommandSpec(
    name: "generate",
    summary: "Generate traces from models fitted to recordings",
    discussion: """
      The same profile, seed, duration and number give the same bytes on every machine. Profiles:
      \(TraceProfile.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
      """,
    examples: [
      .init(
        line: "abrlab trace generate --profile 4g --count 12 --duration 10min --seed 7 -o traces",
        meaning: "twelve traces of a 4G network"),
      .init(
        line: "abrlab trace generate --model models.json --count 20 -o traces",
        meaning: "twenty traces of each model that abrlab trace fit wrote"),
      .init(line: "abrlab trace generate --bundled -o Traces", meaning: "what comes with the lab and is no recording"),
    ],
    options: [
      .option(
        "--profile", "NAME", values: .suggestion(TraceProfile.all.map(\.name)), isRepeatable: true,
        default: "with --model all of them", "Networks to imitate"),
      .option("--model", "FILE", values: .path, "Imitate what abrlab trace fit wrote to this file"),
      .option("--count", "N", default: "1", "Number of traces for each profile"),
      .option("--duration", "DURATION", default: "10min", "Length of each trace"),
      .option("--seed", "N", default: "1", "Chooses the set of traces"),
      .option(
        "--output", short: "-o", "FOLDER", values: .path, default: "standard output, for one trace",
        "Folder for the files; made when missing"),
      .flag("--bundled", "Make the generated traces and the videos that come with the lab, below the folder"),
    ])

  /// A file to be written.
  private struct File {
    var path: String
    var bytes: [UInt8]
  }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let files = arguments.has("--bundled") ? try bundled(arguments) : try generated(arguments)
    guard let folder = arguments.string("--output") else {
      guard files.count == 1 else {
        throw UsageError("--output is missing: name a folder for the \(files.count) files")
      }
      context.console.output.write(files[0].bytes)
      return .success
    }
    try InputPaths(arguments).checkAreNoInputs(files.map { "\(folder)/\($0.path)" }, "--output")
    let progress = Progress(total: files.count, unit: "files", console: context.console)
    for (index, file) in files.enumerated() {
      try OutputPath.write(file.bytes, to: "\(folder)/\(file.path)")
      progress.update(done: index + 1)
    }
    progress.finish()
    context.console.note("\(files.count) files in \(folder)")
    return .success
  }

  private static func bundled(_ arguments: ParsedArguments) throws -> [File] {
    for name in ["--profile", "--model", "--count", "--duration", "--seed"] where arguments.has(name) {
      throw UsageError("\(name) cannot be used with --bundled")
    }
    return try BundledTraces.files().map { File(path: $0.path, bytes: $0.bytes) }
      + BundledVideos.files().map { File(path: $0.path, bytes: $0.bytes) }
  }

  private static func generated(_ arguments: ParsedArguments) throws -> [File] {
    let known = try arguments.string("--model").map(profiles) ?? TraceProfile.all
    let names = try arguments.given("--profile")?.specs(canonical: \.self) { $0 } ?? []
    guard !names.isEmpty || arguments.has("--model") else {
      let names = known.map(\.name).joined(separator: ", ")
      throw UsageError("'abrlab trace generate' needs --profile (\(names)), --model or --bundled")
    }
    let chosen = try names.map { name in
      guard let profile = known.first(where: { $0.name == name }) else {
        throw ParsedArguments.wrongChoice("--profile", found: name, allowed: known.map(\.name))
      }
      return profile
    }
    let count = try arguments.integer("--count", in: 1...100_000) ?? 1
    let duration = try arguments.duration("--duration") ?? 600
    let seed = try arguments.integer("--seed", in: 0 ... .max) ?? 1
    return try (names.isEmpty ? known : chosen).flatMap { profile in
      try (1...count).map { index in
        let trace = try TraceGenerator.generate(profile: profile, seed: seed, index: index, duration: duration)
        return File(path: trace.name, bytes: NativeTrace.write(trace))
      }
    }
  }

  /// The profiles of a file of models.
  private static func profiles(_ path: String) throws(TraceError) -> [TraceProfile] {
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try InputFile.read(path, takesPipes: true)
    } catch {
      throw .unreadable(file: error.path, reason: error.reason)
    }
    return try TraceProfile.profiles(parsing: bytes, file: path)
  }
}
