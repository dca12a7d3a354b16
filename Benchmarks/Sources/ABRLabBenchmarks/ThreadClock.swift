import Foundation

/// The processor time of the calling thread: what it waited for other processes on a busy machine does not count, what
/// the kernel did for it does.
enum ThreadClock {
  /// Nanoseconds that a body takes.
  static func time<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> Double {
    let start = now
    try body()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    // The kernel writes one timespec, the one that is passed.
    let result = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(result == 0, "Linux has had this clock since 2.6.12")
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
