import Foundation
import Testing

@testable import ABRParallel

@Suite struct TopologyTests {
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
    let topology = Topology.machine
    #expect(topology.nodes.flatMap(\.usableCPUs).sorted() == expected)
    #expect(topology.usableCPUCount == expected.count)
  }

  @Test("without libnuma the machine is one node of plain CPUs")
  func unavailable() {
    let topology = Topology(nodes: [], allowedCPUs: [2, 5])
    #expect(topology.nodes == [NUMANode(id: 0, cpus: [2, 5])])
    #expect(!topology.isNUMAAvailable)
  }

  @Test("a CPU outside the mask stays on its node but is not usable")
  func forbidden() {
    let topology = Topology(
      nodes: [NUMANode(id: 0, cpus: [0, 1]), NUMANode(id: 3, cpus: [6, 7])], allowedCPUs: [1, 6])
    #expect(topology.nodes.map(\.cpus) == [[0, 1], [6, 7]])
    #expect(topology.nodes.map(\.usableCPUs) == [[1], [6]])
    #expect(topology.usableCPUCount == 2)
    // The user's mask is not widened by binding to nodes.
    #expect(topology.bindings(jobs: 4).isEmpty)
  }

  @Test("a usable CPU that no node claims joins the first node with CPUs")
  func unclaimed() {
    let topology = Topology(
      nodes: [NUMANode(id: 0, cpus: []), NUMANode(id: 1, cpus: [0, 1])], allowedCPUs: [0, 1, 9])
    #expect(topology.nodes[0].cpus.isEmpty)
    #expect(topology.nodes[1].usableCPUs == [0, 1, 9])
  }

  @Test("workers are bound to nodes only where there are several and one could not take them all")
  func bindings() {
    let one = Topology(nodes: [NUMANode(id: 0, cpus: [0, 1, 2, 3])], allowedCPUs: [0, 1, 2, 3])
    #expect(one.bindings(jobs: 8).isEmpty)
    let two = Topology(
      nodes: [NUMANode(id: 0, cpus: [0, 1]), NUMANode(id: 2, cpus: [2, 3]), NUMANode(id: 3, cpus: [])],
      allowedCPUs: [0, 1, 2, 3])
    #expect(two.bindings(jobs: 2).isEmpty)
    #expect(two.bindings(jobs: 3) == [0, 0, 2])
    #expect(two.bindings(jobs: 4) == [0, 0, 2, 2])
    #expect(two.bindings(jobs: 8) == [0, 0, 0, 0, 2, 2, 2, 2])
  }
}
