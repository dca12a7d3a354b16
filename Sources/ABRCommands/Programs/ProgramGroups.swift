import Glibc
import Synchronization

/// The process groups of programs that run, for a signal that ends the lab at once: its handler may only read atomic
/// values and send signals.
enum ProgramGroups {
  /// As many programs as jobs may run at once; of more the others see the end of their input.
  private static let places = Places()

  private struct Places: ~Copyable, Sendable {
    let pages: InlineArray<1024, Atomic<pid_t>> = InlineArray { _ in Atomic(0) }
  }

  /// Notes a group.
  static func add(_ group: pid_t) { replace(0, by: group) }

  /// Forgets a group.
  static func remove(_ group: pid_t) { replace(group, by: 0) }

  /// Kills all groups.
  static func kill() {
    for place in places.pages.indices {
      let group = places.pages[place].load(ordering: .relaxed)
      if group > 0 { _ = Glibc.kill(-group, SIGKILL) }
    }
  }

  private static func replace(_ old: pid_t, by new: pid_t) {
    for place in places.pages.indices
    where places.pages[place].compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged { return }
  }
}
