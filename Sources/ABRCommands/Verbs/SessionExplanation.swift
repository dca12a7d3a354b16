import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayerCode
import ABRReports
import ABRRuns

/// One session with all that led to it, for `abrlab explain`.
struct SessionExplanation {
  private let session: PreparedSession
  /// What the session is called; `nil` for a video by itself.
  private let name: String?
  private let trace: TraceFile
  private let player: SessionPlayer
  private let events: [SessionEvent]
  private let metrics: SessionMetrics
  /// The formulas of quality of experience that were asked for.
  private let formulas: [QoEFormula]
  private let failure: String?
  /// What the player's own code said; `nil` where that was not asked for.
  private let log: [PlayerLogLine]?
  /// Where another session parts from this one, and what the two are called.
  private var parting: (names: [String], SessionParting)?

  /// Plays the session.
  ///
  /// - Parameters:
  ///   - session: what is played.
  ///   - name: what the session is called; `nil` for a video by itself.
  ///   - start: the network.
  ///   - trace: the file of the trace.
  ///   - formulas: the formulas of quality of experience that are wanted.
  ///   - isLogged: whether the lines of a player's own code are wanted.
  /// - Throws: what a policy outside of the engine throws.
  init(
    _ session: PreparedSession, name: String?, over start: AnyPlayer.Start, trace: TraceFile, formulas: [QoEFormula],
    isLogged: Bool
  ) throws {
    let played = try session.explained(
      over: start, trace: trace.trace.name, sha256: trace.sha256, isLogged: isLogged)
    try session.external?.finish()
    // The visit to the only item says nothing.
    events = session.hasSeveralItems ? played.events : played.events.filter { !$0.kind.isVisit }
    (metrics, failure) = (played.metrics, played.failure)
    log = isLogged ? played.log : nil
    player = session.player(for: trace.sha256)
    self.session = session
    self.name = name
    self.trace = trace
    self.formulas = formulas
  }

  /// Says where another session, which differs in one part, parts from this one.
  func compared(with other: SessionExplanation, in part: NamedPart) -> SessionExplanation {
    func name(_ session: PreparedSession) -> String {
      switch part {
      case .player: session.configuration.player
      case .policy: session.configuration.policy
      case .buffer: session.configuration.buffer
      }
    }
    var copy = self
    copy.parting = (
      [name(session), name(other.session)].map(EscapedText.line), SessionParting(of: events, and: other.events)
    )
    return copy
  }

  private var insertCount: Int {
    player.script.steps.count { if case .insert = $0.action { true } else { false } }
  }

  /// What is played, in words.
  private var subject: (name: String, value: String, text: String) {
    if session.hasSeveralItems {
      let inserts = insertCount
      let inserted = inserts == 0 ? "" : ", \(inserts) more to be inserted"
      let name = name ?? ""
      return ("session", name, "\(name), \(Counted.text(player.queue.visits.count, "planned visit"))\(inserted)")
    }
    let video = player.videos[0]
    let length = Decimals.text(video.duration, digits: 1)
    return (
      "video", video.name,
      "\(video.name), \(video.ladder.count) renditions, \(video.segmentCount) segments, \(length) s"
    )
  }

  /// For a person.
  func text(_ terminal: Terminal) -> String {
    let megabits = Decimals.text(trace.trace.meanBandwidth / 1e6, digits: 2)
    let about =
      "\(trace.trace.name), \(trace.kind), \(Decimals.text(trace.trace.duration, digits: 0)) s, "
      + "mean \(megabits) Mbit/s"
    let (subject, configuration) = (subject, session.configuration)
    var facts = [
      ("trace", about), (subject.name, subject.text),
      (
        "policy",
        "\(configuration.policy), buffer \(configuration.buffer), viewer \(configuration.viewer)"
      ),
    ]
    if let preload = configuration.preload { facts.append(("preload", preload)) }
    let width = facts.reduce(0) { max($0, $1.0.count) } + 2
    var text = ""
    for fact in facts {
      text += fact.0 + String(repeating: " ", count: width - fact.0.count) + EscapedText.line(fact.1) + "\n"
    }
    text += "\n" + terminal.paint(EventText.heading, .strong) + "\n"
    let items = zip(player.queue.items, player.videos).map {
      EventText.Item(name: $0.name, video: $1, audioBitrate: player.players[0].settings.stream.audioBitrate)
    }
    var writer = EventText(
      items: items, visits: insertCount == 0 ? player.queue.visits.count : nil, keys: session.plan?.keyNames ?? [])
    var lines = log.map { $0[...] } ?? []
    for event in events {
      while let said = lines.first, said.time <= event.time {
        text += EventText.line(at: said.time, said.source, said.text) + "\n"
        lines.removeFirst()
      }
      let line = writer.line(event)
      switch event.kind {
      case .stalled, .networkError, .failedToEnd: text += terminal.paint(line, .bad)
      case .started, .resumed, .gate(isOpen: true, _, _), .readiness(.hit): text += terminal.paint(line, .good)
      case .abandoned, .cut, .replaced, .preloadStopped, .gate, .readiness(.miss):
        text += terminal.paint(line, .doubtful)
      default: text += line
      }
      text += "\n"
    }
    for said in lines { text += EventText.line(at: said.time, said.source, said.text) + "\n" }
    text += "\n" + (hasOneItem ? startup : itemSums) + sums
    if let failure { text += terminal.paint("failed: \(EscapedText.line(failure))", .bad) + "\n" }
    if let parting { text += "\n" + self.text(parting.1, of: parting.names, &writer) }
    return text
  }

