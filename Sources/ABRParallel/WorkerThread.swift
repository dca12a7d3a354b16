import Glibc

/// A thread of the operating system with a stack of known size, which can be waited for.
///
/// Foundation's `Thread` says nothing when the system refuses a thread, and the pool would wait for it for ever.
struct WorkerThread {
  /// Enough for the deepest search of a policy in a debug build; the default depends on the user's `ulimit`.
  static let stackBytes = 2 << 20

  private let handle: pthread_t

  /// Starts a thread.
  /// - Throws: why the system refused, such as a limit on processes in a container.
  init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
    var attributes = pthread_attr_t()
    var handle = pthread_t()
    // `attributes` is initialised before and destroyed after its only use. The box is retained once here and released once:
    // by the thread when it starts, or below when it never does.
    let box = unsafe Unmanaged.passRetained(Box(body))
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, Self.stackBytes)
    let reason = unsafe pthread_create(
      &handle, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    guard reason == 0 else {
      unsafe box.release()
      throw SystemCallError(call: "pthread_create", number: reason)
    }
    self.handle = handle
  }

  /// Waits until the thread has ended. To be called exactly once.
  func join() {
    let reason = pthread_join(handle, nil)
    precondition(reason == 0, "a worker thread was waited for twice")
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
