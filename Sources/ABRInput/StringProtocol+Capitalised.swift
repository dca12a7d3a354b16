extension StringProtocol {
  /// The text with a capital at its beginning, as a sentence has it.
  package var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
