import ABRExperiments
import Dispatch
import Glibc

/// Whether the user has pressed Ctrl-C.
///
/// The first SIGINT (or SIGTERM) only raises the flag: a run that polls it stops at the next session, keeps what it has and
/// marks it as partial. The second one ends the process at once.
struct Interruption: Sendable {
  /// Raised by the first signal.
  let flag = CancellationFlag()

  /// Starts to listen, from now on for the whole process.
  init() {
    let flag = flag
    for number in [SIGINT, SIGTERM] {
      // The default action would end the process before the source sees the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds its own source: nothing else keeps it alive, and it is to live as long as the process.
      source.setEventHandler {
        withExtendedLifetime(source) {
          if flag.isCancelled { _exit(ExitCode.interrupted.rawValue) }
          flag.cancel()
        }
      }
      source.resume()
    }
  }

  /// Whether to stop.
  var isRaised: Bool { flag.isCancelled }
}
