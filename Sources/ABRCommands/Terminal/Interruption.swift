import ABRParallel
import Glibc

/// Whether the user has pressed Ctrl-C.
///
/// The first SIGINT (or SIGTERM) only raises the flag: a run that polls it stops at the next session, keeps what it has
/// and marks it as partial. The second one ends the process at once.
struct Interruption: Sendable {
  /// Raised by the first signal.
  let flag: CancellationFlag

  /// One for the process, made before a signal can be handled: the handler only reads and sets an atomic value.
  private static let raised = CancellationFlag()

  /// Starts to listen, from now on for the whole process, unless somebody else raises a flag of theirs.
  init(_ given: CancellationFlag? = nil) {
    flag = given ?? Self.raised
    guard given == nil else { return }
    // Who started the program may have been deaf to signals, which is inherited.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&signals, number)
      signal(number) { _ in
        if Interruption.raised.isCancelled { _exit(ExitCode.interrupted.rawValue) }
        Interruption.raised.cancel()
      }
    }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether to stop.
  var isRaised: Bool { flag.isCancelled }
}
