import Dispatch
import Foundation
import Synchronization

/// Whether the user has pressed Ctrl-C.
///
/// The first SIGINT (or SIGTERM) only raises the flag: a run that polls it stops at the next session, keeps what it has and
/// marks it as partial. The second one ends the process at once.
final class Interruption: Sendable {
  private let flag = Atomic(false)

  /// Starts to listen, from now on for the whole process.
  init() {
    for number in [SIGINT, SIGTERM] {
      // The default action would end the process before the source sees the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler holds its own source: nothing else keeps it alive, and it is to live as long as the process.
      source.setEventHandler {
        withExtendedLifetime(source) { self.raise() }
      }
      source.resume()
    }
  }

  /// Whether to stop. Cheap enough to be asked before every session.
  var isRaised: Bool { flag.load(ordering: .relaxed) }

  private func raise() {
    if flag.exchange(true, ordering: .relaxed) { _exit(ExitCode.interrupted.rawValue) }
  }
}
