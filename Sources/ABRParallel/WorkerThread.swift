import Glibc

/// A thread of the operating system with a stack of known size.
///
/// Dispatch waits for ever where the system gives no thread, and Foundation's `Thread` says nothing then.
enum WorkerThread {
  /// Enough for the deepest search of a policy in a debug build; the default depends on the user's `ulimit`.
  private static let stackBytes = 2 << 20

  /// Starts a thread, which ends by itself.
  /// - Returns: whether the system gives one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    // `attributes` is initialised before and destroyed after its only use. The box is retained once here and released
    // once: by the thread when it starts, or below when it never does.
    let box = unsafe Unmanaged.passRetained(Box(body))
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let reason = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    unsafe pthread_attr_destroy(&attributes)
    if reason != 0 { unsafe box.release() }
    return reason == 0
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
