import ABRMedia
import ABRPlayback

/// Writes the events of a session for a person, one a line.
///
/// In a session of several items the renditions of a request are those of the item that is on the screen, so the writer
/// follows which one that is: it takes the events in their order.
package struct EventText: Sendable {
  /// An item of a session, for the reader.
  package struct Item: Sendable {
    /// What it is called.
    package var name: String
    /// What is played, with the audio that is fetched apart.
    package var video: Video
    /// Bits per second of the audio that is fetched apart.
    package var audioBitrate: Double

    /// Creates an item.
    package init(name: String, video: Video, audioBitrate: Double = 0) {
      self.name = name
      self.video = video
      self.audioBitrate = audioBitrate
    }
  }

  private let items: [Item]
  private let visits: Int?
  private let keys: [String]
  private var current = 0

  /// Creates a writer for sessions.
  ///
  /// - Parameters:
  ///   - items: the items in the order of their indices; at least one.
  ///   - visits: how many visits there are; `nil` where the viewer may insert some.
  ///   - keys: names of the keys of encrypted media, in the order of their numbers.
  package init(items: [Item], visits: Int?, keys: [String] = []) {
    precondition(!items.isEmpty, "a session has an item")
    self.items = items
    self.visits = visits
    self.keys = keys
  }

  /// The heading of ``line(_:)``.
  package static let heading = "  time s  level s  playhead s  event"

  /// One event, times in seconds, without a line feed.
  package mutating func line(_ event: SessionEvent) -> String {
    if case .visit(_, let item) = event.kind { current = item }
    return Self.column(event.time, 3, 8) + "  " + Self.column(event.level, 2, 7) + "  "
      + Self.column(event.position, 2, 10) + "  " + words(event)
  }

  /// A line that the player said itself, under the columns of ``line(_:)``.
  ///
  /// - Parameters:
  ///   - time: seconds since the play request.
  ///   - source: the function of the console, or `event`.
  ///   - text: what it said.
  package static func line(at time: Double, _ source: String, _ text: String) -> String {
    column(time, 3, 8) + String(repeating: " ", count: 23) + "player    \(source): \(EscapedText.line(text))"
  }

  private static func column(_ value: Double, _ digits: Int, _ width: Int) -> String {
    let text = Decimals.text(value, digits: digits)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func words(_ event: SessionEvent) -> String {
    switch event.kind {
    case .decided(_, let rendition, let highest, let reason): "decide    \(words(reason, rendition, highest))"
    case .requested(let segment, let rendition, let bytes):
      "request   segment \(segment) at \(name(rendition)), \(size(Double(bytes)))\(audio(segment, rendition, bytes))"
    case .downloaded(let segment, _, let bytes, let latency, let transfer):
      "arrived   segment \(segment) after \(seconds(latency + transfer)), \(rate(Double(bytes), transfer))"
    case .abandoned(let segment, let rendition, let received, _, _, let instead):
      "abandon   segment \(segment) at \(name(rendition)) after \(size(received)), instead \(name(instead))"
    case .audioKept(let segment, let bytes): "keep      \(size(Double(bytes))) of the audio of segment \(segment)"
    case .cut(let segment, let rendition, let received):
      "cut off   \(part(segment, at: rendition)) after \(size(received))"
    case .replaced(let segment, let count, let bytes):
      "replace   \(count == 1 ? "segment \(segment)" : "\(count) segments from \(segment) on"), "
        + "\(size(Double(bytes))) dropped"
    case .bufferFull: "wait      the buffer is full"
    case .waited(let time, .bufferFull): "wait      \(seconds(time)), the buffer is full"
    case .waited(let time, .rule): "wait      \(seconds(time)), the rule asks for it"
    case .waited(let time, .liveEdge): "wait      \(seconds(time)), at the live edge"
    case .started: "START     first frame"
    case .stalled: "STALL"
    case .resumed(let time): "RESUME    after \(seconds(time))"
    case .target(let time): "target    \(time.isFinite ? seconds(time) : "none, other limits of the buffer hold")"
    case .eligible(let mask):
      "limits    \(mask.nonzeroBitCount) of \(items[current].video.ladder.count) renditions are eligible"
    case .rate(let rate): "rate      \(Decimals.text(rate, digits: 2))"
    case .switchVisible(let latency): "visible   the limit's rendition, after \(seconds(latency))"
    case .ended(let outcome): "END       \(outcome.rawValue.replacing("_", with: " "))"
    case .visit(let place, let index): "VISIT     \(place + 1)\(visits.map { " of \($0)" } ?? ""), \(item(index))"
    case .readiness(.hit): "hit       \(seconds(event.level)) buffered"
    case .readiness(.partial): "partial   a part of the first segment is there or on its way"
    case .readiness(.miss): "miss      nothing is buffered"
    case .preloadsAllowed: "allowed   neighbours may be fetched from here on"
    case .preloading(let index, let segment, let rendition, let bytes):
      "preload   \(item(index)), segment \(segment) at \(name(rendition, of: index)), \(size(Double(bytes)))"
    case .preloaded(let index, let segment, _, _): "preloaded \(item(index)), segment \(segment)"
    case .preloadWaits(let index, let segment, let bytes, let held):
      "held back \(item(index)), segment \(segment): "
        + "\(size(Double(bytes))) do not fit beside \(size(Double(held))) of preloads"
    case .preloadStopped(let index, let segment, let received, let isKept):
      "stop      \(item(index)), \(segment < 0 ? "playlists" : "segment \(segment)") after \(size(Double(received))), "
        + (isKept ? "kept to go on with" : "lost")
    case .gate(let isOpen, let cause, let threshold): gate(isOpen, cause, threshold, level: event.level)
    case .paused: "PAUSE"
    case .played: "PLAY"
    case .seeked(let target, let isInside):
      "SEEK      to \(seconds(target)), \(isInside ? "inside" : "outside") the buffer"
    case .impatient: "GIVE UP   the viewer will not wait longer"
    case .skipped: "SKIP      the rest of the ad"
    case .capacity(0): "network   lost"
    case .capacity(1): "network   back to all of its capacity"
    case .capacity(let factor): "network   carries \(Decimals.text(factor * 100, digits: 0)) % of its capacity"
    case .sideFlow(let bytes): "side      request of \(size(Double(bytes)))"
    case .downloads(let isPaused): "side      downloads \(isPaused ? "pause" : "continue")"
    case .resourceRequested(let index, let kind, let rendition, let bytes):
      "request   \(kind.rawValue.replacing("_", with: " "))"
        + "\(rendition.map { " of \(name($0, of: index))" } ?? "")\(items.count > 1 ? " of \(item(index))" : ""), "
        + size(Double(bytes))
    case .pageRequested(let bytes): "page      more of the list is asked for, \(size(Double(bytes)))"
    case .pageArrived(let known): "page      \(known) visits are known"
    case .refused(-1, _): "refused   a side request"
    case .refused(let index, let segment):
      "refused   \(item(index)), \(segment < 0 ? "playlists" : "segment \(segment)")"
    case .timedOut(let segment, let received, let isKept):
      "time-out  \(segment < 0 ? "playlists" : "segment \(segment)"), no byte for too long; "
        + "\(received) bytes that had come are \(isKept ? "kept" : "lost")"
    case .retried: "retry     the player tries the network again"
    case .retryAsked: "ask app   the player has no retry of its own left: the app is to reload"
    case .networkError: "ERROR     the player stops fetching"
    case .failedToEnd: "FAILED    playback cannot go on to the end"
    case .lowMemory(let time): "memory    runs low: nothing is requested for \(seconds(time))"
    case .playbackRefused(.streamLimit): "REFUSED   the service allows no further stream at once"
    case .playbackRefused(.expensiveNetwork): "REFUSED   playback is not allowed on an expensive network"
    case .resumeBegan(attempt: 0): "set up    player made anew"
    case .resumeBegan(let attempt): "set up    attempt \(attempt) to resume"
    case .licensed(let key): "licence   of key \(keys.indices.contains(key) ? EscapedText.line(keys[key]) : "\(key)")"
    case .refusedSideRequest(let bytes): "refused   a side request, \(size(Double(bytes))) of an error"
    case .renewing(let index, let time): "expired   \(item(index)): its new address is there at \(seconds(time))"
    case .loader(.add(let time), let index): "loader    is to fetch \(seconds(time)) of \(item(index))"
    case .loader(.cancel, let index): "loader    no longer fetches \(item(index))"
    case .loader(.pause, let index): "loader    waits with \(item(index))"
    case .loader(.resume, let index): "loader    goes on with \(item(index))"
    case .preloadingAllowed(let isAllowed):
      "preloads  may \(isAllowed ? "be requested" : "not be requested on this network")"
    case .network(let isExpensive): "network   \(isExpensive ? "expensive" : "no longer expensive") from here on"
    case .resumeEnded(let isComplete): isComplete ? "set up    playback goes on" : "set up    playback did not go on"
    case .networkIsBack: "network   it delivers again"
    case .sourceChanged: "source    another one from here on"
    case .dropped(let time): "drop      \(seconds(time)) to come closer to the live edge"
    case .evicted(let index, let bytes): "evict     \(size(Double(bytes))) of \(item(index)) from the cache"
    case .ignored(.nothingToSkip): "no effect a skip: this cannot be skipped"
    case .ignored(.skipTooEarly): "no effect a skip: the ad may not be skipped yet"
    case .ignored(.noPreviousItem): "no effect a move back: there is no item before this one"
    case .ignored(.beyondItem(let position)):
      "cut short the position \(seconds(position)) is not in this visit: its nearest one"
    case .ignored(.beyondEdge(let position)):
      "cut short the position \(seconds(position)) is too near to the live edge: where a viewer joins"
    case .ignored(.notReady(let position)): "later     the seek to \(seconds(position)) waits until the item is ready"
    case .ignored(.bumper): "no effect a seek: a bumper plays as it is"
    case .ignored(.neverReached(let steps)): "no effect \(steps) more \(steps == 1 ? "step" : "steps") of the script"
    }
  }

  /// A choice and why it was made: what was seen of the network, what decided, and what limits leave.
  private func words(_ reason: DecisionReason, _ rendition: Int, _ highest: Int) -> String {
    var seen: [String] = []
    if let estimate = reason.estimate {
      let share = reason.share ?? 1
      let digits = abs(share * 100 - (share * 100).rounded()) < 1e-9 ? 2 : 3
      let product = " x \(Decimals.text(share, digits: digits)) = \(Decimals.text(estimate * share / 1e6, digits: 2))"
      seen.append("estimate \(Decimals.text(estimate / 1e6, digits: 2)) Mbit/s\(share == 1 ? "" : product)")
    }
    if let latency = reason.latency, latency > 0 {
      seen.append("with \(Decimals.text(latency, digits: 3)) s of latency a segment")
    }
    if let cause = reason.cause {
      let least = Double(items.indices.contains(current) ? items[current].video.ladder[0].bandwidth : 0)
      let carriesNone =
        cause == .estimate && rendition == 0 && (reason.estimate ?? .infinity) * (reason.share ?? 1) < least
      seen.append(carriesNone ? "the lowest, though this does not carry it" : words(cause))
    }
    if rendition == highest, highest < items[current].video.ladder.count - 1 { seen.append("limits allow no higher") }
    return name(rendition) + (reason.part.map { " by \($0)" } ?? "")
      + (seen.isEmpty ? "" : ": " + seen.joined(separator: ", "))
  }

  private func words(_ cause: DecisionReason.Cause) -> String {
    switch cause {
    case .initial: "the player's first rendition"
    case .nothingMeasured: "nothing measured yet"
    case .test: "a test of the throughput, abandoned when all of it has come"
    case .estimate: "the highest that this carries"
    case .average: "the highest whose average bandwidth this carries"
    case .upSwitch: "too little for a higher one"
    case .level: "chosen by the buffer level"
    case .score: "best score at this buffer level"
    case .plan: "best plan for the next segments"
    case .lowLevel: "lower than the estimate carries: the buffer is low"
    case .lowForUpSwitch: "stays: the buffer is too low to switch up"
    case .highForDownSwitch: "stays: the buffer is high enough not to switch down"
    case .emptyBuffer: "stays: no rule answers while the buffer is empty"
    case .leastStall: "none comes in time, the shortest stall"
    case .interval: "stays: too soon after the last choice"
    case .history: "stays below what was left lately"
    case .abandoned: "follows an abandoned download"
    case .trend: "by the trend of the buffer level"
    case .fixed: "the policy names it"
    }
  }

  /// Which side of which threshold the level is on, or what else moved the gate.
  private func gate(_ isOpen: Bool, _ cause: PreloadGate.Cause, _ threshold: Double, level: Double) -> String {
    let reason =
      switch cause {
      case .level:
        isOpen
          ? "level \(seconds(level)) has reached \(seconds(threshold))"
          : "level \(seconds(level)) is down to \(seconds(threshold))"
      case .complete: "the item is buffered to its end, level \(seconds(level))"
      case .idle: "nothing is playing"
      case .stall: "playback has stalled"
      case .newItem: "the playhead is at new media, level \(seconds(level))"
      }
    return (isOpen ? "gate open " : "gate shut ") + reason
  }

  /// The name of an item, which tells it from all others of a session; its index where it has none.
  private func item(_ index: Int) -> String {
    items.indices.contains(index) && !items[index].name.isEmpty ? EscapedText.line(items[index].name) : "item \(index)"
  }

  private func part(_ segment: Int, at rendition: Int) -> String {
    segment < 0 ? "playlists" : "segment \(segment) at \(name(rendition))"
  }

  private func name(_ rendition: Int) -> String { name(rendition, of: current) }

  private func name(_ rendition: Int, of item: Int) -> String {
    // After a change of source the ladder may be another than that of the item's video.
    guard items.indices.contains(item), (0..<items[item].video.ladder.count).contains(rendition) else {
      return "\(rendition)"
    }
    let entry = items[item].video.ladder[rendition]
    let height = entry.height.map { " \($0)p" } ?? ""
    return "\(rendition) (\(Decimals.text(Double(entry.bandwidth) / 1e6, digits: 2)) Mbit/s\(height))"
  }

  /// What of a whole segment's bytes is audio that is fetched apart.
  private func audio(_ segment: Int, _ rendition: Int, _ bytes: Int) -> String {
    guard items.indices.contains(current), items[current].audioBitrate > 0 else { return "" }
    let video = items[current].video
    guard (0..<video.segmentCount).contains(segment), (0..<video.ladder.count).contains(rendition) else { return "" }
    guard bytes == video.size(segment: segment, rendition: rendition) else { return "" }
    let audio = video.bytes(ofAudio: items[current].audioBitrate, segment: segment)
    return ", \(size(Double(audio))) of it audio, requested apart"
  }

  private func size(_ bytes: Double) -> String {
    if bytes < 1000 { return "\(Int(bytes)) B" }
    return bytes < 1e6 ? "\(Decimals.text(bytes / 1e3, digits: 1)) kB" : "\(Decimals.text(bytes / 1e6, digits: 2)) MB"
  }

  private func seconds(_ time: Double) -> String { "\(Decimals.text(time, digits: 3)) s" }

  private func rate(_ bytes: Double, _ time: Double) -> String {
    time > 0 ? "\(Decimals.text(bytes * 8 / time / 1e6, digits: 2)) Mbit/s" : "at once"
  }
}
