import ABRInput
import ABRNetwork
import ABRParallel
import FoundationEssentials

/// Reads the trace files of a command on several threads.
///
/// A file below a folder that is no trace at all is left out with a warning; one that is named, or a trace with a
/// fault, is an error.
struct TraceReading {
  private let format: (any TraceFormat.Type)?
  private let options: TraceOptions
  private let isStrict: Bool
  private let leavesFaults: Bool
  private let jobs: Int
  private let console: Console

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: those of the command.
  ///   - leavesFaults: whether a trace with a fault below a folder is left out, too.
  ///   - console: for progress and warnings.
  /// - Throws: ``UsageError``.
  init(_ arguments: ParsedArguments, leavesFaults: Bool = false, console: Console) throws(UsageError) {
    self.leavesFaults = leavesFaults
    format = try Self.format(arguments)
    var options = try Self.options(arguments)
    options.isForSimulator = arguments.given("--model") != nil
    self.options = options
    isStrict = arguments.has("--strict")
    jobs = try ExperimentPlay.jobs(arguments)
    self.console = console
  }

  /// The one trace of each file that paths stand for, in the order of ``TraceFile/paths(at:)`` whatever the number of
  /// threads.
  ///
  /// - Throws: ``TraceError`` of the first file that is wrong, or holds several traces.
  /// - Complexity: O(size of the files).
  func files(at paths: [String]) throws(TraceError) -> [TraceFile] {
    try files(listing(at: paths), under: paths)
  }

  private func files(_ listing: TraceFile.Listing, under given: [String]) throws(TraceError) -> [TraceFile] {
    let (format, options) = (format, options)
    return try read(listing, under: given) { path throws(TraceError) in
      let file = try TraceFile.load(path, format: format, options: options)
      return (file, file.notes)
    }
  }

  /// All traces of the files that paths stand for.
  ///
  /// - Throws: ``TraceError`` of the first file that is wrong.
  /// - Complexity: O(size of the files).
  func series(at paths: [String]) throws(TraceError) -> [TraceFile] {
    let (format, options) = (format, options)
    return try read(listing(at: paths), under: paths) { path throws(TraceError) in
      let files = try TraceFile.loadSeries(path, format: format, options: options)
      return (files, files.flatMap(\.notes))
    }.flatMap(\.self)
  }

  private func listing(at paths: [String]) throws(TraceError) -> TraceFile.Listing {
    let listing: TraceFile.Listing
    do throws(TraceError) {
      listing = try TraceFile.listing(at: paths)
    } catch {
      guard case .unreadable(let path, let reason) = error, InputFile.identity(of: path) == nil,
        let bundled = console.host.bundledData.map({ BundledData.traces(like: path, in: $0) }), !bundled.isEmpty
      else { throw error }
      throw .unreadable(file: path, reason: "\(reason); did you mean the bundled \(bundled.joined(separator: " or "))?")
    }
    if isStrict, let fault = listing.left.first { throw .unreadable(file: fault.path, reason: fault.reason) }
    return listing
  }

  /// Reads files.
  ///
  /// - Parameter load: gives what a file holds, and what the user should know of how it was read.
  private func read<Content: Sendable>(
    _ listing: TraceFile.Listing, under given: [String],
    _ load: @escaping @Sendable (String) throws(TraceError) -> (content: Content, notes: [String])
  ) throws(TraceError) -> [Content] {
    let paths = listing.paths
    let progress = Progress(total: paths.count, unit: "traces read", console: console)
    let files = Workers(jobs: jobs).map(
      groups: paths.count, of: 1, prepare: { _, _ in },
      body: { path, _, _ in
        let file = Result { () throws(TraceError) in try load(paths[path]) }
        progress.advance()
        return file
      })
    progress.finish()
    var loaded: [Content] = []
    loaded.reserveCapacity(files.count)
    var notes: [(text: String, paths: [String])] = []
    var places: [String: Int] = [:]
    var left = listing.left.map { TraceError.unreadable(file: $0.path, reason: $0.reason) }
    for case (let path, .some(let file)) in zip(paths, files) {
      do throws(TraceError) {
        let file = try file.get()
        loaded.append(file.content)
        for note in file.notes {
          if let place = places[note] {
            notes[place].paths.append(path)
          } else {
            places[note] = notes.count
            notes.append((note, [path]))
          }
        }
      } catch {
        guard error.isForeign || leavesFaults, !isStrict, !given.contains(path) else { throw error }
        left.append(error)
      }
    }
    if loaded.isEmpty, left.count == 1 { throw left[0] }
    console.warn(all: left.map { "left out: \($0)" })
    if loaded.isEmpty, !left.isEmpty {
      throw .unreadable(
        file: given.joined(separator: ", "), reason: "holds no trace; \(Counted.text(left.count, "file")) left out")
    }
    console.warn(
      all: notes.map { note in
        let more = note.paths.count - 1
        return note.paths[0] + (more == 0 ? "" : " and \(Counted.text(more, "other"))") + ": \(note.text)"
      })
    if leavesFaults, let first = listing.companions.first {
      let rest = listing.companions.count - 1
      console.note(
        "passed over by \(rest == 0 ? "its name" : "their names"): \(first)" + (rest == 0 ? "" : " and \(rest) more"))
    }
    return loaded
  }

