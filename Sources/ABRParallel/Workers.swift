internal import CNuma
import Dispatch
import Synchronization

/// Carries out work over groups of numbered items, such as the sessions over each recording, on several threads.
///
/// Every worker takes the next piece behind one cursor: a group, or a part of one where there are few. What a piece
/// needs beside its items, such as the table of its recording, is made by the worker that uses it. Threads live as long
/// as a run and are bound to a node of memory only where there are several and one could not take them all. None of
/// this changes a result: an item's is a function of the item and goes to the item's place.
package struct Workers: Sendable {
  /// The numbers of jobs that make sense. The upper end only keeps a typing mistake from starting a million threads.
  package static let allowedJobs = 1...1024
  /// Pieces that each worker has at least, if there are that many items: the last ones even out unequal costs.
  static let piecesPerWorker = 8
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
  ///   - prepare: makes what the items of a group read, and what is used again from one to the next.
  ///   - body: works on one item, whose number is from 0 in its group.
  /// - Returns: the results in the order of groups and items; `nil` where the run was cancelled before.
  package func map<Local, Element: Sendable>(
    groups: Int, of size: Int, cancellation: CancellationFlag = CancellationFlag(),
    progress: ProgressCounter = ProgressCounter(), everyTick: ((ProgressCounter) -> Void)? = nil,
    prepare: @escaping @Sendable (_ group: Int) -> Local,
    body: @escaping @Sendable (_ group: Int, _ item: Int, inout Local) -> Element
  ) -> [Element?] {
    guard groups > 0, size > 0 else { return [] }
    let wanted = jobs * Self.piecesPerWorker
    let parts = min(size, max(1, (wanted + groups - 1) / groups))
    let run = Run<Element>(pieces: groups * parts)
    let work = { @Sendable in
      run.work { piece in
        let (group, part) = piece.quotientAndRemainder(dividingBy: parts)
        let items = part * size / parts..<(part + 1) * size / parts
        var elements: [Element?] = []
        elements.reserveCapacity(items.count)
        guard !cancellation.isCancelled else { return Array(repeating: nil, count: items.count) }
        var local = prepare(group)
        for item in items { elements.append(cancellation.isCancelled ? nil : body(group, item, &local)) }
        progress.add(elements.count { $0 != nil })
        return elements
      }
    }
    for index in 0..<min(jobs, groups * parts) {
      let node = bindings.isEmpty ? nil : bindings[index]
      let isStarted = WorkerThread.start {
        // A node that refuses costs speed only.
        if let node { _ = cnuma_bind_current_thread_to_node(Int32(node)) }
        work()
      }
      guard isStarted else { break }
    }
    while run.end.wait(timeout: .now() + .milliseconds(Self.tick)) == .timedOut {
      everyTick?(progress)
      // A machine that has no thread to give has still this one.
      if !run.hasBegun { work() }
    }
    return run.elements()
  }

  /// One call: the cursor, and the results of each piece.
  private final class Run<Element: Sendable>: Sendable {
    let end = DispatchSemaphore(value: 0)
    private let pieces: Int
    private let cursor = Atomic(0)
    private let results: Mutex<(pieces: [[Element?]], count: Int)>

    init(pieces: Int) {
      self.pieces = pieces
      results = Mutex(([[Element?]](repeating: [], count: pieces), 0))
    }

    var hasBegun: Bool { cursor.load(ordering: .relaxed) > 0 }

    /// Takes piece after piece; the one who finishes the last of all says so.
    func work(_ body: (Int) -> [Element?]) {
      while true {
        let piece = cursor.wrappingAdd(1, ordering: .relaxed).oldValue
        guard piece < pieces else { return }
        let elements = body(piece)
        let isLast = results.withLock { results in
          results.pieces[piece] = elements
          results.count += 1
          return results.count == pieces
        }
        if isLast { end.signal() }
      }
    }

    /// All results, once the last piece is finished.
    func elements() -> [Element?] { results.withLock { $0.pieces.flatMap { $0 } } }
  }
}
