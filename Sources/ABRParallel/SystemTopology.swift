internal import CNuma

/// The machine this process runs on, read once from libnuma and the scheduler.
///
/// Without libnuma's kernel interface (a container that forbids it, a kernel without NUMA) it is one node that holds every
/// CPU the process may use.
package struct SystemTopology: Topology, Hashable, Codable {
  /// The nodes by ascending id; ids may have holes.
  package let nodes: [NUMANode]
  /// Whether libnuma could be asked. When not, ``nodes`` is one node made from the affinity mask.
  package let isNUMAAvailable: Bool
  /// Distances by index into ``nodes``, row by row.
  private let distances: [[Int]]

  /// Reads the machine.
  /// - Complexity: O(*nodes*² + *CPUs*) system calls.
  package init() {
    let allowed = Self.numbers(from: cnuma_next_allowed_cpu)
    guard cnuma_is_available() != 0 else {
      self.init(allowedCPUs: allowed, nodes: [], distances: [], isNUMAAvailable: false)
      return
    }
    let ids = Self.numbers(from: cnuma_next_node)
    let nodes = ids.map { id in
      let memory = cnuma_node_memory(Int32(id))
      return NUMANode(
        id: id, cpus: Self.numbers { cnuma_next_cpu_of_node(Int32(id), $0) },
        memoryBytes: memory < 0 ? nil : Int(memory))
    }
    let distances = ids.map { origin in ids.map { Int(cnuma_distance(Int32(origin), Int32($0))) } }
    self.init(allowedCPUs: allowed, nodes: nodes, distances: distances, isNUMAAvailable: true)
  }

  /// Puts together what the operating system reported.
  ///
  /// A CPU that the process may use but no node claims joins the first node: better a wrong distance than an idle CPU.
  ///
  /// - Parameters:
  ///   - allowedCPUs: CPUs on which the process may run.
  ///   - nodes: the nodes with their online CPUs, ascending by id; empty when libnuma is not available.
  ///   - distances: by index into `nodes`.
  ///   - isNUMAAvailable: whether `nodes` comes from libnuma.
  init(allowedCPUs: [Int], nodes: [NUMANode], distances: [[Int]], isNUMAAvailable: Bool) {
    self.isNUMAAvailable = isNUMAAvailable
    guard !nodes.isEmpty else {
      self.nodes = [NUMANode(id: 0, cpus: allowedCPUs)]
      self.distances = [[Self.localDistance]]
      return
    }
    let claimed = Set(nodes.flatMap(\.cpus))
    let unclaimed = allowedCPUs.filter { !claimed.contains($0) }
    let allowed = Set(allowedCPUs)
    let home = nodes.firstIndex { !$0.isMemoryOnly } ?? 0
    self.nodes = nodes.enumerated().map { index, node in
      let cpus = index == home ? node.cpus + unclaimed : node.cpus
      return NUMANode(
        id: node.id, cpus: cpus, usableCPUs: cpus.filter(allowed.contains), memoryBytes: node.memoryBytes)
    }
    self.distances = distances
  }

  /// The distance between two nodes as the firmware states it; 10 to itself and 20 to others where it states none.
  /// - Complexity: O(*nodes*).
  package func distance(from origin: Int, to destination: Int) -> Int {
    guard let row = nodes.firstIndex(where: { $0.id == origin }),
      let column = nodes.firstIndex(where: { $0.id == destination })
    else { preconditionFailure("node \(origin) or \(destination) is not of this topology") }
    let distance = distances[row][column]
    // libnuma answers 0 when the firmware states no distance.
    return distance > 0 ? distance : (row == column ? Self.localDistance : Self.remoteDistance)
  }

  /// The number of jobs when the user states none: one a usable CPU, fewer where a control group grants less time than that.
  /// - Complexity: reads a few files of the kernel.
  package var defaultJobs: Int { ProcessorQuota().jobs(usableCPUs: usableCPUCount) }

  /// The CPU that the calling thread runs on at this moment, `nil` when unknown.
  package static var currentCPU: Int? {
    let cpu = cnuma_current_cpu()
    return cpu < 0 ? nil : Int(cpu)
  }

  /// The CPUs on which the calling thread may run, ascending.
  static var currentThreadCPUs: [Int] { numbers(from: cnuma_next_thread_cpu) }

  /// Distance of a node to itself in ACPI's SLIT.
  private static let localDistance = 10
  /// Distance assumed for any other node when the firmware states none: the kernel's `REMOTE_DISTANCE`.
  private static let remoteDistance = 20

  /// Everything an iteration of the C door yields.
  private static func numbers(from next: (Int32) -> Int32) -> [Int] {
    var found: [Int] = []
    var number = next(-1)
    while number >= 0 {
      found.append(Int(number))
      number = next(number)
    }
    return found
  }
}
