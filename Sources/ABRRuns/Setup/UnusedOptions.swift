import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayers
import ABRPolicies
import ABRSessions

/// Options that change nothing in what is played, which is said before it is.
struct UnusedOptions {
  let given: GivenSettings
  let setup: SessionSetup
  let choices: [SessionSetup.Choice]
  let videos: [Video]
  let traces: [TraceSource]

  /// One sentence for each option, with the reason.
  /// - Complexity: O(traces).
  var warnings: [String] {
    policies.compactMap(limitsOfFixed).uniqued() + policies.flatMap(belowLadder).uniqued()
      + policies.compactMap(turned).uniqued() + ofPolicies + ofMedia
      + told("seed", unusedSeed)
      + told("device-lag", choices.contains { $0.player.code != nil } ? nil : "no player is code(PATH)")
      + told("expensive-network", mayBeExpensive ? nil : "no policy has a peak-expensive limit that holds")
      + neverExpensive
  }

  /// What holds on expensive networks, where no session is on one.
  private var neverExpensive: [String] {
    let hasStep =
      setup.source?.plan.steps.contains { if case .network = $0.action { true } else { false } } ?? false
    guard setup.model == .lab, !setup.networkIsExpensive, !hasStep, !traces.isEmpty,
      !traces.contains(where: \.isExpensive)
    else { return [] }
    var names = policies.filter { $0.limits.peakBitrateExpensive > 0 && $0.heedsPeaks }.map {
      "\($0.canonicalSpec): peak-expensive"
    }
    if let source = setup.source {
      if !source.plan.playsOnExpensiveNetwork { names.append("\(source.name): plays-on-expensive-network") }
      if !source.plan.preloadsOnExpensiveNetwork { names.append("\(source.name): preloads-on-expensive-network") }
    }
    return names.uniqued().map {
      "\($0) never acts: no recording names a cellular network, in a column network; --expensive-network makes all of them "
        + "expensive"
    }
  }

  /// Why nothing is drawn; `nil` where something may be.
  private var unusedSeed: String? {
    let draws =
      setup.seed != nil || setup.sender.timeoutInterval != nil || choices.contains { $0.player.code != nil }
      || setup.plan.items.contains { $0.duration.map { $0.lowerBound < $0.upperBound } ?? false }
      || (try? setup.watchedPlans())?.contains { $0.viewer != nil } ?? true
    guard !draws else { return nil }
    return "sessions start where their traces begin, and nothing else is drawn"
      + (setup.model == .lab ? "; --trace-start random draws their starts" : "")
  }

  /// The sentence on an option; what it depends on is looked at only where the option is given.
  private func told(_ key: String, _ reason: @autoclosure () -> String?) -> [String] {
    guard let value = given[key], let reason = reason() else { return [] }
    return ["\(value.place) changes nothing: \(reason)"]
  }

  private var policies: [Policy] { choices.map(\.player.playedPolicy) }

  /// A rendition that is fixed heeds no limits, or peaks only.
  private func limitsOfFixed(_ policy: Policy) -> String? {
    guard policy.spec.rule.isFixed else { return nil }
    var inert = policy.limits
    inert.allowedRenditions = nil
    if inert.fixedHonoursCaps { (inert.peakBitrate, inert.peakBitrateExpensive) = (0, 0) }
    guard inert != Limits(fixedHonoursCaps: inert.fixedHonoursCaps) else { return nil }
    return "\(policy.canonicalSpec): "
      + (inert.fixedHonoursCaps
        ? "limits of the picture change nothing for a rendition that is fixed; it heeds peak limits only"
        : "limits change nothing for a rendition that is fixed; with fixed(caps=honour) it heeds peak limits")
  }

  /// Limits of bitrate and pixels that no rendition is within, as where another unit or a height was meant.
  private func belowLadder(_ policy: Policy) -> [String] {
    guard !policy.spec.rule.isFixed else { return [] }
    func warning(_ what: String, _ isBeyond: (Rendition) -> Bool) -> [String] {
      guard videos.contains(where: { $0.ladder.renditions.allSatisfy(isBeyond) }) else { return [] }
      return ["\(policy.canonicalSpec): every rendition has more than \(what), so the lowest is played"]
    }
    let peak = policy.limits.peakBitrate
    let ofPeak = peak > 0 ? warning("\(peak) bit/s") { $0.bandwidth > peak } : []
    guard let most = policy.limits.maximumPixels else { return ofPeak }
    let height = most <= 4320 ? "; a height is written \(most)p" : ""
    return ofPeak + warning("\(most) pixels") { $0.pixels ?? 0 > most }.map { $0 + height }
  }

