/// When a viewer goes, and what the viewer does before.
public struct Viewer: Sendable, Hashable {
  /// Seconds after the play request at which the viewer leaves, whatever is on the screen; infinite for never.
  public var leavesAt: Double
  /// Media seconds after which the viewer leaves; infinite for never.
  public var leavesAfterWatching: Double
  /// Timed actions in order of time.
  public var actions: [TimedAction]

  /// Creates a viewer; by default one who watches to the end.
  public init(leavesAt: Double = .infinity, leavesAfterWatching: Double = .infinity, actions: [TimedAction] = []) {
    self.leavesAt = leavesAt
    self.leavesAfterWatching = leavesAfterWatching
    self.actions = actions.sorted { $0.time < $1.time }
  }
}

extension Viewer {
  /// The same viewer as the script of a session of one video.
  var script: Script {
    var script = Script()
    script.leavesAfterWatching = leavesAfterWatching
    if actions.isEmpty, leavesAt == .infinity { return script }
    for action in actions where action.time < leavesAt {
      switch action.kind {
      case .eligible(let set): script.steps.append(Script.Step(.time(action.time), .eligible([set])))
      case .rate(let rate): script.steps.append(Script.Step(.time(action.time), .rate(rate)))
      }
    }
    if leavesAt < .infinity { script.steps.append(Script.Step(.time(leavesAt), .leave)) }
    return script
  }
}

/// Something that happens to a session at a time of its clock.
public struct TimedAction: Sendable, Hashable {
  /// What happens.
  public enum Kind: Sendable, Hashable {
    /// Limits change: from the next request on, only these renditions are eligible. The segment in flight completes.
    case eligible(EligibleSet)
    /// Playback continues at another rate, more than 0.
    case rate(Double)
  }

  /// Seconds since the play request.
  public var time: Double
  /// What happens.
  public var kind: Kind

  /// Creates an action.
  public init(at time: Double, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}
