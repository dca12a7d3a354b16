/// Everything of a session but its players, the network and the viewer's script, shared by reference.
final class SessionSettings: Sendable {
  /// What is played.
  let queue: ItemQueue
  /// How neighbours are fetched ahead.
  let preload: PreloadSettings
  /// What goes wrong.
  let faults: FaultSettings
  /// What the device keeps.
  let cache: CacheSettings
  /// What encrypted media needs before its first frame.
  let licences: LicenceSettings
  /// How long a first frame takes.
  let render: RenderSettings
  /// What the app does on an expensive network; `nil` where that changes nothing.
  let metered: MeteredNetwork?
  /// Whether metrics list the visits.
  let listsVisits: Bool

  // MARK: What follows from them, for every session

  /// The items as a session begins.
  let items: [ItemState]
  /// Whether anything goes wrong with the network or its answers.
  let hasFaults: Bool
  /// Whether nothing but flows changes the network: no faults, and no side flows of the queue.
  let isLinkPlain: Bool
  /// Whether a first frame waits for nothing but media.
  let isStartPlain: Bool
  let hasLiveItems: Bool
  /// Seconds to the first heartbeat; infinite where the service does not count streams.
  let heartbeat: Double
  /// Whether items may come from several sources, and from one under http.
  let hasSources: Bool
  let hasHTTPSources: Bool

  init(
    queue: ItemQueue, preload: PreloadSettings = PreloadSettings(), faults: FaultSettings = FaultSettings(),
    cache: CacheSettings = CacheSettings(), licences: LicenceSettings = LicenceSettings(),
    render: RenderSettings = RenderSettings(), metered: MeteredNetwork? = nil, listsVisits: Bool = true
  ) {
    self.queue = queue
    self.preload = preload
    self.faults = faults
    self.cache = cache
    self.licences = licences
    self.render = render
    self.metered = metered
    self.listsVisits = listsVisits
    items = queue.items.map(ItemState.init)
    hasFaults =
      !faults.stretches.isEmpty || !faults.refusals.isEmpty
      || queue.items.contains { $0.addressLifetime != nil || $0.sources.contains(where: \.isRefused) }
    isLinkPlain = !hasFaults && queue.sideFlows.isEmpty && queue.streamLimit == nil
    isStartPlain =
      render.delay == 0 && queue.pages == nil && cache.authorisationBytes == 0
      && queue.items.allSatisfy { $0.keys.isEmpty }
    hasLiveItems = queue.items.contains { $0.live != nil }
    heartbeat = queue.streamLimit?.heartbeat ?? .infinity
    hasSources = queue.items.contains { !$0.sources.isEmpty }
    hasHTTPSources = queue.items.contains { $0.sources.contains { !$0.isSecure } }
  }

  /// One video, and nothing beside it.
  static let singleVideo = SessionSettings(metered: nil)

  /// One video, and what the app does on an expensive network.
  convenience init(metered: MeteredNetwork?) {
    self.init(queue: ItemQueue(playlist: [QueueItem()]), metered: metered, listsVisits: false)
  }

  /// Whether ``FastPath`` knows everything that these settings may do.
  var allowsFastPath: Bool {
    isLinkPlain && isStartPlain && !hasLiveItems && !hasHTTPSources && cache.usableCapacity == 0
  }
}
