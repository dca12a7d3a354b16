import Synchronization

/// How many items are done, readable from any thread while the pool runs.
package final class ProgressCounter: Sendable {
  private let count = Atomic(0)

  /// Creates a counter at 0.
  package init() {}

  /// The number of items of all chunks that are finished.
  package var completedItems: Int { count.load(ordering: .relaxed) }

  /// Counts a finished chunk.
  package func add(_ items: Int) { count.wrappingAdd(items, ordering: .relaxed) }
}
