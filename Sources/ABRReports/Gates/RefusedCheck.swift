/// A check that could not be made, because the baseline or the run is missing, belongs to other inputs or cannot be
/// played: what the reports that builds read say then.
package enum RefusedCheck {
  /// The report in a format; `nil` for one that has no words for it.
  ///
  /// - Parameters:
  ///   - reason: one line that says what is wrong.
  ///   - format: a format of `abrlab check`.
  package static func text(_ reason: String, as format: String) -> String? {
    switch format {
    case "md": "### abrlab check: nothing was compared\n\n> **Error:** \(EscapedText.markdown(reason))\n"
    case "junit": JUnitReport.xml(refused: reason)
    case "github": GitHubAnnotations.command("error", title: "abrlab check", reason) + "\n"
    default: nil
    }
  }
}
