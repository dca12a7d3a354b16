import ABRInput
import ABRNetwork
import ABRParallel
import FoundationEssentials

/// Reads the trace files of a command on several threads.
struct TraceReading {
  private let format: (any TraceFormat.Type)?
  private let jobs: Int
  private let console: Console

  /// Reads the options.
  ///
  /// - Throws: ``UsageError``.
  init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
    format = try TraceCommand.format(arguments)
    jobs = try ExperimentPlay.jobs(arguments)
    self.console = console
  }

  /// The trace files that paths stand for, in the order of ``TraceFile/paths(at:)`` whatever the number of threads.
  ///
  /// - Throws: ``TraceError`` of the first file that is wrong.
  /// - Complexity: O(size of the files).
  func files(at paths: [String]) throws(TraceError) -> [TraceFile] {
    let paths = try TraceFile.paths(at: paths)
    let format = format
    let progress = Progress(total: paths.count, unit: "traces read", console: console)
    let files = Workers(jobs: jobs).map(
      groups: paths.count, of: 1, prepare: { _ in },
      body: { path, _, _ in
        let file = Result { () throws(TraceError) in try TraceFile.load(paths[path], format: format) }
        progress.advance()
        return file
      })
    progress.finish()
    var loaded: [TraceFile] = []
    loaded.reserveCapacity(files.count)
    for case .some(let file) in files { loaded.append(try file.get()) }
    return loaded
  }

  /// The traces that paths stand for, each with the name of its folder as its family.
  ///
  /// - Throws: ``TraceError`` of the first file that is wrong.
  /// - Complexity: O(size of the files).
  func sources(at paths: [String]) throws(TraceError) -> [TraceSource] {
    // Files lie together in few folders, and asking `URL` for the name costs more than reading a short file.
    var families: [Substring: String] = [:]
    return try files(at: paths).map { file in
      let folder = file.path.prefix(upTo: file.path.lastIndex(of: "/") ?? file.path.startIndex)
      let family =
        families[folder] ?? URL(fileURLWithPath: file.path).deletingLastPathComponent().lastPathComponent
      families[folder] = family
      return TraceSource(file: file.path, family: family, sha256: file.sha256, trace: file.trace)
    }
  }
}
