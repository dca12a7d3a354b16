import FoundationEssentials
import Glibc

/// Says why a call of the system failed.
enum SystemReason {
  /// The system's own words for an `errno` value, such as `No space left on device`.
  static func text(_ code: Int32) -> String {
    // `strerror` returns text that stays valid until the next call of this thread, and it is copied at once.
    unsafe String(cString: strerror(code))
  }

  /// The `errno` value behind an error of Foundation, `nil` when there is none.
  static func code(of error: any Error) -> Int32? {
    let cause = (error as? CocoaError)?.underlying ?? error
    return (cause as? POSIXError).map { Int32($0.code.rawValue) }
  }
}
