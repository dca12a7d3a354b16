/// A machine as the planner sees it: its NUMA nodes, the CPUs of each that may be used, and how far apart they are.
///
/// Planning takes a topology as a value, so that machines nobody has at hand (two nodes, holes in the numbering, a node that
/// is only memory) are planned for in tests.
package protocol Topology: Sendable {
  /// The nodes by ascending id. Ids may have holes.
  var nodes: [NUMANode] { get }

  /// The distance between two nodes as ACPI's SLIT states it: 10 is a node to itself, 20 twice as far. Only the order of
  /// distances matters here.
  ///
  /// - Parameters:
  ///   - origin: id of a node of this topology.
  ///   - destination: id of a node of this topology.
  func distance(from origin: Int, to destination: Int) -> Int
}

/// A NUMA node: memory, and the CPUs that are nearest to it.
package struct NUMANode: Sendable, Hashable, Codable {
  /// The number by which the operating system knows the node.
  package let id: Int
  /// Its online CPUs, ascending.
  package let cpus: [Int]
  /// Those of its CPUs on which this process may run (affinity mask and cgroup cpuset), ascending.
  package let usableCPUs: [Int]
  /// Its memory in bytes, `nil` when unknown.
  package let memoryBytes: Int?

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - id: the operating system's number.
  ///   - cpus: online CPUs in any order.
  ///   - usableCPUs: those this process may use, in any order; all of `cpus` when `nil`.
  ///   - memoryBytes: bytes, `nil` when unknown.
  package init(id: Int, cpus: [Int], usableCPUs: [Int]? = nil, memoryBytes: Int? = nil) {
    self.id = id
    self.cpus = cpus.sorted()
    self.usableCPUs = (usableCPUs ?? cpus).sorted()
    self.memoryBytes = memoryBytes
  }

  /// Whether the node has no CPU at all: memory behind CXL or HBM, for example. Such a node reads nothing and gets no work.
  package var isMemoryOnly: Bool { cpus.isEmpty }
}

extension Topology {
  /// The number of CPUs this process may use: the number of workers when the user states none.
  /// - Complexity: O(*nodes*).
  package var usableCPUCount: Int { nodes.reduce(0) { $0 + $1.usableCPUs.count } }
}
