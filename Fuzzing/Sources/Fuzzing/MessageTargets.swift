import ABRInput
import ABRRuns

/// Readers of what programs answer that are policies.
enum MessageTargets {
  /// The first line of a program, and its answers.
  static func read(_ bytes: [UInt8]) {
    let greeting = attempt("greeting", bytes) { line throws(InputFault) in
      try ProgramMessages.greeting(line, number: 1)
    }
    let columns = greeting?.columns ?? []
    Attempt.demand(Set(columns).count == columns.count, "\(columns) has a column twice")
    Attempt.demand(columns.allSatisfy(PolicyQuestion.columns.indices.contains), "\(columns) are no columns")
    for number in [nil, 1] {
      let renditions =
        attempt("answer", bytes) { line throws(InputFault) in try ProgramMessages.answer(line, number: number) } ?? []
      Attempt.demand(renditions.allSatisfy { $0 >= 0 }, "\(renditions) are no renditions")
    }
  }

  private static func attempt<Value>(
    _ reader: String, _ bytes: [UInt8], _ read: ([UInt8]) throws(InputFault) -> Value
  ) -> Value? {
    Attempt.of(reader, count: bytes.count) { () throws(RunFileError) in
      do throws(InputFault) { return try read(bytes) } catch { throw RunFileError(error, file: Attempt.file) }
    }
  }
}
