import ABRInput
import ABRRuns

/// How a table is written.
package enum TableFormat: String, Sendable, CaseIterable {
  /// Aligned columns for a terminal.
  case table
  /// An array of objects, one a row (RFC 8259).
  case json
  /// Comma-separated values with a heading (RFC 4180, but lines end in a line feed).
  case csv
  /// A Markdown table (GitHub Flavored Markdown §4.10).
  case md
}

extension DataTable {
  /// The table as text that ends in a line feed.
  ///
  /// - Parameters:
  ///   - format: who it is for.
  ///   - width: columns of the terminal, for people only; without a terminal a row is a line.
  /// - Complexity: O(*cells*).
  package func text(as format: TableFormat, width: Int = .max) -> String {
    switch format {
    case .table: aligned(width: width)
    case .json: json()
    case .csv: csv()
    case .md: markdown()
    }
  }

  /// The table for a paper: a `tabular` with the rules of the package booktabs, the best values in bold.
  /// - Complexity: O(*cells*).
  package func latex() -> String {
    func line(_ cells: [String]) -> String { cells.joined(separator: " & ") + " \\\\\n" }
    let best = bestRows
    let body = rows.enumerated().map { number, row in
      line(
        zip(row, columns).enumerated().map { index, cell in
          let text = EscapedText.latex(label(cell.0, in: cell.1))
          return best[index].contains(number) ? "\\textbf{\(text)}" : text
        })
    }
    return "\\begin{tabular}{\(columns.map { $0.isText ? "l" : "r" }.joined())}\n\\toprule\n"
      + line(columns.map { EscapedText.latex($0.title) }) + "\\midrule\n" + body.joined()
      + "\\bottomrule\n\\end{tabular}\n"
  }

  private func markdown() -> String {
    func line(_ cells: [String]) -> String {
      "| " + cells.map(EscapedText.markdown).joined(separator: " | ") + " |\n"
    }
    let best = bestRows
    let body = rows.enumerated().map { number, row in
      "| "
        + zip(row, columns).enumerated().map { index, cell in
          let text = EscapedText.markdown(label(cell.0, in: cell.1))
          return best[index].contains(number) ? "**\(text)**" : text
        }.joined(separator: " | ") + " |\n"
    }
    return line(columns.map(\.title)) + line(columns.map { $0.isText ? "---" : "---:" }) + body.joined()
  }

  private func csv() -> String { csvLine(columns.map(\.name)) + csvRows }

  /// The rows as CSV, without the heading.
  var csvRows: String { rows.map { csvLine($0.map(\.exact)) }.joined() }

  private func csvLine(_ fields: [String]) -> String { fields.map(EscapedText.csv).joined(separator: ",") + "\n" }

  private func json() -> String {
    let objects = rows.map { row in
      let members = zip(columns, row).map { "\(JSONValue.literal($0.name)): \($1.literal)" }
      return "  {" + members.joined(separator: ", ") + "}"
    }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

extension DataTable.Cell {
  /// The value in full; empty when there is none.
  fileprivate var exact: String {
    switch self {
    case .text(let text): text
    case .integer(let value): "\(value)"
    case .number(let value): value.isFinite ? "\(value)" : ""
    case .missing: ""
    }
  }

  /// The value as JSON; `null` when there is none.
  var literal: String {
    switch self {
    case .text(let text): JSONValue.literal(text)
    case .integer(let value): "\(value)"
    case .number(let value): JSONValue.literal(value)
    case .missing: "null"
    }
  }
}
