import ABRMedia
import ABRNetwork

/// Everything of a session of several items but the network: players, queue, script, preloading, faults and cache.
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
  /// Media seconds behind the playhead that stay in memory for a seek back.
  public var backBuffer: Double { settings.backBuffer }
  /// How long a first frame takes.
  public var render: RenderSettings { settings.render }
  /// What encrypted media needs before its first frame.
  public var licences: LicenceSettings { settings.licences }

  /// Puts a session together.
  ///
  /// - Throws: ``SettingsError`` naming what can never work.
  public init(
    players: [AnyPlayer], queue: ItemQueue, script: Script = Script(), preload: PreloadSettings = PreloadSettings(),
    faults: FaultSettings = FaultSettings(), cache: CacheSettings = CacheSettings(), backBuffer: Double = 0,
    render: RenderSettings = RenderSettings(), licences: LicenceSettings = LicenceSettings()
  ) throws(SettingsError) {
    try queue.validate(playerCount: players.count)
    try script.validate(for: queue, playerCount: players.count)
    try preload.validate()
    try faults.validate()
    for player in players { try player.settings.retry.validate() }
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
    guard backBuffer >= 0 else {
      throw SettingsError(setting: "back buffer", found: "\(backBuffer) s", allowed: "0 s or more")
    }
    self.players = players
    self.script = script
    settings = SessionSettings(
      queue: queue, preload: preload, faults: faults, cache: cache, backBuffer: backBuffer,
      licences: licences, render: render)
  }

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

  /// Plays one session in memory that sessions of one thread share.
  @specialized(where O == NoLog)
  public func play<O: SessionObserver>(
    _ start: AnyPlayer.Start, scratch: inout SessionScratch, observer: inout O
  ) -> SessionMetrics {
    Session.play(
      settings, script: script, drivers: players.map { $0.makeDriver() }, start: start, memory: &scratch,
      observer: &observer)
  }
}
