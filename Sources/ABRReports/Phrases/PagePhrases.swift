import ABRInput
import ABRRuns

/// All that the script of a page says: the words of its verdict, and what depends on the reader's choice beside it.
enum PagePhrases {
  /// Stands before the last of a list.
  static let and = " and "

  /// Traces and sessions below the heading; an interrupted run lacks some.
  static let traces: Phrase = "[{part} of ]{all} {all|trace|traces}[ of {families} families][ of {family}]"
  static let sessions: Phrase = "[{part} of ]{all} {all|session|sessions}"
  /// What a caption says of curves that lie on one another.
  static let alike: Phrase = " Identical curves: {names}."

  /// What the page of a search says of the setting that a reader chooses.
  enum WhatIf {
    static let title = "What would another setting give?"
    static let text =
      "Choose one here, or on the map: click on a cell, or give the map the focus and use the arrow keys. The address of "
      + "this page keeps the choice."
    static let player = "Code for"
    static let price = "Price per GB"
    static let hours = "Hours watched a month"
    static let command: [Phrase] = [
      "Play it again, session by session, over all traces, with one viewer over each; the search had {viewers}:",
      "Play it again, session by session, over all traces:",
    ]
    /// Below a number: against what is set now.
    static let change: Phrase = "{change} against the current setting"
    /// Of the conditions of the search.
    static let limits: [Phrase] = [
      "Misses {missed}.", "{promised}Meets every constraint, and is promised to on new recordings.",
      "{doubtful}Meets every constraint here; not promised on new recordings.", "Meets every constraint.",
    ]
    /// What the script says: amounts with their currency.
    static let money: [Phrase] = [
      "Wasted bytes cost {cost} a month, {less} less than with the current setting.",
      "Wasted bytes cost {cost} a month, {more} more than with the current setting.",
      "Wasted bytes cost {cost} a month.",
    ]
    /// No setting has the chosen values.
    static let unplayed: Phrase = "These values were not played together."
  }

  /// The phrases, by the names by which the script knows them.
  ///
  /// - Parameter formulas: those of ``Report/formulas``.
  static func json(_ formulas: [MetricDefinition] = []) -> JSONValue {
    let phrases: [String: [Phrase]] = [
      "headline": VerdictPhrases.headline, "viewers": VerdictPhrases.viewers, "traces": [traces],
      "sessions": [sessions],
      "alike": [alike], "hidden": [" Hidden, but still the reference: {names}."],
      "unchosen": ["No configuration selected"], "family": [" over {family}"],
      "unshared": ["No session[ over {family}] was played by all configurations"],
      "more": ["{rest} more {rest|session|sessions}", "Fewer sessions"],
      "money": WhatIf.money, "unplayed": [WhatIf.unplayed],
      "undrawn": ["{zero}All values are zero.", "No data for this selection."],
    ]
    let words = ["and": and, "everyViewer": VerdictPhrases.everyViewer]
    return .object(
      phrases.mapValues(\.json).merging(words.mapValues { .string($0) }) { $1 }.merging([
        "sentences": .array(VerdictPhrases.sentences(formulas).map(\.json)),
        "numbers": .object(
          VerdictPhrases.numbers.mapValues { numbers in
            .array(
              numbers.map {
                [
                  "label": [$0.label].json, "value": [$0.value].json, "notes": $0.notes.json,
                  "order": $0.order.json,
                ]
              })
          }),
      ]) { $1 })
  }
}
