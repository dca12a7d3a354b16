import Foundation
import Synchronization
import Testing

@testable import ABRParallel

@Suite struct PinnedPoolTests {
  struct BadItem: Error, Equatable { let item: Int }

  static let sizes = [300, 0, 7, 900, 1, 45, 128, 640]
  static let itemCount = sizes.reduce(0, +)

  /// A value that depends on every bit of the item's number: the finaliser of SplitMix64.
  static func value(_ item: Int) -> UInt64 {
    var z = UInt64(item) &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  static func pool(
    _ topology: FakeTopology = .twoByFour, jobs: Int, sizes: [Int] = sizes, affinity: FakeAffinity = FakeAffinity()
  ) -> PinnedPool {
    PinnedPool(plan: WorkPlan(topology: topology, jobs: jobs, groupSizes: sizes), affinity: affinity)
  }

  /// Runs `value` over all items.
  static func values(_ pool: PinnedPool) -> (elements: [UInt64]?, report: PoolReport) {
    pool.map(
      prepare: { _ in () },
      body: { chunk, _, _, output in
        for item in chunk.items { output.append(value(item)) }
      })
  }

  /// Waits for something another thread does; gives up so that a broken pool fails the test and does not hang it.
  static func wait(until condition: () -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !condition() {
      if Date() > deadline { return false }
      usleep(200)
    }
    return true
  }

  @Test(
    "results are those of a plain loop for any machine and number of jobs", arguments: FakeTopology.all, [1, 2, 7, 33])
  func sameResults(topology: FakeTopology, jobs: Int) {
    let (elements, report) = Self.values(Self.pool(topology, jobs: jobs))
    #expect(elements == (0..<Self.itemCount).map(Self.value))
    #expect(report.isComplete)
    #expect(report.completedItems == Self.itemCount)
    #expect(report.startedWorkers == jobs)
    #expect(report.diagnostics.isEmpty)
  }

  @Test("nothing to do is done at once")
  func empty() {
    let (elements, report) = Self.values(Self.pool(jobs: 2, sizes: [0, 0]))
    #expect(elements == [])
    #expect(report.isComplete)
    #expect(report.startedWorkers == 0)
  }

  @Test("a worker runs on the CPU it is pinned to, where the system permits it", arguments: [1, 2, 7])
  func pinning(jobs: Int) {
    struct Sighting: Equatable { var context: Int?, actual: Int?, permitted: [Int] }
    let topology = SystemTopology()
    let plan = WorkPlan(topology: topology, jobs: jobs, groupSizes: [400])
    let (sightings, report) = PinnedPool(plan: plan).map(
      prepare: { _ in () },
      body: { (chunk, _, context, output: inout OutputSpan<Sighting>) in
        for _ in chunk.items {
          output.append(
            Sighting(
              context: context.cpu, actual: SystemTopology.currentCPU, permitted: SystemTopology.currentThreadCPUs))
        }
      })
    #expect(sightings?.count == 400)
    let pinned = (sightings ?? []).filter { $0.context != nil }
    #expect(pinned.allSatisfy { $0.actual == $0.context && $0.permitted == [$0.context] })
    #expect(pinned.count == 400 || !report.diagnostics.isEmpty)
  }

  @Test("the calling thread keeps its own affinity")
  func callerUntouched() {
    let before = SystemTopology.currentThreadCPUs
    _ = Self.values(PinnedPool(plan: WorkPlan(topology: SystemTopology(), jobs: 1, groupSizes: [10])))
    #expect(!before.isEmpty)
    #expect(SystemTopology.currentThreadCPUs == before)
  }

  @Test("each node is prepared once, by one of its own workers, with its own groups", arguments: [1, 5, 8, 20])
  func preparation(jobs: Int) {
    let affinity = FakeAffinity()
    let prepared = Mutex<[Int]>([])
    let pool = Self.pool(jobs: jobs, affinity: affinity)
    let (seen, _) = pool.map(
      prepare: { queue in
        let cpu = affinity.currentCPU ?? -1
        #expect(FakeTopology.twoByFour.nodes[queue.node].cpus.contains(cpu))
        prepared.withLock { $0.append(queue.node) }
        return queue
      },
      body: { (chunk, local: WorkPlan.Queue, _, output: inout OutputSpan<Bool>) in
        for _ in chunk.items {
          output.append(local.chunks.contains(chunk) && local.groups.contains(chunk.groups.lowerBound))
        }
      })
    #expect(prepared.withLock { $0.sorted() } == pool.plan.queues.map(\.node))
    #expect(seen?.allSatisfy { $0 } == true)
  }

  @Test("a worker whose queue is empty works on another node's chunks")
  func stealing() {
    let machine = FakeTopology(name: "2 × 1", nodes: [NUMANode(id: 0, cpus: [0]), NUMANode(id: 1, cpus: [1])])
    let pool = Self.pool(machine, jobs: 2, sizes: [64, 64])
    let progress = ProgressCounter()
    let rest = 128 - (pool.plan.queues[0].chunks.first?.items.count ?? 0)
    let stuck = Atomic(false)
    // Node 0 is stuck in its first chunk until everything else is done, which only node 1 can do.
    let report = pool.run(
      progress: progress, prepare: { _ in () },
      body: { chunk, _, context in
        if context.node == 1 { #expect(Self.wait { stuck.load(ordering: .relaxed) }) }
        if chunk.index == 0 {
          stuck.store(true, ordering: .relaxed)
          #expect(Self.wait { progress.completedItems == rest })
        }
      })
    #expect(report.stolenChunks == pool.plan.queues[0].chunks.count - 1)
    #expect(report.isComplete)
  }

  @Test("the error of the lowest failing item is thrown, whoever fails first", arguments: [1, 2, 7, 33])
  func lowestError(jobs: Int) {
    let bad: Set = [333, 334, 1_200, 2_020]
    for _ in 0..<10 {
      #expect(throws: BadItem(item: 333)) {
        try Self.pool(jobs: jobs).run(
          prepare: { _ in () },
          body: { chunk, _, _ in
            // The lowest is the slowest.
            if chunk.items.contains(333) { usleep(2_000) }
            for item in chunk.items where bad.contains(item) { throw BadItem(item: item) }
          })
      }
    }
  }

  @Test("an error in preparing a node is thrown", arguments: [1, 8])
  func preparationError(jobs: Int) {
    #expect(throws: BadItem(item: -1)) {
      try Self.pool(jobs: jobs).run(
        prepare: { queue in if queue.node == 0 { throw BadItem(item: -1) } }, body: { _, _, _ in })
    }
  }

