import ABRInput

/// Text from outside, such as names of files and items of a document, made safe for each kind of output.
///
/// Everything here works on Unicode scalars: CR and LF together are one `Character` of Swift, which a search for either
/// does not find.
package enum EscapedText {
  /// One line for a person, on a terminal or in a log: what ends a line, moves the cursor or turns the order of reading
  /// is shown as an escape, such as `\n` and `\u{1b}`. A text that would begin a workflow command of a build job does
  /// not.
  package static func line(_ text: String) -> String {
    // Runners skip blanks before a command, and a table may begin a line behind any blank. Characters without width
    // cannot be seen.
    VisibleText.text(text).replacing(
      /(^|[\s\p{Default_Ignorable_Code_Point}])::/.matchingSemantics(.unicodeScalar)
    ) { "\($0.1)\\u{3a}:" }
  }

  /// Lines for a person. The line ends and tabs in it are ours.
  package static func lines(_ text: String) -> String { VisibleText.text(text) { $0 == "\n" || $0 == "\t" } }

  /// A field of CSV (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe, and none
  /// begins in it where semicolons part fields.
  package static func csv(_ text: String) -> String {
    let line = VisibleText.text(text)
    let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    let field = isFormula && Double(text) == nil ? "'" + line : line
    let isPlain =
      !field.drop(while: \.isWhitespace).hasPrefix("::")
      && !field.unicodeScalars.contains { ",;\"".unicodeScalars.contains($0) }
    return isPlain ? field : "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// A text in LaTeX, on one line; it may begin a row of a table.
  package static func latex(_ text: String) -> String {
    let letters = Array(line(text))
    let first = letters.firstIndex { !$0.isWhitespace }
    return letters.indices.map { place in
      switch letters[place] {
      // A minus, which stands before a number and behind no word.
      case "-"
      where letters.dropFirst(place + 1).first?.isNumber == true && (place == 0 || " [(".contains(letters[place - 1])):
        "$-$"
      case "\\": "\\textbackslash{}"
      case "~": "\\textasciitilde{}"
      case "^": "\\textasciicircum{}"
      case "<": "\\textless{}"
      case ">": "\\textgreater{}"
      // Another sign in the usual fonts.
      case "|": "\\textbar{}"
      // Languages of babel make a command of it.
      case "\"": "\\textquotedblright{}"
      // What ends the row or rule before takes them for its argument, over blanks and ends of lines.
      case "[" where place == first, "*" where place == first: "{\(letters[place])}"
      case "&", "%", "$", "#", "_", "{", "}": "\\\(letters[place])"
      default: String(letters[place])
      }
    }.joined()
  }

  /// Text inside a line of Markdown (GitHub Flavored Markdown): no table cell, tag, link, code or mention begins or
  /// ends in it.
  package static func markdown(_ text: String) -> String {
    let scalars = Array(VisibleText.text(text).unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let last = index > 0 ? scalars[index - 1] : " "
      switch scalar {
      case "\\", "`", "|", "*", "~": escaped += ["\\", scalar]
      case "<" where next.properties.isAlphabetic || "/!?".unicodeScalars.contains(next): escaped += ["\\", scalar]
      case "&" where next.properties.isAlphabetic || next == "#": escaped += ["\\", scalar]
      case "(" where last == "]": escaped += ["\\", scalar]
      // GitHub finds mentions in the text of the page; a comment ends the text.
      case "@": escaped += "@<!-- -->".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// A text of Markdown that is shown as code, as it stands.
  package static func markdownCode(_ text: String) -> String {
    let line = VisibleText.text(text)
    let longest = line.unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? fence + line + fence : "\(fence) \(line) \(fence)"
  }

  /// A text of HTML, for content and for attributes in any quotes.
  package static func html(_ text: String) -> String { xml(text).replacing("'", with: "&#39;") }

  /// A text of XML (1.0, §2.4), for content and for attributes in double quotes.
  package static func xml(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in lines(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\"": escaped += "&quot;".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The data of a workflow command of GitHub Actions, or one of its properties.
  package static func workflowCommand(_ text: String, isProperty: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in VisibleText.text(text).unicodeScalars {
      switch scalar {
      case "%": escaped += "%25".unicodeScalars
      case ":" where isProperty: escaped += "%3A".unicodeScalars
      case "," where isProperty: escaped += "%2C".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
