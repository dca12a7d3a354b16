/// What a viewer of several items does, step by step.
///
/// A step waits for its moment only when the step before it has happened. Moments that belong to an item (since it came
/// up, watched, position) are void when the item ends before them: the steps up to the next move are passed over and
/// that move happens at once, because the viewer who wanted to watch longer has nothing left to watch.
public struct Script: Sendable, Hashable {
  /// When a step happens.
  public enum Moment: Sendable, Hashable {
    /// Seconds since the session began.
    case time(Double)
    /// Seconds since the current item came up.
    case itemTime(Double)
    /// Media seconds of this visit shown.
    case watched(Double)
    /// Playhead of the current item in media seconds, reached or passed.
    case position(Double)

    /// Whether the moment belongs to the item on the screen.
    public var belongsToItem: Bool {
      if case .time = self { false } else { true }
    }
  }

  /// What happens.
  public enum Action: Sendable, Hashable {
    /// Playback continues after a pause.
    case play
    /// Playback stops; fetching continues to the target.
    case pause
    /// The app goes to the background: playback stops and nothing is requested until `play`.
    case suspend
    /// The playhead goes to a position in media seconds.
    case seek(to: Double)
    /// The playhead moves by so many media seconds.
    case seekBy(Double)
    /// The playback rate changes.
    case rate(Double)
    /// The next item comes up.
    case next
    /// The previous item comes up.
    case previous
    /// An item comes up by its place in the queue; the current one is played again.
    case index(Int)
    /// An item joins the queue after the current one.
    case insert(item: Int)
    /// The rest of a skippable ad is skipped; before it may be, as soon as it may.
    case skip
    /// Limits change; one set of eligible renditions for each prepared player.
    case eligible(EligibleSets)
    /// The same for the visit on the screen, as in a small picture, and other limits when it ends. What does not begin
    /// the small picture changes the limits in it, and those after it at once where it has ended.
    case eligibleInPicture(EligibleSets, after: EligibleSets, begins: Bool)
    /// The network is expensive from now on, or is not.
    case network(isExpensive: Bool)
    /// Sources change, each prepared player for another; what was fetched from the old source is thrown away.
    case source([Int])
    /// A side request is made.
    case sideFlow(bytes: Int)
    /// Downloads for later wait, or continue by range.
    case downloads(isPaused: Bool)
    /// The source refuses for so many seconds, then it works again (expired address, new credential).
    case refresh(seconds: Double)
    /// The device runs out of memory for so many seconds: nothing is read from the network, and playback begins and
    /// continues above 0.8 s (CicadaPlayer on iOS below 50 MB of free memory, observed). A second one within them lasts
    /// from its own beginning.
    case lowMemory(seconds: Double)
    /// A task of the media loader (ApsaraVideo `AliMediaLoader`).
    case loader(LoaderCommand, item: Int)
    /// The cache of the device is emptied.
    case clearCache
    /// Neighbours may be fetched ahead, or may not: the app's answer to an expensive network.
    case preloading(isAllowed: Bool)
    /// Playback fails for good, for a reason outside the network.
    case fail
    /// The item on the screen has failed, or the media services of the device were reset, and the app makes player and
    /// item anew at the playhead: what was buffered is lost, playlists and startup come again.
    case rebuild
    /// The session is not allowed to play, or to play on; as the first step at 0 s before anything is requested.
    case refuse(PlaybackRefusal)
    /// The viewer goes.
    case leave

    /// Whether another item comes up, or none.
    public var isMove: Bool {
      switch self {
      case .next, .previous, .index, .leave, .fail: true
      default: false
      }
    }
  }

  /// What the app tells the media loader about an item.
  public enum LoaderCommand: Sendable, Hashable {
    /// So many media seconds from the beginning are to be fetched ahead.
    case add(seconds: Double)
    /// They are no longer; what has come stays.
    case cancel
    /// The task waits; the rest is fetched later by range.
    case pause
    /// The task continues.
    case resume
  }

  /// A moment and what happens then.
  public struct Step: Sendable, Hashable {
    /// When.
    public var moment: Moment
    /// What.
    public var action: Action

    /// Creates a step.
    public init(_ moment: Moment, _ action: Action) {
      self.moment = moment
      self.action = action
    }
  }

