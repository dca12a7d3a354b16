import ABRInput
import ABRMedia
import ABRPlayback
import ABRPolicies

extension SessionPlan {
  /// Makes the session ready to play.
  ///
  /// - Parameters:
  ///   - policy: what selects renditions.
  ///   - buffer: how each item's buffer is filled.
  ///   - settings: options of the player, its buffer apart.
  ///   - preload: how neighbours are fetched ahead.
  ///   - videos: those of the run; needed when an item has none of its own.
  ///   - seed: seed of the run, for durations drawn from a range; `nil` counts as ``SessionPlan/defaultSeed``.
  ///   - networkIsExpensive: whether limits for expensive networks hold at the start.
  /// - Returns: the player; of a session with a viewer model it watches everything until
  ///   ``viewed(_:trace:seed:stream:)`` has drawn the viewer.
  /// - Throws: ``ConfigurationError`` naming what does not fit together by its place in the session's file,
  ///   `SettingsError` for what has none; `SpecError` when the policy names a rendition that a video does not have.
  /// - Complexity: O(*segments*) for each different cut of a video, and what its rule's tables cost.
  package func makePlayer(
    policy: Policy, buffer: BufferConfiguration, settings: PlayerSettings = PlayerSettings(),
    preload: PreloadSettings = PreloadSettings(), videos: [Video], seed: Int? = nil, networkIsExpensive: Bool = false
  ) throws -> SessionPlayer {
    var table = try SessionVideos(plan: self, runVideos: videos, seed: seed ?? SessionPlan.defaultSeed)
    let script = try script(policy: policy, videos: &table, networkIsExpensive: networkIsExpensive)
    let metered = metered(policy: policy, videos: table.cuts, networkIsExpensive: networkIsExpensive)
    var buffer = buffer
    // The amount of the current video is a maximum like any other.
    if let most = preload.currentAmount { buffer.settings.maximum = min(buffer.settings.maximum, most) }
    var settings = settings
    if let retry { settings.retry = retry.applied(to: settings.retry) }
    if let backBuffer { settings.backBuffer = backBuffer }
    let players = try table.cuts.map {
      try policy.makePlayer(
        video: $0, buffer: buffer, settings: settings, networkIsExpensive: networkIsExpensive)
    }
    try check(preload, in: table.cuts)
    // What a video by itself has not, costs it nothing.
    if !hasSeveralItems, players.count == 1, visits == [Visit(item: 0)] {
      return SessionPlayer(of: players[0], script: script, metered: metered)
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(keyNames, 0...))
    var queue = ItemQueue(
      items: items.enumerated().map { index, item in
        var made = QueueItem(
          item.name, player: table.cutOfItem[index], overheadBytes: item.overheadBytes, isCacheable: item.isCacheable,
          live: item.live)
        made.requestsBefore = item.requestsBefore
        made.keys = item.keys.compactMap { numbers[$0] }
        made.addressLifetime = item.addressLifetime
        made.renewal = item.renewal
        made.renewalFails = item.renewalFails
        if item.isDownloaded {
          made.downloadedRendition = Download.rendition(
            of: table.cuts[table.cutOfItem[index]], atLeast: item.downloadedBitrate)
        }
        made.sources = zip(table.cutsOfSources[index], sourceChoice.ordered(item.sources)).map {
          QueueItem.Source(player: $0, isRefused: $1.isRefused, isSecure: $1.isSecure)
        }
        return made
      },
      visits: try visits.enumerated().map { index, visit in
        try bounded(visit, index: index, duration: table.duration(of: visit.item))
      },
      sideFlows: sideFlows
        + downloads.map {
          SideFlow(
            at: $0.start, bytes: $0.bytes(of: table.cuts[table.cutOfItem[$0.item]]), isGated: $0.isGated,
            isDownload: true)
        }, pages: pages, breaksOnSeek: breaksOnSeek)
    queue.streamLimit = streamLimit
    var licences = licences
    licences.held = Set(heldKeys.compactMap { numbers[$0] })
    return try SessionPlayer(
      players: players, queue: queue, script: script, preload: preload, faults: faults, cache: cache,
      render: render, licences: licences, metered: metered)
  }

