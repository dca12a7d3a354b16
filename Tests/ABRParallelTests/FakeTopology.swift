import ABRParallel
import Testing

/// A machine nobody has at hand.
struct FakeTopology: Topology, CustomTestStringConvertible {
  let name: String
  let nodes: [NUMANode]
  /// Distances between different nodes by id; 20 where none is stated.
  var remote: [[Int]: Int] = [:]

  func distance(from origin: Int, to destination: Int) -> Int {
    origin == destination ? 10 : remote[[origin, destination]] ?? 20
  }

  var testDescription: String { name }

  static let twoByFour = FakeTopology(
    name: "2 nodes × 4", nodes: [NUMANode(id: 0, cpus: [0, 1, 2, 3]), NUMANode(id: 1, cpus: [4, 5, 6, 7])])

  /// CPU numbers alternate between the nodes, as on many two-socket servers.
  static let interleaved = FakeTopology(
    name: "2 nodes, CPUs interleaved",
    nodes: [NUMANode(id: 0, cpus: [0, 2, 4, 6]), NUMANode(id: 1, cpus: [1, 3, 5, 7])])

  static let holes = FakeTopology(
    name: "holes in CPU and node numbers",
    nodes: [NUMANode(id: 1, cpus: [2, 3, 9]), NUMANode(id: 4, cpus: [16, 40]), NUMANode(id: 7, cpus: [41])],
    remote: [[1, 4]: 31, [4, 1]: 31, [1, 7]: 21, [7, 1]: 21, [4, 7]: 12, [7, 4]: 12])

  /// Half the CPUs are offline or outside the cpuset; one node has none left.
  static let restricted = FakeTopology(
    name: "offline and forbidden CPUs",
    nodes: [
      NUMANode(id: 0, cpus: [0, 1, 2, 3], usableCPUs: [1, 3]), NUMANode(id: 1, cpus: [5, 6], usableCPUs: []),
      NUMANode(id: 2, cpus: [8, 9, 10], usableCPUs: [8, 9, 10]),
    ])

  static let memoryOnly = FakeTopology(
    name: "a memory-only node",
    nodes: [NUMANode(id: 0, cpus: [0, 1]), NUMANode(id: 1, cpus: []), NUMANode(id: 2, cpus: [2, 3])])

  static let oneCPU = FakeTopology(name: "one CPU", nodes: [NUMANode(id: 0, cpus: [0])])

  /// What a broken sandbox may report.
  static let noCPU = FakeTopology(name: "no usable CPU", nodes: [NUMANode(id: 0, cpus: [0], usableCPUs: [])])

  static let all = [twoByFour, interleaved, holes, restricted, memoryOnly, oneCPU, noCPU]
}
