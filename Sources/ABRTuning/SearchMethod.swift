/// How a search goes through its space.
package enum SearchMethod: String, Sendable, Hashable, CaseIterable {
  /// Every setting over every trace.
  case exhaustive
  /// All settings over a few traces, the better half over twice as many, and so on: see ``HalvingPlan``.
  case halving
  /// Another program chooses what is played: see ``TuningSearch/tell(_:traces:play:)``.
  case askTell = "ask-tell"
}
