import ABRInput
import ABRNetwork

/// Readers of traces.
enum TraceTargets {
  /// Formats of logs of players and servers.
  static let logs: [any TraceFormat.Type] = [
    HARLog.self, DashJSLog.self, HLSJSLog.self, AVPlayerLog.self, CMCDEvents.self, CloudFrontLog.self, IISLog.self,
    AkamaiLog.self, FastlyLog.self, NginxJSONLog.self, NginxLog.self, ApacheLog.self, FormattedLog.self,
    RecordTrace.self, DownloadTable.self,
  ]
  /// All other formats.
  static let recordings = TraceFormats.all.filter { format in !logs.contains { $0 == format } }

  /// What may be said beyond the file; the length of an input decides which of them is.
  private static let words = [
    [], ["clock=split", "gaps=split", "idle=keep", "limited=keep", "took=ms"],
    ["interval=starting", "gaps=outage", "unit=kbit/s", "smallest=1kB", "rate=mtp", "took=us"],
    ["clock=drop", "gaps=close", "first=step", "unit=MB/s", "bin=10ms", "limited=keep"],
  ]
  private static let options = words.map { words in
    guard let options = try? TraceOptions(parsing: words) else { fatalError("\(words) are no options") }
    return options
  }

  /// By detection, with all that a file goes through, and in each of some formats.
  static func read(_ bytes: [UInt8], formats: [any TraceFormat.Type]) {
    Attempt.of("detection", count: bytes.count) {
      try TraceFile.loadSeries(ScratchFile.path(bytes))
    }
    let input = TraceInput(
      bytes: bytes, name: "input", file: Attempt.file, options: options[bytes.count % options.count])
    for format in formats { read(input, format) }
  }

  /// A table whose columns, and perhaps options, are said in the first line.
  static func table(_ bytes: [UInt8]) {
    let head = bytes.prefix { $0 != 0x0a }
    let words = String(decoding: head, as: UTF8.self).split(separator: " ").map(String.init)
    let options = Attempt.of("--columns", count: bytes.count, isText: true) {
      try TraceOptions(parsing: Array(words.dropFirst()), columns: words.first ?? "")
    }
    guard let options else { return }
    let rest = Array(bytes.dropFirst(head.count + 1))
    read(TraceInput(bytes: rest, name: "input", file: Attempt.file, options: options), TableTrace.self)
  }

  /// A compressed file.
  static func compressed(_ bytes: [UInt8]) {
    Attempt.of("compressed", count: bytes.count) {
      try CompressedInput.expand(bytes, path: Attempt.file)
    }
  }

  /// A file of models of networks: what is read is written as the same text each time, and makes a trace or says why
  /// it does not.
  static func models(_ bytes: [UInt8]) {
    let models = Attempt.of("models", count: bytes.count) {
      try TraceProfile.profiles(parsing: bytes, file: Attempt.file)
    }
    guard let models else { return }
    let text = TraceProfile.json(of: models).text()
    let again = try? TraceProfile.profiles(parsing: Array(text.utf8), file: Attempt.file)
    Attempt.demand(again.map { TraceProfile.json(of: $0).text() } == text, "the models become others:\n\(text)")
    for model in models.prefix(4) {
      _ = try? TraceGenerator.generate(profile: model, seed: 1, index: 0, duration: 10)
    }
  }

  private static func read(_ input: TraceInput, _ format: any TraceFormat.Type) {
    let content = Attempt.of(format.name, count: input.bytes.count) { try format.read(input) }
    for trace in content?.traces ?? [] where trace.rows.count <= 1000 { write(trace, of: format.name) }
  }

  /// What was read can be written and read again: as it was in the lab's own format, with as many rows in others.
  private static func write(_ trace: BandwidthTrace, of format: String) {
    let again = try? NativeTrace.read(NativeTrace.write(trace), name: trace.name, file: Attempt.file)
    Attempt.demand(again == trace, "\(format): written as native, \(trace) becomes \(again as Any)")
    // What carries a byte and no more may carry less after a change of units.
    guard trace.rows.reduce(0, { $0 + $1.duration * $1.bandwidth }) > 8.001 else { return }
    for other in [SabreTrace.self, DevToolsProfile.self, TrafficControlSchedule.self] as [any WritableTraceFormat.Type]
    {
      guard let written = try? other.export(trace) else { continue }
      let again = Attempt.of(other.name, count: written.bytes.count) {
        try other.read(written.bytes, name: trace.name, file: Attempt.file)
      }
      Attempt.demand(again?.rows.count == trace.rows.count, "\(format): written as \(other.name), \(trace) is another")
    }
  }
}
