/// How far the viewer's script has come.
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

  /// Index of the next step.
  var next = 0
  var due = Due.unknown
  /// Where a seek over a break goes once the break has been shown.
  var goal: (visit: Int, position: Double)?

  /// The step is passed over or carried out.
  mutating func advance() {
    next += 1
    due = .unknown
  }
}