  /// Whether no item but the first can come up: a video by itself, or a session of one.
  private var hasOneItem: Bool { player.queue.items.count == 1 }

  private var startup: String {
    MetricDefinition.hasStarted(metrics) ? "startup \(seconds(metrics.startupTime)), " : "no first frame, "
  }

  /// Where another session parts, for a person.
  private func text(_ parting: SessionParting, of names: [String], _ writer: inout EventText) -> String {
    let count = parting.sameRequests
    var text =
      "against \(names[1]): the same rendition in \(parting.shared.same) of \(Counted.text(parting.shared.segments, "segment")), "
    guard !parting.isNowhere else { return text + "all requests the same\n" }
    text += count == 0 ? "the first request differs\n" : "the first \(Counted.text(count, "request")) the same, then\n"
    let requests = [(parting.firstReason, parting.first), (parting.secondReason, parting.second)]
    for (name, (reason, request)) in zip(names, requests) {
      text += reason.map { writer.line($0) + "  <- \(name)\n" } ?? ""
      text +=
        (request.map { writer.line($0) } ?? String(repeating: " ", count: 31) + "no further request") + "  <- \(name)\n"
    }
    return text
  }

  /// The sums of every session.
  private var sums: String {
    func megabytes(_ value: Int) -> String { Decimals.text(Double(value) / 1e6, digits: 2) + " MB" }
    let switches = metrics.switchCount
    let sums = """
      \(Counted.text(metrics.stallCount, "stall")) for \(seconds(metrics.stalledTime)) \
      (\(Decimals.text(metrics.rebufferRatio * 100, digits: 2)) %)\(seeks), \
      played \(seconds(metrics.playedMedia)) at \(Decimals.text(metrics.meanBitrate / 1e6, digits: 2)) Mbit/s, \
      \(switches) \(switches == 1 ? "switch" : "switches")
      received \(megabytes(metrics.ledger.downloaded)), wasted \(megabytes(metrics.ledger.wasted)) \
      (\(Decimals.text(metrics.wasteRatio * 100, digits: 2)) %)

      """
    return sums + liveLatency + qualities
  }

  /// The scores of what was shown, and the formulas.
  private var qualities: String {
    let scores = metrics.quality.map { quality -> String in
      let digits = quality.metric == .ssim ? 3 : 1
      return "\(quality.metric.title) \(Decimals.text(quality.mean ?? 0, digits: digits)) on average, "
        + "below \(Decimals.text(quality.lowPercentile, digits: digits)) for 5 % of the time\n"
    }
    let formulas = MetricDefinition.metrics(of: formulas).compactMap { formula -> String? in
      formula.value(metrics).map { "\(formula.title) \(Decimals.text($0, digits: formula.digits))\n" }
    }
    return (scores + formulas).joined()
  }

  /// Waits after seeks, which are no stalls.
  private var seeks: String {
    guard metrics.seekCount > 0 else { return "" }
    return ", \(Counted.text(metrics.seekCount, "seek")) out of the buffer waited \(seconds(metrics.seekTime))"
  }

