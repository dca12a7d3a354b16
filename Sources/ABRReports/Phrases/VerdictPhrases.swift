import ABRInput
import ABRRuns

/// The words of a verdict, for the terminal and for pages; of alternatives the first is said whose values are there.
///
/// Values are those of ``RunVerdict/values`` and ``ViewerVerdicts``: `own` is the configuration that is spoken of,
/// `reference` the one that it is held against, and under a metric's name stands its value, and behind it
/// - `own`: its name,
/// - `better`, `worse`, `tied` or `equal`: how it stands to the reference, with the first two `differs` and
///   `reference`: its value, and with `tied` `between`: the values of both,
/// - `chance` and `doubt`: what the difference to the reference rests on, for a sentence and for a heading,
/// - `share` and `cost`: how much the better of the two is below the other, or of bitrate above it, and what that
///   costs, for a heading,
/// - `rivals` and `rival`: the reference and those like it, where these are best, and their value,
/// - `next` and `nextValue`: the reference, where the configuration is among the best and better than it, `others`:
///   those as good as it, `leastName` and `least`: the best, where the difference to it is not significant, and
///   `close` and `closeValue`: others whose difference to it is not,
/// - `apart`, otherwise: `as`: the reference and others, where these are alike, or `against` and `againstValue`: the
///   reference, and `most` and `mostValue`, or `ahead` and `aheadValue`: those that are better than both, and the best
///   of all or not; behind `rival` that is `isLeast`,
/// - `worst` and `worstValue`: those that are worst, significantly worse than it and other than the reference,
/// - `all` and `same`: the value that all have, `negligible` where it is a range, `range` and `unsure`: their values,
///   where no difference is significant, and `among`: its name, where there are more than two,
/// - `ratio` and `rivalRatio`, of waste: the share of all bytes, of that configuration and of the best.
///
/// Behind `startup` stand `first` and `last`: those with the shortest and the longest median startup, with `firstValue`
/// and `lastValue`, where these differ.
///
/// Of `rivals`, `next`, `apart`, `all` and `range` one is there; with a single configuration that showed a frame,
/// `alone`, none. Those that showed none are `silent`, those that show too little to be spoken of `trivial`,
/// `front` are those between which there is something to choose, and under what leads `unchanged` is the first where
/// none differs from it.
enum VerdictPhrases {
  /// The heading on what one viewer watches: what differs, and what it costs.
  static let headline: [Phrase] =
    ["{alone} waits {wait_ratio} of the time", "{alone} stalls {rebuffer_ratio} of the time"]
    + [
      """
      {own} has fewer start failures than {reference} ({unstarted_share} against {unstarted_share.reference})\
      {unstarted_share.cost}{unstarted_share.doubt}{unstarted_share.better}
      """,
      """
      {own} has fewer failed sessions than {reference} ({failed_share} against {failed_share.reference})\
      {failed_share.cost}{failed_share.doubt}{failed_share.better}
      """,
    ] + differs("wait_ratio", "waits", "less", "waiting", ofTheTime.own)
    + differs("rebuffer_ratio", "has", "less stalled time", "stalled time", "")
    + ["No configuration is the best in everything"]

  /// The headings of a metric that leads: it differs, or else how often there are stalls, or waste, or bitrate, or
  /// nothing.
  private static func differs(
    _ metric: String, _ verb: String, _ less: String, _ noun: String, _ whole: String
  ) -> [Phrase] {
    let others = [
      "; no difference in \(noun){\(metric).equal}", "; \(unclear(noun)): {\(metric).between}\(whole)",
      "; {reference} \(verb) {\(metric).share} \(less){\(metric).worse}",
    ]
    func better(_ metric: String, _ verb: String, _ than: String) -> String {
      "{own} \(verb) {\(metric).share} \(than) {reference}{\(metric).cost}{\(metric).doubt}{\(metric).better}"
    }
    return [Phrase(stringLiteral: better(metric, verb, "\(less) than"))]
      + others.map { "\(better("rebuffer_count_per_h", "stalls", "less often than"))\($0)" }
      + others.map { "\(better("bytes_wasted_per_h", "wastes", "less than"))\($0)" }
      + others.map { "\(better("mean_bitrate_bps", "shows", "more bitrate than"))\($0)" }
      + [
        "No difference in \(noun): {\(metric).all}\(whole)", among(metric, noun, whole),
        unclearRange(metric, noun, whole),
      ]
  }

