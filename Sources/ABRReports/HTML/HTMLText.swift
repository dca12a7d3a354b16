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
  ///
  /// - Parameters:
  ///   - caption: what is read out for it.
  ///   - isCards: whether its rows stand below each other where there is little room.
  static func table(_ table: PartTable, caption: String, isCards: Bool = false) -> String {
    func cell(
      _ tag: String, _ text: String, _ column: DataTable.Column, _ scope: String = "", isMarked: Bool = false
    ) -> String {
      let kind = isMarked ? " class=\"best\"" : column.isText ? " class=\"text\"" : ""
      let label = isCards && tag == "td" ? " data-label=\"\(EscapedText.html(column.title))\"" : ""
      return "<\(tag)\(scope)\(kind)\(label)>\(EscapedText.html(text))</\(tag)>"
    }
    // The page's script marks the best of the rows that are shown.
    let head = table.columns.map { column in
      let best = column.direction == .neutral ? "" : " data-best=\"\(column.direction.rawValue)\""
      return cell("th", column.title, column, " scope=\"col\"" + best)
    }.joined()
    let rows = table.rows.map { row in
      // Parts of the traces are shown when they are chosen, by the page's script.
      let choice = row.configuration.map {
        " data-c=\"\($0)\" data-part=\"\(EscapedText.html(row.family))\"\(row.family.isEmpty ? "" : " hidden")"
      }
      return "<tr\(choice ?? "")>"
        + zip(row.cells, table.columns).enumerated().map { index, entry in
          cell("td", entry.0, entry.1, isMarked: row.marked.contains(index))
        }.joined() + "</tr>\n"
    }
    return """
      <div class="scroll\(isCards ? " cards" : "")" tabindex="0" role="region" aria-label="\(EscapedText.html(caption))"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined())</tbody></table></div>

      """
  }

  /// Terms and what they are, as a list.
  static func list(_ entries: [(term: String, text: String)]) -> String {
    "<dl>" + entries.map { "<dt>\(EscapedText.html($0.term))</dt><dd>\(EscapedText.html($0.text))</dd>" }.joined()
      + "</dl>\n"
  }
}
