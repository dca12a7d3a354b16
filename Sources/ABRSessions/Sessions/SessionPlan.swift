import ABRInput
import ABRMedia
import ABRPlayback
import ABRPolicies

/// The description of a session, before policy, buffer and videos of a run are known: one video by itself, a feed, a
/// playlist.
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
    /// Bytes of small answers before everything else.
    package var requestsBefore: [Int] = []
    /// Names of the keys of its media.
    package var keys: [String] = []
    /// Seconds for which its address holds, `nil` for ever, and those that a new one takes.
    package var addressLifetime: Double?
    /// See ``addressLifetime``.
    package var renewal = 1.0
    /// Whether the app gets no new address.
    package var renewalFails = false
    /// Whether it lies on the device, in the rendition that ``downloadedBitrate`` chooses.
    package var isDownloaded = false
    /// Bits per second that this rendition has at least; `nil` for the highest one.
    package var downloadedBitrate: Int?
    /// Sources of which one is chosen, in the order in which they are listed; empty where ``source`` is all there is.
    package var sources: [ListedSource] = []

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

  /// One of several sources of an item, as a catalogue lists them.
  package struct ListedSource: Sendable, Hashable {
    /// How its media is delivered.
    package enum Delivery: String, Sendable, Hashable, CaseIterable {
      case hls, dash, mp4
    }

    /// Index into ``SessionPlan/videos``.
    package var video: Int
    /// How its media is delivered.
    package var delivery: Delivery
    /// Whether its address is https.
    package var isSecure: Bool
    /// Whether it answers every request with an error.
    package var isRefused: Bool
  }

  /// In which order several sources are tried.
  package enum SourceChoice: String, Sendable, Hashable, CaseIterable {
    /// HLS before MP4 before any other, HLS over https before http, alike ones as they are listed (Brightcove SDK).
    case hlsFirst = "hls-first"
    /// As they are listed.
    case firstListed = "first-listed"

    /// The sources in the order in which they are tried.
    package func ordered(_ sources: [ListedSource]) -> [ListedSource] {
      guard self == .hlsFirst else { return sources }
      return [
        sources.filter { $0.delivery == .hls && $0.isSecure }, sources.filter { $0.delivery == .hls && !$0.isSecure },
        sources.filter { $0.delivery == .mp4 }, sources.filter { $0.delivery == .dash },
      ].flatMap { $0 }
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
    /// The video shrinks to a picture in picture, which ends with the item on the screen.
    case pictureInPicture(Viewport)
    /// The viewer fixes a rendition by its ladder index, or gives the choice back to the rule: `nil`.
    case rendition(Int?)
    /// The network becomes expensive or normal.
    case network(isExpensive: Bool)
    /// Every item goes on from another video: index into ``SessionPlan/videos``.
    case source(Int)

    /// Whether the viewer goes to another position of the item.
    package var isSeek: Bool {
      switch self {
      case .script(.seek), .script(.seekBy): true
      default: false
      }
    }
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
  /// Limits from the beginning on, by the entry of a menu that holds at the start; `nil` for those of the policy.
  package var initialLimits: LimitChange?
  /// Seconds of startup after which the viewer leaves; a viewer model has its own.
  package var patience = Double.infinity
  /// Media seconds of the session after which the viewer leaves.
  package var leavesAfterWatching = Double.infinity
  /// Whether an item that has ended is followed by the next one.
  package var advances = true
  /// Whether items begin to play on their own.
  package var autoplays = true
  /// Whether playback is allowed on an expensive network (Brightcove `allowsCellularPlayback`). Where it is not, a
  /// session that begins on one is refused, and one that comes to it ends there: `mechanisms.md` knows the error and
  /// not what becomes of the buffer, and the name says that playback is not allowed, not loading.
  package var playsOnExpensiveNetwork = true
  /// Whether neighbours are fetched ahead on an expensive network, of which the SDKs' documents warn.
  package var preloadsOnExpensiveNetwork = true
  /// In which order several sources of an item are tried.
  package var sourceChoice = SourceChoice.hlsFirst
  /// What encrypted media needs; its held keys are ``heldKeys``.
  package var licences = LicenceSettings()
  /// Names of the keys whose licences lie on the device.
  package var heldKeys: [String] = []
  /// How neighbours are fetched ahead; `nil` when the session does not say.
  package var preload: PreloadSpec?
  /// What the device keeps.
  package var cache = CacheSettings()
  /// Whether the session itself says how much the device keeps.
  package var statesCache = false
  /// Media seconds behind the playhead that stay in memory; `nil` for those of the player.
  package var backBuffer: Double?
  /// How the list becomes known; `nil` where all of it is from the start.
  package var pages: PageSettings?
  /// How many streams the service allows at once; `nil` for any number.
  package var streamLimit: StreamLimit?
  /// Which breaks are shown when the viewer seeks past some.
  package var breaksOnSeek = ItemQueue.BreaksOnSeek.last
  /// How long a first frame takes.
  package var render = RenderSettings()
  /// What goes wrong.
  package var faults = FaultSettings()
  /// Time-outs and retries; `nil` when the session does not say.
  package var retry: RetryChange?
  /// Transfers beside playback.
  package var sideFlows: [SideFlow] = []
  /// Items that are downloaded for later.
  package var downloads: [Download] = []
  /// Videos of the session's own.
  package var videos: [VideoSource] = []
  /// What was taken otherwise than written, as the SDKs do, and settings that never take effect, in words with file and
  /// line.
  package var warnings: [String] = []
  /// Where its parts stand in a file.
  var places = SessionPlaces()
  /// Whether it has several items, or is described item by item; otherwise it is a video by itself, which somebody
  /// watches or leaves, and has neither visits nor preloads.
  package let hasSeveralItems: Bool

  /// Whether items play the videos of the run: those that have neither a video nor sources of their own.
  package var playsVideosOfRun: Bool { items.contains { $0.source == .run && $0.sources.isEmpty } }

  /// Names of the keys of encrypted items, in the order of the numbers that the engine has for them.
  package var keyNames: [String] { items.flatMap(\.keys).uniqued() }

  /// Whether a step adds a task of the media loader.
  package var loads: Bool { steps.contains { if case .script(.loader(.add, _)) = $0.action { true } else { false } } }

  /// A video by itself.
  package static let oneVideo = SessionPlan(feedOf: 1)

  /// Describes a session that watches items.
  ///
  /// - Parameters:
  ///   - items: what can be watched.
  ///   - visits: the order; every item once when it is `nil`.
  package init(items: [Item], visits: [Visit]? = nil) {
    self.init(items: items, visits: visits, hasSeveralItems: true)
  }

  private init(items: [Item], visits: [Visit]?, hasSeveralItems: Bool) {
    self.items = items
    self.visits = visits ?? items.indices.map { Visit(item: $0) }
    self.hasSeveralItems = hasSeveralItems
  }

  /// A feed of so many items that take turns over the videos of the run; one item is a video by itself.
  ///
  /// - Parameter count: at least 1.
  package init(feedOf count: Int) {
    precondition(count > 0, "a feed has an item")
    self.init(
      items: (1...count).map { Item(count == 1 ? "item" : "item \($0)") }, visits: nil, hasSeveralItems: count > 1)
  }
}
