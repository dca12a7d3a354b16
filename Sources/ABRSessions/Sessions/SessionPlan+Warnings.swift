import ABRMedia
import ABRPlayback
import ABRPolicies

/// What may surprise in a session: settings that can never do what they look like, with the numbers.
extension SessionPlan {
  /// What a reader should know about this session with a policy.
  ///
  /// - Complexity: O(*steps*).
  package func warnings(for policy: Policy) -> [String] {
    let isFixed = policy.spec.rule.isFixed
    let honoursPeaks = policy.heedsPeaks
    var limits = policy.limits
    var hasViewport = limits.viewport != nil && !isFixed
    var hasExpensive =
      limits.peakBitrateExpensive > 0 && honoursPeaks || !playsOnExpensiveNetwork
      || !preloadsOnExpensiveNetwork
    var (limitSteps, viewportSteps, networkSteps, selectionSteps) = ([Int](), [Int](), [Int](), [Int]())
    var isSelected = false
    for (index, step) in steps.enumerated() {
      switch step.action {
      case .limits(let change):
        let before = limits
        limits = change.applied(to: limits, of: policy.limits)
        hasViewport = hasViewport || limits.viewport != nil && !isFixed
        hasExpensive = hasExpensive || limits.peakBitrateExpensive > 0 && honoursPeaks
        let changesPeak =
          limits.peakBitrate != before.peakBitrate || limits.peakBitrateExpensive != before.peakBitrateExpensive
        if isFixed, !(honoursPeaks && changesPeak) { limitSteps.append(index) }
      case .viewport, .pictureInPicture: viewportSteps.append(index)
      case .rendition(let rendition):
        if rendition == nil, isFixed || !isSelected { selectionSteps.append(index) }
        isSelected = rendition != nil
      case .network: networkSteps.append(index)
      case .script, .source: break
      }
    }
    let policyName = policy.canonicalSpec
    let stays = "whose rendition is fixed"
    return warnings
      + idle(limitSteps, "the limit", policyName, honoursPeaks ? "\(stays) and heeds peak limits only" : stays)
      + (hasViewport
        ? [] : idle(viewportSteps, "the viewport", policyName, isFixed ? stays : "which has no viewport limit"))
      + (hasExpensive
        ? []
        : idle(
          networkSteps, "the class of the network", policyName,
          honoursPeaks ? "which has no peak-expensive limit" : stays))
      + idle(
        selectionSteps, "automatic selection", policyName,
        isFixed ? stays : "whose rule selects already")
  }

  /// The habits in the session's file that viewer models replace, as they have their own.
  ///
  /// - Parameter viewers: who watches in place of the session's own viewer.
  package func warnings(watchedBy viewers: [SessionViewer]) -> [String] {
    let models = viewers.compactMap { if case .model(let name, _) = $0 { name } else { nil } }
    guard let session = places.session, let first = models.first else { return [] }
    return SessionKeys.scriptHabits.filter(session.has).map {
      "\(session.place($0)): changes nothing with --viewer \(first), because a viewer model has habits of its own, such as "
        + "patience=8s among its options; watch and leave follow the file"
    }
  }

  /// The warning about steps of one kind that change nothing: it names the first one.
  private func idle(_ steps: [Int], _ what: String, _ policy: String, _ reason: String) -> [String] {
    guard let first = steps.first else { return [] }
    let others = steps.count > 1 ? " (and \(steps.count - 1) more)" : ""
    return ["\(places.step(first))\(others): \(what) changes nothing with \(policy), \(reason)"]
  }

  /// What a reader should know about this session with the videos of a run.
  ///
  /// - Parameters:
  ///   - videos: those of the run.
  ///   - seed: seed of the run, for durations drawn from a range; `nil` counts as ``SessionPlan/defaultSeed``.
  ///   - place: how the capacity of the cache is called where it does not come from the session.
  /// - Returns: one sentence each, with the numbers; empty when there is nothing to say, or when the session cannot be
  ///   played.
  /// - Complexity: O(*items* + *segments* of all cuts).
  package func warnings(videos: [Video], seed: Int? = nil, cache place: String? = nil) -> [String] {
    // What cannot be played is refused with words of its own.
    guard let table = try? SessionVideos(plan: self, runVideos: videos, seed: seed ?? SessionPlan.defaultSeed)
    else { return [] }
    var found: [String] = []
    for (index, item) in items.enumerated() {
      let cut = table.cuts[table.cutOfItem[index]]
      found += durationWarnings(index, item, cut: cut)
      if let live = item.live { found += liveWarnings(index, item, live, cut: cut) }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted } + seekWarnings(table) + bumperWarnings(table)
      + cacheWarnings(table, place: place)
  }

  /// Seeks beyond the end of every video that may be played then.
  private func seekWarnings(_ table: SessionVideos) -> [String] {
    let sources = steps.contains { if case .source = $0.action { true } else { false } } ? self.videos.map(\.video) : []
    guard let longest = (table.cuts + sources).max(by: { $0.duration < $1.duration }) else { return [] }
    return steps.enumerated().compactMap { index, step in
      guard case .script(.seek(let target)) = step.action, target > longest.duration * (1 + 1e-9) else { return nil }
      return "\(places.step(index)): the seek to \(Self.seconds(target)) is beyond the end of \(longest.name), "
        + "\(Self.seconds(longest.duration)): it goes to the end"
    }
  }