  /// Of more than two.
  private static func among(_ metric: String, _ noun: String, _ whole: String) -> Phrase {
    "Unclear whether any configuration differs from {\(metric).among} in \(noun): {\(metric).range}\(whole)"
  }

  /// Of a difference that is not significant, which does not prove that there is none.
  private static func unclear(_ noun: String, isPlural: Bool = false) -> String {
    "unclear whether \(noun) \(isPlural ? "differ" : "differs")"
  }

  private static func unclearRange(
    _ metric: String, _ noun: String, _ whole: String, isPlural: Bool = false
  ) -> Phrase {
    Phrase(stringLiteral: "\(unclear(noun, isPlural: isPlural)): {\(metric).range}\(whole)".capitalised)
  }

  /// The heading on several viewers: that of the first one for whom something differs, and how it stands with the
  /// others. Feeds are led by waiting and single videos by stalls: where there are both, what is alike is `mixed`.
  static let viewers: [Phrase] =
    [
      """
      {viewer}: {finding}[; {own} does best with {same}, too][; with {others}]\
      [; no significant difference in stalls, waste or bitrate with {alike}]
      """
    ]
    + [("wait_ratio", " in waiting"), ("rebuffer_ratio", " in stalled time"), ("mixed", "")].flatMap {
      metric, noun -> [Phrase] in
      [
        "No difference\(noun) with {viewers}{\(metric).alike}",
        "Unclear whether there is a difference\(noun) with {viewers}{\(metric).unsure}",
      ]
    } + ["Nothing to choose: one configuration for each viewer"]

  /// The sentences below the heading; those without values are left out.
  ///
  /// - Parameter formulas: what else is spoken of, of which more is better.
  static func sentences(_ formulas: [MetricDefinition]) -> [[Phrase]] {
    usual
      + formulas.map {
        most($0.name, $0.title, one: "has", many: "have", of: "a \($0.title) of ", top: "the highest")
          + same($0.name, $0.title, "")
      } + closing
  }

  /// How often there is something, where that differs.
  private static func often(_ metric: String, _ noun: String) -> [Phrase] {
    let most = "; most, {\(metric).worstValue}, with {\(metric).worst}"
    return [
      "\(noun): {\(metric)} with {own}, {\(metric).reference} with {reference}{\(metric).chance}[\(most)].",
      "\(noun): {\(metric)} with {own}\(most).",
    ]
  }

  private static let usual: [[Phrase]] = [
    ["{silent} showed no frame."],
    ["Left out of this: {trivial}, which {trivial|shows|show} less than half the median bitrate."],
    [
      "No configuration differs significantly from {wait_ratio.unchanged} in waiting, waste or bitrate.",
      "No configuration differs significantly from {rebuffer_ratio.unchanged} in stalls, waste or bitrate.",
    ],
    [
      """
      {alone} [waits {wait_ratio} of the time, ]stalls {rebuffer_ratio} of the time, wastes {bytes_wasted_per_h}[ ({bytes_wasted_per_h.ratio} of the bytes)]\
      [ and shows {mean_bitrate_bps}][; {failed_share} of its sessions failed].
      """
    ],
    often(RunVerdict.starts, "Start failures") + unsure(RunVerdict.starts, "start failures", "", isPlural: true),
    ["Median startup: {startup.firstValue} with {startup.first}, {startup.lastValue} with {startup.last}."],
    often(RunVerdict.failures, "Failed sessions") + same(RunVerdict.failures, "failed sessions", "", isPlural: true),
    least("wait_ratio", "waits", "wait", ofTheTime), least("rebuffer_ratio", "stalls", "stall", ofTheTime),
    often(RunVerdict.stalls, "Stalls"),
    least(
      "bytes_wasted_per_h", "wastes", "waste",
      ("[ ({bytes_wasted_per_h.rivalRatio} of the bytes)]", "[ ({bytes_wasted_per_h.ratio} of the bytes)]")),
    most("mean_bitrate_bps", "average bitrate", one: "shows", many: "show", of: "", top: "the most"),
    same("wait_ratio", "waiting", " of the time"), same("rebuffer_ratio", "stalled time", ""),
    ["No difference in waste: \(negligible)."] + same("bytes_wasted_per_h", "waste", ""),
    same("mean_bitrate_bps", "average bitrate", ""),
  ]

