/// The places of workers on a machine: a part of planning, see ``WorkPlan``.
struct Seats {
  /// Ids of the nodes that have a worker; nearest to the first one first.
  let nodes: [Int]
  /// For each worker its CPU and the index of its node in ``nodes``.
  let cpus: [(cpu: Int?, queue: Int)]

  /// - Parameters:
  ///   - topology: the machine.
  ///   - count: number of workers, at least 1.
  ///   - start: the CPU to begin with, if it is usable.
  /// - Complexity: O(*nodes*² + *CPUs* + *count*).
  init(topology: some Topology, count: Int, startingAt start: Int?) {
    let usable = topology.nodes.filter { !$0.usableCPUs.isEmpty }
    // The node with room for most of the workers; among equals the one that the process is on, then the lowest.
    func rank(_ node: NUMANode) -> (Int, Int, Int) {
      (-min(count, node.usableCPUs.count), start.map(node.usableCPUs.contains) == true ? 0 : 1, node.id)
    }
    guard let first = usable.min(by: { rank($0) < rank($1) }) else {
      nodes = [topology.nodes.first?.id ?? 0]
      cpus = Array(repeating: (nil, 0), count: count)
      return
    }
    let ordered = usable.sorted {
      (topology.distance(from: first.id, to: $0.id), $0.id == first.id ? 0 : 1, $0.id)
        < (topology.distance(from: first.id, to: $1.id), $1.id == first.id ? 0 : 1, $1.id)
    }
    var places: [(cpu: Int?, queue: Int)] = []
    for (queue, node) in ordered.enumerated() where places.count < count {
      let turn = start.flatMap(node.usableCPUs.firstIndex) ?? 0
      for cpu in node.usableCPUs[turn...] + node.usableCPUs[..<turn] where places.count < count {
        places.append((cpu, queue))
      }
    }
    cpus = (0..<count).map { places[$0 % places.count] }
    nodes = ordered.prefix((places.last?.queue ?? 0) + 1).map(\.id)
  }
}
