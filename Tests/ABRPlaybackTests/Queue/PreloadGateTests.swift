import ABRPlayback
import Testing

@Suite struct PreloadGateTests {
  /// A row of the transition table.
  struct Row: Sendable, CustomTestStringConvertible {
    var isOpen: Bool
    var input: PreloadGate.Input
    var opensOrStays: Bool
    var closesOnRebuffer = true
    var closesOnSwipe = true
    var testDescription: String { "\(isOpen ? "open" : "closed"), \(input) → \(opensOrStays ? "open" : "closed")" }
  }

  @Test(
    "the gate follows its table",
    arguments: [
      Row(isOpen: false, input: .level(14.999, isComplete: false), opensOrStays: false),
      Row(isOpen: false, input: .level(15, isComplete: false), opensOrStays: true),
      Row(isOpen: false, input: .level(40, isComplete: false), opensOrStays: true),
      Row(isOpen: false, input: .level(0.5, isComplete: true), opensOrStays: true),
      Row(isOpen: false, input: .idle, opensOrStays: true),
      Row(isOpen: false, input: .stall, opensOrStays: false),
      Row(isOpen: false, input: .newItem, opensOrStays: false),
      Row(isOpen: true, input: .level(3.001, isComplete: false), opensOrStays: true),
      Row(isOpen: true, input: .level(3, isComplete: false), opensOrStays: false),
      Row(isOpen: true, input: .level(0, isComplete: false), opensOrStays: false),
      Row(isOpen: true, input: .level(3, isComplete: true), opensOrStays: true),
      Row(isOpen: true, input: .level(0, isComplete: true), opensOrStays: true),
      Row(isOpen: true, input: .idle, opensOrStays: true),
      Row(isOpen: true, input: .stall, opensOrStays: false),
      Row(isOpen: true, input: .stall, opensOrStays: true, closesOnRebuffer: false),
      Row(isOpen: true, input: .newItem, opensOrStays: false),
      Row(isOpen: true, input: .newItem, opensOrStays: true, closesOnSwipe: false),
    ])
  func table(row: Row) {
    var gate = PreloadGate(.init(closesOnRebuffer: row.closesOnRebuffer, closesOnSwipe: row.closesOnSwipe))
    if row.isOpen { _ = gate.handle(.idle) }
    #expect(gate.isOpen == row.isOpen)
    let hasChanged = gate.handle(row.input)
    #expect(hasChanged == (row.isOpen != row.opensOrStays))
    #expect(gate.isOpen == row.opensOrStays)
  }

  @Test("between its levels the gate stays as it is")
  func hysteresis() {
    var gate = PreloadGate()
    for (level, isOpen) in [(10.0, false), (15, true), (10, true), (2, false), (10, false)] {
      _ = gate.handle(.level(level, isComplete: false))
      #expect(gate.isOpen == isOpen)
    }
  }

  @Test("a change says what caused it, and what changes nothing leaves the cause")
  func causes() {
    var gate = PreloadGate()
    let steps: [(PreloadGate.Input, PreloadGate.Cause)] = [
      (.level(20, isComplete: true), .level), (.level(30, isComplete: false), .level), (.stall, .stall),
      (.level(4, isComplete: true), .complete), (.newItem, .newItem), (.stall, .newItem), (.idle, .idle),
      (.level(3, isComplete: false), .level),
    ]
    for (input, cause) in steps {
      _ = gate.handle(input)
      #expect(gate.cause == cause, "\(input)")
    }
  }

  @Test(
    "levels that leave no room between them are refused",
    arguments: [(3.0, 3.0), (3, 4), (0, 0), (-1, -2), (.infinity, 3), (.nan, 3), (15, .nan)])
  func levels(open: Double, close: Double) {
    let settings = PreloadSettings(trigger: .gate(.init(open: open, close: close)), nextCount: 1)
    #expect(throws: SettingsError.self) { try settings.validate() }
  }
}
