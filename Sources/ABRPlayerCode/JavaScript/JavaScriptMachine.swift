import CJavaScriptCore
import Glibc

/// The functions of the library, loaded when they are first asked for.
private struct Library: @unchecked Sendable {
  // A table of functions is never changed after it was filled.
  static let shared = Library()

  let functions: CJavaScriptCore
  let missing: String?

  private init() {
    var table = CJavaScriptCore()
    // The text is a literal of the library's door, or nothing.
    missing = unsafe cjavascriptcore_load(&table).map { unsafe String(cString: $0) }
    functions = table
  }
}

/// A virtual machine: contexts in it share compiled code, and run one at a time on one thread.
///
/// JavaScriptCore's time limit begins anew with each promise that runs as a call returns: promises that go on for ever
/// would never reach it. Here they run before the call returns, and the limit counts them with it.
@safe package final class JavaScriptMachine {
  let functions: CJavaScriptCore
  let group: JSContextGroupRef
  let doorClass: JSClassRef
  /// What scripts may take.
  package let limits: Limits
  /// Why scripts were stopped.
  var stop: JavaScriptError?
  /// The thread's processor time as the call began, and when memory was last looked at, in seconds.
  private var callStart = 0.0
  private var lastLook = 0.0

  /// What scripts may take before they are stopped.
  package struct Limits: Sendable, Hashable {
    /// Seconds of processor time for one call, with the promises that run as it returns.
    package var callTime: Double
    /// Bytes that scripts hold, all contexts of a machine together.
    package var memory: Int

    /// The limits that hold unless a caller says otherwise: thousands of times what players take.
    package init(callTime: Double = 5, memory: Int = 1 << 30) {
      self.callTime = callTime
      self.memory = memory
    }
  }

  /// The command that installs the library.
  package static let installation = "apt-get install libjavascriptcoregtk-4.1-0"

  /// Whether the library is installed.
  package static var isAvailable: Bool { Library.shared.missing == nil }

  /// Makes a machine.
  ///
  /// - Parameter limits: what scripts may take.
  /// - Throws: ``JavaScriptError/libraryMissing(_:)``.
  package init(limits: Limits = Limits()) throws(JavaScriptError) {
    let library = Library.shared
    if let missing = library.missing { throw .libraryMissing(missing) }
    functions = library.functions
    self.limits = limits
    // The library returns NULL only where there is no memory.
    guard let group = library.functions.JSContextGroupCreate() else { throw .libraryMissing("a machine") }
    unsafe self.group = group
    let call: CJSCall = { context, function, _, count, arguments, _ in
      // The context keeps its doors as long as it lives, and calls none of them later.
      guard let context = unsafe context, let function = unsafe function,
        let place = unsafe Library.shared.functions.JSObjectGetPrivate(function)
      else {
        return nil
      }
      let door = unsafe Unmanaged<JavaScriptDoor>.fromOpaque(place).takeUnretainedValue()
      return unsafe door.call(context, UnsafeBufferPointer(start: arguments, count: count))
    }
    var definition = unsafe CJSClassDefinition()
    // The library keeps no pointer into the definition.
    unsafe definition.callAsFunction = unsafe call
    guard let doorClass = unsafe library.functions.JSClassCreate(&definition) else {
      throw .libraryMissing("a class")
    }
    unsafe self.doorClass = doorClass
    setTimeLimit(min(Self.lookTime, limits.callTime))
  }

  deinit {
    unsafe functions.JSClassRelease(doorClass)
    unsafe functions.JSContextGroupRelease(group)
  }

  /// What the library hands back to callbacks. The machine outlives the group, which it releases.
  private var place: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Seconds of processor time between two looks at time and memory in a long call: calls of players take milliseconds.
  /// A script that does nothing else fills 5 to 10 GB a second, 100 to 200 MB between two looks.
  private static let lookTime = 0.02

  /// Runs the promises that are due, where the library lets a call do so.
  func runPromises() {
    var functions = functions
    unsafe cjavascriptcore_run_promises(&functions, group)
  }

  /// After so many seconds of one call the script looks at its limits.
  private func setTimeLimit(_ seconds: Double) {
    unsafe functions.JSContextGroupSetExecutionTimeLimit(
      group, seconds,
      { context, place in
        guard let context = unsafe context, let place = unsafe place else { return true }
        return unsafe Unmanaged<JavaScriptMachine>.fromOpaque(place).takeUnretainedValue().isOverLimit(context)
      }, place)
  }

  private func isOverLimit(_ context: JSContextRef) -> Bool {
    let left = limits.callTime - (Self.processorTime - callStart)
    if left <= 0 {
      stop = .tooSlow(seconds: limits.callTime)
    } else if unsafe memory(context) > limits.memory {
      stop = .tooLarge(bytes: limits.memory)
    }
    setTimeLimit(stop == nil ? min(Self.lookTime, left) : Self.lookTime)
    guard stop != nil else { return false }
    // The machine is not used again: its other promises would run without a limit as the call returns.
    var functions = functions
    unsafe cjavascriptcore_hold_promises(&functions, group)
    return true
  }

  /// Bytes that scripts hold, with garbage that was not yet collected.
  func memory(_ context: JSContextRef) -> Int {
    let title = unsafe functions.JSStringCreateWithUTF8CString("heapSize")
    defer { unsafe functions.JSStringRelease(title) }
    let statistics = unsafe functions.JSGetMemoryUsageStatistics(context)
    let size = unsafe functions.JSValueToNumber(
      context, functions.JSObjectGetProperty(context, statistics, title, nil), nil)
    return Int(exactly: size.rounded()) ?? 0
  }

  /// Seconds of processor time between two looks at memory: counting takes milliseconds.
  private static let lookInterval = 0.5

  /// Whether scripts hold more than they may, as far as that was looked at by now.
  func isTooLarge(_ context: JSContextRef) -> Bool {
    guard callStart - lastLook > Self.lookInterval else { return false }
    lastLook = callStart
    return unsafe memory(context) > limits.memory
  }

  /// A call of a script begins.
  func beginCall() {
    callStart = Self.processorTime
    // The clock of another thread may have been ahead.
    lastLook = min(lastLook, callStart)
  }

  /// Processor time of the calling thread, in seconds.
  private static var processorTime: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
