import Foundation
import Testing

@testable import ABRParallel

@Suite struct SystemTopologyTests {
  @Test("the machine's usable CPUs are those of the process's affinity mask")
  func affinityMask() throws {
    // The kernel states the same mask as text, by another way than sched_getaffinity.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") })
    let list = try #require(line.split(whereSeparator: \.isWhitespace).last)
    let expected = try list.split(separator: ",").flatMap { part in
      let ends = try part.split(separator: "-").map { try #require(Int($0)) }
      return Array(ends[0]...ends[ends.count - 1])
    }
    let topology = SystemTopology()
    #expect(topology.nodes.flatMap(\.usableCPUs).sorted() == expected)
    #expect(topology.usableCPUCount == expected.count)
  }

  @Test("the machine's nodes ascend by id and are nearest to themselves")
  func nodes() {
    let topology = SystemTopology()
    let ids = topology.nodes.map(\.id)
    #expect(!ids.isEmpty)
    #expect(ids == ids.sorted())
    for origin in ids {
      for destination in ids where destination != origin {
        #expect(topology.distance(from: origin, to: destination) > topology.distance(from: origin, to: origin))
      }
    }
  }

  @Test("without libnuma the machine is one node of plain CPUs")
  func unavailable() {
    let topology = SystemTopology(allowedCPUs: [2, 5], nodes: [], distances: [], isNUMAAvailable: false)
    #expect(topology.nodes == [NUMANode(id: 0, cpus: [2, 5])])
    #expect(!topology.isNUMAAvailable)
    #expect(topology.distance(from: 0, to: 0) == 10)
  }

  @Test("a CPU outside the mask stays on its node but is not usable")
  func forbidden() {
    let topology = SystemTopology(
      allowedCPUs: [1, 6], nodes: [NUMANode(id: 0, cpus: [0, 1]), NUMANode(id: 3, cpus: [6, 7])],
      distances: [[10, 21], [21, 10]], isNUMAAvailable: true)
    #expect(topology.nodes.map(\.cpus) == [[0, 1], [6, 7]])
    #expect(topology.nodes.map(\.usableCPUs) == [[1], [6]])
    #expect(topology.distance(from: 0, to: 3) == 21)
  }

  @Test("a usable CPU that no node claims joins the first node with CPUs")
  func unclaimed() {
    let topology = SystemTopology(
      allowedCPUs: [0, 1, 9], nodes: [NUMANode(id: 0, cpus: []), NUMANode(id: 1, cpus: [0, 1])],
      distances: [[10, 20], [20, 10]], isNUMAAvailable: true)
    #expect(topology.nodes[0].isMemoryOnly)
    #expect(topology.nodes[1].usableCPUs == [0, 1, 9])
  }

  @Test("a distance the firmware does not state is 10 to itself and 20 to others")
  func unstatedDistance() {
    let topology = SystemTopology(
      allowedCPUs: [0, 1], nodes: [NUMANode(id: 0, cpus: [0]), NUMANode(id: 1, cpus: [1])],
      distances: [[0, 0], [0, 0]], isNUMAAvailable: true)
    #expect(topology.distance(from: 1, to: 1) == 10)
    #expect(topology.distance(from: 1, to: 0) == 20)
  }
}
