/// The words of a verdict, for the terminal and for pages; of alternatives the first is said whose values are there.
///
/// Values are those of ``RunVerdict/values`` and ``ViewerVerdicts``: under a metric's name the value of the
/// configuration that is spoken of, and behind it
/// - `own`: that configuration; `rivals` and `rival`: those that are better than it and their value,
/// - `next` and `nextValue`: the one behind it, `others`: those as good as it, `all`: the value that all have,
/// - `chance` and `doubt`: what the difference to the rival or the next rests on, for a sentence and for a heading.
///
/// Of `rivals`, `next` and `all` one is there; with a single configuration that showed a frame, `alone`, none. Those
/// that showed none are `silent`.
enum VerdictPhrases {
  /// The heading on what one viewer watches.
  static let headline: [Phrase] = [
    "{alone} waits {wait_ratio} of the time", "{alone} stalls {rebuffer_ratio} of the time",
    "{own} waits least{wait_ratio.doubt}[ and wastes least{waste_ratio.doubt}]",
    "No difference in waiting: {wait_ratio.all} of the time",
    "{own} stalls least{rebuffer_ratio.doubt}[ and wastes least{waste_ratio.doubt}]",
    "No difference in stalls: {rebuffer_ratio.all} rebuffering",
  ]

  /// The heading on several viewers. Feeds are led by waiting and single videos by stalls: where there are both, what
  /// is said is `mixed`.
  static let viewers: [Phrase] =
    [
      ("wait_ratio", "waits least", " in waiting"), ("rebuffer_ratio", "stalls least", " in stalls"),
      ("mixed", "does best", ""),
    ]
    .flatMap { metric, verb, noun -> [Phrase] in
      [
        "{\(metric).same} \(verb) with {viewers}{doubt}",
        "Which \(verb) depends on the viewer{\(metric).differ}{doubt}",
        "No difference\(noun) with {viewers}{\(metric).alike}",
      ]
    } + ["Nothing to choose: one configuration for each viewer"]

  /// The sentences below the heading; those without values are left out.
  static let sentences: [[Phrase]] = [
    ["{silent} showed no frame."],
    [
      """
      {alone} [waits {wait_ratio} of the time, ]stalls {rebuffer_ratio} of the time, wastes {waste_ratio} of the bytes\
      [ and shows {mean_bitrate_bps}].
      """
    ],
    least("wait_ratio", "waits", "wait", "of the time", none: "No difference in waiting: {wait_ratio.all} of the time"),
    least(
      "rebuffer_ratio", "stalls", "stall", "of the time",
      none: "No difference in stalls: {rebuffer_ratio.all} rebuffering"),
    least(
      "waste_ratio", "wastes", "waste", "of the bytes", none: "No difference in waste: {waste_ratio.all} of the bytes"),
    [
      """
      {bytes_wasted_per_h.rivals} {bytes_wasted_per_h.rivals|wastes|waste} least per hour watched, \
      {bytes_wasted_per_h.rival} against {bytes_wasted_per_h} with {bytes_wasted_per_h.own}.
      """
    ],
    [
      "Average bitrate of {mean_bitrate_bps.own}: {mean_bitrate_bps}, {mean_bitrate_bps.less} below {mean_bitrate_bps.rivals}.",
      """
      {mean_bitrate_bps.own} shows the highest average bitrate, {mean_bitrate_bps}\(asOthers("mean_bitrate_bps")); \
      {mean_bitrate_bps.next} is next with {mean_bitrate_bps.nextValue}.
      """,
      "No difference in average bitrate: {mean_bitrate_bps.all} for every setting.",
    ],
    ["{few}"],
  ]

  /// Who does something least: others than the one that is spoken of, or that one, or all.
  private static func least(
    _ metric: String, _ one: String, _ many: String, _ whole: String, none: String
  ) -> [Phrase] {
    [
      """
      {\(metric).rivals} {\(metric).rivals|\(one)|\(many)} least, {\(metric).rival} \(whole) \
      against {\(metric)} with {own}{\(metric).chance}.
      """,
      """
      {own} \(one) least, {\(metric)} \(whole)\(asOthers(metric)); \
      {\(metric).next} is next with {\(metric).nextValue}{\(metric).chance}.
      """,
      "\(none) for every setting.",
    ]
  }

  private static func asOthers(_ metric: String) -> String {
    "[, as {\(metric).others} {\(metric).others|does|do}]"
  }

  /// A number of a page's first screen.
  struct Number: Sendable {
    let label: Phrase
    let value: Phrase
    /// What it is to be held against; of a single configuration nothing.
    let notes: [Phrase]

    fileprivate init(_ metric: String, _ words: String) {
      label = "\(words), {\(metric).own}"
      value = "{\(metric)}"
      notes = [
        "lowest {\(metric).rival} with {\(metric).rivals}",
        "the lowest[, as with {\(metric).others}]; next {\(metric).nextValue}", "{\(metric).all} for every setting", "",
      ]
    }
  }

  /// The numbers of the first screen; those without a value are left out.
  static let numbers = [
    Number("wait_ratio", "of the time waited"), Number("rebuffer_ratio", "of the time stalled"),
    Number("startup_s_p95", "startup, 95th percentile"), Number("waste_ratio", "of the bytes wasted"),
  ]

  /// The values that headings, sentences and numbers have places for.
  static let measures = [
    "wait_ratio", "rebuffer_ratio", "startup_s_p95", "waste_ratio", "bytes_wasted_per_h", "mean_bitrate_bps",
  ]

  /// Where nobody saw anything.
  static let noFrame = "No session showed a frame."
  /// What a heading puts behind a claim that a sentence calls not significant.
  static let doubt = " (not significant)"
  /// All viewers, where that is not a list of them.
  static let everyViewer = "every viewer"
}
