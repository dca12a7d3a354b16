import ABRComparison
import ABRInput

/// A check as Markdown for a step summary or a comment on a pull request, which hold 65,536 characters.
package enum GateMarkdown {
  /// How many bytes are written at most.
  package static let limit = 60_000
  /// How many bytes the rows of gates take at most.
  private static let rowLimit = 50_000

  /// The whole check: gates that failed first, then those that are not to be told, that warn and that are met. Rows
  /// that do not fit are counted, and so are comparisons.
  ///
  /// - Parameters:
  ///   - report: the check.
  ///   - limit: bytes at which comparisons end.
  package static func text(of report: GateReport, limit: Int = limit) -> String {
    var text = head(of: report) + rows(of: report) + explanation(of: report)
    if let (finding, command) = GateTable.explanation(of: report) {
      text += "\n\(EscapedText.markdown(finding)): \(EscapedText.markdownCode(command))\n"
    }
    let count = report.comparisons.count
    func leftOut(_ rest: Int) -> String {
      rest == 0 ? "" : "\n\(rest) of \(Counted.text(count, "comparison")) left out.\n"
    }
    for (place, comparison) in report.comparisons.enumerated() {
      let part =
        "\n#### \(EscapedText.markdown(comparison.names.candidate))\n\n"
        + ComparisonTable.summary(of: comparison, sides: ("baseline", "now")).text(as: .md)
        + (ComparisonTable.levelNote(on: comparison).map { "\n\(EscapedText.markdown($0))\n" } ?? "")
        + quotes(ComparisonTable.warnings(on: [comparison]), title: "Warning")
      guard text.utf8.count + part.utf8.count + leftOut(count - place - 1).utf8.count <= limit else {
        return text + leftOut(count - place)
      }
      text += part
    }
    return text
  }

  /// Why a gate may fail on a metric that the tables below call inconclusive; empty where none does.
  private static func explanation(of report: GateReport) -> String {
    let failed = Set(report.outcomes.filter { $0.status == .fail }.map(\.comparison.measure.name))
    let isMet = report.comparisons.contains { comparison in
      comparison.isEnough
        && zip(comparison.measures, comparison.judgements).contains {
          failed.contains($0.measure.name) && $1.verdict == .inconclusive
        }
    }
    return isMet
      ? "\nFAIL and *inconclusive* are both true: the gate bounds the change on these very traces, which is exact; "
        + "the verdict below says whether it would hold for other traces like these.\n"
      : ""
  }

  private static func head(of report: GateReport) -> String {
    var text = "### abrlab check: \(GateTable.verdict(of: report))\n\n"
    for change in report.changes {
      let (old, new) = (change.reference.fullName, change.candidate.fullName)
      text += "baseline: \(EscapedText.markdownCode(old)) -> now \(EscapedText.markdownCode(new))\n\n"
    }
    let quotes =
      quotes(GateTable.warnings(of: report), title: "Warning") + quotes(report.pairing.notes, title: "Note")
    return quotes.isEmpty ? text : text + quotes.dropFirst() + "\n"
  }

  private static func quotes(_ texts: [String], title: String) -> String {
    texts.map { "\n> **\(title):** \(EscapedText.markdown($0))\n" }.joined()
  }

  /// The rows in the order of how much they matter, as many as fit.
  private static func rows(of report: GateReport) -> String {
    let sorted = GateTable.ordered(report.outcomes)
    let lines = GateTable.table(of: sorted, in: report).text(as: .md).split(separator: "\n")
    var text = ""
    var shown = -2
    for line in lines {
      guard text.utf8.count + line.utf8.count < rowLimit else { break }
      text += line + "\n"
      shown += 1
    }
    let rest = sorted.dropFirst(max(0, shown))
    guard !rest.isEmpty else { return text }
    let failed = rest.count(where: \.isFailure)
    return text
      + "\n\(failed) more failed, \(rest.count - failed) \(rest.count - failed == 1 ? "other" : "others") left out.\n"
  }
}