  @Test("a cancelled run finishes the running chunks, takes no further one and has no results")
  func cancellation() {
    let flag = CancellationFlag()
    let progress = ProgressCounter()
    let pool = Self.pool(jobs: 1)
    let (elements, report) = pool.map(
      cancellation: flag, progress: progress, prepare: { _ in () },
      body: { (chunk, _, _, output: inout OutputSpan<Int>) in
        for item in chunk.items { output.append(item) }
        if chunk.index == 2 { flag.cancel() }
      })
    let expected = pool.plan.queues[0].chunks.prefix(3).reduce(0) { $0 + $1.items.count }
    #expect(elements == nil)
    #expect(!report.isComplete)
    #expect(report.completedItems == expected)
    #expect(progress.completedItems == expected)
  }

  @Test("a run cancelled before it starts does nothing and ends", arguments: [1, 8])
  func cancelledBefore(jobs: Int) {
    let flag = CancellationFlag()
    flag.cancel()
    let report = Self.pool(jobs: jobs).run(
      cancellation: flag, prepare: { _ in Issue.record("prepared") }, body: { _, _, _ in Issue.record("worked") })
    #expect(report.completedItems == 0)
  }

  @Test("a refused CPU is reported and changes no result", arguments: [false, true])
  func refusedPinning(refusesNode: Bool) {
    let pool = Self.pool(jobs: 2, affinity: FakeAffinity(refusesCPU: true, refusesNode: refusesNode))
    let (elements, report) = Self.values(pool)
    #expect(elements == (0..<Self.itemCount).map(Self.value))
    #expect(
      report.diagnostics
        == [0, 1].map { .notPinned(worker: $0, cpu: $0, node: refusesNode ? nil : 0, reason: FakeAffinity.refusal) })
    #expect(
      report.diagnostics.first?.description
        == "worker 0 is not pinned to CPU 0\(refusesNode ? "" : " but bound to node 0"): "
        + "sched_setaffinity: Operation not permitted")
  }

  @Test("workers without a thread are made up for by the others, or by the calling thread", arguments: [0, 1, 4, 7])
  func refusedThreads(permitted: Int) {
    let plan = WorkPlan(topology: FakeTopology.twoByFour, jobs: 8, groupSizes: Self.sizes)
    let refusal = SystemCallError(call: "pthread_create", number: EAGAIN)
    let started = Mutex(0)
    // The last workers are refused: with 4 permitted the second node has none.
    let pool = PinnedPool(plan: plan, affinity: FakeAffinity()) { (body) throws(SystemCallError) in
      let number = started.withLock { count in
        count += 1
        return count
      }
      guard number <= permitted else { throw refusal }
      return try WorkerThread(body)
    }
    let (elements, report) = Self.values(pool)
    #expect(elements == (0..<Self.itemCount).map(Self.value))
    #expect(report.startedWorkers == permitted)
    #expect(report.diagnostics == (permitted..<8).map { .notStarted(worker: $0, reason: refusal) })
  }

  @Test("progress is told on the calling thread while the workers work")
  func ticks() {
    let caller = pthread_self()
    let ticked = Atomic(false)
    let report = Self.pool(jobs: 2).run(
      everyTick: { _ in
        #expect(pthread_self() == caller)
        ticked.store(true, ordering: .relaxed)
      },
      prepare: { _ in () },
      body: { _, _, _ in
        #expect(Self.wait { ticked.load(ordering: .relaxed) })
      })
    #expect(report.isComplete)
  }
}
