import Glibc

/// What an output stream can show: colours, characters beyond ASCII, a line that is rewritten in place.
struct Terminal: Sendable, Hashable {
  /// When to colour, as the user asks with `--color`.
  enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never
  }

  /// Whether the stream is a terminal.
  let isInteractive: Bool
  /// Whether to write colours.
  let usesColor: Bool
  /// Whether to write characters beyond ASCII.
  let usesUnicode: Bool
  /// Columns of a line; `nil` where there is no terminal.
  let width: Int?

  /// A stream without colours, such as a file; UTF-8.
  static let plain = Terminal(isInteractive: false, color: .never, environment: ["LC_ALL": "C.UTF-8"])

  /// Decides what a stream can show.
  ///
  /// Colour: `--color`, then `NO_COLOR` (no-color.org: set and not empty), then `CLICOLOR_FORCE` or `FORCE_COLOR` (set,
  /// not empty and not 0), then whether the stream is a terminal that is not `dumb`. Characters: the locale's, from
  /// `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set and not empty, as in POSIX.
  init(isInteractive: Bool, color: ColorChoice, environment: [String: String], width: Int? = nil) {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    func isForced(_ name: String) -> Bool { isSet(name) && environment[name] != "0" }
    self.isInteractive = isInteractive
    self.width = width
    usesColor =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        if isSet("NO_COLOR") {
          false
        } else if isForced("CLICOLOR_FORCE") || isForced("FORCE_COLOR") {
          true
        } else {
          isInteractive && environment["TERM"] != "dumb"
        }
      }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.lowercased().filter { $0 != "-" }
    usesUnicode = codeset.hasSuffix("utf8") || codeset.contains("utf8@")
  }

  /// Columns of the terminal behind a stream; `nil` where there is none or it does not say.
  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    // The size is written by this call and read after it.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// A colour with a meaning; the text always says the same in words.
  enum Tone: String, Sendable {
    case strong = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case doubtful = "33"
  }

  /// A text in a tone (ECMA-48 SGR), or the bare text where colours are off.
  func paint(_ text: String, _ tone: Tone) -> String {
    usesColor ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
  }
}
