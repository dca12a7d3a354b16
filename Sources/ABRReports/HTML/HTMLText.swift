/// Writes text and tables of HTML (WHATWG HTML, §13).
enum HTMLText {
  /// A text that stands inside a script element: nothing in it may look like the end of one (§4.12.1.3).
  static func inScript(_ text: String) -> String {
    // Only the whole words: elsewhere `</` may be an operator and the beginning of a regular expression.
    text.replacing(#/</(script)/#.ignoresCase()) { "<\\/\($0.output.1)" }.replacing("<!--", with: "<\\!--")
  }

  /// JSON that stands inside a script element.
  static func inScript(json text: String) -> String { text.replacing("<", with: "\\u003c") }

  /// A table with headings, in a frame that scrolls when it is wider than the page.
  static func table(_ table: DataTable, caption: String) -> String {
    func cell(_ tag: String, _ text: String, _ column: DataTable.Column, _ scope: String = "") -> String {
      "<\(tag)\(scope)\(column.isText ? " class=\"text\"" : "")>\(EscapedText.html(text))</\(tag)>"
    }
    let head = table.columns.map { cell("th", $0.title, $0, " scope=\"col\"") }.joined()
    let rows = table.rows.map { row in
      "<tr>" + zip(row, table.columns).map { cell("td", table.label($0, in: $1), $1) }.joined() + "</tr>\n"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(EscapedText.html(caption))"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined())</tbody></table></div>

      """
  }
}
