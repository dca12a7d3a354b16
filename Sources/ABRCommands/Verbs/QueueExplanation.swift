import ABRNetwork
import ABRPlayback
import ABRReports
import ABRRuns

/// One session of several items, played for `abrlab explain`.
struct QueueExplanation {
  private let session: PreparedSession
  private let player: SessionPlayer
  private let events: [SessionEvent]
  private let metrics: SessionMetrics

  /// Plays the session.
  ///
  /// - Throws: what a policy outside of the engine throws.
  init(_ session: PreparedSession, over start: AnyPlayer.Start, trace: TraceFile) throws {
    var log = EventLog()
    metrics = try session.play(over: start, trace: trace.trace.name, sha256: trace.sha256, observer: &log) ?? .init()
    events = log.events
    player = session.player(for: trace.sha256)
    self.session = session
  }

  /// The session for text and JSON.
  ///
  /// - Parameters:
  ///   - name: what the session is called.
  ///   - policy: canonical spec of the policy.
  ///   - buffer: canonical spec of the buffer.
  ///   - audioBitrate: bits per second of the audio that is fetched apart.
  func report(
    trace: TraceFile, name: String, policy: String, buffer: String, audioBitrate: Double
  ) -> SessionExplanation {
    let items = zip(player.queue.items, player.videos)
    let visits = player.queue.visits.count
    let inserts = session.players[0].script.steps.count { if case .insert = $0.action { true } else { false } }
    let planned = SessionExplanation.count(visits, "planned visit")
    let inserted = inserts == 0 ? "" : ", \(SessionExplanation.count(inserts, "more", many: "more")) to be inserted"
    let viewer = session.configuration.viewer
    let preload = session.configuration.preload ?? ""
    return SessionExplanation(
      trace: trace,
      facts: [
        ("session", "\(name), \(planned)\(inserted)"),
        ("policy", "\(policy), buffer \(buffer), viewer \(viewer)"),
        ("preload", preload),
      ],
      inputs: [
        ("session", name), ("policy", policy), ("buffer", buffer), ("preload", preload), ("viewer", viewer),
      ],
      writer: EventText(
        items: items.map { .init(name: $0.name, video: $1, audioBitrate: audioBitrate) },
        visits: inserts == 0 ? visits : nil),
      events: events, summary: summary, metrics: metrics.json(of: MetricDefinition.metrics(severalItems: true)))
  }

  private var summary: String {
    func value(_ name: String) -> Double? { MetricDefinition.named(name)?.value(metrics) }
    func number(_ name: String) -> Int { Int(value(name) ?? 0) }
    func seconds(_ name: String) -> String { value(name).map { Decimals.text($0, digits: 3) + " s" } ?? "none" }
    let hits = number("preload_hit_count")
    let misses = number("preload_miss_count")
    return """
      \(SessionExplanation.count(number("items_visited"), "item")) came up and \(number("items_started")) started, \
      startup p50 \(seconds("item_startup_s_p50")), p95 \(seconds("item_startup_s_p95"))
      of those that followed \(hits) \(hits == 1 ? "was" : "were") a hit (mean startup \(seconds("startup_hit_s"))), \
      \(number("preload_partial_count")) partial, \(misses) a miss (\(seconds("startup_miss_s")))
      \(preloading)
      \(SessionExplanation.summary(metrics, withStartup: false))
      """
  }

  /// How long preloads were allowed, and how far the level was from allowing them.
  private var preloading: String {
    let preload = session.preload
    guard preload.isActive else { return "nothing is preloaded" }
    let share = MetricDefinition.named("gate_open_share")?.value(metrics) ?? 0
    let allowed = "preloads were allowed \(Decimals.text(100 * share, digits: 0)) % of the time"
    guard case .gate(let gate) = preload.trigger else { return allowed }
    let highest = events.reduce(0) { max($0, $1.level) }
    return allowed
      + ", from a level of \(Decimals.text(gate.open, digits: 3)) s on or once an item is buffered to its end; "
      + "the highest level was \(Decimals.text(highest, digits: 3)) s"
  }
}
