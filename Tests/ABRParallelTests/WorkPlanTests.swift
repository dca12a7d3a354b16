import Testing

@testable import ABRParallel

@Suite struct WorkPlanTests {
  static let groupings: [[Int]] = [
    [], [0, 0], [1], [3, 0, 5], [7], [20_000], Array(repeating: 8, count: 700), Array(repeating: 600, count: 12),
    Array(repeating: 1, count: 50), [0, 8, 2_000, 8, 8, 129, 0], [255, 256, 257, 127, 128, 1],
  ]
  static let jobs = [1, 2, 3, 5, 7, 8, 64, 1_024]

  /// Calls `claim` for every combination of the tables above.
  static func everyPlan(on topology: FakeTopology, _ claim: (WorkPlan, Int, [Int]) -> Void) {
    for sizes in groupings {
      for jobs in jobs { claim(WorkPlan(topology: topology, jobs: jobs, groupSizes: sizes), jobs, sizes) }
    }
  }

  @Test(
    "every item is in exactly one chunk, and chunks are numbered in the order of items", arguments: FakeTopology.all)
  func covering(topology: FakeTopology) {
    Self.everyPlan(on: topology) { plan, _, sizes in
      let chunks = plan.queues.flatMap(\.chunks)
      #expect(chunks.first?.items.lowerBound ?? 0 == 0)
      #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.items.upperBound == $1.items.lowerBound })
      #expect(chunks.last?.items.upperBound ?? 0 == sizes.reduce(0, +))
      #expect(plan.itemCount == sizes.reduce(0, +))
      #expect(chunks.map(\.index) == Array(chunks.indices))
      #expect(chunks.allSatisfy { !$0.items.isEmpty })
    }
  }

