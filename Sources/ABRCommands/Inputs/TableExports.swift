import ABRReports

/// Where a command whose result is a table writes it: standard output by `--format`, and the files of `--export`.
struct TableExports {
  /// The options.
  static let options = [CommonOptions.format(TableFormat.allCases.map(\.rawValue)), CommonOptions.export]

  private let format: TableFormat
  private let files: [ExportFile]

  /// Looks whether the files can be written.
  ///
  /// - Throws: ``UsageError`` for a wrong format, or a file that cannot be written.
  init(_ arguments: ParsedArguments) throws {
    format = try arguments.choice("--format", as: TableFormat.self) ?? .table
    files = try ExportFile.openAll(arguments)
  }

  /// Writes the result, the files first.
  ///
  /// - Parameter text: the result in a format, in so many columns of a terminal.
  /// - Throws: ``UsageError`` where the system refuses, and what `text` throws.
  func write(to console: Console, text: (_ format: TableFormat, _ width: Int) throws -> String) throws {
    for file in files {
      guard let format = TableFormat(rawValue: file.format) else { continue }
      try file.write(try text(format, .max))
    }
    console.output.write(try text(format, console.outputTerminal.width ?? .max))
  }
}
