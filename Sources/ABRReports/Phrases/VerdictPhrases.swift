/// The words of a verdict, for the terminal and for pages; of alternatives the first is said whose values are there.
///
/// Values are those of ``RunVerdict/values`` and ``ViewerVerdicts``: under a metric's name the value of the
/// configuration that is spoken of, and behind it
/// - `own`: that configuration; `rivals` and `rival`: those that are better than it and their value,
/// - `next` and `nextValue`: the one behind it, `others`: those as good as it, `all`: the value that all have,
/// - `chance` and `doubt`: what the difference to the rival or the next rests on, for a sentence and for a heading,
/// - `share` and `cost`: how much it is below the next, and what that costs in bitrate, for a heading,
/// - `ratio` and `rivalRatio`, of waste: the share of all bytes, of that configuration and of the rival.
///
/// Of `rivals`, `next` and `all` one is there; with a single configuration that showed a frame, `alone`, none. Those
/// that showed none are `silent`.
enum VerdictPhrases {
  /// The heading on what one viewer watches.
  static let headline: [Phrase] = [
    "{alone} waits {wait_ratio} of the time", "{alone} stalls {rebuffer_ratio} of the time",
    "{own} waits least{wait_ratio.doubt}[ and wastes least{bytes_wasted_per_h.doubt}]{wait_ratio.cost}",
    wastes("waiting", "{wait_ratio.all} of the time"),
    "No difference in waiting: {wait_ratio.all} of the time",
    "{own} stalls least{rebuffer_ratio.doubt}[ and wastes least{bytes_wasted_per_h.doubt}]{rebuffer_ratio.cost}",
    wastes("stalls", "{rebuffer_ratio.all} rebuffering"),
    "No difference in stalls: {rebuffer_ratio.all} rebuffering",
  ]

  /// The heading where configurations differ in waste alone of what they are judged by.
  private static func wastes(_ what: String, _ all: String) -> Phrase {
    """
    {own} wastes {bytes_wasted_per_h.share} less than {bytes_wasted_per_h.next}{bytes_wasted_per_h.cost}\
    {bytes_wasted_per_h.doubt}; no difference in \(what): \(all)
    """
  }

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
      {alone} [waits {wait_ratio} of the time, ]stalls {rebuffer_ratio} of the time, wastes {bytes_wasted_per_h}[ ({bytes_wasted_per_h.ratio} of the bytes)]\
      [ and shows {mean_bitrate_bps}].
      """
    ],
    least("wait_ratio", "waits", "wait", ofTheTime, none: "No difference in waiting: {wait_ratio.all} of the time"),
    least(
      "rebuffer_ratio", "stalls", "stall", ofTheTime,
      none: "No difference in stalls: {rebuffer_ratio.all} rebuffering"),
    least(
      "bytes_wasted_per_h", "wastes", "waste",
      ("[ ({bytes_wasted_per_h.rivalRatio} of the bytes)]", "[ ({bytes_wasted_per_h.ratio} of the bytes)]"),
      none: "No difference in waste: {bytes_wasted_per_h.all}"),
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

  private static let ofTheTime = (rival: " of the time", own: " of the time")

  /// Who does something least: others than the one that is spoken of, or that one, or all.
  private static func least(
    _ metric: String, _ one: String, _ many: String, _ whole: (rival: String, own: String), none: String
  ) -> [Phrase] {
    [
      """
      {\(metric).rivals} {\(metric).rivals|\(one)|\(many)} least, {\(metric).rival}\(whole.rival) \
      against {\(metric)} with {own}{\(metric).chance}.
      """,
      """
      {own} \(one) least, {\(metric)}\(whole.own)\(asOthers(metric)); \
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
    Number("startup_s_p95", "startup, 95th percentile"), Number("bytes_wasted_per_h", "wasted per hour watched"),
  ]

  /// The values that headings, sentences and numbers have places for.
  static let measures = [
    "wait_ratio", "rebuffer_ratio", "startup_s_p95", "bytes_wasted_per_h", "waste_ratio", "mean_bitrate_bps",
  ]

  /// Where nobody saw anything.
  static let noFrame = "No session showed a frame."
  /// What a heading puts behind a claim that a sentence calls not significant.
  static let doubt = " (not significant)"
  /// All viewers, where that is not a list of them.
  static let everyViewer = "every viewer"
}