  private func durationWarnings(_ index: Int, _ item: Item, cut: Video) -> [String] {
    guard let range = item.duration else { return [] }
    let place = places.item(index, named: item.name, key: "duration")
    let segment = cut.starts[1] - cut.starts[0]
    if range.lowerBound == range.upperBound {
      guard (cut.duration - range.upperBound).magnitude > 1e-9 * cut.duration else { return [] }
      return [
        "\(place): \(Self.seconds(range.upperBound)) is not a whole number of segments of "
          + "\(Self.seconds(cut.longestSegmentDuration)): \(Self.seconds(cut.duration)) are played"
      ]
    }
    guard range.upperBound < segment else { return [] }
    return [
      "\(place): a range below one segment of \(Self.seconds(segment)): one segment is played, whatever is drawn"
    ]
  }

  /// Live settings that never hold. Defaults are only warned about where no player can keep to them.
  private func liveWarnings(_ index: Int, _ item: Item, _ live: LiveSettings, cut: Video) -> [String] {
    func place(_ key: String) -> String { places.live(index, named: item.name, key: key) }
    let usual = LiveSettings(edge: live.edge)
    let segment = cut.longestSegmentDuration
    var found: [String] = []
    if live.edge >= cut.duration * (1 - 1e-12) {
      found.append(
        "\(place("edge")): \(Self.seconds(live.edge)) is the end of the video at \(Self.seconds(cut.duration)), or beyond: "
          + "all of it exists when the session begins")
    }
    let existing = cut.starts.dropFirst().count { $0 <= live.edge * (1 + 1e-12) }
    if live.startIndex > existing, live.startIndex != usual.startIndex {
      found.append(
        "\(place("start-index")): \(live.startIndex) segments before the edge lie before the beginning: with edge "
          + "\(Self.seconds(live.edge)) there are \(existing), and the viewer joins at the first one")
    }
    guard live.catchUpRate > 1 else { return found }
    if live.settledDelay <= segment {
      let isShorter = live.maxDelay < segment
      found.append(
        "\(place("max-delay")): \(live.maxDelay == usual.maxDelay ? "the default of " : "")"
          + "\(Self.seconds(live.maxDelay)) \(isShorter ? "is shorter" : "lets catching up end at \(Self.seconds(live.settledDelay)), not more") "
          + "than a segment of \(Self.seconds(segment)), which "
          + "exists only as a whole: catching up runs into media that is not there yet")
    } else if live.maxDelay != usual.maxDelay || live.startIndex != usual.startIndex {
      let joined = Double(min(live.startIndex, existing)) * segment
      if joined > live.maxDelay {
        let key = live.maxDelay != usual.maxDelay ? "max-delay" : "start-index"
        found.append(
          "\(place(key)): the viewer joins \(min(live.startIndex, existing)) segments before the edge, up to "
            + "\(Self.seconds(joined)) behind it and over the max-delay of \(Self.seconds(live.maxDelay)): catching up begins "
            + "with playback")
      }
    }
    return found
  }

  /// A cache that no item fits into.
  private func cacheWarnings(_ table: SessionVideos, place: String?) -> [String] {
    guard cache.capacity > 0 else {
      let settings = ["free-space", "free-floor", "authorisation"].filter { places.session?.has($0) == true }
      let clears = steps.indices.filter { steps[$0].action == .script(.clearCache) }
      let uncached = items.indices.filter { !items[$0].isCacheable }
      return
        (settings.prefix(1).compactMap { places.session?.place($0) }
        + uncached.prefix(1).map { places.item($0, named: items[$0].name, key: "cacheable") }
        + clears.prefix(1).map { places.step($0) })
        .map { "\($0): never takes effect without cache" }
    }
    if cache.usableCapacity == 0 {
      return ["\(places.session?.place("free-floor") ?? "free floor"): no byte is left for the cache"]
    }
    var largest = (bytes: 0, name: "")
    let cheapest = table.cuts.map(Self.cheapestSize)
    for (index, item) in items.enumerated() where item.isCacheable {
      let bytes = cheapest[table.cutOfItem[index]]
      if bytes > largest.bytes { largest = (bytes, item.name) }
    }
    guard largest.bytes > cache.usableCapacity else { return [] }
    return [
      "\(place ?? places.session?.place("cache") ?? "cache"): \(Self.size(cache.usableCapacity)) are fewer than the "
        + "\(Self.size(largest.bytes)) of \(largest.name) in its cheapest rendition, which never fits as a whole"
    ]
  }

  /// Bytes of a video in the rendition that has the fewest.
  private static func cheapestSize(of video: Video) -> Int {
    video.ladder.renditions.indices.map { rendition in
      (0..<video.segmentCount).reduce(0) { $0 + video.size(segment: $1, rendition: rendition) }
    }.min() ?? 0
  }

  /// Seconds for people, to the millisecond.
  static func seconds(_ value: Double) -> String { ParameterValue.decimal((value * 1000).rounded() / 1000) + " s" }

  private static func size(_ bytes: Int) -> String {
    func rounded(_ value: Double) -> String { ParameterValue.decimal((value * 100).rounded() / 100) }
    return bytes < 1_000_000 ? "\(rounded(Double(bytes) / 1e3)) kB" : "\(rounded(Double(bytes) / 1e6)) MB"
  }
}
