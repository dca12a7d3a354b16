import ABRInput
import ABRPlayback
import ABRRuns

extension SessionEvent {
  /// The event's name for programs, such as `buffer_full` waits being `waited`.
  package var name: String {
    switch kind {
    case .decided: "decided"
    case .requested: "requested"
    case .downloaded: "downloaded"
    case .abandoned: "abandoned"
    case .audioKept: "audio_kept"
    case .cut: "cut"
    case .replaced: "replaced"
    case .bufferFull: "buffer_full"
    case .waited: "waited"
    case .started: "started"
    case .stalled: "stalled"
    case .resumed: "resumed"
    case .target: "target"
    case .eligible: "eligible"
    case .rate: "rate"
    case .switchVisible: "switch_visible"
    case .ended: "ended"
    case .visit: "visit"
    case .readiness: "readiness"
    case .preloadsAllowed: "preloads_allowed"
    case .preloading: "preloading"
    case .preloaded: "preloaded"
    case .preloadWaits: "preload_waits"
    case .preloadStopped: "preload_stopped"
    case .gate: "gate"
    case .paused: "paused"
    case .played: "played"
    case .seeked: "seeked"
    case .impatient: "impatient"
    case .skipped: "skipped"
    case .capacity: "capacity"
    case .sideFlow: "side_flow"
    case .downloads: "downloads"
    case .resourceRequested: "resource_requested"
    case .pageRequested: "page_requested"
    case .pageArrived: "page_arrived"
    case .refused: "refused"
    case .timedOut: "timed_out"
    case .retried: "retried"
    case .retryAsked: "retry_asked"
    case .networkError: "network_error"
    case .failedToEnd: "failed_to_end"
    case .lowMemory: "low_memory"
    case .playbackRefused: "playback_refused"
    case .resumeBegan: "resume_began"
    case .licensed: "licensed"
    case .refusedSideRequest: "refused_beside"
    case .renewing: "renewing"
    case .loader: "loader"
    case .preloadingAllowed: "preloading_allowed"
    case .network: "network"
    case .resumeEnded: "resume_ended"
    case .networkIsBack: "network_is_back"
    case .sourceChanged: "source_changed"
    case .dropped: "dropped"
    case .evicted: "evicted"
    case .ignored: "ignored"
    }
  }

