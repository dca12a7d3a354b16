import Synchronization
import Testing

@testable import ABRParallel

@Suite("Workers", .timeLimit(.minutes(20)))
struct WorkersTests {
  @Test(
    "every item is worked on once and its result stands in its place, for any number of jobs",
    arguments: [1, 2, 3, 16, 1024], [(0, 5), (5, 0), (1, 1), (1, 1000), (3, 7), (1000, 1), (97, 13)])
  func places(jobs: Int, sizes: (groups: Int, size: Int)) {
    let made = Mutex([Int: Int]())
    let progress = ProgressCounter()
    let results = Workers(jobs: jobs).map(
      groups: sizes.groups, of: sizes.size, progress: progress,
      prepare: { group, _ in
        made.withLock { $0[group, default: 0] += 1 }
        return group
      }, body: { group, item, local in [group, item, local] })
    #expect(results.count == sizes.groups * sizes.size && progress.completedItems == results.count)
    for (place, result) in results.enumerated() {
      let (group, item) = place.quotientAndRemainder(dividingBy: sizes.size)
      #expect(result == [group, item, group])
    }
    // With many groups what belongs to one is made once.
    if sizes.groups >= jobs * Workers.piecesPerWorker.lowerBound {
      #expect(made.withLock { $0.values.allSatisfy { $0 == 1 } })
    }
  }

  @Test("each thread gets what it has left of the group before", arguments: [1, 3])
  func last(jobs: Int) {
    // How many items of any group the thread has worked on.
    let results = Workers(jobs: jobs).map(
      groups: 100, of: 2, prepare: { _, last in last ?? 0 },
      body: { _, _, done in
        done += 1
        return done
      })
    // The calling thread may be one more.
    #expect((1...(jobs + 1)).contains(results.count { $0 == 1 }))
    #expect(results.compactMap(\.self).max() ?? 0 >= 200 / (jobs + 1))
  }

  @Test("a cancelled run keeps what it has, and the rest is missing")
  func cancelled() {
    let flag = CancellationFlag()
    let progress = ProgressCounter()
    let results = Workers(jobs: 2).map(
      groups: 50, of: 20, cancellation: flag, progress: progress, prepare: { group, _ in group },
      body: { group, item, _ in
        if group == 3 { flag.cancel() }
        return item
      })
    let done = results.count { $0 != nil }
    #expect(results.count == 1000 && done == progress.completedItems && (41..<1000).contains(done))
    #expect(
      Workers(jobs: 2).map(groups: 2, of: 2, cancellation: flag, prepare: { group, _ in group }, body: { $1 + $2 }) == [
        nil, nil, nil, nil,
      ])
  }

  @Test("where several groups cannot be prepared the error of the first is thrown", arguments: [1, 2, 16])
  func failed(jobs: Int) {
    struct Failure: Error, Equatable { var group: Int }
    for _ in 0..<20 {
      let count = Atomic(0)
      // A bit for each group up to the first error.
      let first = Atomic<UInt64>(0)
      #expect(throws: Failure(group: 40)) {
        try Workers(jobs: jobs).map(
          groups: 5000, of: 2,
          prepare: { group, _ throws(Failure) in
            count.wrappingAdd(1, ordering: .relaxed)
            if group <= 40 { first.bitwiseOr(1 << UInt64(group), ordering: .relaxed) }
            if [40, 41, 43, 44, 60].contains(group) { throw Failure(group: group) }
          }, body: { group, _, _ in group })
      }
      // Who had begun a later group finishes it, and begins no other.
      #expect(first.load(ordering: .relaxed) == (1 << 41) - 1)
      #expect(count.load(ordering: .relaxed) < 5000)
    }
  }

  @Test("the calling thread hears of progress while others work")
  func ticks() {
    var heard: [Int] = []
    let release = CancellationFlag()
    _ = Workers(jobs: 2).map(
      groups: 4, of: 1,
      everyTick: {
        heard.append($0.completedItems)
        if heard.count > 2 { release.cancel() }
      },
      prepare: { group, _ in group },
      body: { group, _, _ in
        while group == 3, !release.isCancelled {}
        return group
      })
    #expect(heard.count >= 3 && heard.last == 3)
  }

  @Test("runs at the same time do not disturb each other")
  func together() async {
    await withTaskGroup(of: Bool.self) { tasks in
      for number in 0..<6 {
        tasks.addTask {
          Workers(jobs: 3).map(groups: 40, of: 5, prepare: { _, _ in number }, body: { $0 * 5 + $1 + $2 })
            == (0..<200).map { $0 + number }
        }
      }
      for await isRight in tasks { #expect(isRight) }
    }
  }
}
