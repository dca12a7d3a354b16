import ABRMedia

/// Media of the next segment that is playable while it arrives, see ``PlayableMedia/arriving(fragment:)``.
///
/// ``Buffer/end`` is then the end of the playable media, which moves while the segment comes (``ArrivedPart``). Between
/// two events every byte finds the same share of the link, so that the level is linear within each row of the trace,
/// and the moment at which it comes to a threshold (start, resume, gate, empty) is worked out like the last byte of a
/// transfer.
extension Session {
  /// Levels that differ by less are one, in media seconds: rounding of bytes to media and back.
  static var levelTolerance: Double { 1e-9 }

  /// Bytes that differ by less are none: rounding of sums.
  private static var byteTolerance: Double { 1e-6 }

  /// The next segment on its way, and how it raises the level.
  struct Growth {
    /// Index of the flow.
    let flow: Int
    /// Media seconds for each byte that the link carries.
    let gain: Double
    /// What the header that is missing of the answer would be in media seconds; 0 once media comes.
    let header: Double
    /// Media seconds of the segment after which it raises the level at another rate; infinite for never.
    let end: Double
  }

  /// The level that matters, or the end of playable media, to which what arrives brings the buffer next.
  struct LevelCrossing {
    let time: Double
    /// The playable end, or the level ahead of the playhead, at that time.
    let arrived: (end: Double?, level: Double)
    /// Whether it matters for playback, and not only for how the level rises after it.
    var isLevel = true
  }

  /// The flow with the next segment of the item on the screen.
  private func arrivingFlow() -> Int? {
    network.flows.firstIndex { $0.purpose == .main && $0.item == item && $0.segment == buffer.next }
  }

  /// What is there of the next segment, and its ladder index; `nil` for nothing.
  private func arrivedPart() -> (part: ArrivedPart, rendition: Int)? {
    if let index = arrivingFlow() {
      let part = arrivedPart(of: network.flows[index])
      return part.bytes > 0 ? (part, network.flows[index].rendition) : nil
    }
    guard let part = items[item].part, part.segment == buffer.next, let rendition = part.rendition else { return nil }
    return (arrivedPart(bytes: Double(part.bytes), audio: Double(part.audioBytes), rendition), rendition)
  }

  /// What is there of a flow's segment, which is the next one, with a fraction of a byte.
  func arrivedPart(of flow: Flow) -> ArrivedPart {
    let arrived = network.arrived(flow)
    let audio = DownloadProgress.audio(of: arrived, size: Double(flow.bytes), audioSize: Double(flow.audioBytes))
    let keptAudio = driver.terms.source.audioBytes(of: buffer.next) - flow.audioBytes
    return arrivedPart(bytes: Double(flow.kept) + arrived, audio: Double(keptAudio) + audio, flow.rendition)
  }

  private func arrivedPart(bytes: Double, audio: Double, _ rendition: Int) -> ArrivedPart {
    let size = driver.terms.video.size(segment: buffer.next, rendition: rendition)
    let audioSize = driver.terms.source.audioBytes(of: buffer.next)
    return ArrivedPart(
      pictures: .init(there: bytes - audio, size: Double(size - audioSize)),
      audio: .init(there: audio, size: Double(audioSize)))
  }

  /// Brings the end of the playable media up to what has arrived. It never goes back.
  mutating func takeArrived() {
    guard driver.terms.playsArriving else { return }
    buffer.extend(to: playback.playhead)
    guard buffer.next < driver.terms.segmentCount else { return }
    network.settle(to: now)
    guard let (part, rendition) = arrivedPart() else { return }
    var seconds = driver.terms.video.segmentDuration(buffer.next) * part.playable
    if let fragment = driver.terms.fragment {
      seconds = (seconds / fragment + Self.levelTolerance).rounded(.down) * fragment
    }
    buffer.extend(to: min(driver.terms.video.starts[buffer.next] + seconds, driver.terms.video.starts[buffer.next + 1]))
    // What is shown of it is noted where the whole segment will lie.
    let index = store.index(item, buffer.next)
    let copy = store.copies[index]
    if !copy.places.contains(.arriving) || Int(copy.rendition) != rendition {
      dropOldSegment(buffer.next, of: item)
      store.begin(index, rendition: rendition)
    }
  }

  /// Whether something of the next segment was on the screen, though it has not arrived as a whole.
  @inline(__always)
  private var isPartShown: Bool {
    let copy = store[item, buffer.next]
    return copy.places.contains(.arriving)
      && (copy.wasShown || playback.playhead > max(playback.shownUntil, driver.terms.video.starts[buffer.next]))
  }

  /// Until when a download may be abandoned because nothing of it has been shown.
  @inline(__always)
  var unshownUntil: Double {
    guard driver.terms.playsArriving, !isDownloaded else { return .infinity }
    if isPartShown { return -.infinity }
    guard playback.isShowing else { return .infinity }
    return now + max(0, driver.terms.video.starts[buffer.next] - playback.playhead) / effectiveRate
  }

  /// Media ahead of the playhead that stays where the download of the next segment is abandoned, as the rule is told.
  @inline(__always)
  var levelWithoutPart: Double {
    ruleLevel(
      driver.terms.playsArriving && !isDownloaded
        ? max(0, driver.terms.video.starts[buffer.next] - playback.playhead) : level)
  }

  // MARK: Events

