/// One thing that happened in a session, for people and for peers' accounting.
public struct SessionEvent: Sendable, Hashable {
  /// Why nothing was requested for a while.
  public enum WaitReason: String, Sendable, Hashable {
    /// The buffer held its target.
    case bufferFull = "buffer_full"
    /// The rule asked for it.
    case rule
    /// The next segment of a live stream did not exist yet, or the player did not know it.
    case liveEdge = "live_edge"
  }

  /// Why the viewer waits for media.
  public enum WaitCause: String, Sendable, Hashable, CaseIterable {
    /// For the first frame of an item.
    case startup
    /// For media in the middle of playback.
    case stall
    /// For media at the place to which the viewer had moved.
    case seek
  }

  /// Why something that the viewer's script says had no effect, or another one.
  public enum Ignored: Sendable, Hashable {
    /// What is on the screen cannot be skipped.
    case nothingToSkip
    /// The ad may not be skipped yet.
    case skipTooEarly
    /// There is no item before this one.
    case noPreviousItem
    /// The position lies outside the item, or behind the end of the visit; the playhead goes to the nearest one inside.
    case beyondItem(position: Double)
    /// The position lies too near to the live edge, or beyond it; the playhead goes to where a viewer joins.
    case beyondEdge(position: Double)
    /// The item is not ready: the seek waits until it is.
    case notReady(position: Double)
    /// A bumper cannot be seeked in.
    case bumper
    /// So many steps waited for something that did not happen any more.
    case neverReached(steps: Int)
  }

  /// What happened. Renditions are ladder indices, sizes bytes, times seconds.
  public enum Kind: Sendable, Hashable {
    /// A rendition was chosen for a segment, with the highest one that limits leave; for an observer that wants
    /// reasons.
    case decided(segment: Int, rendition: Int, highest: Int, DecisionReason)
    /// A segment was requested.
    case requested(segment: Int, rendition: Int, bytes: Int)
    /// A segment arrived as a whole.
    case downloaded(segment: Int, rendition: Int, bytes: Int, latency: Double, transferTime: Double)
    /// A rule abandoned a download.
    case abandoned(
      segment: Int, rendition: Int, received: Double, latency: Double, transferTime: Double, instead: Int)
    /// So much of the audio that is fetched apart stays of a segment whose pictures were abandoned.
    case audioKept(segment: Int, bytes: Int)
    /// A download was cut off because the viewer left or the network ended.
    case cut(segment: Int, rendition: Int, received: Double)
    /// So many buffered segments from this one on were dropped for another rendition.
    case replaced(fromSegment: Int, count: Int, bytes: Int)
    /// The buffer is full: nothing is requested before ``waited(seconds:reason:)``, if it comes to that.
    case bufferFull
    /// Nothing was requested for so long: from here on where the rule asks for it or at the live edge, until here where
    /// the buffer was full.
    case waited(seconds: Double, reason: WaitReason)
    /// The first frame was shown.
    case started
    /// The buffer ran empty.
    case stalled
    /// Playback went on after a stall or a seek out of the buffer; how long the viewer waited for media, pauses apart.
    case resumed(after: Double)
    /// The forward target changed.
    case target(seconds: Double)
    /// Limits changed; bits are eligible ladder indices.
    case eligible(mask: UInt64)
    /// The playback rate changed.
    case rate(Double)
    /// The first frame of the rendition that a limit change brought was shown.
    case switchVisible(latency: Double)
    /// The session ended.
    case ended(SessionOutcome)
    /// An item came up; its place in the queue and its index.
    case visit(place: Int, item: Int)
    /// How much of the item that came up was buffered; the level is what it starts with. Not for the first visit of a
    /// session, nor for an item that comes back after a break.
    case readiness(PreloadHit)
    /// The item on the screen has come to the point from which on neighbours are fetched; a gate has events of its own.
    case preloadsAllowed
    /// A segment of a neighbour was requested.
    case preloading(item: Int, segment: Int, rendition: Int, bytes: Int)
    /// A segment of a neighbour arrived as a whole.
    case preloaded(item: Int, segment: Int, rendition: Int, bytes: Int)
    /// A neighbour's segment waits because the memory for preloads, of which so many bytes are taken, would not hold
    /// it.
    case preloadWaits(item: Int, segment: Int, bytes: Int, held: Int)
    /// A running preload was stopped; what had arrived is kept to continue by range, or lost.
    case preloadStopped(item: Int, segment: Int, received: Int, isKept: Bool)
    /// The gate of the preloads opened or closed; the level at which it does so on its own, in media seconds.
    case gate(isOpen: Bool, cause: PreloadGate.Cause, threshold: Double)
    /// The viewer paused.
    case paused
    /// The viewer went on.
    case played
    /// The viewer moved the playhead, inside the buffer or out of it.
    case seeked(to: Double, isInside: Bool)
    /// The viewer lost patience with a startup.
    case impatient
    /// The rest of an ad was skipped.
    case skipped
    /// Something in the script had no effect.
    case ignored(Ignored)
    /// The link carries another share of its capacity from here on.
    case capacity(factor: Double)
    /// A side request was made.
    case sideFlow(bytes: Int)
    /// Downloads for later wait from here on, or continue.
    case downloads(isPaused: Bool)
    /// Something that an item, or one of its renditions, needs before its segments was requested.
    case resourceRequested(item: Int, StreamSettings.Resource.Kind, rendition: Int?, bytes: Int)
    /// A page of the list was requested.
    case pageRequested(bytes: Int)
    /// A page of the list has come; so many visits are known now.
    case pageArrived(known: Int)
    /// A request was answered with an error.
    case refused(item: Int, segment: Int)
    /// No byte came of a request of the item on the screen for as long as the player waits; -1 stands for playlists.
    /// Bytes that had come since the request are kept to continue by range, or lost with those of an earlier part.
    case timedOut(segment: Int, received: Int, isKept: Bool)
    /// A counted retry of the player, or a reload by the app.
    case retried
    /// The player asked the app to reload.
    case retryAsked
    /// The player gave the network up.
    case networkError
    /// Playback could not continue to the end.
    case failedToEnd
    /// The device runs out of memory: nothing is requested for so long.
    case lowMemory(seconds: Double)
    /// The session is not allowed to play, or to play on.
    case playbackRefused(PlaybackRefusal)
    /// The app set the player up again: for which attempt to resume a session that failed, or 0 for another reason.
    case resumeBegan(attempt: Int)
    /// The licence of a key is there.
    case licensed(key: Int)
    /// A side request was answered with an error of so many bytes.
    case refusedSideRequest(bytes: Int)
    /// The address of an item is renewed from a time on.
    case renewing(item: Int, until: Double)
    /// The app told the media loader something about an item.
    case loader(Script.LoaderCommand, item: Int)
    /// Neighbours may be fetched ahead from here on, or may not.
    case preloadingAllowed(Bool)
    /// The network is expensive from now on, or is not.
    case network(isExpensive: Bool)
    /// Playback went on after the app had set the player up again, or could not.
    case resumeEnded(isComplete: Bool)
    /// The link delivers again, for which the app has waited.
    case networkIsBack
    /// The items continue from another source.
    case sourceChanged
    /// Live media was passed over.
    case dropped(seconds: Double)
    /// The local cache made room.
    case evicted(item: Int, bytes: Int)
  }

