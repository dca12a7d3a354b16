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
  ) throws -> QueuePlayer {
    var table = try SessionVideos(plan: self, runVideos: videos, seed: seed ?? SessionPlan.defaultSeed)
    let script = try script(policy: policy, videos: &table, networkIsExpensive: networkIsExpensive)
    let players = try table.cuts.map {
      try policy.makePlayer(
        video: $0, buffer: buffer, settings: settings, networkIsExpensive: networkIsExpensive)
    }
    let queue = ItemQueue(
      items: items.enumerated().map { index, item in
        QueueItem(
          item.name, player: table.cutOfItem[index], overheadBytes: item.overheadBytes, isCacheable: item.isCacheable,
          live: item.live)
      },
      visits: try visits.enumerated().map { index, visit in
        try bounded(visit, index: index, duration: table.duration(of: visit.item))
      },
      sideFlows: sideFlows, pages: pages, breaksOnSeek: breaksOnSeek)
    return try QueuePlayer(
      players: players, queue: queue, script: script, preload: preload, faults: faults, cache: cache,
      backBuffer: backBuffer, render: render)
  }

  /// The same player with the viewer that the model draws for a trace; itself when the session has steps instead.
  ///
  /// - Parameters:
  ///   - player: what ``makePlayer(policy:buffer:settings:preload:videos:seed:networkIsExpensive:)`` made.
  ///   - trace: what tells a trace from others, such as the digest of its file.
  ///   - seed: seed of the run; `nil` counts as ``SessionPlan/defaultSeed``.
  ///   - stream: number of the session over the trace.
  /// - Throws: `SettingsError`.
  package func viewed(_ player: QueuePlayer, trace: String, seed: Int?, stream: Int = 0) throws -> QueuePlayer {
    // A session that may not begin has no viewer.
    guard let viewer, player.script.refusalAtStart == nil else { return player }
    return try player.with(
      viewer.script(for: player.queue, seed: seed ?? SessionPlan.defaultSeed, trace: trace, stream: stream))
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
    var state = LimitState(policy: policy, networkIsExpensive: networkIsExpensive)
    var scripted = steps.map { step in
      let action: Script.Action
      switch step.action {
      case .script(let ready): action = ready
      case .source(let video): action = .source(videos.complete(fallbacks[video] ?? []))
      case .limits(let change):
        state.limits = change.applied(to: state.limits, of: policy.limits)
        action = .eligible(state.sets(for: videos.cuts))
      case .viewport(let viewport):
        state.viewport = .some(viewport)
        action = .eligible(state.sets(for: videos.cuts))
      case .network(isExpensive: true) where !playsOnExpensiveNetwork: action = .refuse(.expensiveNetwork)
      case .network(let isExpensive):
        state.networkIsExpensive = isExpensive
        action = .eligible(state.sets(for: videos.cuts))
      }
      return Script.Step(step.moment, action)
    }
    if networkIsExpensive, !playsOnExpensiveNetwork {
      scripted.insert(Script.Step(.time(0), .refuse(.expensiveNetwork)), at: 0)
    }
    return Script(scripted, patience: patience, advances: advances, autoplays: autoplays)
  }
}

/// The limits in force as the steps of a session change them.
private struct LimitState {
  let policy: Policy
  var limits: Limits
  /// Where the video is shown since a step changed it; the outer `nil` before any did.
  var viewport: Viewport??
  var networkIsExpensive: Bool

  init(policy: Policy, networkIsExpensive: Bool) {
    self.policy = policy
    limits = policy.limits
    self.networkIsExpensive = networkIsExpensive
  }

  func sets(for videos: [Video]) -> [EligibleSet] {
    var limits = limits
    // Without the limit the size on the screen says nothing.
    if let viewport, limits.viewport != nil { limits.viewport = viewport }
    let mode: Limits.Mode = policy.spec.rule.isFixed ? .fixed : .automatic
    return videos.map { limits.eligible(in: $0.ladder, mode: mode, networkIsExpensive: networkIsExpensive) }
  }
}
