import Glibc

/// Why a call of the system failed.
struct SystemReason: Error, Hashable {
  /// The value of `errno`.
  let code: Int32

  /// Why the last call of this thread failed.
  static var last: SystemReason { SystemReason(code: errno) }

  /// Whether the machine has failed or run out of something, and no other path would do.
  var isOfMachine: Bool { [EIO, EINTR, ENOMEM, ENOSPC, EDQUOT, EMFILE, ENFILE].contains(code) }

  /// The system's own words, such as `No space left on device`.
  var text: String {
    // `strerror` returns text that stays valid until the next call of this thread, and it is copied at once.
    unsafe String(cString: strerror(code))
  }
}
