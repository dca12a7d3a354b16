/// How much wider the bounds are than what a rule computes: rounding must not hide a download that it would abandon.
enum AbandonmentRounding {
  /// A billionth, many thousand times the rounding of the few operations in question.
  static let share = 1e-9
}