  @Test("a chunk and a queue name exactly the groups of their items", arguments: FakeTopology.all)
  func groups(topology: FakeTopology) {
    Self.everyPlan(on: topology) { plan, _, sizes in
      let owner = sizes.enumerated().flatMap { group, size in Array(repeating: group, count: size) }
      for queue in plan.queues {
        #expect(
          queue.chunks.allSatisfy {
            $0.groups == owner[$0.items.lowerBound]..<owner[$0.items.upperBound - 1] + 1
          })
        guard let first = queue.chunks.first, let last = queue.chunks.last else { continue }
        #expect(queue.groups == first.groups.lowerBound..<last.groups.upperBound)
      }
    }
  }

  @Test("workers sit on usable CPUs only, on the node whose queue they serve", arguments: FakeTopology.all)
  func seats(topology: FakeTopology) {
    Self.everyPlan(on: topology) { plan, jobs, sizes in
      #expect(plan.workers.count == min(jobs, sizes.reduce(0, +)))
      #expect(plan.workers.map(\.index) == Array(plan.workers.indices))
      #expect(Set(plan.workers.map(\.queue)) == Set(plan.queues.indices))
      #expect(
        plan.workers.allSatisfy { worker in
          let node = topology.nodes.first { $0.id == plan.queues[worker.queue].node }
          return worker.cpu.map { node?.usableCPUs.contains($0) == true } ?? (topology.usableCPUCount == 0)
        })
    }
  }

  @Test("no CPU has two workers more than another", arguments: FakeTopology.all)
  func evenSeats(topology: FakeTopology) {
    Self.everyPlan(on: topology) { plan, _, _ in
      guard !plan.workers.isEmpty, topology.usableCPUCount > 0 else { return }
      var load: [Int: Int] = [:]
      for cpu in topology.nodes.flatMap(\.usableCPUs) { load[cpu] = 0 }
      for worker in plan.workers { load[worker.cpu ?? -1, default: 0] += 1 }
      #expect((load.values.max() ?? 0) - (load.values.min() ?? 0) <= 1)
    }
  }

  @Test("chunks hold 128 to under 256 items when there are enough, but for one at the end of a queue")
  func largeChunks() {
    for sizes in [
      [100_000], Array(repeating: 8, count: 30_000), Array(repeating: 600, count: 100), [40_000, 3, 20_000],
    ] {
      for queue in WorkPlan(topology: FakeTopology.twoByFour, jobs: 8, groupSizes: sizes).queues {
        #expect(queue.chunks.dropLast().allSatisfy { (128..<256).contains($0.items.count) })
        #expect((64..<320).contains(queue.chunks.last?.items.count ?? 0))
      }
    }
  }

  @Test("every worker has at least 8 chunks on its node, if there are that many items", arguments: FakeTopology.all)
  func enoughChunks(topology: FakeTopology) {
    Self.everyPlan(on: topology) { plan, _, _ in
      for (index, queue) in plan.queues.enumerated() {
        let items = queue.chunks.reduce(0) { $0 + $1.items.count }
        let workers = plan.workers.count { $0.queue == index }
        #expect(queue.chunks.count >= min(items, 8 * workers))
      }
    }
  }

  @Test("chunks end where a large group ends")
  func groupBorders() {
    let plan = WorkPlan(topology: FakeTopology.oneCPU, jobs: 1, groupSizes: Array(repeating: 600, count: 10))
    #expect(plan.queues[0].chunks.map(\.items.count) == Array(repeating: 150, count: 40))
    #expect(plan.queues[0].chunks.allSatisfy { $0.groups.count == 1 })
  }

  @Test("few workers stay on one node, so that traces are placed once")
  func compact() {
    let plan = WorkPlan(topology: FakeTopology.twoByFour, jobs: 4, groupSizes: [50, 50, 50])
    #expect(plan.workers.map(\.cpu) == [0, 1, 2, 3])
    #expect(plan.queues.map(\.node) == [0])
  }

  @Test("further nodes follow by distance from the first")
  func distance() {
    let plan = WorkPlan(topology: FakeTopology.holes, jobs: 6, groupSizes: Array(repeating: 10, count: 60))
    #expect(plan.queues.map(\.node) == [1, 7, 4])
    #expect(plan.workers.map(\.cpu) == [2, 3, 9, 41, 16, 40])
    // Node 1 is 21 from node 7 and 31 from node 4; nodes 4 and 7 are 12 apart.
    #expect(plan.queues.map(\.stealOrder) == [[1, 2], [2, 0], [1, 0]])
  }

  @Test("equally near queues are robbed in turn")
  func stealing() {
    let four = FakeTopology(name: "4 × 1", nodes: (0..<4).map { NUMANode(id: $0, cpus: [$0]) })
    let plan = WorkPlan(topology: four, jobs: 4, groupSizes: [400])
    #expect(plan.queues.map(\.stealOrder) == [[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2]])
  }

  @Test("a memory-only node gets no worker and no item")
  func memoryOnly() {
    let plan = WorkPlan(topology: FakeTopology.memoryOnly, jobs: 9, groupSizes: Array(repeating: 20, count: 90))
    #expect(plan.queues.map(\.node) == [0, 2])
  }

  @Test("planning begins at the CPU the process runs on, when its node has the room")
  func startingCPU() {
    func cpus(_ jobs: Int, at cpu: Int) -> [Int?] {
      WorkPlan(topology: FakeTopology.holes, jobs: jobs, groupSizes: [1_000], startingAt: cpu).workers.map(\.cpu)
    }
    #expect(cpus(1, at: 40) == [40])
    #expect(cpus(2, at: 40) == [40, 16])
    #expect(cpus(3, at: 40) == [2, 3, 9])
    #expect(cpus(2, at: 9) == [9, 2])
    #expect(cpus(1, at: 5) == [2])
  }

  @Test("nodes share the items in proportion to their workers")
  func shares() {
    let uneven = FakeTopology(
      name: "3 + 1", nodes: [NUMANode(id: 0, cpus: [0, 1, 2]), NUMANode(id: 1, cpus: [3])])
    let plan = WorkPlan(topology: uneven, jobs: 4, groupSizes: Array(repeating: 10, count: 100))
    #expect(plan.queues.map { $0.chunks.reduce(0) { $0 + $1.items.count } } == [750, 250])
    #expect(plan.queues.map(\.groups) == [0..<75, 75..<100])
  }

  @Test("the cost of items moves the border between nodes")
  func costs() {
    let plan = WorkPlan(
      topology: FakeTopology.twoByFour, jobs: 8, groupSizes: Array(repeating: 10, count: 100),
      itemCosts: Array(repeating: 3, count: 50) + Array(repeating: 1, count: 50))
    // 2000 units of cost in all: a third of the expensive groups moves to the second node.
    #expect(plan.queues.map(\.groups) == [0..<33, 33..<100])
  }

  @Test("items that cost nothing, or infinitely much together, are shared by number", arguments: [0, 1e308])
  func degenerateCosts(cost: Double) {
    let plan = WorkPlan(
      topology: FakeTopology.twoByFour, jobs: 8, groupSizes: [40, 40], itemCosts: [cost, cost])
    #expect(plan.queues.map(\.groups) == [0..<1, 1..<2])
  }

  @Test("a group is cut between nodes only when ending with it would cost too much")
  func cutGroups() {
    let near = WorkPlan(topology: FakeTopology.twoByFour, jobs: 8, groupSizes: [450, 550])
    #expect(near.queues.map(\.groups) == [0..<1, 1..<2])
    let far = WorkPlan(topology: FakeTopology.twoByFour, jobs: 8, groupSizes: [300, 700])
    #expect(far.queues.map(\.groups) == [0..<2, 1..<2])
    #expect(far.queues.map { $0.chunks.first?.items.lowerBound } == [0, 500])
  }

  @Test("jobs outside 1 to 1,024 are the caller's mistake")
  func badJobs() async {
    await #expect(processExitsWith: .failure) {
      _ = WorkPlan(topology: FakeTopology.oneCPU, jobs: 0, groupSizes: [1])
    }
  }
}
