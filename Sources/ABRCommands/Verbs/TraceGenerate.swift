import ABRInput
import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRSessions

/// `abrlab trace generate`: traces of simple shapes and from fitted models.
enum TraceGenerate {
  static let spec = CommandSpec(
    name: "generate",
    summary: "Generate traces of simple shapes, or from models fitted to recordings",
    discussion: """
      A shape is for reading off what a player does:
      \(TraceShape.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
      The same profile, seed, duration and number give the same bytes on every machine. Profiles:
      \(TraceProfile.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
      """,
    examples: [
      .init(
        line: "abrlab trace generate --profile 4g --count 12 --duration 10min --seed 7 -o traces",
        meaning: "twelve traces of a 4G network"),
      .init(
        line: "abrlab trace generate stairs --rates 500k,1M,2M,4M --step 30s > stairs.csv",
        meaning: "four rates, up and down again"),
      .init(
        line: "abrlab trace generate --model models.json --count 20 -o traces",
        meaning: "twenty traces of each model that abrlab trace fit wrote"),
      .init(line: "abrlab trace generate --bundled -o Traces", meaning: "what comes with the lab and is no recording"),
    ],
    options: [
      .positional(
        "SHAPE", values: .choice(TraceShape.allCases.map(\.rawValue)), isRequired: false, "A simple shape"),
      .option(
        "--rates", "LIST", default: "400k,800k,1.6M,3.2M,6.4M",
        "Rates of a shape in ascending order; ramp, hysteresis, shock and drop take the first and the last"),
      .option("--step", "DURATION", default: "30s", "Step of a shape"),
      .option("--noise", "SHARE", default: "0%", "By how much each second of a shape differs from its rate at most"),
      .option(
        "--profile", "NAME", values: .suggestion(TraceProfile.all.map(\.name)), isRepeatable: true,
        default: "with --model all of them", "Networks to imitate"),
      .option("--model", "FILE", values: .path, "Imitate what abrlab trace fit wrote to this file"),
      .option("--count", "N", default: "1", "Number of traces for each profile"),
      .option("--duration", "DURATION", default: "10min", "Length of each trace"),
      .option("--seed", "N", default: "1", "Chooses the set of traces, and the noise of a shape"),
      .option(
        "--output", short: "-o", "PATH", values: .path, default: "standard output, for one trace",
        "Folder for the files; made when missing. A name that ends with .csv is the file of one trace"),
      .flag("--bundled", "Make the generated traces and the videos that come with the lab, below the folder"),
    ])

  /// A file to be written.
  private struct File {
    var path: String
    var bytes: [UInt8]
  }

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let files =
      try shape(arguments) ?? (arguments.has("--bundled") ? try bundled(arguments) : try generated(arguments))
    guard let folder = arguments.string("--output") else {
      guard files.count == 1 else {
        throw UsageError("--output is missing: name a folder for the \(files.count) files")
      }
      context.console.output.write(files[0].bytes)
      return .success
    }
    let isFile = folder.hasSuffix(".csv")
    guard !isFile || files.count == 1 else {
      throw UsageError("--output: \(folder) is one file; name a folder for the \(files.count) files")
    }
    let paths = isFile ? [folder] : files.map { "\(folder)/\($0.path)" }
    try InputPaths(arguments).checkAreNoInputs(paths, "--output")
    let progress = Progress(total: files.count, unit: "files", console: context.console)
    for (index, file) in files.enumerated() {
      try OutputPath.write(file.bytes, to: paths[index])
      progress.update(done: index + 1)
    }
    progress.finish()
    if !isFile {
      OutputPath.warnOfOthers(in: folder, besides: paths, console: context.console)
      context.console.note("\(Counted.text(files.count, "file")) in \(folder)")
    }
    return .success
  }

  /// The trace of a shape; `nil` where none is asked for.
  private static func shape(_ arguments: ParsedArguments) throws -> [File]? {
    guard let shape = try arguments.choice("SHAPE", as: TraceShape.self) else {
      for name in ["--rates", "--step", "--noise"] where arguments.has(name) {
        throw UsageError("\(name) is for a shape: \(TraceShape.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return nil
    }
    for name in ["--profile", "--model", "--count", "--duration", "--bundled"] where arguments.has(name) {
      throw UsageError("\(name) cannot be used with \(shape.rawValue)")
    }
    let rates = try arguments.string("--rates").map { text throws(UsageError) in
      do throws(QuantityError) {
        var rates: [Double] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
          rates.append(Double(try Quantity.bitrate(String(part))))
        }
        return rates
      } catch {
        throw UsageError("--rates: \(error)")
      }
    }
    let trace = try shape.trace(
      rates: rates ?? TraceShape.usualRates, step: arguments.duration("--step") ?? TraceShape.usualStep,
      noise: arguments.share("--noise") ?? 0, seed: arguments.integer("--seed", in: 0 ... .max) ?? 1)
    return [File(path: trace.name, bytes: NativeTrace.write(trace))]
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
      throw UsageError("'abrlab trace generate' needs a shape, --profile (\(names)), --model or --bundled")
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
