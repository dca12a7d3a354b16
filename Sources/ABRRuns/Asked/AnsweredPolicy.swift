import ABRParallel
import ABRPlayback
import Synchronization

/// An external policy in a run of sessions of several items, whose rules ask it themselves, see ``AnsweredRule``.
///
/// A rule cannot throw: what goes wrong is kept here, and the run throws it when its sessions are over.
package final class AnsweredPolicy: Sendable {
  let policy: any ExternalPolicy
  /// Where each item begins; nobody is asked about it.
  let initial: InitialRendition
  private let state = Mutex<State>(State())

  private struct State {
    var cancellation = CancellationFlag()
    var failure: (any Error)?
  }

  /// Lets rules ask a policy.
  package init(_ policy: any ExternalPolicy, initial: InitialRendition) {
    self.policy = policy
    self.initial = initial
  }

  /// What went wrong first; `nil` where nothing did.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Whether nobody is to be asked any more.
  var isOver: Bool { state.withLock { $0.failure != nil || $0.cancellation.isCancelled } }

  /// A run begins.
  func begin(_ cancellation: CancellationFlag) { state.withLock { $0 = State(cancellation: cancellation) } }

  /// Something went wrong.
  func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }
}
