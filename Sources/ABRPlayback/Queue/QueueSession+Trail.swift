/// What the forward target is asked, for ``TargetTrail``.
extension QueueSession {
  /// The forward target, or the maximum level where that is less.
  @inline(__always)
  var ceiling: Double { min(forwardTarget, driver.settings.buffer.maximum) }

  /// The optimizer begins with an item.
  mutating func beginTarget(after previous: ItemDriver?) {
    forwardTarget = driver.begin(after: previous)
    guard keepsTrail else { return }
    precondition(asked == nil, "a decision is noted while its rule remembers it")
    closeTrail()
    trail.begin()
    // The rule may have asked for the first rendition of an item with the target as it begins.
    if driver.choosesFirstRendition { trail.lose() }
  }

  /// Whether the buffer is full by its level alone, and stays so until the level is down.
  private var isFullByLevel: Bool {
    let buffer = driver.settings.buffer
    return buffer.ceiling == .level && buffer.byteBudget == .max && live == nil && !hasFaults
  }

  /// A wait for room begins.
  mutating func noteFull() {
    if isFullByLevel { ceilingUse.need(ceiling, within: -.infinity...level) } else { ceilingUse.need(ceiling) }
  }

  /// A wait for room goes on, until now at least.
  mutating func noteStillFull() {
    guard isWaitingForRoom else { return }
    if isFullByLevel {
      ceilingUse.need(ceiling, within: -.infinity...(level + driver.settings.buffer.refill))
    } else {
      ceilingUse.need(ceiling)
    }
  }

  /// A wait for room is over.
  ///
  /// - Parameter hasRisen: because the target has risen, and not because the level is down.
  mutating func noteRoom(hasRisen: Bool) {
    if hasRisen, isFullByLevel {
      ceilingUse.need(ceiling, within: (level + driver.settings.buffer.refill)...(.infinity))
    } else {
      ceilingUse.need(ceiling)
    }
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

  /// A decision of the rule that is carried out or waits for its time.
  struct Asked {
    let context: RequestContext
    /// After which evaluation of the target it was asked for, and the ceiling then.
    let stretch: Int
    let ceiling: Double
  }

  /// The last decision is carried out, or its wait is cut short.
  mutating func noteDecision(isCut: Bool = false) {
    guard let asked else { return }
    self.asked = nil
    let levels = driver.levelsDecidedAlike(asked.context, cutAfter: isCut ? now - asked.context.time : nil)
    let surplus = driver.settings.buffer.ceiling == .wholeSegment ? 0 : asked.context.segmentDuration
    if asked.stretch == trail.lastStretch {
      ceilingUse.need(asked.ceiling, within: levels, less: surplus)
    } else {
      trail.need(after: asked.stretch, asked.ceiling, within: levels, less: surplus)
    }
  }
}
