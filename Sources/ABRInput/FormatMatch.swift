/// How well a file's beginning fits a format, from the weakest case to the strongest.
///
/// Each format judges for itself, and the best match wins. A new format therefore has no place to take in a list.
public enum FormatMatch: Sendable, Comparable {
  /// The file could be read in this format, and in others, too: its first line is two numbers.
  case plausible
  /// Columns, keys or lines have the form of this format.
  case structure
  /// A header or keys that only this format has.
  case signature

  /// The format that fits best. Of several that fit equally well, it is the one whose name comes first.
  ///
  /// - Complexity: O(*n*) calls of `match`.
  package static func best<Format>(
    of formats: some Sequence<Format>, name: (Format) -> String, match: (Format) -> FormatMatch?
  ) -> Format? {
    var best: (format: Format, match: FormatMatch)?
    for format in formats {
      guard let match = match(format) else { continue }
      if let best, best.match > match || best.match == match && name(best.format) < name(format) { continue }
      best = (format, match)
    }
    return best?.format
  }
}
