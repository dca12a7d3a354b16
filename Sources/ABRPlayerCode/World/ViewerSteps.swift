import ABRPlayback

/// When the viewer of a session acts next, and how: the script of a session of one item, as the engine follows it.
///
///     var viewer = ViewerSteps(script)
///     while let action = viewer.take(at: moment) { perform(action) }
struct ViewerSteps {
  /// Where playback is at an instant.
  struct Moment {
    /// Seconds since the play request.
    var now: Double
    /// Media time of the playhead.
    var position: Double
    /// Media seconds shown so far.
    var watched: Double
    /// Media seconds shown per second; 0 while the picture stands still.
    var rate: Double
    /// Whether a frame was shown.
    var hasStarted: Bool
    /// Seconds of startup so far, pauses apart, while it lasts; `nil` otherwise.
    var startup: Double?
  }

  /// Media seconds that rounding may leave before a mark.
  private static let tolerance = 1e-6

  private let script: Script
  private var next = 0

  init(_ script: Script) { self.script = script }

  /// Whether the script has further steps.
  var hasSteps: Bool { next < script.steps.count }

  /// The last time that a step names, in seconds; 0 where none does.
  var lastTime: Double {
    script.steps.reduce(0) { latest, step in
      switch step.moment {
      case .time(let time), .itemTime(let time): max(latest, time)
      case .watched, .position: latest
      }
    }
  }

  /// The lowest playback rate that a step sets; infinite where none does.
  var slowestRate: Double {
    script.steps.reduce(.infinity) { slowest, step in
      if case .rate(let rate) = step.action { min(slowest, rate) } else { slowest }
    }
  }

  /// When the viewer acts next, if playback goes on as it does; infinite where nothing is to come.
  func nextTime(_ moment: Moment) -> Double {
    var time = stepTime(moment)
    if moment.hasStarted { time = min(time, self.time(of: script.leavesAfterWatching, from: moment.watched, moment)) }
    if let startup = moment.startup { time = min(time, moment.now + max(0, script.patience - startup)) }
    return time
  }

  /// Takes what the viewer does now; `nil` where nothing is due.
  mutating func take(at moment: Moment) -> Script.Action? {
    if moment.hasStarted, script.leavesAfterWatching <= moment.watched + Self.tolerance { return .leave }
    if stepTime(moment) <= moment.now {
      next += 1
      return script.steps[next - 1].action
    }
    guard let startup = moment.startup, startup >= script.patience else { return nil }
    // Patience is over: the next move comes now, or the viewer leaves.
    let move = script.steps[next...].prefix { $0.moment.belongsToItem }.first { $0.action.isMove }
    return move?.action ?? .leave
  }

  private func stepTime(_ moment: Moment) -> Double {
    guard hasSteps else { return .infinity }
    switch script.steps[next].moment {
    case .time(let time), .itemTime(let time): return time
    case .watched(let seconds): return time(of: seconds, from: moment.watched, moment)
    case .position(let position): return time(of: position, from: moment.position, moment)
    }
  }

  /// When a count of media seconds that moves with playback comes to a mark.
  private func time(of mark: Double, from value: Double, _ moment: Moment) -> Double {
    guard moment.hasStarted else { return .infinity }
    if value >= mark - Self.tolerance { return moment.now }
    return moment.rate > 0 ? moment.now + (mark - value) / moment.rate : .infinity
  }
}
