import ABRInput

/// A trace and the file it was read from.
public struct TraceFile: Sendable {
  /// The path as it was given.
  public let path: String
  /// The format it was read in.
  public let format: any TraceFormat.Type
  /// The content of the file. Its name is the file's name, ending included.
  public let trace: BandwidthTrace
  /// SHA-256 of the file's bytes, expanded where they are compressed, as 64 hexadecimal digits: a file and its
  /// compressed copy are one recording.
  public let sha256: String
  /// Notes for the user on how it was read.
  public let notes: [String]
  /// Of a trace made of the requests of a log: how much of it they measured.
  public let coverage: LogCoverage?

  /// Name of the format, and what its rates count where that is not goodput.
  public var kind: String {
    switch trace.measure {
    case .goodput: format.name
    case .linkCapacity: "\(format.name), \(trace.measure.rawValue)"
    }
  }

  /// The largest file that is read, in bytes: 256 MiB.
  public static var maximumSize: Int { InputFile.maximumSize }

  /// Reads the one trace of a file.
  ///
  /// Files compressed by gzip or Zstandard are expanded, up to 64 times their size or 1 MiB. `-` is standard input; a
  /// pipe is read to its end.
  ///
  /// - Parameters:
  ///   - path: a file, not a folder.
  ///   - format: the format to read it in; `nil` to judge by its content.
  ///   - options: what the user states beyond the file.
  /// - Throws: ``TraceError`` naming the file; ``TraceError/several(file:names:)`` where it holds more than one and
  ///   none is chosen.
  /// - Complexity: O(size of the file).
  public static func load(
    _ path: String, format: (any TraceFormat.Type)? = nil, options: TraceOptions = TraceOptions()
  ) throws(TraceError) -> TraceFile {
    let file = try read(path, format: format, options: options)
    let trace = try file.content.only(of: file.input)
    let notes = try file.content.notes + checked(trace, of: file)
    return TraceFile(
      path: path, format: file.format, trace: trace, sha256: file.sha256, notes: notes,
      coverage: file.content.coverage[trace.name])
  }

  /// Reads all traces of a file, each with a name of its own.
  ///
  /// - Parameters:
  ///   - path: a file, not a folder.
  ///   - format: the format to read it in; `nil` to judge by its content.
  ///   - options: what the user states beyond the file.
  /// - Throws: ``TraceError`` naming the file.
  /// - Complexity: O(size of the file).
  public static func loadSeries(
    _ path: String, format: (any TraceFormat.Type)? = nil, options: TraceOptions = TraceOptions()
  ) throws(TraceError) -> [TraceFile] {
    let file = try read(path, format: format, options: options)
    let traces = options.series == nil ? file.content.traces : [try file.content.only(of: file.input)]
    var files: [TraceFile] = []
    for trace in traces {
      // Notes on the file as a whole are given once.
      let notes = try (files.isEmpty ? file.content.notes : []) + checked(trace, of: file)
      files.append(
        TraceFile(
          path: path, format: file.format, trace: trace, sha256: file.sha256, notes: notes,
          coverage: file.content.coverage[trace.name]))
    }
    return files
  }

  /// The name that the only trace of a file has: that of the file, `stdin`, or `pipe-63` for `<(…)` of a shell.
  package static func name(of path: String) -> String {
    if path == "-" { return "stdin" }
    let name = InputFolder.name(of: path)
    return path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/") ? "pipe-\(name)" : name
  }

  /// What a file holds, and what it was read as.
  private struct Content {
    var input: TraceInput
    var format: any TraceFormat.Type
    var content: TraceContent
    var sha256: String
    /// What its numbers are taken for, where neither the file nor the user says so.
    var assumption: String?
  }

  /// The one trace of a file that was read before, in the format it was read in.
  ///
  /// - Throws: ``TraceError/unreadable(file:reason:)`` where the file is gone or holds other bytes.
  /// - Complexity: O(size of the file).
  static func loadAgain(
    _ path: String, format: any TraceFormat.Type, options: TraceOptions, sha256: String
  ) throws(TraceError) -> BandwidthTrace {
    let file = try read(path, format: format, options: options, known: sha256)
    return try file.content.only(of: file.input)
  }

