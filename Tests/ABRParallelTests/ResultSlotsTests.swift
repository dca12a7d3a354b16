import Synchronization
import Testing

@testable import ABRParallel

@Suite struct ResultSlotsTests {
  struct Refused: Error {}

  /// How many tokens are alive.
  final class Census: Sendable {
    let alive = Atomic(0)
  }

  final class Token: Sendable {
    let census: Census
    init(_ census: Census) {
      self.census = census
      census.alive.wrappingAdd(1, ordering: .relaxed)
    }
    deinit { census.alive.wrappingSubtract(1, ordering: .relaxed) }
  }

  @Test("results come out in the order of slots, whatever the order of writing")
  func order() {
    let slots = ResultSlots<String>(count: 5)
    slots.fill(3..<5) { output in
      output.append("3")
      output.append("4")
    }
    slots.fill(1..<1) { _ in }
    slots.fill(0..<3) { output in for slot in 0..<3 { output.append("\(slot)") } }
    #expect(slots.take() == ["0", "1", "2", "3", "4"])
  }

  @Test("no result is given out while a slot is empty")
  func incomplete() {
    let slots = ResultSlots<Int>(count: 3)
    slots.fill(0..<2) { $0.append(repeating: 1, count: 2) }
    #expect(slots.take() == nil)
    slots.fill(2..<3) { $0.append(2) }
    #expect(slots.take() == [1, 1, 2])
  }

  @Test("every result is released once: taken, never taken, or discarded by an error")
  func lifetimes() {
    let census = Census()
    do {
      let slots = ResultSlots<Token>(count: 2)
      slots.fill(0..<2) { output in for _ in 0..<2 { output.append(Token(census)) } }
      let tokens = slots.take()
      #expect(census.alive.load(ordering: .relaxed) == 2)
      #expect(tokens?.count == 2)
    }
    #expect(census.alive.load(ordering: .relaxed) == 0)
    do {
      let slots = ResultSlots<Token>(count: 4)
      slots.fill(1..<3) { output in for _ in 0..<2 { output.append(Token(census)) } }
      #expect(throws: Refused.self) {
        try slots.fill(3..<4) { output in
          output.append(Token(census))
          throw Refused()
        }
      }
      #expect(census.alive.load(ordering: .relaxed) == 2)
    }
    #expect(census.alive.load(ordering: .relaxed) == 0)
  }

  @Test("writing a slot twice stops the program")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let slots = ResultSlots<Int>(count: 4)
      slots.fill(0..<2) { $0.append(repeating: 0, count: 2) }
      slots.fill(1..<3) { $0.append(repeating: 0, count: 2) }
    }
  }

  @Test("fewer results than slots stop the program")
  func tooFew() async {
    await #expect(processExitsWith: .failure) {
      ResultSlots<Int>(count: 4).fill(0..<2) { $0.append(0) }
    }
  }
}