  /// The traces that paths stand for, each with the name of its folder as its family. Their rows stay in memory as far
  /// as the budget of the command goes, see `TraceSourceReader`.
  ///
  /// - Parameters:
  ///   - paths: files and folders.
  ///   - isEachFolderApart: whether folders of one name are never one family.
  /// - Throws: ``TraceError`` of the first file that is wrong.
  /// - Complexity: O(size of the files).
  func sources(at paths: [String], isEachFolderApart: Bool = false) throws(TraceError) -> [TraceSource] {
    let listing = try listing(at: paths)
    return try sources(
      listing, under: paths, in: families(of: listing.paths, isEachFolderApart: isEachFolderApart),
      rowBudget: console.host.traceRowBudget)
  }

  /// The same, piece by piece, so that not all traces are in memory at once, and no rows of theirs.
  ///
  /// - Parameter body: takes the traces of some files.
  /// - Throws: as ``sources(at:)``, and what `body` throws.
  func forEachPiece(at given: [String], _ body: ([TraceSource]) throws -> Void) throws {
    var listing = try listing(at: given)
    let paths = listing.paths
    let families = families(of: paths)
    for start in stride(from: 0, to: paths.count, by: Self.pieceLength) {
      listing.paths = Array(paths[start..<min(start + Self.pieceLength, paths.count)])
      try body(sources(listing, under: given, in: families, rowBudget: 0))
      listing.left = []
    }
  }

  private static let pieceLength = 4096

  private func families(of paths: [String], isEachFolderApart: Bool = false) -> TraceFamilies {
    let families = TraceFamilies(of: paths, isEachFolderApart: isEachFolderApart)
    if let first = families.toldApart.first {
      let rest = families.toldApart.dropFirst()
      let names = rest.count == 1 ? "\(first) and \(rest.joined())" : "\(first) and \(rest.count) more folders"
      let reason = isEachFolderApart ? "have one name" : "hold files of one name"
      console.note("\(names) \(reason): each is a family of its own")
    }
    return families
  }

  private func sources(
    _ listing: TraceFile.Listing, under given: [String], in families: TraceFamilies, rowBudget: Int
  ) throws(TraceError) -> [TraceSource] {
    let reader = TraceSourceReader(format: format, options: options, rowBudget: rowBudget)
    var sources = try read(listing, under: given) { path throws(TraceError) in
      let (source, notes) = try reader.read(path)
      return (source, notes)
    }
    for index in sources.indices { sources[index].family = families[sources[index].file] }
    return sources
  }
}

extension TraceReading {
  /// What `--columns`, `--log-format` and `--trace-option` say.
  /// - Throws: ``UsageError``.
  static func options(_ arguments: ParsedArguments) throws(UsageError) -> TraceOptions {
    do throws(TraceError) {
      return try TraceOptions(
        parsing: arguments.strings("--trace-option"), columns: arguments.string("--columns"),
        logFormat: arguments.string("--log-format"))
    } catch {
      throw UsageError("\(error)")
    }
  }

  /// The format asked for with `--trace-format`, `nil` to judge by content.
  /// - Throws: ``UsageError`` with the nearest name for one that is not known.
  static func format(_ arguments: ParsedArguments) throws(UsageError) -> (any TraceFormat.Type)? {
    guard let name = arguments.string("--trace-format") else { return nil }
    guard let format = TraceFormats.named(name) else {
      throw ParsedArguments.wrongChoice("--trace-format", found: name, allowed: TraceFormats.names)
    }
    return format
  }
}
