import Dispatch
import Synchronization

/// The shared state of one run of a ``PinnedPool``, and what each of its workers does.
final class PoolRun<Local: Sendable, Failure: Error>: Sendable {
  private struct Outcome {
    var failure: (chunk: Int, error: Failure)?
    var diagnostics: [(worker: Int, diagnostic: PoolReport.Diagnostic)] = []
    var orphans: Set<Int>
  }

  private let plan: WorkPlan
  private let affinity: any ThreadAffinity
  private let cancellation: CancellationFlag
  private let progress: ProgressCounter
  private let body: @Sendable (WorkPlan.Chunk, Local, PinnedPool.WorkerContext) throws(Failure) -> Void
  private let queues: [NodeQueue<Local, Failure>]
  private let completed = Atomic(0)
  private let stolen = Atomic(0)
  /// Index of the lowest chunk that failed: nothing above it has to be worked on any more.
  private let lowestFailure = Atomic(Int.max)
  private let outcome: Mutex<Outcome>

  init(
    plan: WorkPlan, affinity: any ThreadAffinity, cancellation: CancellationFlag, progress: ProgressCounter,
    prepare: @escaping @Sendable (WorkPlan.Queue) throws(Failure) -> Local,
    body: @escaping @Sendable (WorkPlan.Chunk, Local, PinnedPool.WorkerContext) throws(Failure) -> Void
  ) {
    self.plan = plan
    self.affinity = affinity
    self.cancellation = cancellation
    self.progress = progress
    self.body = body
    queues = plan.queues.map { NodeQueue($0, prepare: prepare) }
    outcome = Mutex(Outcome(orphans: []))
  }

  /// The life of a worker on its own thread.
  func work(as worker: WorkPlan.Worker) {
    let node = plan.queues[worker.queue].node
    work(
      as: PinnedPool.WorkerContext(worker: worker.index, cpu: settle(worker, node: node), node: node), in: worker.queue)
  }

  /// The last resort when no thread can be started. The calling thread is not pinned: it has other things to do later.
  func workOnCallingThread(as worker: WorkPlan.Worker) {
    let node = plan.queues[worker.queue].node
    work(as: PinnedPool.WorkerContext(worker: worker.index, cpu: nil, node: node), in: worker.queue)
  }

  private func work(as context: PinnedPool.WorkerContext, in home: Int) {
    let own = queues[home]
    // Also when cancelled before the first chunk: nobody may wait for this node for ever.
    defer { own.open() }
    drain(own, as: context)
    for index in own.plan.stealOrder { drain(queues[index], as: context, stealing: true) }
  }

  private func drain(
    _ queue: NodeQueue<Local, Failure>, as context: PinnedPool.WorkerContext, stealing: Bool = false
  ) {
    while !cancellation.isCancelled, let chunk = queue.next() {
      guard chunk.index < lowestFailure.load(ordering: .relaxed) else { return }
      do throws(Failure) {
        try body(chunk, stealing ? queue.localForThief() : queue.local(), context)
        completed.wrappingAdd(chunk.items.count, ordering: .relaxed)
        progress.add(chunk.items.count)
        if stealing { stolen.wrappingAdd(1, ordering: .relaxed) }
      } catch {
        note(error, in: chunk)
      }
    }
  }

  /// Ties the thread to its place.
  /// - Returns: the CPU, when the thread is pinned to it.
  private func settle(_ worker: WorkPlan.Worker, node: Int) -> Int? {
    guard let cpu = worker.cpu else { return nil }
    do throws(SystemCallError) {
      try affinity.pin(toCPU: cpu)
      return cpu
    } catch {
      var bound: Int?
      do throws(SystemCallError) {
        try affinity.bind(toNode: node)
        bound = node
      } catch {
        // The first refusal is the one that tells; the diagnostic shows by its missing node that this failed as well.
      }
      note(.notPinned(worker: worker.index, cpu: cpu, node: bound, reason: error), of: worker)
      return nil
    }
  }

  private func note(_ error: Failure, in chunk: WorkPlan.Chunk) {
    lowestFailure.min(chunk.index, ordering: .relaxed)
    outcome.withLock { outcome in
      if outcome.failure.map({ chunk.index < $0.chunk }) ?? true { outcome.failure = (chunk.index, error) }
    }
  }

  private func note(_ diagnostic: PoolReport.Diagnostic, of worker: WorkPlan.Worker) {
    outcome.withLock { $0.diagnostics.append((worker.index, diagnostic)) }
  }

  /// Records that a worker has no thread.
  func noteNotStarted(_ worker: WorkPlan.Worker, reason: SystemCallError) {
    note(.notStarted(worker: worker.index, reason: reason), of: worker)
    outcome.withLock { _ = $0.orphans.insert(worker.index) }
  }

  /// Lets any worker prepare the nodes whose own workers all have no thread.
  func abandonQueuesWithoutWorkers() {
    let orphans = outcome.withLock { $0.orphans }
    let alive = Set(plan.workers.filter { !orphans.contains($0.index) }.map(\.queue))
    for index in queues.indices where !alive.contains(index) { queues[index].open() }
  }

  /// What happened. Only after all workers have ended.
  func report(startedWorkers: Int) throws(Failure) -> PoolReport {
    let (failure, diagnostics) = outcome.withLock { ($0.failure, $0.diagnostics) }
    if let failure { throw failure.error }
    let completed = completed.load(ordering: .relaxed)
    return PoolReport(
      completedItems: completed, isComplete: completed == plan.itemCount, startedWorkers: startedWorkers,
      stolenChunks: stolen.load(ordering: .relaxed),
      diagnostics: diagnostics.sorted { $0.worker < $1.worker }.map(\.diagnostic))
  }
}