  /// What the event carries beside its time, under names with units, in a fixed order.
  ///
  /// Items are places in the session's list of items, and segment −1 stands for an item's playlists and initialisation
  /// data.
  package var fields: [(name: String, value: DataTable.Cell)] {
    switch kind {
    case .decided(let segment, let rendition, let highest, let reason):
      [
        ("segment", .integer(segment)), ("rendition", .integer(rendition)), ("highest", .integer(highest)),
        ("cause", reason.cause.map { .text($0.rawValue) } ?? .missing),
        ("part", reason.part.map { .text($0) } ?? .missing),
        ("estimate_bps", reason.estimate.map { .number($0) } ?? .missing),
        ("share", reason.share.map { .number($0) } ?? .missing),
        ("latency_s", reason.latency.map { .number($0) } ?? .missing),
      ]
    case .requested(let segment, let rendition, let bytes):
      [("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .integer(bytes))]
    case .downloaded(let segment, let rendition, let bytes, let latency, let transferTime):
      [
        ("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .integer(bytes)),
        ("latency_s", .number(latency)), ("transfer_s", .number(transferTime)),
      ]
    case .abandoned(let segment, let rendition, let received, let latency, let transferTime, let instead):
      [
        ("segment", .integer(segment)), ("rendition", .integer(rendition)),
        ("bytes", .integer(Int(wholeBytes: received))),
        ("latency_s", .number(latency)), ("transfer_s", .number(transferTime)), ("instead", .integer(instead)),
      ]
    case .audioKept(let segment, let bytes): [("segment", .integer(segment)), ("bytes", .integer(bytes))]
    case .cut(let segment, let rendition, let received):
      [("segment", .integer(segment)), ("rendition", .integer(rendition)), ("bytes", .integer(Int(received)))]
    case .replaced(let segment, let count, let bytes):
      [("segment", .integer(segment)), ("count", .integer(count)), ("bytes", .integer(bytes))]
    case .waited(let seconds, let reason): [("seconds", .number(seconds)), ("reason", .text(reason.rawValue))]
    case .bufferFull, .started, .stalled, .preloadsAllowed, .paused, .played, .impatient, .skipped, .retried,
      .retryAsked,
      .networkIsBack, .networkError, .failedToEnd, .sourceChanged:
      []
    case .resumed(let seconds): [("stalled_s", .number(seconds))]
    case .target(let seconds): [("target_s", .number(seconds))]
    case .eligible(let mask): [("renditions", .text(Self.indices(mask)))]
    case .rate(let rate): [("rate", .number(rate))]
    case .switchVisible(let latency): [("latency_s", .number(latency))]
    case .ended(let outcome): [("outcome", .text(outcome.rawValue))]
    case .visit(let place, let item): [("visit", .integer(place)), ("item", .integer(item))]
    case .readiness(let hit): [("readiness", .text(hit.rawValue))]
    case .preloading(let item, let segment, let rendition, let bytes),
      .preloaded(let item, let segment, let rendition, let bytes):
      [
        ("item", .integer(item)), ("segment", .integer(segment)), ("rendition", .integer(rendition)),
        ("bytes", .integer(bytes)),
      ]
    case .preloadWaits(let item, let segment, let bytes, let held):
      [
        ("item", .integer(item)), ("segment", .integer(segment)), ("bytes", .integer(bytes)),
        ("held_bytes", .integer(held)),
      ]
    case .preloadStopped(let item, let segment, let received, let isKept):
      [
        ("item", .integer(item)), ("segment", .integer(segment)), ("bytes", .integer(received)),
        ("received", .text(isKept ? "kept" : "lost")),
      ]
    case .gate(let isOpen, let cause, let threshold):
      [
        ("gate", .text(isOpen ? "open" : "closed")), ("cause", .text(cause.rawValue)),
        ("threshold_s", .number(threshold)),
      ]
    case .seeked(let target, let isInside):
      [("to_s", .number(target)), ("target", .text(isInside ? "inside_buffer" : "outside_buffer"))]
    case .capacity(let factor): [("factor", .number(factor))]
    case .sideFlow(let bytes): [("bytes", .integer(bytes))]
    case .downloads(let isPaused): [("downloads", .text(isPaused ? "paused" : "continued"))]
    case .resourceRequested(let item, let kind, let rendition, let bytes):
      [("item", .integer(item)), ("resource", .text(kind.rawValue))]
        + (rendition.map { [("rendition", .integer($0))] } ?? []) + [("bytes", .integer(bytes))]
    case .pageRequested(let bytes): [("bytes", .integer(bytes))]
    case .pageArrived(let known): [("known_visits", .integer(known))]
    case .refused(let item, let segment): [("item", .integer(item)), ("segment", .integer(segment))]
    case .licensed(let key): [("key", .integer(key))]
    case .refusedSideRequest(let bytes): [("bytes", .integer(bytes))]
    case .renewing(let item, let until): [("item", .integer(item)), ("until_s", .number(until))]
    case .loader(.add(let seconds), let item):
      [("command", .text("add")), ("item", .integer(item)), ("seconds", .number(seconds))]
    case .loader(let command, let item): [("command", .text("\(command)")), ("item", .integer(item))]
    case .preloadingAllowed(let isAllowed): [("preloads", .text(isAllowed ? "allowed" : "not_allowed"))]
    case .network(let isExpensive): [("class", .text(isExpensive ? "expensive" : "normal"))]
    case .lowMemory(let seconds): [("seconds", .number(seconds))]
    case .playbackRefused(let refusal): [("reason", .text(refusal.rawValue))]
    case .timedOut(let segment, let received, let isKept):
      [("segment", .integer(segment)), ("bytes", .integer(received)), ("received", .text(isKept ? "kept" : "lost"))]
    case .resumeBegan(let attempt): [("attempt", .integer(attempt))]
    case .resumeEnded(let isComplete): [("resume", .text(isComplete ? "complete" : "failed"))]
    case .dropped(let seconds): [("seconds", .number(seconds))]
    case .evicted(let item, let bytes): [("item", .integer(item)), ("bytes", .integer(bytes))]
    case .ignored(.nothingToSkip): [("reason", .text("nothing_to_skip"))]
    case .ignored(.skipTooEarly): [("reason", .text("skip_too_early"))]
    case .ignored(.noPreviousItem): [("reason", .text("no_previous_item"))]
    case .ignored(.beyondItem(let position)):
      [("reason", .text("beyond_item")), ("position_wanted_s", .number(position))]
    case .ignored(.beyondEdge(let position)):
      [("reason", .text("beyond_edge")), ("position_wanted_s", .number(position))]
    case .ignored(.notReady(let position)):
      [("reason", .text("not_ready")), ("position_wanted_s", .number(position))]
    case .ignored(.bumper): [("reason", .text("bumper"))]
    case .ignored(.neverReached(let steps)): [("reason", .text("never_reached")), ("steps", .integer(steps))]
    }
  }

  /// One JSON object on one line.
  package var json: String {
    let place: [(String, DataTable.Cell)] = [
      ("time_s", .number(time)), ("level_s", .number(level)), ("position_s", .number(position)),
      ("event", .text(name)),
    ]
    let members = (place + fields.map { ($0.name, $0.value) }).map { "\(JSONValue.literal($0.0)): \($0.1.literal)" }
    return "{" + members.joined(separator: ", ") + "}"
  }

  private static func indices(_ mask: UInt64) -> String {
    (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { "\($0)" }.joined(separator: " ")
  }
}
