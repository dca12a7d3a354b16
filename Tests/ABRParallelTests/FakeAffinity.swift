import Foundation
import Synchronization

@testable import ABRParallel

/// Affinity that touches no thread, remembers who asked for which CPU, and refuses what it is told to refuse.
final class FakeAffinity: ThreadAffinity {
  static let refusal = SystemCallError(call: "sched_setaffinity", number: EPERM)

  private let cpus = Mutex<[pthread_t: Int]>([:])
  private let refusesCPU: Bool
  private let refusesNode: Bool

  init(refusesCPU: Bool = false, refusesNode: Bool = false) {
    self.refusesCPU = refusesCPU
    self.refusesNode = refusesNode
  }

  func pin(toCPU cpu: Int) throws(SystemCallError) {
    if refusesCPU { throw Self.refusal }
    cpus.withLock { $0[pthread_self()] = cpu }
  }

  func bind(toNode node: Int) throws(SystemCallError) {
    if refusesNode { throw SystemCallError(call: "numa_run_on_node", number: ENOSYS) }
  }

  /// The CPU to which the calling thread would be pinned.
  var currentCPU: Int? { cpus.withLock { $0[pthread_self()] } }
}
