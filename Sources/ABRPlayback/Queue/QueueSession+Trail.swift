/// What the forward target is asked, for ``TargetTrail``.
extension QueueSession {
  /// The forward target, or the maximum level where that is less.
  @inline(__always)
  var ceiling: Double { min(forwardTarget, driver.settings.buffer.maximum) }

  /// The optimizer begins with an item.
  mutating func beginTarget(after previous: ItemDriver?) {
    forwardTarget = driver.begin(after: previous)
    guard keepsTrail else { return }
    closeTrail()
    trail.begin()
    // The rule may have asked for the first rendition of an item with the target as it begins.
    if driver.choosesFirstRendition { trail.lose() }
  }

  /// The target is evaluated again, or the session is over.
  mutating func closeTrail() {
    trail.close(ceilingUse)
    ceilingUse = CeilingUse()
  }

  /// There is room at this level.
  mutating func notePass() {
    switch driver.settings.buffer.ceiling {
    case .level: ceilingUse.pass(level)
    case .wholeSegment: ceilingUse.need(ceiling)
    }
  }

  /// The rule is shown the ceiling.
  mutating func noteDecision(_ context: RequestContext) {
    ceilingUse.show(
      ceiling, surplus: driver.settings.buffer.ceiling == .wholeSegment ? 0 : context.segmentDuration,
      alike: driver.levelsDecidedAlike(context))
  }
}
