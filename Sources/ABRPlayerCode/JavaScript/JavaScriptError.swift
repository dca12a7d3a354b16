/// Why JavaScript could not be run.
package enum JavaScriptError: Error, Hashable, CustomStringConvertible {
  /// The library, or a function of it, is not installed.
  case libraryMissing(String)
  /// The code threw and nothing caught it.
  case thrown(JavaScriptException)
  /// One call, with its promises, took more than so many seconds of processor time, and was stopped.
  case tooSlow(seconds: Double)
  /// Scripts held more than so many bytes, and were stopped.
  case tooLarge(bytes: Int)

  package var description: String {
    switch self {
    case .libraryMissing(let name):
      "cannot load \(name): players' own code needs JavaScriptCore; install it with: "
        + JavaScriptMachine.installation
    case .thrown(let exception): "\(exception)"
    case .tooSlow(let seconds): "one call ran for more than \(seconds) s and was stopped"
    case .tooLarge(let bytes): "it took more than \(bytes >> 20) MiB of memory and was stopped"
    }
  }
}

/// What code threw, and where.
package struct JavaScriptException: Error, Hashable, CustomStringConvertible {
  /// The kind of error, such as `TypeError`; empty for what is no error object.
  package var name: String
  /// What went wrong, in the words of the code or the engine.
  package var message: String
  /// The script, by the name that it was evaluated under; empty where it is not known.
  package var script = ""
  /// Line of the script, from 1; 0 where it is not known.
  package var line = 0
  /// Column of the line, from 1; 0 where it is not known.
  package var column = 0

  package var description: String {
    let what = name.isEmpty || message.hasPrefix(name) ? message : "\(name): \(message)"
    guard !script.isEmpty, line > 0 else { return what }
    return "\(what) (\(script):\(line)\(column > 0 ? ":\(column)" : ""))"
  }
}
