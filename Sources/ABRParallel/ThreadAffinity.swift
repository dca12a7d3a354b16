internal import CNuma

/// How a worker ties itself to its place. A protocol, so that a container that forbids it can be imitated in tests.
package protocol ThreadAffinity: Sendable {
  /// Binds the calling thread to one CPU.
  /// - Throws: the reason of the operating system.
  func pin(toCPU cpu: Int) throws(SystemCallError)

  /// Binds the calling thread to the CPUs of a node: what is tried when a single CPU is refused.
  /// - Throws: the reason of the operating system.
  func bind(toNode node: Int) throws(SystemCallError)
}

/// Affinity through the scheduler and libnuma.
package struct SystemAffinity: ThreadAffinity {
  /// Creates the affinity of this machine.
  package init() {}

  /// Binds the calling thread to one CPU through `sched_setaffinity`.
  package func pin(toCPU cpu: Int) throws(SystemCallError) {
    let reason = cnuma_pin_current_thread(Int32(cpu))
    guard reason == 0 else { throw SystemCallError(call: "sched_setaffinity", number: reason) }
  }

  /// Binds the calling thread to a node through `numa_run_on_node`.
  package func bind(toNode node: Int) throws(SystemCallError) {
    let reason = cnuma_bind_current_thread_to_node(Int32(node))
    guard reason == 0 else { throw SystemCallError(call: "numa_run_on_node", number: reason) }
  }
}