  /// A limit of the resolution that leaves out renditions which are within it when it is turned by 90 degrees.
  private func turned(_ policy: Policy) -> String? {
    guard !policy.spec.rule.isFixed, let size = policy.limits.maximumResolution else { return nil }
    for video in videos {
      for rendition in video.ladder.renditions.reversed() {
        guard let width = rendition.width, let height = rendition.height, width > size.width || height > size.height,
          width <= size.height, height <= size.width
        else { continue }
        let (limit, picture) = size.width > size.height ? ("landscape", "portrait") : ("portrait", "landscape")
        return "\(policy.canonicalSpec): \(size.width)x\(size.height) is \(limit), the renditions of \(video.name) are "
          + "\(picture), and \(width)x\(height) is left out; write resolution:\(size.height)x\(size.width) or "
          + "pixels:\(size.width)x\(size.height)"
      }
    }
    return nil
  }

  /// Options for rules that choose, where none does and no step of the viewer selects another rendition.
  private var ofPolicies: [String] {
    let selects = setup.plan.steps.contains { if case .rendition = $0.action { true } else { false } }
    guard !selects, policies.allSatisfy({ $0.spec.rule.isFixed }) else { return told("switch-mode", unusedFlush) }
    let reason = "the rendition is fixed from the first segment on"
    return told("initial", reason) + told("switch-mode", reason)
  }

  /// Why `flush` plays as `append`; `nil` where a limit may change, and where a player by itself does not append.
  private var unusedFlush: String? {
    let appends = choices.allSatisfy { choice in
      guard choice.player.settings.switchMode == .flush else { return false }
      let own = (try? Player(parsing: choice.player.spec))?.settings.switchMode
      return own == .append || own == .flush
    }
    // A network that becomes expensive is asked for by neither viewer nor app: the buffer is kept.
    let hasSteps = setup.plan.steps.contains {
      switch $0.action {
      case .limits, .viewport, .pictureInPicture, .rendition, .source: true
      case .script, .network: false
      }
    }
    guard appends, !hasSteps else { return nil }
    return
      "flush acts where a step changes a limit or the viewer selects a rendition, and nothing here does; add a step "
      + "limit or select-rendition to the file of --session"
  }

  private var ofMedia: [String] {
    told("latency", haveLatencies ? "every row of the traces has a latency of its own" : nil)
      + told("sizes", haveSizes ? "the videos have sizes of their own" : nil) + told("playable", wholeSegments)
      + told("bandwidth", unusedBandwidth) + told("back-buffer", unusedBackBuffer)
  }

  /// Why no media behind the playhead is shown again; `nil` where a step may go back to it.
  private var unusedBackBuffer: String? {
    setup.plan.steps.contains(where: \.action.isSeek)
      ? nil : "the viewer never seeks; add a seek step to the file of --session"
  }

  /// Why rules choose as they do without average bandwidths; `nil` where these may change a choice.
  private var unusedBandwidth: String? {
    guard videos.contains(where: { $0.ladder.renditions.contains { $0.averageBandwidth != nil } }) else {
      return "no rendition has an average bandwidth"
    }
    let isUsed = choices.contains { $0.player.code == nil && $0.player.policy.rule.usesBandwidths }
    return isUsed ? nil : "no rule here chooses by it: the rendition is fixed, or the player's own code or rule decides"
  }

  private var haveLatencies: Bool {
    !traces.isEmpty && traces.allSatisfy(\.hasLatencies)
  }

  private var haveSizes: Bool {
    let derived = Video.SizeOrigin.derived(setup.videoOptions.sizeModel.spec)
    return !videos.isEmpty && !videos.contains { $0.sizeOrigin == derived }
  }

  /// That fragments are as long as segments.
  private var wholeSegments: String? {
    guard case .arriving(let fragment?)? = choices.first?.player.settings.playable,
      let longest = videos.map(\.longestSegmentDuration).max(), longest <= fragment
    else { return nil }
    return "no segment is longer than \(ParameterValue.decimal(longest)) s, so that each is playable as a whole"
  }

  /// Whether anything that is played heeds the class of the network.
  private var mayBeExpensive: Bool {
    if let plan = setup.source?.plan {
      // A step may bring a limit.
      let changesLimits = plan.steps.contains { if case .limits = $0.action { true } else { false } }
      if changesLimits || !plan.playsOnExpensiveNetwork || !plan.preloadsOnExpensiveNetwork { return true }
    }
    return policies.contains { policy in
      let limits = policy.limits
      let binds = limits.peakBitrate == 0 || limits.peakBitrateExpensive < limits.peakBitrate
      return policy.heedsPeaks && limits.peakBitrateExpensive > 0 && binds
    }
  }
}
