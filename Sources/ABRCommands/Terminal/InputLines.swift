import ABRInput
import Glibc

/// The lines of standard input, none of them longer than its budget.
final class InputLines {
  private var rest: [UInt8] = []
  private var isOver = false

  /// The next line without its end; `nil` behind the last one.
  ///
  /// - Throws: ``UsageError`` for a line that is too long, before more of it is read.
  func next() throws(UsageError) -> String? {
    var searched = 0
    while true {
      if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      searched = rest.count
      var budget = InputBudget.line
      guard budget.take(searched) else { throw UsageError("standard input: found more, expected \(budget.allowed)") }
      if isOver {
        defer { rest = [] }
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      }
      var block = [UInt8](repeating: 0, count: 1 << 16)
      // The block lives for the call.
      let count = unsafe block.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { isOver = true } else { rest += block[..<count] }
    }
  }
}
