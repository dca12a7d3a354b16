import Dispatch
import Synchronization

/// The chunks of one NUMA node while the pool runs, and what the node's memory holds for them.
final class NodeQueue<Local: Sendable, Failure: Error>: Sendable {
  private struct State {
    var local: Result<Local, Failure>?
    var isOpen = false
  }

  let plan: WorkPlan.Queue
  private let prepare: @Sendable (WorkPlan.Queue) throws(Failure) -> Local
  private let cursor = Atomic(0)
  private let state = Mutex(State())
  /// Empty from the moment on when workers of other nodes may use the queue.
  private let opening = DispatchGroup()

  init(_ plan: WorkPlan.Queue, prepare: @escaping @Sendable (WorkPlan.Queue) throws(Failure) -> Local) {
    self.plan = plan
    self.prepare = prepare
    opening.enter()
  }

  /// The next chunk that nobody has taken.
  func next() -> WorkPlan.Chunk? {
    // Reading first keeps the cursor from running away while many thieves look into an empty queue.
    guard cursor.load(ordering: .relaxed) < plan.chunks.count else { return nil }
    let index = cursor.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < plan.chunks.count ? plan.chunks[index] : nil
  }

  /// What was prepared for the node; prepared by the first who asks, while the others wait.
  func local() throws(Failure) -> Local {
    let result = state.withLock { state in
      if let result = state.local { return result }
      let result = Result { () throws(Failure) in try prepare(plan) }
      state.local = result
      open(&state)
      return result
    }
    return try result.get()
  }

  /// The same for a worker of another node, who leaves preparing to the node's own workers as long as it has any.
  func localForThief() throws(Failure) -> Local {
    opening.wait()
    return try local()
  }

  /// Lets workers of other nodes in.
  func open() { state.withLock { open(&$0) } }

  private func open(_ state: inout State) {
    guard !state.isOpen else { return }
    state.isOpen = true
    opening.leave()
  }
}