  /// The steps in order.
  public var steps: [Step]
  /// Seconds of startup for which the viewer waits; then comes the next move of the script, or the viewer
  /// leaves.
  public var patience: Double
  /// Whether an item that has ended is followed by the next one; otherwise the session ends there unless a step moves
  /// on.
  public var advances: Bool
  /// Whether items begin to play on their own; otherwise each waits for a ``Action/play``. An ad or a bumper that comes
  /// up with its item waits in its place, and one inside an item does not wait.
  public var autoplays: Bool
  /// Media seconds of the session after which the viewer leaves, whatever step is next; infinite for never.
  public var leavesAfterWatching = Double.infinity

  /// Why the session may not even begin: its first step says so, and at 0 s.
  public var refusalAtStart: PlaybackRefusal? {
    guard let first = steps.first, first.moment == .time(0), case .refuse(let refusal) = first.action else {
      return nil
    }
    return refusal
  }

  /// Creates a script; by default one that watches everything to the end.
  public init(
    _ steps: [Step] = [], patience: Double = .infinity, advances: Bool = true, autoplays: Bool = true
  ) {
    self.steps = steps
    self.patience = patience
    self.advances = advances
    self.autoplays = autoplays
  }

  /// Checks the numbers of all steps against a queue.
  ///
  /// - Parameters:
  ///   - queue: what is played.
  ///   - playerCount: number of prepared players.
  /// - Throws: ``SettingsError`` naming the step, counted from 1.
  public func validate(for queue: ItemQueue, playerCount: Int) throws(SettingsError) {
    guard patience >= 0 else {
      throw SettingsError(setting: "patience", found: "\(patience) s", allowed: "0 s or more")
    }
    for (index, step) in steps.enumerated() {
      let name = "step \(index + 1)"
      let seconds =
        switch step.moment {
        case .time(let seconds), .itemTime(let seconds), .watched(let seconds), .position(let seconds): seconds
        }
      guard seconds >= 0, seconds.isFinite else {
        throw SettingsError(setting: "\(name) moment", found: "\(seconds) s", allowed: "0 s or more")
      }
      if let problem = Self.problem(of: step.action, queue: queue, playerCount: playerCount) {
        throw SettingsError(setting: name, found: problem.found, allowed: problem.allowed)
      }
    }
  }

  private static func problem(
    of action: Action, queue: ItemQueue, playerCount: Int
  ) -> (found: String, allowed: String)? {
    switch action {
    case .seek(let position) where !(position >= 0 && position.isFinite):
      ("seek to \(position) s", "0 s or more")
    case .seekBy(let seconds) where !seconds.isFinite:
      ("seek by \(seconds) s", "a number of seconds")
    case .rate(let rate) where !(rate > 0 && rate.isFinite):
      ("rate \(rate)", "more than 0")
    case .index(let index) where !queue.visits.indices.contains(index):
      ("item \(index)", "0 to \(queue.visits.count - 1)")
    case .insert(let item) where !queue.items.indices.contains(item):
      ("insert of item \(item)", "0 to \(queue.items.count - 1)")
    case .loader(_, let item) where !queue.items.indices.contains(item):
      ("a loader task of item \(item)", "0 to \(queue.items.count - 1)")
    case .loader(.add(let seconds), _) where !(seconds > 0):
      ("a loader task of \(seconds) s", "more than 0 s")
    case .eligible(let sets) where sets.count(otherThan: playerCount) != nil,
      .eligibleInPicture(_, after: let sets, _) where sets.count(otherThan: playerCount) != nil,
      .eligibleInPicture(let sets, _, _) where sets.count(otherThan: playerCount) != nil:
      ("\(sets.count(otherThan: playerCount) ?? 0) sets of renditions", "one for each of \(playerCount) videos")
    case .source(let players) where players.count != playerCount || !players.allSatisfy((0..<playerCount).contains):
      ("sources \(players)", "one of 0 to \(playerCount - 1) for each of \(playerCount) videos")
    case .sideFlow(let bytes) where bytes <= 0:
      ("a side flow of \(bytes) bytes", "1 byte or more")
    case .refresh(let seconds) where !(seconds >= 0 && seconds.isFinite):
      ("a refresh of \(seconds) s", "0 s or more")
    case .lowMemory(let seconds) where !(seconds >= 0 && seconds.isFinite):
      ("low memory for \(seconds) s", "0 s or more")
    default: nil
    }
  }
}
