/// Items laid out group after group, and the cutting of them into runs for nodes and chunks for workers: a part of planning,
/// see ``WorkPlan``.
struct GroupLayout {
  /// First item of each group, then the number of items: `starts[g]..<starts[g + 1]` are the items of group g.
  private let starts: [Int]
  /// Cost of everything before the same point.
  private let costs: [Double]

  var itemCount: Int { starts[starts.count - 1] }

  /// - Complexity: O(*groups*).
  init(sizes: [Int], itemCosts: [Double]?) {
    var starts = [0]
    var costs = [0.0]
    for (group, size) in sizes.enumerated() {
      let cost = itemCosts?[group] ?? 1
      precondition(cost >= 0 && cost < .infinity, "the cost of an item is a finite number, not \(cost)")
      starts.append(starts[group] + size)
      costs.append(costs[group] + Double(size) * cost)
    }
    // Costs of nothing, or beyond what a Double holds, say nothing about how to share the work.
    let total = costs[costs.count - 1]
    self.costs = total > 0 && total < .infinity ? costs : starts.map(Double.init)
    self.starts = starts
  }

  /// Contiguous runs in proportion to `shares`, which cover all items in order.
  /// - Complexity: O(*shares* × log *groups*).
  func runs(shares: [Int]) -> [Range<Int>] {
    let workers = shares.reduce(0, +)
    let perWorker = costs[costs.count - 1] / Double(workers)
    var runs: [Range<Int>] = []
    var start = 0
    var served = 0
    for (index, share) in shares.enumerated() {
      served += share
      let ideal = perWorker * Double(served)
      let tolerance = perWorker * Double(share) / 8
      let end = index == shares.count - 1 ? itemCount : cut(near: ideal, tolerance: tolerance)
      runs.append(start..<max(start, end))
      start = max(start, end)
    }
    return runs
  }

  /// The item before which costs of about `ideal` lie: the nearest border of groups within `tolerance`, else inside a group.
  private func cut(near ideal: Double, tolerance: Double) -> Int {
    let group = Self.last(in: costs) { $0 <= ideal }
    guard group + 1 < starts.count else { return itemCount }
    let before = ideal - costs[group]
    let after = costs[group + 1] - ideal
    if before <= tolerance, before <= after { return starts[group] }
    if after <= tolerance { return starts[group + 1] }
    let items = Double(starts[group + 1] - starts[group])
    return starts[group] + Int((items * before / (before + after)).rounded())
  }

  /// The chunks of a run, see ``WorkPlan/preferredChunk``.
  /// - Complexity: O(*groups* + *chunks*).
  func chunks(of run: Range<Int>, workers: Int, firstIndex: Int) -> [WorkPlan.Chunk] {
    // A chunk may grow to twice its target, so aiming at twice the number leaves enough of them.
    let target = min(max(run.count / (2 * WorkPlan.chunksPerWorker * workers), 1), WorkPlan.preferredChunk)
    var chunks: [WorkPlan.Chunk] = []
    var group = groups(of: run).lowerBound
    var start = run.lowerBound
    while start < run.upperBound {
      while starts[group + 1] <= start { group += 1 }
      var end = end(of: start, group: group, target: target, limit: run.upperBound)
      // A crumb at the end is not worth a trip to the queue.
      if 2 * (run.upperBound - end) < target { end = run.upperBound }
      var last = group
      while starts[last + 1] < end { last += 1 }
      chunks.append(WorkPlan.Chunk(index: firstIndex + chunks.count, items: start..<end, groups: group..<last + 1))
      start = end
      group = last
    }
    return chunks
  }

  /// Where a chunk ends that begins at `start`, inside `group`.
  private func end(of start: Int, group: Int, target: Int, limit: Int) -> Int {
    let border = min(starts[group + 1], limit)
    let left = border - start
    if left >= target {
      // Equal parts that end with the group.
      let parts = left / target
      return start + (left + parts - 1) / parts
    }
    // Several small groups: up to the first border at which the chunk is large enough, unless that is too far.
    var next = group + 1
    while next < starts.count - 1, starts[next] < start + target { next += 1 }
    let far = min(starts[next], limit)
    return far - start < 2 * target ? far : min(start + target, limit)
  }

  /// The groups that a run of items touches.
  /// - Complexity: O(log *groups*).
  func groups(of run: Range<Int>) -> Range<Int> {
    guard !run.isEmpty else { return 0..<0 }
    let first = Self.last(in: starts) { $0 <= run.lowerBound }
    let last = Self.last(in: starts) { $0 < run.upperBound }
    return first..<last + 1
  }

  /// Index of the last element for which `holds`, which is true for a prefix with at least one element.
  private static func last<Element>(in sorted: [Element], where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = sorted.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(sorted[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
