/// How a search goes through its space.
package enum SearchMethod: String, Sendable, Hashable, CaseIterable {
  /// All settings over a few traces, the better ones over more: see ``HalvingPlan``.
  case halving
  /// Every setting over every trace: the referee.
  case exhaustive
  /// As many settings, drawn at random, as the budget plays over every trace: what a method must beat.
  case random
  /// Another program chooses what is played: see ``TuningSearch/tell(_:traces:play:)``.
  case askTell = "ask-tell"
}
