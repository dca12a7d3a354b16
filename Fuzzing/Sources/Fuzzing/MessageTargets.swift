import ABRInput
import ABRRuns

/// Readers of what programs answer that are policies.
enum MessageTargets {
  /// The first line of a program, and its answers.
  static func read(_ bytes: [UInt8]) {
    let columns = attempt("greeting", bytes, ProgramMessages.greeting) ?? []
    Attempt.demand(Set(columns).count == columns.count, "\(columns) has a column twice")
    Attempt.demand(columns.allSatisfy(PolicyQuestion.columns.indices.contains), "\(columns) are no columns")
    let renditions = attempt("answer", bytes, ProgramMessages.answer) ?? []
    Attempt.demand(renditions.allSatisfy { $0 >= 0 }, "\(renditions) are no renditions")
  }

  private static func attempt<Value>(
    _ reader: String, _ bytes: [UInt8], _ read: ([UInt8]) throws(InputFault) -> Value
  ) -> Value? {
    Attempt.of(reader, count: bytes.count) { () throws(RunFileError) in
      do throws(InputFault) { return try read(bytes) } catch { throw RunFileError(error, file: Attempt.file) }
    }
  }
}
