import Synchronization

/// A request to stop, set from any thread (a signal source, a deadline, another task) and seen between two chunks.
///
/// A class because it has identity: the one who stops and those who are stopped hold the same flag.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Creates a flag that is not set.
  package init() {}

  /// Asks to stop. Chunks that run already are finished.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the user asked to stop.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
