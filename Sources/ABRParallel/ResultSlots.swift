import Synchronization

/// Results by number, written from many threads into one piece of memory that nobody has touched before, so that each part of
/// it lies on the node of the worker who writes it.
///
/// Invariant: a slot is written by exactly one call of ``fill(_:with:)``, and read only by ``take()`` after all of them. The
/// plan gives every item to one chunk; `fill` checks it, once a chunk, in every build.
@safe package final class ResultSlots<Element: Sendable>: @unchecked Sendable {
  private struct State {
    /// Slots that some call writes or has written.
    var claimed: [Bool]
    /// Ranges that are written completely.
    var filled: [Range<Int>] = []
  }

  /// The number of slots.
  package let count: Int
  private let storage: UnsafeMutableBufferPointer<Element>
  private let state: Mutex<State>

  /// Creates empty slots.
  /// - Complexity: O(*count*) for the record of what is claimed; the slots themselves are not touched.
  package init(count: Int) {
    self.count = count
    unsafe storage = .allocate(capacity: count)
    state = Mutex(State(claimed: Array(repeating: false, count: count)))
  }

  deinit {
    // Nobody else holds the object any more; the filled ranges are disjoint and hold exactly the initialised elements.
    for range in state.withLock({ $0.filled }) { unsafe storage.extracting(range).deinitialize() }
    unsafe storage.deallocate()
  }

  /// Writes the results of a range in order.
  ///
  /// - Parameters:
  ///   - range: slots that no other call has been given.
  ///   - body: appends exactly one element for each slot. When it throws, what it appended is discarded.
  /// - Complexity: O(*range*).
  package func fill<Failure: Error>(
    _ range: Range<Int>, with body: (inout OutputSpan<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    state.withLock { state in
      for slot in range {
        precondition(!state.claimed[slot], "slot \(slot) is written twice")
        state.claimed[slot] = true
      }
    }
    // The range was claimed above, so no other thread holds a pointer to these elements, and they are uninitialised.
    let memory = unsafe storage.extracting(range)
    var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    try body(&output)
    let written = unsafe output.finalize(for: memory)
    precondition(written == range.count, "\(written) results for \(range.count) slots")
    state.withLock { $0.filled.append(range) }
  }

  /// Moves all results out, in the order of slots.
  ///
  /// - Returns: `nil` when a slot is not written, as after a cancellation.
  /// - Complexity: O(*count*).
  package func take() -> [Element]? {
    state.withLock { state in
      guard state.filled.reduce(0, { $0 + $1.count }) == count else { return nil }
      state.filled = []
      // Every slot is initialised, and with `filled` empty none will be deinitialised or moved again.
      return unsafe Array(unsafeUninitializedCapacity: count) { target, written in
        written = unsafe target.moveInitialize(fromContentsOf: storage)
      }
    }
  }

  /// Moves the results out, `nil` where a slot was never filled because the run was cancelled. Call it when no thread writes
  /// any more; the object is empty afterwards.
  /// - Complexity: O(*n*).
  package func takePartial() -> [Element?] {
    state.withLock { state in
      var elements = [Element?](repeating: nil, count: count)
      for range in state.filled {
        // Filled ranges are disjoint and initialised; with `filled` emptied below none is moved twice.
        for slot in range { unsafe elements[slot] = (storage.baseAddress! + slot).move() }
      }
      state.filled = []
      return elements
    }
  }
}