  private static let closing: [[Phrase]] = [
    [
      "The trade-off in waiting, waste and bitrate is between {wait_ratio.front}.",
      "The trade-off in start failures, stalls, waste and bitrate is between {rebuffer_ratio.front}.",
    ],
    ["{few}"],
  ]

  /// Waste that differs and is the same to all that is said.
  private static let negligible =
    "{bytes_wasted_per_h.all}, under \(Decimals.text(100 * RunVerdict.negligibleWaste, digits: 0)) % of the bytes"
    + "{bytes_wasted_per_h.negligible}"

  private static let ofTheTime = (rival: " of the time", own: " of the time")

  /// Who does something least: others than the one that is spoken of, or that one; and who does it most.
  private static func least(
    _ metric: String, _ one: String, _ many: String, _ whole: (rival: String, own: String)
  ) -> [Phrase] {
    let most = "[; {\(metric).worst} {\(metric).worst|\(one)|\(many)} most, {\(metric).worstValue}]."
    func rival(_ degree: String, _ condition: String) -> Phrase {
      """
      {\(metric).rivals} {\(metric).rivals|\(one)|\(many)} \(degree), {\(metric).rival}\(whole.rival) \
      against {\(metric)}[ ({\(metric).ratio})] with {own}{\(metric).chance}\(condition)\(most)
      """
    }
    return [
      rival("least", "{\(metric).isLeast}"), rival("less", ""),
      """
      {own} \(one) {\(metric)}\(whole.own), not significantly more than {\(metric).leastName} with {\(metric).least}; \
      {\(metric).next} \(one) {\(metric).nextValue}{\(metric).chance}\(most)
      """,
      """
      {own} \(one) least, {\(metric)}\(whole.own)\(asOthers(metric)), \
      against {\(metric).nextValue} with {\(metric).next}{\(metric).chance}\(close(metric, "less"))\(most)
      """,
      """
      {own} \(one) {\(metric)}\(whole.own)\(apart(metric))\
      [; {\(metric).most} {\(metric).most|\(one)|\(many)} least, {\(metric).mostValue}]\
      [; {\(metric).ahead} {\(metric).ahead|\(one)|\(many)} less, {\(metric).aheadValue}]\(most)
      """,
    ]
  }

  /// Of what there is more.
  private static func most(
    _ metric: String, _ noun: String, one: String, many: String, of: String, top: String
  ) -> [Phrase] {
    [
      """
      \(noun.capitalised) of {\(metric).own}: {\(metric)}, {\(metric).less} below \
      {\(metric).rivals}{\(metric).chance}.
      """,
      """
      {\(metric).own} \(one) \(of){\(metric)}, not significantly less than {\(metric).leastName} with \
      {\(metric).least}; {\(metric).next} \(one) {\(metric).nextValue}{\(metric).chance}.
      """,
      """
      {\(metric).own} \(one) the highest \(noun), {\(metric)}\(asOthers(metric)), \
      against {\(metric).nextValue} with {\(metric).next}{\(metric).chance}\(close(metric, "more")).
      """,
      """
      {\(metric).own} \(one) \(of){\(metric)}\(apart(metric))\
      [; {\(metric).most} {\(metric).most|\(one)|\(many)} \(top), {\(metric).mostValue}]\
      [; {\(metric).ahead} {\(metric).ahead|\(one)|\(many)} more, {\(metric).aheadValue}].
      """,
    ]
  }

