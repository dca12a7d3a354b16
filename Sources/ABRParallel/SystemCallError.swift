import Glibc

/// A refusal of the operating system.
package struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The function that was called.
  package let call: String
  /// The value of `errno`.
  package let number: Int32

  /// Creates an error from the value of `errno`.
  package init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  /// One line for a person, such as `sched_setaffinity: Operation not permitted`.
  package var description: String {
    // strerror gives a valid string for every number, which stays until this thread's next call.
    unsafe "\(call): \(String(cString: strerror(number)))"
  }
}