  /// Seconds since the play request.
  public var time: Double
  /// Buffer level in media seconds after the event.
  public var level: Double
  /// Playhead in media seconds.
  public var position: Double
  /// What happened.
  public var kind: Kind

  /// Creates an event.
  @inlinable
  public init(time: Double, level: Double, position: Double, kind: Kind) {
    self.time = time
    self.level = level
    self.position = position
    self.kind = kind
  }
}

/// Receives the events of a session. The engine is generic over it, so that a session without a log has no trace of it.
public protocol SessionObserver: Sendable {
  /// Whether events are wanted; `false` removes their making from the specialised engine.
  static var isActive: Bool { get }
  /// Whether rules are asked for their reasons, see ``SessionEvent/Kind/decided(segment:rendition:highest:_:)``.
  static var wantsReasons: Bool { get }
  /// Takes an event, in order of time.
  mutating func record(_ event: SessionEvent)
  /// The playhead jumps: to another item, by a seek, or over live media. The event that says why has come before, or
  /// comes next.
  ///
  /// - Parameters:
  ///   - old: where it was, in media seconds of the item on the screen until now.
  ///   - new: where it is from now on.
  mutating func jump(from old: Double, to new: Double)
  /// The viewer waits for media, and has not paused. A wait comes in parts that follow one another, each before the
  /// event at its end.
  ///
  /// - Parameters:
  ///   - cause: why.
  ///   - start: seconds since the play request.
  ///   - end: seconds since the play request, later than the start.
  mutating func wait(for cause: SessionEvent.WaitCause, from start: Double, to end: Double)
}

extension SessionObserver {
  /// `false`.
  @inlinable public static var wantsReasons: Bool { false }
  /// Does nothing.
  @inlinable public mutating func jump(from old: Double, to new: Double) {}
  /// Does nothing.
  @inlinable public mutating func wait(for cause: SessionEvent.WaitCause, from start: Double, to end: Double) {}
}

/// Wants nothing.
public struct NoLog: SessionObserver {
  /// `false`.
  @inlinable public static var isActive: Bool { false }
  /// Creates it.
  @inlinable public init() {}
  /// Does nothing.
  @inlinable public mutating func record(_ event: SessionEvent) {}
}

/// Keeps every event.
public struct EventLog: SessionObserver {
  /// `true`.
  @inlinable public static var isActive: Bool { true }
  /// The events in order of time.
  public var events: [SessionEvent] = []
  /// Creates an empty log.
  @inlinable public init() {}
  /// Appends the event.
  @inlinable public mutating func record(_ event: SessionEvent) { events.append(event) }
}

/// Keeps every event, and why renditions were chosen.
public struct ReasonLog: SessionObserver {
  /// `true`.
  @inlinable public static var isActive: Bool { true }
  /// `true`.
  @inlinable public static var wantsReasons: Bool { true }
  /// The events in order of time.
  public var events: [SessionEvent] = []
  /// Creates an empty log.
  @inlinable public init() {}
  /// Appends the event.
  @inlinable public mutating func record(_ event: SessionEvent) { events.append(event) }
}
