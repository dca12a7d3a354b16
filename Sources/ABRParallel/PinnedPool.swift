import Dispatch

/// Carries out a ``WorkPlan``: one thread a worker, pinned to its CPU, taking chunk after chunk from its node's queue, then
/// from those of other nodes, nearest first.
///
/// Results do not depend on the number of workers, as long as the body is a function of the chunk's items and writes only
/// what belongs to them: ``map(cancellation:progress:everyTick:prepare:body:)`` sees to that.
///
/// ```swift
/// let topology = SystemTopology()
/// let plan = WorkPlan(
///   topology: topology, jobs: topology.defaultJobs, groupSizes: traces.map { _ in sessionsPerTrace },
///   startingAt: SystemTopology.currentCPU)
/// let (metrics, report) = try PinnedPool(plan: plan).map(
///   prepare: { queue in queue.groups.map { Link(traces[$0]) } },
///   body: { chunk, links, _, output in
///     for item in chunk.items { output.append(play(item, over: links)) }
///   })
/// ```
package struct PinnedPool: Sendable {
  /// What a body may know about where it runs. It must not change a result.
  package struct WorkerContext: Sendable, Hashable {
    /// Number of the worker, from 0.
    package let worker: Int
    /// The CPU it is pinned to; `nil` when it is not.
    package let cpu: Int?
    /// Id of the worker's node.
    package let node: Int
  }

  /// How often the calling thread reports progress, in seconds: often enough to look alive, seldom enough to cost nothing.
  package static let tickSeconds = 0.1

  /// The plan that is carried out.
  package let plan: WorkPlan
  let affinity: any ThreadAffinity
  let startThread: @Sendable (@escaping @Sendable () -> Void) throws(SystemCallError) -> WorkerThread

  /// Creates a pool. Threads live only while a run lasts.
  package init(plan: WorkPlan, affinity: any ThreadAffinity = SystemAffinity()) {
    self.init(plan: plan, affinity: affinity) { (body) throws(SystemCallError) in try WorkerThread(body) }
  }

  /// Creates a pool whose threads are started in another way than usual, to imitate a system that refuses them.
  init(
    plan: WorkPlan, affinity: any ThreadAffinity,
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws(SystemCallError) -> WorkerThread
  ) {
    self.plan = plan
    self.affinity = affinity
    self.startThread = startThread
  }

  /// Runs a body over all chunks and waits for the end.
  ///
  /// - Parameters:
  ///   - cancellation: looked at before each chunk.
  ///   - progress: counts finished items.
  ///   - everyTick: called on the calling thread every ``tickSeconds`` while it waits.
  ///   - prepare: makes what a node's chunks read, such as its own copy of the tables of its traces. Called at most once a
  ///     queue, by a worker of that node before its first chunk: memory it allocates lies on that node, because the kernel
  ///     places a page where it is first touched. What it returns must not depend on the node but for where it lies.
  ///   - body: works on one chunk, item by item in order.
  /// - Returns: what happened besides the results.
  /// - Throws: the error of the lowest chunk that fails. Chunks below it are finished first, so that the error, too, is the
  ///   same for any number of workers.
  package func run<Local: Sendable, Failure: Error>(
    cancellation: CancellationFlag = CancellationFlag(), progress: ProgressCounter = ProgressCounter(),
    everyTick: ((ProgressCounter) -> Void)? = nil,
    prepare: @escaping @Sendable (WorkPlan.Queue) throws(Failure) -> Local,
    body: @escaping @Sendable (WorkPlan.Chunk, Local, WorkerContext) throws(Failure) -> Void
  ) throws(Failure) -> PoolReport {
    let run = PoolRun(
      plan: plan, affinity: affinity, cancellation: cancellation, progress: progress, prepare: prepare, body: body)
    let finished = DispatchGroup()
    var threads: [WorkerThread] = []
    for worker in plan.workers {
      finished.enter()
      do throws(SystemCallError) {
        threads.append(
          try startThread {
            run.work(as: worker)
            finished.leave()
          })
      } catch {
        finished.leave()
        run.noteNotStarted(worker, reason: error)
      }
    }
    run.abandonQueuesWithoutWorkers()
    if threads.isEmpty, let first = plan.workers.first { run.workOnCallingThread(as: first) }
    if let everyTick {
      while finished.wait(timeout: .now() + Self.tickSeconds) == .timedOut { everyTick(progress) }
    }
    for thread in threads { thread.join() }
    return try run.report(startedWorkers: threads.count)
  }

  /// Runs a body over all chunks and collects one result an item, in the order of items.
  ///
  /// The parameters are those of ``run(cancellation:progress:everyTick:prepare:body:)``, but the body appends exactly one
  /// result for each of the chunk's items.
  ///
  /// - Returns: the results, `nil` when the run was cancelled before its end, and what happened besides.
  /// - Throws: the error of the lowest item that fails.
  package func map<Element: Sendable, Local: Sendable, Failure: Error>(
    cancellation: CancellationFlag = CancellationFlag(), progress: ProgressCounter = ProgressCounter(),
    everyTick: ((ProgressCounter) -> Void)? = nil,
    prepare: @escaping @Sendable (WorkPlan.Queue) throws(Failure) -> Local,
    body: @escaping @Sendable (WorkPlan.Chunk, Local, WorkerContext, inout OutputSpan<Element>) throws(Failure) -> Void
  ) throws(Failure) -> (elements: [Element]?, report: PoolReport) {
    let slots = ResultSlots<Element>(count: plan.itemCount)
    let report = try run(
      cancellation: cancellation, progress: progress, everyTick: everyTick, prepare: prepare,
      body: { (chunk, local, context) throws(Failure) in
        try slots.fill(chunk.items) { (output) throws(Failure) in try body(chunk, local, context, &output) }
      })
    return (slots.take(), report)
  }
}
