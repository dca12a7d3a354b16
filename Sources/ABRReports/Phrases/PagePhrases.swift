import ABRInput

/// All that the script of a page says: the words of its verdict, and what depends on the reader's choice beside it.
enum PagePhrases {
  /// Stands before the last of a list.
  static let and = " and "

  /// Traces and sessions below the heading; an interrupted run lacks some.
  static let traces: Phrase = "[{part} of ]{all} {all|trace|traces}[ of {families} families][ of {family}]"
  static let sessions: Phrase = "[{part} of ]{all} {all|session|sessions}"
  /// What a caption says of curves that lie on one another.
  static let alike: Phrase = " Identical curves: {names}."

  /// The phrases, by the names by which the script knows them.
  static var json: JSONValue {
    let phrases: [String: [Phrase]] = [
      "headline": VerdictPhrases.headline, "viewers": VerdictPhrases.viewers, "traces": [traces],
      "sessions": [sessions],
      "alike": [alike], "hidden": [" Hidden, but still the reference: {names}."],
      "unchosen": ["No configuration selected"], "family": [" over {family}"],
      "more": ["{rest} more {rest|session|sessions}", "Fewer sessions"],
      "undrawn": ["{zero}All values are zero.", "No data for this selection."],
    ]
    let words = ["and": and, "doubt": VerdictPhrases.doubt, "everyViewer": VerdictPhrases.everyViewer]
    return .object(
      phrases.mapValues(\.json).merging(words.mapValues { .string($0) }) { $1 }.merging([
        "sentences": .array(VerdictPhrases.sentences.map(\.json)),
        "numbers": .array(
          VerdictPhrases.numbers.map {
            ["label": [$0.label].json, "value": [$0.value].json, "notes": $0.notes.json]
          }),
      ]) { $1 })
  }
}
