import Glibc

/// A thread of the operating system with a stack of known size.
///
/// Dispatch waits for ever where the system gives no thread, and Foundation's `Thread` says nothing then.
struct WorkerThread: Sendable {
  /// Enough for the deepest search of a policy in a debug build; the default depends on the user's `ulimit`.
  private static let stackBytes = 2 << 20

  private let thread: pthread_t

  /// Starts a thread, which must be joined.
  /// - Returns: `nil` where the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread? {
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    // `attributes` is initialised before and destroyed after its only use. The box is retained once here and released
    // once: by the thread when it starts, or below when it never does.
    let box = unsafe Unmanaged.passRetained(Box(body))
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    let reason = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    if reason != 0 { unsafe box.release() }
    return reason == 0 ? WorkerThread(thread: thread) : nil
  }

  /// Waits until nothing of the thread is left: a program that has the lab in it may unload it, or end.
  func join() { pthread_join(thread, nil) }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
