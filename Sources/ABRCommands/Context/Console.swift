import ABRReports

/// Where a command writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// The result and nothing else.
  let output: OutputChannel
  /// Progress, notes, warnings and errors.
  let diagnostics: OutputChannel
  let outputTerminal: Terminal
  let diagnosticsTerminal: Terminal
  /// Warnings and errors only.
  let isQuiet: Bool
  /// More notes.
  let isVerbose: Bool
  let progressStyle: Progress.Style
  /// What carries the command out.
  let host: Host

  /// The console of a command.
  init(arguments: ParsedArguments?, host: Host) throws(UsageError) {
    self.host = host
    let color = try arguments?.choice("--color", as: Terminal.ColorChoice.self) ?? .auto
    let progress = try arguments?.choice("--progress", as: Progress.Choice.self) ?? .auto
    output = host.output
    diagnostics = host.diagnostics
    outputTerminal = Terminal(
      isInteractive: output.isTerminal, color: color, environment: host.environment, width: output.width)
    diagnosticsTerminal = Terminal(
      isInteractive: diagnostics.isTerminal, color: color, environment: host.environment)
    isQuiet = arguments?.has("--quiet") ?? false
    isVerbose = arguments?.has("--verbose") ?? false
    progressStyle = Progress.Style(
      progress, isInteractive: diagnosticsTerminal.isInteractive, isQuiet: isQuiet, environment: host.environment)
  }

  /// Something worth knowing; silent with `--quiet`.
  func note(_ text: String) {
    if !isQuiet { diagnostics.write("\(EscapedText.line(text))\n") }
  }

  /// Something only `--verbose` shows.
  func detail(_ text: String) {
    if isVerbose { diagnostics.write(diagnosticsTerminal.paint(EscapedText.line(text), .faint) + "\n") }
  }

  /// Something that may be wrong, though the result stands.
  func warn(_ text: String) {
    diagnostics.write("\(diagnosticsTerminal.paint("warning:", .doubtful)) \(EscapedText.line(text))\n")
  }

  /// Several warnings: the first ones, and how many there are like them.
  func warn(all texts: [String]) {
    let shown = isVerbose || texts.count <= 4 ? texts.count : 3
    for text in texts.prefix(shown) { warn(text) }
    if shown < texts.count { warn("\(texts.count - shown) more like these; --verbose shows all") }
  }

  /// Why there is no result, and what may help.
  func fail(_ text: String, hint: String? = nil) {
    diagnostics.write("\(diagnosticsTerminal.paint("error:", .bad)) \(EscapedText.line(text))\n")
    if let hint { diagnostics.write("\(diagnosticsTerminal.paint("hint:", .strong))  \(EscapedText.line(hint))\n") }
  }
}