  private static func read(
    _ path: String, format: (any TraceFormat.Type)?, options: TraceOptions, known: String? = nil
  ) throws(TraceError) -> Content {
    let bytes: [UInt8]
    do {
      // A pipe in the place of a file that was read before would wait for a writer.
      bytes = try CompressedInput.read(path, takesPipes: known == nil)
    } catch {
      throw TraceError(error)
    }
    let sha256 = SHA256.hexDigest(of: bytes)
    guard known == nil || known == sha256 else {
      throw TraceError.unreadable(
        file: path,
        reason: "has changed since it was first read; run the command again, over copies if something writes to it")
    }
    let name = name(of: path)
    guard !bytes.isEmpty else {
      throw TraceError.foreign(
        file: path, what: "an empty file", fix: "the program that writes it wrote nothing or was stopped too early")
    }
    let asked = format ?? (options.columns != nil ? TableTrace.self : options.logForm != nil ? FormattedLog.self : nil)
    let head = TraceHead(bytes, fileName: name)
    // No format could find anything in such a file, also where one is asked for.
    let isHopeless = ForeignFile.isUTF16(head) || ForeignFile.isContainer(head)
    guard let format = isHopeless ? nil : asked ?? TraceFormats.detect(head) else {
      if let foreign = ForeignFile.named(head) {
        throw TraceError.foreign(file: path, what: foreign.what, fix: foreign.fix)
      }
      throw TraceError.unrecognised(file: path, known: TraceFormats.names)
    }
    let input = TraceInput(bytes: bytes, name: name, file: path, options: options)
    if let option = options.given.subtracting(format.options).subtracting([.series, .check]).map(\.rawValue).min() {
      let known = format.options.union([.series, .check]).map(\.rawValue).sorted()
      throw input.malformed(
        nil, "--trace-option", option,
        "an option of format \(format.name): "
          + FaultText.choice(known))
    }
    if options.columns != nil, format != TableTrace.self {
      throw input.malformed(
        nil, "--columns", "--trace-format \(format.name)", "--trace-format table, or no --trace-format")
    }
    if options.logForm != nil, format != FormattedLog.self {
      throw input.malformed(
        nil, "--log-format", options.columns == nil ? "--trace-format \(format.name)" : "--columns",
        "--trace-format access-log, or neither --trace-format nor --columns")
    }
    let isSaid = asked != nil || !options.given.isEmpty || options.isForSimulator
    return Content(
      input: input, format: format, content: try format.read(input), sha256: sha256,
      assumption: isSaid ? nil : unitless[format.name].flatMap { isPublished(name) ? nil : $0 })
  }

  /// Formats that any one or two columns of numbers fit, and what they are taken for.
  private static let unitless = [
    PensieveTrace.name: "time_s and Mbit/s", MahimahiTrace.name: "the ms at which packets of 1500 bytes pass",
  ]

  /// Whether a file is called like those of published collections in these formats.
  private static func isPublished(_ name: String) -> Bool {
    ["_http---", "report.20", "-LTE-"].contains(where: name.contains)
      || ["norway_", "4g_trace_", "5g_trace_"].contains(where: name.hasPrefix) || PensieveTrace.isFromPuffer(name)
  }