  /// What no configuration does better than another.
  private static func same(_ metric: String, _ noun: String, _ whole: String, isPlural: Bool = false) -> [Phrase] {
    ["No difference in \(noun): {\(metric).all}\(whole)."] + unsure(metric, noun, whole, isPlural: isPlural)
  }

  /// What differs, but not significantly.
  private static func unsure(_ metric: String, _ noun: String, _ whole: String, isPlural: Bool = false) -> [Phrase] {
    [among(metric, noun, whole + "."), unclearRange(metric, noun, whole + ".", isPlural: isPlural)]
  }

  /// How a configuration that is not the best stands to its reference.
  private static func apart(_ metric: String) -> String {
    "{\(metric).apart}[, as {\(metric).as} {\(metric).as|does|do}]"
      + "[, against {\(metric).againstValue} with {\(metric).against}{\(metric).chance}]"
  }

  /// Those to which the difference is not significant, beside one to which it is.
  private static func close(_ metric: String, _ degree: String) -> String {
    "[; not significantly \(degree) than {\(metric).close}, {\(metric).closeValue}]"
  }

  private static func asOthers(_ metric: String) -> String {
    "[, as {\(metric).others} {\(metric).others|does|do}]"
  }

  /// A number of a page's first screen.
  struct Number: Sendable {
    let metric: String
    let label: Phrase
    let value: Phrase
    /// What it is to be held against; of a single configuration nothing.
    let notes: [Phrase]
    /// The first that has its value says where the number stands among others: first, as in the heading, in what the
    /// configuration is better than its reference, then in what it is worse; last what is the same.
    let order: [Phrase]

    /// Only where it differs, if `ifDiffers`.
    fileprivate init(
      _ metric: String, _ words: String, best: String = "lowest", worse: String = "above", ifDiffers: Bool = false
    ) {
      self.metric = metric
      order = ["better", "worse", "tied", "range", "apart"].map { "{\(metric).\($0)}" }
      label = "\(words), {\(metric).own}"
      value = "{\(metric)}\(ifDiffers ? "{\(metric).differs}" : "")"
      let most = "[; \(best) {\(metric).mostValue} with {\(metric).most}]"
      let against = "{\(metric).againstValue} with {\(metric).against}\(most)"
      notes = [
        "\(best) {\(metric).rival} with {\(metric).rivals}{\(metric).isLeast}",
        "{\(metric).rival} with {\(metric).rivals}",
        "not significantly \(worse) {\(metric).least} with {\(metric).leastName}",
        """
        the \(best)[, as with {\(metric).others}]; {\(metric).nextValue} with {\(metric).next}\
        [; unclear whether it differs: {\(metric).closeValue} with {\(metric).close}]
        """,
        "\(against){\(metric).better}", "\(against){\(metric).worse}",
        "unclear whether it differs: \(against)", "as with {\(metric).as}\(most)",
        "{\(metric).all} for every setting",
        "unclear whether any differs from it: {\(metric).range}", "",
      ]
    }
  }

  /// The numbers of the first screen by the metric that leads: what headings speak of, in their order.
  static let numbers = [("wait_ratio", "of the time waited"), ("rebuffer_ratio", "of the time stalled")].reduce(
    into: [:]
  ) { numbers, lead in
    numbers[lead.0] = [
      Number(RunVerdict.starts, "start failures", ifDiffers: true),
      Number(RunVerdict.failures, "failed sessions", ifDiffers: true), Number(lead.0, lead.1),
      Number(RunVerdict.stalls, "stalls", ifDiffers: true),
      Number("bytes_wasted_per_h", "wasted per hour watched"),
      Number("mean_bitrate_bps", "average bitrate", best: "highest", worse: "below"),
    ]
  }

  /// The values that headings, sentences and numbers have places for, without formulas.
  static let measures = MetricDefinition.judged.map(\.name) + [RunVerdict.wasteShare, RunVerdict.startup]

  /// Where nobody saw anything.
  static let noFrame = "No session showed a frame."
  /// What a heading puts behind a claim that a sentence calls not significant.
  static let doubt = " (not significant)"
  /// All viewers, where that is not a list of them.
  static let everyViewer = "any viewer"
}