  /// The same player with the viewer that the model draws for a trace; itself when the session has steps instead.
  ///
  /// - Parameters:
  ///   - player: what ``makePlayer(policy:buffer:settings:preload:videos:seed:networkIsExpensive:)`` made.
  ///   - trace: what tells a trace from others, such as the digest of its file.
  ///   - seed: seed of the run; `nil` counts as ``SessionPlan/defaultSeed``.
  ///   - stream: number of the session over the trace.
  /// - Throws: `SettingsError`.
  package func viewed(_ player: SessionPlayer, trace: String, seed: Int?, stream: Int = 0) throws -> SessionPlayer {
    guard let viewer else { return player }
    return try viewed(
      player,
      by: viewer.script(for: player.queue, seed: seed ?? SessionPlan.defaultSeed, trace: trace, stream: stream))
  }

  /// The same player with a viewer of the model that has been drawn for its queue.
  ///
  /// - Throws: `SettingsError`.
  package func viewed(_ player: SessionPlayer, by drawn: Script) throws -> SessionPlayer {
    // A session that may not begin has no viewer.
    if player.script.refusalAtStart != nil { return player }
    var script = drawn
    // What holds from the start holds for a viewer of a model, too.
    script.steps.insert(contentsOf: player.script.steps, at: 0)
    return try player.with(script)
  }

  /// A visit that ends with its item ends there by itself, and one that begins after it is a mistake.
  private func bounded(_ visit: Visit, index: Int, duration: Double) throws -> Visit {
    if let from = visit.from, from >= duration {
      throw places.refusal(
        ofVisit: index, key: "from", found: "\(from) s", allowed: "less than the item's \(duration) s")
    }
    var visit = visit
    if visit.until >= duration { visit.until = .infinity }
    return visit
  }

  /// The steps as the engine takes them: limits become eligible renditions, videos become players.
  private func script(
    policy: Policy, videos: inout SessionVideos, networkIsExpensive: Bool
  ) throws -> Script {
    // Fallbacks first: a change of limits names a set for every player there will be.
    var fallbacks: [Int: [Int]] = [:]
    for (index, step) in steps.enumerated() {
      guard case .source(let video) = step.action, fallbacks[video] == nil else { continue }
      fallbacks[video] = try videos.addFallback(to: video, step: index)
    }
    var state = LimitState(policy: policy)
    if let initialLimits { state.limits = initialLimits.applied(to: state.limits, of: policy.limits) }
    let initial = initialLimits.map { _ in Script.Step(.time(0), state.change(of: videos.cuts)) }
    var scripted = try steps.enumerated().map { index, step in
      let action: Script.Action
      switch step.action {
      case .script(let ready): action = ready
      case .source(let video): action = .source(videos.complete(fallbacks[video] ?? []))
      case .limits(let change):
        state.limits = change.applied(to: state.limits, of: policy.limits)
        action = state.change(of: videos.cuts)
      case .viewport(let viewport):
        state.viewport = .some(viewport)
        state.picture = nil
        action = state.change(of: videos.cuts)
      case .pictureInPicture(let viewport):
        state.picture = viewport
        action = state.change(of: videos.cuts, beginsPicture: true)
      case .rendition(let rendition):
        if let rendition { try check(rendition, in: videos.cuts, step: index) }
        state.selected = rendition
        action = state.change(of: videos.cuts)
      case .network(let isExpensive): action = .network(isExpensive: isExpensive)
      }
      return Script.Step(step.moment, action)
    }
    if networkIsExpensive, !preloadsOnExpensiveNetwork {
      scripted.insert(Script.Step(.time(0), .preloading(isAllowed: false)), at: 0)
    }
    if let initial { scripted.insert(initial, at: 0) }
    if networkIsExpensive, !playsOnExpensiveNetwork {
      scripted.insert(Script.Step(.time(0), .refuse(.expensiveNetwork)), at: 0)
    }
    var script = Script(scripted, patience: patience, advances: advances, autoplays: autoplays)
    script.leavesAfterWatching = leavesAfterWatching
    return script
  }

