import ABRPlayback

/// The events of a session that waits for answers, as they would be with a rule that answers at once.
struct AnsweredLog: SessionObserver {
  static var isActive: Bool { true }
  private(set) var log = EventLog()

  mutating func record(_ event: SessionEvent) {
    // The wait for an answer takes no time of the session.
    if case .waited(.infinity, .rule) = event.kind { return }
    log.record(event)
  }
}
