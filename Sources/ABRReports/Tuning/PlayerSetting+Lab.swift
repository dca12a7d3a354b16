import ABRPlayback
import ABRPolicies

extension PlayerSetting {
  /// The lab's buffer, limits and preload scheduler in the words of players. What the buffer's spec does not name stays
  /// the player's own.
  ///
  /// A buffer without a forward target fills to its maximum level: that level is the target then, and no ceiling over
  /// the player's own.
  ///
  /// - Parameters:
  ///   - buffer: the buffer; levels that its spec does not decide are left out.
  ///   - limits: those of the policy.
  ///   - preload: the preload scheduler; `nil` where sessions are single videos.
  package init(buffer: BufferSpec, limits: Limits, preload: PreloadSettings?) {
    self.init()
    switch buffer.configuration.target {
    case .growth(let optimizer):
      minimumTarget = optimizer.minimum
      maximumTarget = optimizer.maximumTarget
      evaluationInterval = optimizer.interval
      if optimizer.offset > 0 { growthOffset = optimizer.offset }
    case .constant(let target) where target.seconds.isFinite:
      minimumTarget = target.seconds
      maximumTarget = target.seconds
    // Steps are the app's own code.
    case .constant, .stepped, .custom: break
    }
    let levels = buffer.configuration.settings
    if case .likelyToKeepUp = levels.startRule {
      keepsUp = true
    } else if buffer.decides(.levels) {
      start = levels.start
      resume = levels.resume
    }
    if levels.maximum.isFinite {
      if case .constant(let target) = buffer.configuration.target, !target.seconds.isFinite {
        minimumTarget = levels.maximum
        maximumTarget = levels.maximum
      } else {
        maximumLevel = levels.maximum
      }
    }
    if levels.byteBudget < .max {
      byteBudget = levels.byteBudget
      if levels.byteBudgetFloor > 0 { byteFloor = levels.byteBudgetFloor }
    }
    // What fetching holds to below the largest target: hls.js's maxBufferLength, Media3's minBufferMs. A target that
    // grows has a smallest of its own.
    if levels.byteBudgetFloor > 0, evaluationInterval == nil { minimumTarget = levels.byteBudgetFloor }
    if case .constant(let target) = buffer.configuration.target, target.seconds.isFinite, levels.maximum == .infinity,
      levels.refill > 0
    {
      minimumTarget = target.seconds - levels.refill
    }
    if limits.peakBitrate > 0 { peakBitrate = limits.peakBitrate }
    if limits.peakBitrateExpensive > 0 { peakBitrateExpensive = limits.peakBitrateExpensive }
    maximumPixels = limits.maximumPixels
    maximumResolution = limits.maximumResolution.map { Resolution(width: $0.width, height: $0.height) }
    guard let preload, preload.isActive else { return }
    if case .gate(let gate) = preload.trigger {
      gateOpen = gate.open
      gateClose = gate.close
    }
    preloadPrevious = preload.previousCount
    preloadNext = preload.nextCount
    if case .seconds(let amounts) = preload.amount { preloadDuration = amounts.first }
    preloadMemory = preload.memoryCap
  }
}

extension BufferSpec {
  /// Whether a term of the spec has a role.
  fileprivate func decides(_ role: BufferEntry.Role) -> Bool {
    let terms = (try? SpecTerm.terms(of: canonical)) ?? []
    return terms.contains { BufferRegistry.entry(named: $0.name)?.roles.contains(role) == true }
  }
}
