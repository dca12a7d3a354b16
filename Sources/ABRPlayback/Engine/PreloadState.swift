/// Fetching ahead for items that may come, and side flows that wait for the same gate.
///
/// ```
/// nothing to do ──visit, list, position, flow or gate changes──▶ may have work
/// may have work ──looked with nothing left──▶ nothing to do
/// ```
struct PreloadState {
  /// What changes what there is to fetch ahead.
  enum Change {
    /// The list of visits has grown.
    case list
    /// The playhead has come to a mark, or has jumped.
    case position
    /// A preload has ended, or a request was refused.
    case flow
    /// Requests were stopped for want of memory.
    case memory
  }

  /// Media seconds of an item that the app wants fetched ahead, wherever the item stands in the list.
  struct Task {
    var item: Int
    var seconds: Double
    var isPaused = false
  }

  private let trigger: PreloadSettings.Trigger
  private let maxParallel: Int
  /// Whether anything may ever be preloaded.
  let isActive: Bool
  private(set) var gate: PreloadGate
  /// Whether there is a gate and anything that it holds back.
  let hasGate: Bool
  /// Whether something has changed since there was nothing to do.
  private(set) var mayHaveWork = true
  /// Whether the app lets neighbours be fetched ahead.
  private(set) var isAllowed = true
  /// Tasks of the media loader, in the order in which they were added.
  private(set) var tasks: [Task] = []
  /// Side flows that wait for the gate or for the app, and the next side flow of the queue.
  var waitingSideFlows: [SideFlow] = []
  var nextSideFlow = 0
  /// Whether the app has downloads wait.
  var pausesDownloads = false
  /// Whether the log says that the trigger of preloads, where it is no gate, has been reached in this visit.
  private var hasLoggedTrigger = false
  /// The copy of which the log says that it waits for memory.
  private var loggedWaiting: Int?

  init(_ settings: PreloadSettings, script: Script, sideFlows: [SideFlow]) {
    isActive = settings.isActive || script.steps.contains { if case .loader = $0.action { true } else { false } }
    trigger = settings.trigger
    maxParallel = settings.maxParallel
    if case .gate(let levels) = settings.trigger {
      (gate, hasGate) = (PreloadGate(levels), isActive || sideFlows.contains { $0.isGated })
    } else {
      (gate, hasGate) = (PreloadGate(), false)
    }
  }

  // MARK: Whether preloads may request

  /// Whether preloads and gated side flows may request, by what is on the screen.
  @inline(__always)
  func isOpen(at playhead: Double, of duration: Double, isDownloaded: Bool) -> Bool {
    switch trigger {
    case .gate: gate.isOpen
    case .never, .always: true
    case .progress(let share): playhead >= share * duration || isDownloaded && playhead >= duration
    case .currentComplete: isDownloaded
    }
  }

  /// Whether a side flow may run.
  func allows(_ side: SideFlow, isOpen: Bool) -> Bool {
    !(side.isDownload && pausesDownloads) && (!side.isGated || isOpen)
  }

  /// Whether ``FastPath`` may make the next request: there is nothing to fetch ahead.
  @inline(__always)
  func allowsFastPath(isOpen: @autoclosure () -> Bool) -> Bool {
    waitingSideFlows.isEmpty && !(isActive && mayHaveWork && isOpen())
  }

  /// The level at which the gate closes, and that at which it opens; `nil` where that changes nothing.
  @inline(__always)
  var gateLevels: (close: Double?, open: Double?) {
    guard hasGate else { return (nil, nil) }
    return gate.isOpen ? (gate.settings.close, nil) : (nil, gate.settings.open)
  }

  // MARK: Inputs

  /// Another item comes up.
  mutating func beginVisit() {
    mayHaveWork = true
    loggedWaiting = nil
    hasLoggedTrigger = false
  }

  /// Something has changed that may make more possible.
  mutating func note(_ change: Change) { mayHaveWork = true }

  /// Tells the gate what has happened.
  ///
  /// - Returns: whether it has opened or closed.
  @inline(__always)
  mutating func handle(_ input: PreloadGate.Input) -> Bool {
    guard hasGate, gate.handle(input) else { return false }
    mayHaveWork = true
    return true
  }

  /// Shows the gate the level of the item on the screen.
  ///
  /// - Parameters:
  ///   - isAtClose: whether the playhead has come to where the level is the close level, whatever rounding has left.
  ///   - tolerance: by how much the level may miss a threshold that it was brought to.
  /// - Returns: whether the gate has opened or closed.
  mutating func handle(level: Double, isAtClose: Bool, tolerance: Double?, isComplete: Bool) -> Bool {
    let levels = gate.settings
    var seen = isAtClose ? min(level, levels.close) : level
    if let tolerance {
      if level <= levels.close + tolerance { seen = min(level, levels.close) }
      if level >= levels.open - tolerance { seen = max(level, levels.open) }
    }
    return handle(.level(seen, isComplete: isComplete))
  }

  /// The app adds, cancels, pauses or resumes the task of an item.
  mutating func handle(_ command: Script.LoaderCommand, about item: Int) {
    mayHaveWork = true
    let task = tasks.firstIndex { $0.item == item }
    switch command {
    case .add(let seconds):
      if let task { tasks.remove(at: task) }
      tasks.append(Task(item: item, seconds: seconds))
    case .cancel: if let task { tasks.remove(at: task) }
    case .pause: if let task { tasks[task].isPaused = true }
    case .resume: if let task { tasks[task].isPaused = false }
    }
  }

  /// The app allows neighbours to be fetched ahead, or forbids it.
  ///
  /// - Returns: whether that is new.
  mutating func allow(_ isAllowed: Bool) -> Bool {
    guard self.isAllowed != isAllowed else { return false }
    self.isAllowed = isAllowed
    mayHaveWork = true
    return true
  }

  /// All that is possible has been requested: without room for another flow the end of one looks again; otherwise there
  /// is nothing to do until something changes, or time makes more of a live stream.
  mutating func finishLook(running: Int, hasLiveItems: Bool) {
    if running < maxParallel { mayHaveWork = hasLiveItems }
  }

  // MARK: The log

  /// Notes that the trigger has been reached, where that is no gate.
  ///
  /// - Returns: whether the log is to say so: once a visit.
  mutating func noteTrigger() -> Bool {
    guard !hasLoggedTrigger else { return false }
    hasLoggedTrigger = true
    switch trigger {
    case .progress, .currentComplete: return true
    case .never, .always, .gate: return false
    }
  }

  /// Notes that a copy waits for memory.
  ///
  /// - Returns: whether the log is to say so: once, however often it is tried.
  mutating func noteWaiting(_ copy: Int) -> Bool {
    guard loggedWaiting != copy else { return false }
    loggedWaiting = copy
    return true
  }

  func hasTask(_ item: Int) -> Bool { tasks.contains { $0.item == item } }
}
