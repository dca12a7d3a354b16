/// Fetching ahead for items that may come, and side flows that wait for the same gate.
struct PreloadState {
  var gate: PreloadGate
  /// Whether anything may ever be preloaded.
  let isActive: Bool
  /// Whether something has changed since there was nothing to do.
  var mayHaveWork = true
  /// Bytes of gated side flows that wait, and the next side flow of the queue.
  var waitingSideBytes: [Int] = []
  var nextSideFlow = 0
  /// Whether the log says that the trigger of preloads, where it is no gate, has been reached in this visit.
  var hasLoggedTrigger = false
  /// Whether the app lets neighbours be fetched ahead.
  var isAllowed = true
  /// Tasks of the media loader, in the order in which they were added.
  var tasks: [Task] = []

  /// Media seconds of an item that the app wants fetched ahead, wherever the item stands in the list.
  struct Task {
    var item: Int
    var seconds: Double
    var isPaused = false
  }

  /// The copy of which the log says that it waits for memory.
  var loggedWaiting: Int?

  init(_ settings: PreloadSettings, script: Script) {
    if case .gate(let gate) = settings.trigger { self.gate = PreloadGate(gate) } else { gate = PreloadGate() }
    isActive = settings.isActive || script.steps.contains { if case .loader = $0.action { true } else { false } }
  }
}