  /// Counts the bytes up to now: how the next segment raises the level; `nil` where nothing of it comes.
  mutating func settleGrowth() -> Growth? {
    guard driver.terms.playsArriving, network.capacity > 0, network.leftover == 0 else { return nil }
    network.settle(to: now)
    guard let index = arrivingFlow(), network.flows[index].isTransferring else { return nil }
    let flow = network.flows[index]
    let share = network.capacity / Double(network.servedCount)
    let part = arrivedPart(of: flow)
    let (growth, progress) = (part.growth, network.progress(flow))
    let duration = driver.terms.video.segmentDuration(buffer.next)
    return Growth(
      flow: index, gain: duration / growth.size * network.settings.payloadFraction * share,
      header: progress < -Self.byteTolerance ? duration * (-progress / growth.size) : 0,
      end: duration * (part.playable + growth.bytes / growth.size))
  }

  /// The first moment, up to a time, at which the level comes to one that matters.
  func nextCrossing(_ growth: Growth, before end: Double) -> LevelCrossing? {
    // The bytes have been counted up to the last question to the rule, which may lie ahead.
    let time = max(now, network.clock)
    let flow = network.flows[growth.flow]
    let start = driver.terms.video.starts[buffer.next]
    if growth.header > 0 {
      let body = network.meeting(of: -growth.header, with: 0, gain: growth.gain, drain: 0, from: time, until: end)
      // On a fast link rounding may leave a part of a byte for which no time is left: the body begins.
      if body > time { return body < .infinity ? LevelCrossing(time: body, arrived: (buffer.end, 0)) : nil }
    }
    let arrived = driver.terms.video.segmentDuration(buffer.next) * arrivedPart(of: flow).playable
    // Pictures or audio are complete, and the others come faster.
    var turn: LevelCrossing?
    var end = end
    if growth.end < .infinity {
      let turnTime = network.meeting(of: arrived, with: growth.end, gain: growth.gain, drain: 0, from: time, until: end)
      if turnTime > time, turnTime < .infinity {
        turn = LevelCrossing(time: turnTime, arrived: (buffer.end, 0), isLevel: false)
        end = turnTime
      }
    }
    if let fragment = driver.terms.fragment {
      let whole = max(arrived / fragment + Self.levelTolerance, (buffer.end - start) / fragment + 1e-6).rounded(.down)
      let next = (whole + 1) * fragment
      guard start + next < driver.terms.video.starts[buffer.next + 1] else { return turn }
      let arrival = network.meeting(of: arrived, with: next, gain: growth.gain, drain: 0, from: time, until: end)
      return arrival < .infinity ? LevelCrossing(time: arrival, arrived: (start + next, 0)) : turn
    }
    let drain = playback.isShowing ? effectiveRate : 0
    // Rounding may have left the arrived media short of a level that was met; after a seek into the segment it may lie
    // behind the playhead.
    let isRounded = abs(buffer.end - (start + arrived)) < Self.levelTolerance
    let level = (isRounded ? buffer.end : start + arrived) - (playback.playhead + drain * (time - now))
    var first: (time: Double, level: Double) = (.infinity, 0)
    func consider(_ value: Double) {
      let time = network.meeting(of: level, with: value, gain: growth.gain, drain: drain, from: time, until: end)
      if time < first.time { first = (time, value) }
    }
    // Empty already, or before the position that a seek into the segment has chosen.
    if playback.isShowing, level <= 0 { return LevelCrossing(time: time, arrived: (nil, 0)) }
    if playback.isShowing { consider(0) }
    if let awaited = nextLook(from: level) { consider(awaited) }
    let gateLevels = preloading.gateLevels
    if let close = gateLevels.close, level > close + Self.levelTolerance { consider(close) }
    if let open = gateLevels.open, level < open - Self.levelTolerance { consider(open) }
    return first.time < .infinity ? LevelCrossing(time: first.time, arrived: (nil, first.level)) : turn
  }

  /// The level above a level at which it is looked again whether playback may begin; `nil` where none is awaited.
  private func nextLook(from level: Double) -> Double? {
    guard let awaited = awaitedLevel() else { return nil }
    if case .likelyToKeepUp = driver.terms.settings.buffer.startRule {
      let step = StartRule.lookInterval
      return ((max(0, level) + Self.levelTolerance) / step).rounded(.down) * step + step
    }
    return level < awaited - Self.levelTolerance ? awaited : nil
  }

  /// The level is where it was to come, whatever rounding has left of it.
  mutating func reach(_ crossing: LevelCrossing) {
    if let end = crossing.arrived.end {
      buffer.extend(to: end)
    } else {
      buffer.reach(playback.playhead + crossing.arrived.level)
    }
  }

  // MARK: Accounts

  /// Accounts for the bytes of a part of a segment that is not continued: the share of the segment that was on the
  /// screen is played, rounded down to whole bytes, the rest goes to an account of waste.
  mutating func accountPart(of item: Int, segment: Int, bytes: Int, as account: ByteAccount) {
    let index = store.index(item, segment)
    guard store.copies[index].places.contains(.arriving) else {
      credit(bytes, to: account)
      return
    }
    if item == self.item { settleShown() }
    let driver = driver(of: item)
    let size = Double(driver.terms.video.size(segment: segment, rendition: Int(store.copies[index].rendition)))
    let duration = driver.terms.video.segmentDuration(segment)
    let played = min(bytes, Int(wholeBytes: size * (min(store.shownSeconds(index), duration) / duration)))
    let passed = Int(wholeBytes: size * (store.takePassedSeconds(index) / duration))
    let dropped = min(bytes - played, passed)
    credit(played, to: .played)
    credit(dropped, to: .dropped)
    credit(bytes - played - dropped, to: account)
    store.remove(index)
    if item == self.item, segment == buffer.next {
      buffer.reach(max(playback.playhead, driver.terms.video.starts[segment]))
    }
  }
}
