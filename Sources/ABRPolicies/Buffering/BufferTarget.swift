import ABRPlayback

/// The buffer optimizers that a spec can name, as one type: a session loop is then compiled once for each rule, not
/// once for each pair of rule and optimizer. A user's own optimizer goes into ``custom(_:)``.
public enum BufferTarget: ForwardTarget {
  /// The same target all the time.
  case constant(StaticTarget)
  /// The target grows with what has been viewed.
  case growth(BufferGrowthOptimizer)
  /// The target changes at marks.
  case stepped(SteppedTarget)
  /// An optimizer from elsewhere.
  case custom(any ForwardTarget)

  /// Playing seconds between two evaluations.
  public var interval: Double {
    switch self {
    case .constant(let target): target.interval
    case .growth(let target): target.interval
    case .stepped(let target): target.interval
    case .custom(let target): target.interval
    }
  }

  /// The largest target ever answered, in seconds.
  public var maximum: Double {
    switch self {
    case .constant(let target): target.maximum
    case .growth(let target): target.maximum
    case .stepped(let target): target.maximum
    case .custom(let target): target.maximum
    }
  }

  /// The target in force from the start of an item.
  public mutating func begin() -> Double {
    switch self {
    case .constant(let target): return target.seconds
    case .growth(var target):
      let seconds = target.begin()
      self = .growth(target)
      return seconds
    case .stepped(let target): return target.begin()
    case .custom(var target):
      let seconds = target.begin()
      self = .custom(target)
      return seconds
    }
  }

  /// The target in force from this tick on.
  public mutating func tick(position: Double, watched: Double) -> Double {
    // Taken out and put back, so that no case is copied.
    switch consume self {
    case .constant(let target):
      self = .constant(target)
      return target.seconds
    case .growth(var target):
      let seconds = target.tick(position: position, watched: watched)
      self = .growth(target)
      return seconds
    case .stepped(let target):
      let seconds = target.tick(position: position, watched: watched)
      self = .stepped(target)
      return seconds
    case .custom(var target):
      let seconds = target.tick(position: position, watched: watched)
      self = .custom(target)
      return seconds
    }
  }
}
