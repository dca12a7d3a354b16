/// The keys that a session file may have, table by table. The page <doc:SessionFiles> explains each of them.
enum SessionKeys {
  static let session =
    [
      "preload", "cache", "authorisation", "back-buffer", "page", "page-bytes", "render-delay", "pre-render",
      "plays-on-expensive-network", "viewer", "breaks-on-seek",
    ]
    + scriptHabits
  /// Keys of `[session]` that are habits of a viewer who follows steps.
  static let scriptHabits = ["patience", "advances", "autoplays"]
  static let item = ["name", "count", "video", "duration", "overhead", "cacheable", "live"]
  static let live = [
    "edge", "start-index", "max-delay", "catch-up-rate", "drop-margin", "fetches-while-paused", "preserves-delay",
  ]
  static let visit = ["item", "from", "until", "role", "skippable-after", "keeps-buffer"]
  /// When a step happens.
  static let moments = ["at", "since-start-of-item", "watched", "position"]
  /// The keys that each kind of step takes beside `do` and its moment.
  static let steps: [(kind: String, keys: [String])] = [
    ("next", []), ("previous", []), ("pause", []), ("play", []), ("suspend", []), ("skip", []), ("leave", []),
    ("fail", []), ("refuse", []), ("seek", ["to", "by"]), ("rate", ["rate"]), ("go-to", ["visit"]),
    ("insert", ["item"]),
    ("limit", ["limits"]), ("viewport", ["size"]), ("network", ["class"]), ("source", ["video"]),
    ("side-flow", ["bytes"]), ("refresh", ["for"]), ("low-memory", ["for"]),
  ]
  static let outage = ["at", "for", "factor"]
  static let refusal = ["at", "for"]
  static let sideFlow = ["at", "bytes", "gated"]
  static let retry = ["timeout", "count", "interval", "reload-after", "resume-after", "resume-limit"]

  /// Every table with its keys, as the documentation lists them.
  static let tables: [(table: String, keys: [String])] = [
    ("[session]", session), ("[[item]]", item), ("[item.live]", live), ("[[visit]]", visit),
    ("[[step]]", ["do"] + moments + steps.flatMap(\.keys)), ("[[outage]]", outage), ("[[refusal]]", refusal),
    ("[[side-flow]]", sideFlow), ("[retry]", retry),
  ]
}
