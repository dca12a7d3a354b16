/// Everything of a session but its players, the network and the viewer's script.
struct SessionSettings: Sendable {
  /// What is played.
  var queue: ItemQueue
  /// How neighbours are fetched ahead.
  var preload = PreloadSettings()
  /// What goes wrong.
  var faults = FaultSettings()
  /// What the device keeps.
  var cache = CacheSettings()
  /// Media seconds behind the playhead that stay in memory for a seek back.
  var backBuffer = 0.0
  /// What encrypted media needs before its first frame.
  var licences = LicenceSettings()
  /// How long a first frame takes.
  var render = RenderSettings()

  /// One video, and nothing beside it.
  static let singleVideo = SessionSettings(queue: ItemQueue(playlist: [QueueItem()]))
}