  /// What follows from the class of the network; `nil` where nothing does.
  private func metered(policy: Policy, videos: [Video], networkIsExpensive: Bool) -> MeteredNetwork? {
    let state = LimitState(policy: policy)
    let eligible = state.sets(for: videos)
    let mayLimit = eligible.normal != eligible.expensive || limitsRenditions
    guard mayLimit || !playsOnExpensiveNetwork || !preloadsOnExpensiveNetwork else { return nil }
    // A network that is said to be expensive is, whatever a recording says.
    return MeteredNetwork(
      isExpensiveAtStart: networkIsExpensive, followsTrace: !networkIsExpensive, eligible: eligible,
      plays: playsOnExpensiveNetwork, preloads: preloadsOnExpensiveNetwork)
  }

  /// Refuses the preloading of a rendition that a video does not have.
  private func check(_ preload: PreloadSettings, in videos: [Video]) throws(SettingsError) {
    guard preload.isActive, case .index(let index) = preload.rendition else { return }
    for video in videos where index >= video.ladder.count {
      throw SettingsError(
        setting: "preload quality", found: "\(index)",
        allowed: "0 to \(video.ladder.count - 1), the indices of the ladder of \(video.name)")
    }
  }

  /// Refuses the selection of a rendition that a video does not have.
  private func check(_ rendition: Int, in videos: [Video], step: Int) throws {
    for video in videos where rendition >= video.ladder.count {
      throw places.refusal(
        ofStep: step, key: "rendition", called: "rendition", found: "\(rendition)",
        allowed: "0 to \(video.ladder.count - 1), the indices of the ladder of \(video.name)")
    }
  }
}

/// The limits in force as the steps of a session change them.
private struct LimitState {
  let policy: Policy
  var limits: Limits
  /// Where the video is shown since a step changed it; the outer `nil` before any did.
  var viewport: Viewport??
  /// The size of the picture in picture, as long as there may be one.
  var picture: Viewport?
  /// The rendition that the viewer has fixed.
  var selected: Int?

  init(policy: Policy) {
    self.policy = policy
    limits = policy.limits
  }

  /// The change of the engine's limits to what holds now.
  ///
  /// - Parameter beginsPicture: whether the picture in picture begins with it.
  func change(of videos: [Video], beginsPicture: Bool = false) -> Script.Action {
    let after = sets(for: videos)
    guard let picture else { return .eligible(after) }
    return .eligibleInPicture(sets(for: videos, in: .some(picture)), after: after, begins: beginsPicture)
  }

  /// The renditions that the limits leave, in the size that the steps say.
  func sets(for videos: [Video]) -> EligibleSets { sets(for: videos, in: viewport) }

  private func sets(for videos: [Video], in viewport: Viewport??) -> EligibleSets {
    EligibleSets(
      normal: videos.map { eligible(in: $0, viewport, networkIsExpensive: false) },
      expensive: videos.map { eligible(in: $0, viewport, networkIsExpensive: true) })
  }

  private func eligible(in video: Video, _ viewport: Viewport??, networkIsExpensive: Bool) -> EligibleSet {
    var limits = limits
    // Without the limit the size on the screen says nothing.
    if let viewport, limits.viewport != nil { limits.viewport = viewport }
    let mode: Limits.Mode = selected != nil || policy.spec.rule.isFixed ? .fixed : .automatic
    let eligible = limits.eligible(in: video.ladder, mode: mode, networkIsExpensive: networkIsExpensive)
    guard let selected else { return eligible }
    // A rule that may choose among one has nothing to choose, and goes on learning.
    return EligibleSet([eligible.indices.last { $0 <= selected } ?? eligible.indices[0]])
  }
}
