import ABRPlayback

/// The observer of a session that waits for answers: it sees the events of a rule that answers at once.
struct ExternalObserver<O: SessionObserver>: SessionObserver {
  static var isActive: Bool { O.isActive }
  private(set) var observer: O

  init(_ observer: O) { self.observer = observer }

  mutating func record(_ event: SessionEvent) {
    // The wait for an answer takes no time of the session.
    if case .waited(.infinity, .rule) = event.kind { return }
    observer.record(event)
  }

  mutating func jump(from old: Double, to new: Double) { observer.jump(from: old, to: new) }

  mutating func wait(for cause: SessionEvent.WaitCause, from start: Double, to end: Double) {
    observer.wait(for: cause, from: start, to: end)
  }
}
