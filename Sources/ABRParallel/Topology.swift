internal import CNuma

/// A NUMA node: memory, and the CPUs that are nearest to it.
package struct NUMANode: Sendable, Hashable {
  /// The number by which the operating system knows the node.
  package let id: Int
  /// Its online CPUs, ascending.
  package let cpus: [Int]
  /// Those of its CPUs on which this process may run (affinity mask and cgroup cpuset), ascending.
  package let usableCPUs: [Int]
  /// Its memory in bytes, `nil` when unknown.
  package let memoryBytes: Int?

  init(id: Int, cpus: [Int], usableCPUs: [Int]? = nil, memoryBytes: Int? = nil) {
    self.id = id
    self.cpus = cpus
    self.usableCPUs = usableCPUs ?? cpus
    self.memoryBytes = memoryBytes
  }
}

/// The machine as this process sees it, from libnuma and the scheduler.
///
/// Without libnuma's kernel interface (a container that forbids it, a kernel without NUMA) it is one node that holds
/// every CPU the process may use.
package struct Topology: Sendable, Hashable {
  /// The machine, read once.
  package static let machine = Topology()

  /// The nodes by ascending id; ids may have holes.
  package let nodes: [NUMANode]
  /// Whether libnuma could be asked.
  package let isNUMAAvailable: Bool

  private init() {
    let allowed = Self.numbers(from: cnuma_next_allowed_cpu)
    isNUMAAvailable = cnuma_is_available() != 0
    let ids = isNUMAAvailable ? Self.numbers(from: cnuma_next_node) : []
    nodes = Self.nodes(
      ids.map { id in
        let memory = cnuma_node_memory(Int32(id))
        return NUMANode(
          id: id, cpus: Self.numbers { cnuma_next_cpu_of_node(Int32(id), $0) },
          memoryBytes: memory < 0 ? nil : Int(memory))
      }, allowedCPUs: allowed)
  }

  /// A made-up machine, for tests.
  init(nodes: [NUMANode], allowedCPUs: [Int]) {
    isNUMAAvailable = !nodes.isEmpty
    self.nodes = Self.nodes(nodes, allowedCPUs: allowedCPUs)
  }

  /// The number of CPUs this process may use.
  package var usableCPUCount: Int { nodes.reduce(0) { $0 + $1.usableCPUs.count } }

  /// The number of jobs when the user states none: one a usable CPU, fewer where a control group grants less time than
  /// that.
  package var defaultJobs: Int { ProcessorQuota().jobs(usableCPUs: usableCPUCount) }

  /// The nodes that so many workers are bound to, one for each worker; empty where they are left to the scheduler,
  /// which is wherever one node could take them all. A mask that leaves some CPUs of a node out is the user's own way
  /// to place the process.
  package func bindings(jobs: Int) -> [Int] {
    let usable = nodes.filter { !$0.usableCPUs.isEmpty }
    guard usable.count > 1, usable.allSatisfy({ $0.usableCPUs == $0.cpus && $0.cpus.count < jobs }) else { return [] }
    let seats = usable.flatMap { node in node.cpus.map { _ in node.id } }
    return (0..<jobs).map { seats[$0 * seats.count / jobs] }
  }

  /// The nodes with what the process may use of them. A CPU that it may use but no node claims joins the first node
  /// with CPUs.
  private static func nodes(_ nodes: [NUMANode], allowedCPUs: [Int]) -> [NUMANode] {
    guard let home = nodes.firstIndex(where: { !$0.cpus.isEmpty }) else { return [NUMANode(id: 0, cpus: allowedCPUs)] }
    let claimed = Set(nodes.flatMap(\.cpus))
    return nodes.enumerated().map { index, node in
      let cpus = index == home ? node.cpus + allowedCPUs.filter { !claimed.contains($0) } : node.cpus
      return NUMANode(
        id: node.id, cpus: cpus, usableCPUs: cpus.filter(allowedCPUs.contains), memoryBytes: node.memoryBytes)
    }
  }

  /// Everything an iteration of the C door yields.
  private static func numbers(from next: @escaping (Int32) -> Int32) -> [Int] {
    sequence(first: next(-1)) { next($0) }.prefix { $0 >= 0 }.map(Int.init)
  }
}
