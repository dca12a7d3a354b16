/// Who does what: workers with their CPUs, and for each NUMA node a queue of chunks of items.
///
/// Items are numbered from 0 in the order of the results, and grouped: all sessions over one trace are one group, so that the
/// trace is placed on the node that reads it. The plan is a pure function of its inputs, and it decides only where and when
/// an item is worked on, never what comes out.
///
/// - Workers fill as few nodes as they need, beginning with the node that has room for most of them; further nodes follow by
///   distance from it. Memory-only nodes and nodes without a usable CPU get no workers and no items.
/// - More jobs than usable CPUs share the CPUs evenly. More jobs than items are not started: they would have nothing to do.
/// - Every node gets a contiguous run of items in proportion to its workers. A run ends between two groups where that costs
///   no more than an eighth of the node's share; otherwise a group is cut, and both nodes hold its trace.
/// - A node's run is cut into chunks as described at ``preferredChunk``.
package struct WorkPlan: Sendable, Hashable {
  /// A thread of the pool.
  package struct Worker: Sendable, Hashable {
    /// Number of the worker, from 0.
    package let index: Int
    /// The CPU it is pinned to; `nil` when the topology has no usable CPU.
    package let cpu: Int?
    /// Index into ``WorkPlan/queues`` of the queue it works on first.
    package let queue: Int
  }

  /// A run of items that one worker takes at once.
  package struct Chunk: Sendable, Hashable {
    /// Number of the chunk in the order of items, from 0 over all queues.
    package let index: Int
    /// The items.
    package let items: Range<Int>
    /// The groups to which the items belong.
    package let groups: Range<Int>
  }

  /// The chunks of a NUMA node.
  package struct Queue: Sendable, Hashable {
    /// Id of the node.
    package let node: Int
    /// The chunks in the order of items; empty when the node has more workers than there is work.
    package let chunks: [Chunk]
    /// The groups that the chunks touch: what has to be placed on the node.
    package let groups: Range<Int>
    /// Indices of the other queues, nearest node first: where the node's workers look when their own queue is empty.
    package let stealOrder: [Int]
  }

  /// The workers, at most as many as there are items.
  package let workers: [Worker]
  /// One queue for each node that has a worker. Taken one after the other their chunks hold every item once, in order.
  package let queues: [Queue]
  /// The number of items.
  package let itemCount: Int

  /// The numbers of jobs that can be planned for. The upper end only keeps a typing mistake from starting a million threads.
  package static let allowedJobs = 1...1024
  /// The number of items from which a chunk costs next to nothing to hand out, while a progress line still moves.
  ///
  /// A node's chunks hold this many items to just under twice as many, so that they can end where a group ends. When that
  /// would leave a worker with fewer than ``chunksPerWorker`` chunks, they are made smaller, down to one item.
  package static let preferredChunk = 128
  /// Chunks that each worker has at least, if there are that many items: the last ones even out unequal costs.
  package static let chunksPerWorker = 8

  /// Plans the work.
  ///
  /// - Parameters:
  ///   - topology: the machine.
  ///   - jobs: number of workers wanted, within ``allowedJobs``.
  ///   - groupSizes: number of items in each group; a group may be empty.
  ///   - itemCosts: relative cost of one item of each group, such as its number of segments; all equal when `nil`.
  ///   - cpu: where to begin, as a rule the CPU that the process runs on. Several processes with few jobs each then do not all
  ///     crowd on the first CPU of the machine. No effect when every usable CPU gets a worker.
  /// - Complexity: O(*groups* + *chunks* + *jobs* + *nodes*²).
  package init(
    topology: some Topology, jobs: Int, groupSizes: [Int], itemCosts: [Double]? = nil, startingAt cpu: Int? = nil
  ) {
    precondition(Self.allowedJobs.contains(jobs), "\(jobs) jobs; the caller checks what the user typed")
    precondition(groupSizes.allSatisfy { $0 >= 0 }, "a group has a negative size")
    precondition(itemCosts.map { $0.count == groupSizes.count } ?? true, "every group has one cost")
    let layout = GroupLayout(sizes: groupSizes, itemCosts: itemCosts)
    itemCount = layout.itemCount
    guard layout.itemCount > 0 else {
      workers = []
      queues = []
      return
    }
    let seats = Seats(topology: topology, count: min(jobs, layout.itemCount), startingAt: cpu)
    workers = seats.cpus.enumerated().map { index, seat in Worker(index: index, cpu: seat.cpu, queue: seat.queue) }

    let shares = seats.nodes.indices.map { queue in seats.cpus.count { $0.queue == queue } }
    let runs = layout.runs(shares: shares)
    var queues: [Queue] = []
    var next = 0
    for (index, run) in runs.enumerated() {
      let chunks = layout.chunks(of: run, workers: shares[index], firstIndex: next)
      next += chunks.count
      queues.append(
        Queue(
          node: seats.nodes[index], chunks: chunks, groups: layout.groups(of: run),
          stealOrder: Self.stealOrder(from: index, nodes: seats.nodes, topology: topology)))
    }
    self.queues = queues
  }

  /// The other queues by distance; equally far ones begin with the next, so that not every node robs the same one first.
  private static func stealOrder(from origin: Int, nodes: [Int], topology: some Topology) -> [Int] {
    (1..<max(1, nodes.count)).map { step in
      let queue = (origin + step) % nodes.count
      return (queue, topology.distance(from: nodes[origin], to: nodes[queue]), step)
    }
    .sorted { ($0.1, $0.2) < ($1.1, $1.2) }
    .map(\.0)
  }
}
