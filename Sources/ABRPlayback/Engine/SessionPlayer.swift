import ABRMedia
import ABRNetwork

/// Everything of a session but the network: players, queue, script, preloading, faults and cache. A video by itself is
/// a session of one item.
///
/// ```swift
/// let session = try SessionPlayer(players: [player], queue: ItemQueue(playlist: [QueueItem(), QueueItem()]))
/// let metrics = session.play(over: link)
/// ```
public struct SessionPlayer: Sendable {
  /// One prepared player for each video.
  public let players: [AnyPlayer]
  /// What the viewer does.
  public private(set) var script: Script
  let settings: SessionSettings

  /// What is played.
  public var queue: ItemQueue { settings.queue }
  /// How neighbours are fetched ahead.
  public var preload: PreloadSettings { settings.preload }
  /// What goes wrong.
  public var faults: FaultSettings { settings.faults }
  /// What the device keeps.
  public var cache: CacheSettings { settings.cache }
  /// How long a first frame takes.
  public var render: RenderSettings { settings.render }
  /// What encrypted media needs before its first frame.
  public var licences: LicenceSettings { settings.licences }

  /// Puts a session together.
  ///
  /// - Throws: ``SettingsError`` naming what can never work.
  public init(
    players: [AnyPlayer], queue: ItemQueue, script: Script = Script(), preload: PreloadSettings = PreloadSettings(),
    faults: FaultSettings = FaultSettings(), cache: CacheSettings = CacheSettings(),
    render: RenderSettings = RenderSettings(), licences: LicenceSettings = LicenceSettings(),
    metered: MeteredNetwork? = nil
  ) throws(SettingsError) {
    try queue.validate(playerCount: players.count)
    try script.validate(for: queue, playerCount: players.count)
    for (index, item) in queue.items.enumerated() {
      guard let rendition = item.downloadedRendition else { continue }
      let renditions = players[item.player].terms.renditions.indices
      guard renditions.contains(rendition), item.live == nil, item.sources.isEmpty else {
        throw SettingsError(
          setting: "item \(index) downloaded rendition", found: "\(rendition)",
          allowed: "0 to \(renditions.count - 1), of an item that is not live and has no sources")
      }
    }
    try preload.validate()
    try faults.validate()
    for player in players {
      try player.settings.retry.validate()
      guard player.settings.backBuffer >= 0 else {
        throw SettingsError(
          setting: "back buffer", found: "\(player.settings.backBuffer) s", allowed: "0 s or more")
      }
    }
    try render.validate()
    try licences.validate()
    guard cache.capacity >= 0 else {
      throw SettingsError(setting: "cache", found: "\(cache.capacity) bytes", allowed: "0 bytes or more")
    }
    guard cache.freeSpace ?? 0 >= 0, cache.freeFloor >= 0 else {
      throw SettingsError(
        setting: "free space", found: "\(cache.freeSpace ?? 0) bytes, floor \(cache.freeFloor) bytes",
        allowed: "0 bytes or more")
    }
    guard cache.authorisationBytes >= 0 else {
      throw SettingsError(
        setting: "authorisation", found: "\(cache.authorisationBytes) bytes", allowed: "0 bytes or more")
    }
    if let sets = metered?.eligible, let count = sets.count(otherThan: players.count) {
      throw SettingsError(
        setting: "metered network", found: "\(count) sets of renditions",
        allowed: "one for each of \(players.count) videos")
    }
    self.players = players
    self.script = script
    settings = SessionSettings(
      queue: queue, preload: preload, faults: faults, cache: cache,
      licences: licences, render: render, metered: metered)
  }

  /// A video by itself.
  ///
  /// - Parameters:
  ///   - player: plays it.
  ///   - viewer: who watches.
  public init(of player: AnyPlayer, viewer: Viewer = Viewer()) { self.init(of: player, script: viewer.script) }

  /// A video by itself with a script of its own, which names no item but the only one.
  package init(of player: AnyPlayer, script: Script, metered: MeteredNetwork? = nil) {
    players = [player]
    self.script = script
    settings = metered.map { SessionSettings(metered: $0) } ?? .singleVideo
  }

  /// Whether sessions must be played in order, see ``Rule/inheritsState``. Sessions of several items never are.
  package var inheritsState: Bool { !settings.listsVisits && players[0].inheritsState }

  /// Whether metrics of visits are kept, as for sessions of several items.
  package var listsVisits: Bool { settings.listsVisits }

  /// The same session with another script, checked.
  ///
  /// - Throws: ``SettingsError``.
  public func with(_ script: Script) throws(SettingsError) -> SessionPlayer {
    // All but the script has been checked.
    try script.validate(for: queue, playerCount: players.count)
    var player = self
    player.script = script
    return player
  }

  /// The videos of the items, by their index in the queue; at the start of a session that may change sources.
  public var videos: [Video] { queue.items.indices.map(video) }

  /// The video of an item, by its index in the queue; at the start of a session that may change sources.
  public func video(of item: Int) -> Video { players[queue.items[item].player].video }

  /// Plays one session.
  ///
  /// - Parameters:
  ///   - link: the network.
  ///   - offset: seconds into the trace at which the session starts.
  /// - Returns: what the session cost and brought.
  /// - Complexity: O(segments + trace rows crossed + actions), times the number of flows at one time.
  public func play(over link: Link, from offset: Double = 0) -> SessionMetrics {
    var log = NoLog()
    return play(over: link, from: offset, observer: &log)
  }

  /// Plays one session and hands its events to an observer.
  public func play<O: SessionObserver>(over link: Link, from offset: Double = 0, observer: inout O) -> SessionMetrics {
    var scratch = SessionScratch()
    return play(AnyPlayer.Start(link: link, offset: offset), scratch: &scratch, observer: &observer)
  }

  /// Plays sessions one after the other, each rule taking over from the one before (``Rule/inherit(from:)``).
  ///
  /// - Parameters:
  ///   - count: how many sessions there are.
  ///   - start: where the session of an index starts; asked when it is its turn.
  ///   - body: receives index, metrics and events of each session, in order.
  /// - Throws: what `start` throws, and plays no more.
  public func playInSequence<Failure: Error>(
    _ count: Int, start: (Int) throws(Failure) -> AnyPlayer.Start, body: (Int, SessionMetrics, EventLog) -> Void
  ) throws(Failure) {
    var scratch = SessionScratch()
    var previous: [ItemDriver] = []
    for index in 0..<count {
      let start = try start(index)
      let drivers = players.map { $0.makeDriver() }
      for (driver, previous) in zip(drivers, previous) { driver.inherit(from: previous) }
      var log = EventLog()
      let metrics = Session.play(
        settings, script: script, drivers: drivers, start: start, memory: &scratch, observer: &log)
      previous = drivers
      body(index, metrics, log)
    }
  }

  /// Plays one session in memory that sessions of one thread share.
  @specialized(where O == NoLog)
  public func play<O: SessionObserver>(
    _ start: AnyPlayer.Start, scratch: inout SessionScratch, observer: inout O
  ) -> SessionMetrics {
    let drivers = scratch.takeDrivers(of: players)
    defer { scratch.keep(drivers) }
    return Session.play(
      settings, script: script, drivers: drivers, start: start, memory: &scratch, observer: &observer)
  }
}