  /// Notes on the numbers of a trace.
  ///
  /// - Throws: ``TraceError/implausible(file:format:found:fix:)`` where the file does not state its units; where it
  ///   does, the doubt is a note.
  private static func checked(
    _ trace: BandwidthTrace, of file: Content
  ) throws(TraceError) -> [String] {
    let (input, format) = (file.input, file.format)
    guard input.options.checks else { return [] }
    let unit = format.options.contains(.unit) ? input.options.unit ?? .megabit : nil
    var columns: String?
    if let layout = input.options.columns {
      if layout.column(.time)?.time == .second { columns = "time:ms,… in place of time:s,…" }
    } else if let unit, format.options.contains(.interval) {
      columns = "time:ms,rate:\(unit.rawValue)"
    }
    let means = file.content.traces.map(\.meanBandwidth)
    let log =
      file.content.coverage[trace.name] == nil || input.options.usesPlayerRates
      ? nil
      : LoggedDurations(
        meanOfFastest: means.max() ?? 0, options: input.options,
        limit: file.content.leavesCachedOut ? 1e9 : LoggedDurations.fastest,
        isFound: format.options.contains(.took) && input.options.took == nil,
        columns: input.options.columns ?? RecordLayout.of(TraceHead(input.bytes, fileName: input.name))?.columns)
    var slowFix: String?
    if input.options.columns == nil, input.options.unit == nil {
      if format == MahimahiTrace.self { slowFix = "rates, not times of packets in ms" }
      if format == OboeTrace.self { slowFix = "rates in Mbit/s: --columns time:ms,rate:Mbit/s" }
      if unit != nil { slowFix = "another unit, such as --trace-option unit=Gbit/s" }
    }
    let doubt = TracePlausibility.doubt(
      trace, unit: unit, isUnitGiven: input.options.unit != nil, columns: columns, slowFix: slowFix, log: log)
    guard let doubt else {
      return file.assumption.map {
        ["no units in the file: read as \($0); --trace-format \(format.name) if that is right"]
      } ?? []
    }
    guard doubt.isCertain, format != NativeTrace.self, format != SabreTrace.self else {
      return ["found \(doubt.found); did you mean \(doubt.fix)?"]
    }
    throw TraceError.implausible(file: input.file, format: format.name, found: doubt.found, fix: doubt.fix)
  }

  /// The trace files that paths name.
  ///
  /// A file names itself. A folder names all files below it, recursively, folder by folder in the order of
  /// the names' bytes. Inside folders these names are passed over, whatever their case: those that begin with a dot or
  /// end in `.md`, and `README`, `LICENSE`, `LICENCE`, `COPYING`, `NOTICE`, `MANIFEST`, `INDEX`, `CHANGELOG`,
  /// `CHECKSUMS` and `SHA256SUMS` with any ending. Anything else is taken for a trace, so that
  /// ``load(_:format:options:)`` refuses other files.
  ///
  /// - Throws: ``TraceError/unreadable(file:reason:)`` when a path leads nowhere or a folder holds no file.
  /// - Complexity: O(*n* log *n*) in the number of names.
  public static func paths(at paths: [String]) throws(TraceError) -> [String] {
    let listing = try listing(at: paths)
    if let fault = listing.left.first { throw TraceError(fault) }
    return listing.paths
  }

  /// The files that paths name, and what is skipped below folders.
  package struct Listing: Sendable {
    /// The files, in order.
    package var paths: [String] = []
    /// What cannot be read below a folder.
    package var left: [FileFault] = []
    /// Files below a folder that accompany data by their names.
    package var companions: [String] = []
  }

  /// The same as ``paths(at:)``, with what below a folder cannot be read listed and not refused.
  ///
  /// - Throws: ``TraceError/unreadable(file:reason:)`` when a path leads nowhere or a folder holds no file.
  /// - Complexity: O(*n* log *n*) in the number of names.
  package static func listing(at paths: [String]) throws(TraceError) -> Listing {
    var listing = Listing()
    for path in paths {
      // Standard input has no file name.
      if path == "-" {
        listing.paths.append(path)
        continue
      }
      do {
        let below = try InputFolder.listing(at: path)
        for case .file(let file) in below.entries { listing.paths.append(file) }
        listing.left += below.left
        listing.companions += below.companions
      } catch {
        throw TraceError(error)
      }
    }
    return listing
  }

  /// Reads all files that paths name, in the order of ``paths(at:)``.
  ///
  /// - Throws: ``TraceError`` naming the first file that is wrong.
  /// - Complexity: O(size of the files).
  public static func loadAll(
    at paths: [String], format: (any TraceFormat.Type)? = nil, options: TraceOptions = TraceOptions()
  ) throws(TraceError) -> [TraceFile] {
    var files: [TraceFile] = []
    for path in try Self.paths(at: paths) { files.append(try load(path, format: format, options: options)) }
    return files
  }
}
