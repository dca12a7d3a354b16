/// Which settings of its space a search plays.
package enum SearchMethod: String, Sendable, Hashable, CaseIterable {
  /// Every setting over every trace.
  case exhaustive
  /// A random sample of the settings over every trace: see ``SearchSpace/randomSample(_:seed:)``.
  case random
  /// Those that another program asks for: see ``TuningSearch/tell(_:traces:play:)``.
  case askTell = "ask-tell"
}
