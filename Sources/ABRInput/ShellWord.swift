/// A word of a command that people copy into a shell.
package enum ShellWord {
  /// The word as a shell takes it, in quotes where it needs them.
  package static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:+=,@%".contains($0) }
    return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
