import Glibc

/// A refusal of the operating system.
public struct SystemCallError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The function that was called.
  public let call: String
  /// The value of `errno`.
  public let number: Int32

  /// Creates an error from the value of `errno`.
  public init(call: String, number: Int32) {
    self.call = call
    self.number = number
  }

  /// One line for a person, such as `sched_setaffinity: Operation not permitted`.
  public var description: String {
    // strerror gives a valid string for every number, which stays until this thread's next call.
    unsafe "\(call): \(String(cString: strerror(number)))"
  }
}
