import ABRParallel
import Glibc

/// Whether the user has pressed Ctrl-C.
///
/// The first SIGINT (or SIGTERM, SIGHUP) only raises the flag: a run that polls it stops at the next session, keeps
/// what it has and marks it as partial. The second one ends the process and the programs that it has started at once.
struct Interruption: Sendable {
  /// Raised by the first signal.
  let flag: CancellationFlag

  /// One for the process, made before a signal can be handled: the handler only reads and sets an atomic value.
  private static let raised = CancellationFlag()

  /// Starts to listen, from now on for the whole process, unless somebody else raises a flag of theirs.
  init(_ given: CancellationFlag? = nil) {
    flag = given ?? Self.raised
    guard given == nil else { return }
    for number in Self.signals where number != SIGHUP || !Self.isIgnored(number) {
      signal(number) { _ in
        if Interruption.raised.isCancelled {
          ProgramGroups.kill()
          _exit(ExitCode.interrupted.rawValue)
        }
        Interruption.raised.cancel()
      }
    }
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Whether the parent has had a signal ignored, as `nohup` does, so that a program outlives its terminal.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // The call writes the action, whose handler is a number and is not called.
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Lets signals end a program whose parent has blocked them, which is inherited: it may wait for a pipe long before
  /// it plays anything.
  static func unblock() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Whether to stop.
  var isRaised: Bool { flag.isCancelled }
}
