internal import CNuma
import Dispatch
import Synchronization

/// Carries out work over groups of numbered items, such as the sessions over each recording, on several threads.
///
/// Every worker takes the next piece behind one cursor: some groups, or a part of one where there are few. What a group
/// needs beside its items, such as the table of its recording, is made by the worker that uses it. Threads live as long
/// as a run and are bound to a node of memory only where there are several and one could not take them all. None of
/// this changes a result: an item's is a function of the item and goes to the item's place.
package struct Workers: Sendable {
  /// The numbers of jobs that make sense. The upper end only keeps a typing mistake from starting a million threads.
  package static let allowedJobs = 1...1024
  /// Pieces that each worker has, if there are that many items: the last ones even out unequal costs, and each takes a
  /// lock.
  static let piecesPerWorker = 8...128
  /// How often the calling thread reports progress, in milliseconds.
  private static let tick = 100

  /// Threads that work at once, at most.
  package let jobs: Int
  private let bindings: [Int]

  /// Workers of a machine.
  package init(jobs: Int, topology: Topology = .machine) {
    precondition(Self.allowedJobs.contains(jobs), "\(jobs) jobs; the caller checks what the user typed")
    self.jobs = jobs
    bindings = topology.bindings(jobs: jobs)
  }

  /// Works on all items and waits for the end.
  ///
  /// - Parameters:
  ///   - groups: how many groups there are.
  ///   - size: how many items each of them has.
  ///   - cancellation: looked at before each item.
  ///   - progress: counts finished items.
  ///   - everyTick: called on the calling thread while it waits.
  ///   - prepare: makes what the items of a group read, and what is used again from one to the next; it gets what the
  ///     thread has left of the group before, `nil` for its first one. Where it throws no later group is begun.
  ///   - body: works on one item, whose number is from 0 in its group; `nil` where it has no result.
  /// - Returns: the results in the order of groups and items; `nil` where the run was cancelled before.
  /// - Throws: what `prepare` throws; of several errors that of the first group.
  package func map<Local, Element: Sendable, Failure: Error>(
    groups: Int, of size: Int, cancellation: CancellationFlag = CancellationFlag(),
    progress: ProgressCounter = ProgressCounter(), everyTick: ((ProgressCounter) -> Void)? = nil,
    prepare: @escaping @Sendable (_ group: Int, _ last: Local?) throws(Failure) -> Local,
    body: @escaping @Sendable (_ group: Int, _ item: Int, inout Local) -> Element?
  ) throws(Failure) -> [Element?] {
    guard groups > 0, size > 0 else { return [] }
    let wanted = jobs * Self.piecesPerWorker.lowerBound
    let parts = min(size, max(1, (wanted + groups - 1) / groups))
    let groupsOfPiece = max(1, groups / (jobs * Self.piecesPerWorker.upperBound))
    let pieces = (groups + groupsOfPiece - 1) / groupsOfPiece * parts
    let run = Run<Element, Failure>(pieces: pieces, items: groups * size)
    let work = { @Sendable in
      var last: Local?
      run.work { piece in
        let (number, part) = piece.quotientAndRemainder(dividingBy: parts)
        let first = number * groupsOfPiece
        let items = part * size / parts..<(part + 1) * size / parts
        var elements: [Element?] = []
        elements.reserveCapacity(groupsOfPiece * items.count)
        for group in first..<min(first + groupsOfPiece, groups) {
          guard !cancellation.isCancelled, !run.hasFailed(before: group) else { break }
          var local: Local
          do throws(Failure) {
            // Taken out, so that what is used again is not copied.
            var previous: Local?
            swap(&previous, &last)
            local = try prepare(group, previous)
          } catch {
            run.fail(group, error)
            break
          }
          for item in items {
            if cancellation.isCancelled { break }
            elements.append(body(group, item, &local))
          }
          last = consume local
        }
        run.put(elements, from: first * size + items.lowerBound)
        progress.add(elements.count)
      }
    }
    var threads: [WorkerThread] = []
    for index in 0..<min(jobs, pieces) {
      let node = bindings.isEmpty ? nil : bindings[index]
      let thread = WorkerThread.start {
        // A node that refuses costs speed only.
        if let node { _ = cnuma_bind_current_thread_to_node(Int32(node)) }
        work()
      }
      guard let thread else { break }
      threads.append(thread)
    }
    while run.end.wait(timeout: .now() + .milliseconds(Self.tick)) == .timedOut {
      everyTick?(progress)
      // A machine that has no thread to give has still this one.
      if !run.hasBegun { work() }
    }
    for thread in threads { thread.join() }
    return try run.elements()
  }

  /// One call: the cursor, and the result of each item.
  private final class Run<Element: Sendable, Failure: Error>: Sendable {
    let end = DispatchSemaphore(value: 0)
    private let pieces: Int
    private let cursor = Atomic(0)
    private let finished = Atomic(0)
    private let results: Mutex<[Element?]>
    /// The first group of which the preparation failed.
    private let failure = Mutex<(group: Int, error: Failure)?>(nil)

    init(pieces: Int, items: Int) {
      self.pieces = pieces
      results = Mutex([Element?](repeating: nil, count: items))
    }

    var hasBegun: Bool { cursor.load(ordering: .relaxed) > 0 }

    /// Takes piece after piece; the one who finishes the last of all says so.
    func work(_ body: (Int) -> Void) {
      while true {
        let piece = cursor.wrappingAdd(1, ordering: .relaxed).oldValue
        guard piece < pieces else { return }
        body(piece)
        if finished.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == pieces { end.signal() }
      }
    }

    /// Puts the results of a piece into their places.
    func put(_ elements: [Element?], from first: Int) {
      results.withLock { $0.replaceSubrange(first..<first + elements.count, with: elements) }
    }

    /// Notes why a group could not be prepared.
    func fail(_ group: Int, _ error: Failure) {
      failure.withLock { failure in
        if failure.map({ group < $0.group }) ?? true { failure = (group, error) }
      }
    }

    /// Whether a group before this one could not be prepared.
    func hasFailed(before group: Int) -> Bool { failure.withLock { $0.map { $0.group < group } ?? false } }

    /// All results, once the last piece is finished.
    func elements() throws(Failure) -> [Element?] {
      if let error = failure.withLock({ $0?.error }) { throw error }
      return results.withLock { $0 }
    }
  }
}
