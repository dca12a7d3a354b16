/// What happened in a run of the pool besides the results: for `doctor` and for a note on stderr, never part of results, as
/// it differs from machine to machine.
package struct PoolReport: Sendable, Hashable {
  /// Something that went less well than planned and changes speed only.
  package enum Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// A worker could not be pinned to its CPU; it is bound to its node when `node` is set, else it runs anywhere.
    case notPinned(worker: Int, cpu: Int, node: Int?, reason: SystemCallError)
    /// A thread could not be started; the others did its work.
    case notStarted(worker: Int, reason: SystemCallError)

    /// One line for a person.
    package var description: String {
      switch self {
      case .notPinned(let worker, let cpu, let node, let reason):
        "worker \(worker) is not pinned to CPU \(cpu)\(node.map { " but bound to node \($0)" } ?? ""): \(reason)"
      case .notStarted(let worker, let reason): "worker \(worker) was not started: \(reason)"
      }
    }
  }

  /// Items whose chunk is finished.
  package let completedItems: Int
  /// Whether every item is done. Only a cancellation leaves some.
  package let isComplete: Bool
  /// Threads that worked; 0 when none could be started and the calling thread did the work.
  package let startedWorkers: Int
  /// Chunks that were worked on by a worker of another node than planned.
  package let stolenChunks: Int
  /// What went less well than planned, by worker.
  package let diagnostics: [Diagnostic]
}