  /// How far behind the live edge media was shown.
  private var liveLatency: String {
    guard metrics.livePlayingTime > 0, let latency = value("live_latency_s") else { return "" }
    let dropped = metrics.droppedMedia > 0 ? ", \(seconds(metrics.droppedMedia)) dropped to catch up" : ""
    return "live latency \(seconds(latency)) on average\(dropped)\n"
  }

  /// The sums of a session of several items.
  private var itemSums: String {
    func number(_ name: String) -> Int { Int(value(name) ?? 0) }
    func time(_ name: String) -> String { value(name).map(seconds) ?? "none" }
    let hits = number("preload_hit_count")
    let startup = """
      \(Counted.text(number("items_visited"), "item")) came up and \(number("items_started")) started, \
      startup p50 \(time("item_startup_s_p50")), p95 \(time("item_startup_s_p95"))

      """
    guard metrics.followingVisits > 0 else { return startup + preloading + "\n" }
    return startup + """
      of those that followed \(hits) \(hits == 1 ? "was" : "were") a hit (mean startup \(time("startup_hit_s"))), \
      \(number("preload_partial_count")) partial, \(number("preload_miss_count")) a miss (\(time("startup_miss_s")))
      \(preloading)

      """
  }

  /// How long preloads were allowed, and how far the level was from allowing them.
  private var preloading: String {
    let preload = session.preload
    guard preload.isActive else {
      let count = metrics.segmentsPreloaded
      guard count > 0 else { return "nothing is preloaded" }
      return "\(Counted.text(count, "segment")) \(count == 1 ? "was" : "were") preloaded by tasks of the media loader"
    }
    let share = value("gate_open_share") ?? 0
    let allowed = "preloads were allowed \(Decimals.text(100 * share, digits: 0)) % of the time"
    guard case .gate(let gate) = preload.trigger else { return allowed }
    let highest = events.reduce(0) { max($0, $1.level) }
    return allowed
      + ", from a level of \(seconds(gate.open)) on or once an item is buffered to its end; "
      + "the highest level was \(seconds(highest))"
  }

  private func value(_ name: String) -> Double? { MetricDefinition.named(name)?.value(metrics) }

  private func seconds(_ value: Double) -> String { Decimals.text(value, digits: 3) + " s" }

  /// For a program.
  var json: String {
    let (subject, configuration) = (subject, session.configuration)
    var inputs = [
      ("trace", trace.trace.name), ("trace_sha256", trace.sha256), (subject.name, subject.value),
      ("player", configuration.player), ("policy", configuration.policy), ("buffer", configuration.buffer),
    ]
    if let preload = configuration.preload { inputs.append(("preload", preload)) }
    inputs.append(("viewer", configuration.viewer))
    let members = inputs.map { "\(JSONValue.literal($0.0)): \(JSONValue.literal($0.1))" }.joined(separator: ", ")
    let metrics = metrics.json(
      of: MetricDefinition.metrics(
        severalItems: session.hasSeveralItems, scores: Set(metrics.quality.map(\.metric)), formulas: formulas))
    let lines = events.map { "    " + $0.json }.joined(separator: ",\n")
    var more = ""
    if let failure { more += "  \"failure\": \(JSONValue.literal(failure)),\n" }
    if let parting { more += "  \"against\": \(json(parting.1, of: parting.names)),\n" }
    if let log {
      let said = log.map {
        "    {\"time_s\": \($0.time), \"source\": \(JSONValue.literal($0.source)), \"text\": \(JSONValue.literal($0.text))}"
      }
      more += "  \"player_log\": [\n\(said.joined(separator: ",\n"))\n  ],\n"
    }
    return
      "{\n  \"schema\": 1,\n  \"inputs\": {\(members)},\n  \"metrics\": \(metrics),\n\(more)  \"events\": [\n\(lines)\n  ]\n}\n"
  }

  private func json(_ parting: SessionParting, of names: [String]) -> String {
    let requests = [
      ("first", parting.first), ("second", parting.second), ("first_reason", parting.firstReason),
      ("second_reason", parting.secondReason),
    ].map { "\"\($0)\": \($1?.json ?? "null")" }
    return "{\"name\": \(JSONValue.literal(names[1])), \"segments\": \(parting.shared.segments), "
      + "\"same_renditions\": \(parting.shared.same), \"same_requests\": \(parting.sameRequests), "
      + requests.joined(separator: ", ") + "}"
  }
}

extension SessionEvent.Kind {
  fileprivate var isVisit: Bool { if case .visit = self { true } else { false } }
}
