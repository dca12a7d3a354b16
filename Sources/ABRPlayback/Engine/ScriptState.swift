/// The viewer's script, how far it has come, and when the viewer acts next.
///
/// ```
/// unknown ──worked out──▶ at a time, at a position, none ──step done or passed, playhead moved──▶ unknown
/// ```
struct ScriptState {
  /// When the next step happens.
  enum Due {
    /// It must be worked out again.
    case unknown
    /// There is none, or it waits for something else.
    case none
    case time(Double)
    /// Playhead of the item on the screen.
    case position(Double)
  }

  let script: Script
  /// Index of the next step.
  private var next = 0
  private(set) var due = Due.unknown
  /// Where a seek over a break goes once the break has been shown.
  var goal: (visit: Int, position: Double)?

  init(_ script: Script) { self.script = script }

  private var nextStep: Script.Step? { next < script.steps.count ? script.steps[next] : nil }

  // MARK: When

  /// Whether ``arm(for:began:_:)`` has to work out when the next step is due.
  @inline(__always)
  var isUnarmed: Bool { if case .unknown = due { true } else { false } }

  /// Works out when the next step is due.
  ///
  /// - Parameters:
  ///   - visit: what is on the screen.
  ///   - began: when it came up.
  ///   - playback: where its playhead is.
  mutating func arm(for visit: Visit, began: Double, _ playback: Playback) {
    due = .none
    guard let step = nextStep, canCome(step, in: visit) else { return }
    switch step.moment {
    case .watched(let seconds):
      // A skip before it may be waits until it may.
      let due = step.action == .skip ? max(seconds, visit.skippableAfter) : seconds
      self.due = .position(playback.runStart + (due - playback.watchedBefore))
    case .position(let position): due = .position(position)
    case .time(let seconds): due = .time(seconds)
    case .itemTime(let seconds): due = .time(began + seconds)
    }
  }

  /// Whether a step can come about while a visit lasts.
  private func canCome(_ step: Script.Step, in visit: Visit) -> Bool {
    guard step.moment.belongsToItem else { return true }
    guard visit.isClip else { return step.action != .skip }
    // Ads have their own clock: only a skip is meant for them, and only for those that can be skipped.
    return step.action == .skip && visit.skippableAfter < .infinity
  }

  /// The time at which the next step is due, where it waits for one; infinite where it does not.
  @inline(__always)
  var stepTime: Double {
    if case .time(let time) = due { time } else { .infinity }
  }

  /// Whether the next step, whose moment has been worked out, is due.
  func isDue(at now: Double, playhead: Double, hasStarted: Bool) -> Bool {
    switch due {
    case .time(let time): time <= now
    case .position(let position): hasStarted && position <= playhead
    case .none, .unknown: false
    }
  }

  /// When the viewer's patience with a startup ends that has lasted so long; infinite for never.
  func patienceEnd(at now: Double, waited: Double) -> Double { now + max(0, script.patience - waited) }

  /// The playhead at which the viewer has seen enough of the session.
  @inline(__always)
  func leaveMark(runStart: Double, playedMedia: Double) -> Double {
    script.leavesAfterWatching == .infinity ? .infinity : runStart + (script.leavesAfterWatching - playedMedia)
  }

  /// The time of the next step, where it does not belong to an item; infinite where it does.
  var nextTimedStep: Double {
    if case .time(let time) = nextStep?.moment { time } else { .infinity }
  }

  /// Steps that have not come about.
  var stepsLeft: Int { script.steps.count - next }

  // MARK: What

  /// The playhead has moved, and the next step with it.
  mutating func movePlayhead() { due = .unknown }

  /// Passes on to the step after the next one.
  ///
  /// - Returns: what the next one does.
  mutating func advance() -> Script.Action {
    let action = script.steps[next].action
    next += 1
    due = .unknown
    return action
  }

  /// The viewer's patience with a startup is over: the next move of the script among the steps of this item comes now.
  ///
  /// - Returns: that move; `nil`, and nothing passed, where there is none.
  mutating func advanceToMove() -> Script.Action? {
    var index = next
    while index < script.steps.count, script.steps[index].moment.belongsToItem {
      if script.steps[index].action.isMove {
        next = index
        return advance()
      }
      index += 1
    }
    return nil
  }

  /// The item is over: what the viewer wanted to do later in it is void, up to the next move, which comes now.
  ///
  /// - Returns: that move; `nil` where there is none.
  mutating func endItem() -> Script.Action? {
    while let step = nextStep, step.moment.belongsToItem {
      let action = advance()
      if action.isMove { return action }
    }
    return nil
  }

  /// A clip is over. Each ad that can be skipped has had one skip; bumpers and others had none.
  mutating func endClip(_ visit: Visit) {
    if visit.skippableAfter < .infinity, nextStep?.action == .skip { _ = advance() }
  }

  /// A visit has been inserted before the one that a seek goes to.
  mutating func insertVisit() {
    if let goal { self.goal = (goal.visit + 1, goal.position) }
  }
}

extension Visit {
  /// Seconds after which an ad may be skipped; infinite for never, and for all else.
  var skippableAfter: Double {
    if case .ad(let after) = role { after } else { .infinity }
  }
}
