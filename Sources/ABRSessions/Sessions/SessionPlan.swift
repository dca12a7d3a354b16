import ABRMedia
import ABRPlayback
import ABRPolicies

/// A session of several items as somebody describes it, before policy, buffer and videos of a run are known.
///
/// ``SessionFile`` reads one from TOML; ``makePlayer(policy:buffer:settings:preload:videos:seed:networkIsExpensive:)``
/// makes it ready to play.
package struct SessionPlan: Sendable {
  /// Seed of what a session draws, such as its viewers, when a run has none.
  package static let defaultSeed = 1

  /// Where an item's media comes from.
  package enum Source: Sendable, Hashable {
    /// The videos of the run, one after another over the items.
    case run
    /// A video of the session's own: index into ``SessionPlan/videos``.
    case own(Int)
  }

  /// One item of the queue.
  package struct Item: Sendable, Hashable {
    /// What it is called.
    package var name: String
    /// Its media.
    package var source: Source
    /// Seconds from the beginning that are played, drawn evenly from a range for each item; `nil` for the whole video.
    package var duration: ClosedRange<Double>?
    /// Bytes of playlists and initialisation data.
    package var overheadBytes: Int
    /// Whether the local cache may keep it.
    package var isCacheable: Bool
    /// The live edge, for a live stream.
    package var live: LiveSettings?

    /// Describes an item.
    package init(
      _ name: String, source: Source = .run, duration: ClosedRange<Double>? = nil, overheadBytes: Int = 0,
      isCacheable: Bool = true, live: LiveSettings? = nil
    ) {
      self.name = name
      self.source = source
      self.duration = duration
      self.overheadBytes = overheadBytes
      self.isCacheable = isCacheable
      self.live = live
    }
  }

  /// What a step does; what depends on policy and videos is worked out when a player is made.
  package enum Action: Sendable, Hashable {
    /// An action of the engine that depends on neither.
    case script(Script.Action)
    /// New limits, in force until they change again.
    case limits(LimitChange)
    /// The video is shown in another size, or full screen: `nil`. Only policies with a viewport limit care.
    case viewport(Viewport?)
    /// The network becomes expensive or normal.
    case network(isExpensive: Bool)
    /// Every item goes on from another video: index into ``SessionPlan/videos``.
    case source(Int)
  }

  /// A moment and what happens then.
  package struct Step: Sendable, Hashable {
    /// When.
    package var moment: Script.Moment
    /// What.
    package var action: Action

    /// Creates a step.
    package init(_ moment: Script.Moment, _ action: Action) {
      self.moment = moment
      self.action = action
    }
  }

  /// The items.
  package var items: [Item]
  /// The order of play, by index of items.
  package var visits: [Visit]
  /// What the viewer does; empty when ``viewer`` decides.
  package var steps: [Step] = []
  /// A model of viewers that draws the steps.
  package var viewer: FeedViewer?
  /// The model's canonical spec, for results.
  package var viewerSpec: String?
  /// Seconds of startup that the viewer bears; a viewer model has its own.
  package var patience = Double.infinity
  /// Whether an item that has ended is followed by the next one.
  package var advances = true
  /// Whether items begin to play on their own.
  package var autoplays = true
  /// Whether playback is allowed on an expensive network (Brightcove `allowsCellularPlayback`). Where it is not, a
  /// session that begins on one is refused, and one that comes to it ends there: `mechanisms.md` knows the error and
  /// not what becomes of the buffer, and the name says that playback is not allowed, not loading.
  package var playsOnExpensiveNetwork = true
  /// How neighbours are fetched ahead; `nil` when the session does not say.
  package var preload: PreloadSpec?
  /// What the device keeps.
  package var cache = CacheSettings()
  /// Media seconds behind the playhead that stay in memory.
  package var backBuffer = 0.0
  /// How the list becomes known; `nil` where all of it is from the start.
  package var pages: PageSettings?
  /// Which breaks are shown when the viewer seeks past some.
  package var breaksOnSeek = ItemQueue.BreaksOnSeek.last
  /// How long a first frame takes.
  package var render = RenderSettings()
  /// What goes wrong.
  package var faults = FaultSettings()
  /// Transfers beside playback.
  package var sideFlows: [SideFlow] = []
  /// Videos of the session's own.
  package var videos: [VideoSource] = []
  /// What was taken otherwise than written, as the SDKs do, and settings that never take effect, in words with file and
  /// line.
  package var warnings: [String] = []
  /// Where its parts stand in a file.
  var places = SessionPlaces()

  /// Describes a session that watches items.
  ///
  /// - Parameters:
  ///   - items: what can be watched.
  ///   - visits: the order; every item once when it is `nil`.
  package init(items: [Item], visits: [Visit]? = nil) {
    self.items = items
    self.visits = visits ?? items.indices.map { Visit(item: $0) }
  }

  /// A feed of so many items that take turns over the videos of the run.
  ///
  /// - Parameter count: at least 1.
  package init(feedOf count: Int) {
    precondition(count > 0, "a feed has an item")
    self.init(items: (1...count).map { Item(count == 1 ? "item" : "item \($0)") })
  }
}
