/// Breaks text into lines for help.
enum TextWrap {
  /// Breaks every line of a text at spaces so that it is at most `width` characters long; a longer word stays whole.
  static func wrap(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var lines: [String] = []
      var current = ""
      for word in line.split(separator: " ") {
        if !current.isEmpty, current.count + 1 + word.count > width {
          lines.append(current)
          current = String(word)
        } else {
          current += (current.isEmpty ? "" : " ") + word
        }
      }
      return (lines + [current]).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
