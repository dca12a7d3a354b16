import ABRReports

/// The files of `--export` of a command that can write a page beside its own formats.
struct PageExports {
  /// The format of a page.
  static let page = "html"

  private let files: [ExportFile]
  private let library: ChartLibrary?
  private let context: Context

  /// Looks at the files, and at what draws pages where one is wanted.
  ///
  /// - Throws: ``UsageError`` as ``ExportFile`` does, and what looking for the library throws.
  init(_ arguments: ParsedArguments, context: Context) throws {
    files = try ExportFile.openAll(arguments)
    library = files.contains { $0.format == Self.page } ? try ChartLibrary(environment: context.environment) : nil
    self.context = context
  }

  /// Whether a page is wanted.
  var hasPage: Bool { has(Self.page) }

  /// Whether a format is wanted.
  func has(_ format: String) -> Bool { files.contains { $0.format == format } }

  /// The formats of the files.
  var formats: [String] { files.map(\.format) }

  /// The files' paths.
  var paths: [String] { files.map(\.path) }

  /// Writes every file.
  ///
  /// - Parameters:
  ///   - page: what pages show; nothing is written for `nil`.
  ///   - text: writes the result in another format, piece by piece.
  /// - Throws: what making or writing one throws.
  func write(
    page: () throws -> Report?, text: @escaping (_ format: String, _ sink: (String) throws -> Void) throws -> Void
  ) throws {
    for file in files {
      if file.format != Self.page {
        try file.write { sink in try text(file.format, sink) }
      } else if let report = try page() {
        try file.write(try ReportCommand.page(report, library: library, context: context))
      } else {
        context.console.warn("\(file.path): not written: a page needs sessions, and the run was interrupted before")
      }
    }
  }

  /// Writes why there is no result, and removes the files of formats that cannot say so: an earlier result is not this
  /// one's.
  ///
  /// - Throws: what writing a file throws.
  func refuse(_ text: (_ format: String) -> String?) throws {
    for file in files {
      if let text = text(file.format) { try file.write(text) } else { file.remove() }
    }
  }
}
