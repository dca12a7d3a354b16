/// The keys that a session file may have, table by table. The page <doc:SessionFiles> explains each of them.
enum SessionKeys {
  static let session =
    [
      "preload", "cache", "authorisation", "back-buffer", "page", "page-bytes", "render-delay", "pre-render",
      "plays-on-expensive-network", "viewer", "breaks-on-seek", "menu", "menu-initial",
      "preloads-on-expensive-network", "source-choice", "licence-bytes", "persistent-licences", "preloads-licences",
      "licences-held", "free-space", "free-floor", "stream-limit", "heartbeat",
    ]
    + scriptHabits
  /// Keys of `[session]` that are habits of a viewer who follows steps.
  static let scriptHabits = ["patience", "advances", "autoplays"]
  static let menu = ["label", "bitrate"]
  static let item = [
    "name", "count", "video", "duration", "overhead", "cacheable", "live", "requests-before", "keys",
    "address-lifetime", "renewal", "renewal-fails", "downloaded", "bitrate", "sources",
  ]
  /// Keys of an item that say how it is requested.
  static let requests = ["overhead", "cacheable", "live", "requests-before", "address-lifetime", "sources"]
  static let source = ["video", "delivery", "secure", "refused"]
  static let live = [
    "edge", "start-index", "max-delay", "catch-up-rate", "drop-margin", "fetches-while-paused", "preserves-delay",
    "playlist",
  ]
  static let visit = ["item", "from", "until", "role", "skippable-after", "keeps-buffer"]
  /// When a step happens.
  static let moments = ["at", "since-start-of-item", "watched", "position"]
  /// The keys that each kind of step takes beside `do` and its moment.
  static let steps: [(kind: String, keys: [String])] = [
    ("next", []), ("previous", []), ("pause", []), ("play", []), ("suspend", []), ("skip", []), ("leave", []),
    ("fail", []), ("rebuild", []), ("clear-cache", []), ("refuse", []), ("seek", ["to", "by"]), ("rate", ["rate"]),
    ("go-to", ["visit"]),
    ("insert", ["item"]),
    ("limit", ["limits"]), ("choose", ["entry"]), ("select-rendition", ["rendition"]), ("select-auto", []),
    ("viewport", ["size"]), ("picture-in-picture", ["size"]), ("network", ["class"]), ("source", ["video"]),
    ("load", ["item", "for"]), ("cancel-load", ["item"]), ("pause-load", ["item"]), ("resume-load", ["item"]),
    ("side-flow", ["bytes"]), ("pause-downloads", []), ("resume-downloads", []), ("refresh", ["for"]),
    ("low-memory", ["for"]),
  ]
  static let outage = ["at", "for", "factor"]
  static let refusal = ["at", "for"]
  static let sideFlow = ["at", "bytes", "gated", "answer"]
  static let download = ["at", "item", "bitrate", "gated"]
  static let otherStream = ["at", "for"]
  static let retry = [
    "timeout", "count", "counts", "windows", "fetches", "errors", "interval", "reload-after", "resume", "resume-after",
    "resume-limit",
  ]

  /// Every table with its keys, as the documentation lists them.
  static let tables: [(table: String, keys: [String])] = [
    ("[session]", session), ("[[session.menu]]", menu), ("[[item]]", item), ("[item.live]", live),
    ("[[item.sources]]", source), ("[[visit]]", visit),
    ("[[step]]", ["do"] + moments + steps.flatMap(\.keys)), ("[[outage]]", outage), ("[[refusal]]", refusal),
    ("[[side-flow]]", sideFlow), ("[[download]]", download), ("[[other-stream]]", otherStream), ("[retry]", retry),
  ]
}
