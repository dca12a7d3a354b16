import CJavaScriptCore
import Glibc

// Everything here that is unsafe stands in this file: pointers into JavaScriptCore never leave it.

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
  fileprivate let functions: CJavaScriptCore
  fileprivate let group: JSContextGroupRef
  fileprivate let doorClass: JSClassRef
  /// What scripts may take.
  package let limits: Limits
  /// Why scripts were stopped.
  fileprivate var stop: JavaScriptError?
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
      let door = unsafe Unmanaged<Door>.fromOpaque(place).takeUnretainedValue()
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
  private static let lookTime = 0.05

  /// Runs the promises that are due, where the library lets a call do so.
  fileprivate func runPromises() {
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
  fileprivate func memory(_ context: JSContextRef) -> Int {
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
  fileprivate func isTooLarge(_ context: JSContextRef) -> Bool {
    guard callStart - lastLook > Self.lookInterval else { return false }
    lastLook = callStart
    return unsafe memory(context) > limits.memory
  }

  /// A call of a script begins.
  fileprivate func beginCall() {
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

/// A function of the lab that scripts can call.
private final class Door {
  unowned let context: JavaScriptContext
  let body: (JavaScriptArguments) -> JavaScriptAnswer

  init(_ context: JavaScriptContext, _ body: @escaping (JavaScriptArguments) -> JavaScriptAnswer) {
    self.context = context
    self.body = body
  }

  func call(_ inner: JSContextRef, _ values: UnsafeBufferPointer<JSValueRef?>) -> JSValueRef? {
    unsafe context.value(of: body(JavaScriptArguments(context: context, values: values)), in: inner)
  }
}

/// What a script hands to a function of the lab. Valid during the call only.
@safe package struct JavaScriptArguments {
  fileprivate let context: JavaScriptContext
  fileprivate let values: UnsafeBufferPointer<JSValueRef?>

  fileprivate init(context: JavaScriptContext, values: UnsafeBufferPointer<JSValueRef?>) {
    self.context = context
    unsafe self.values = values
  }

  /// The argument as a number; NaN if it is missing.
  package func number(_ index: Int) -> Double {
    guard unsafe index < values.count else { return .nan }
    return unsafe context.machine.functions.JSValueToNumber(context.pointer, values[index], nil)
  }

  /// The argument as an integer; 0 if it is missing or not a number.
  package func integer(_ index: Int) -> Int {
    let value = number(index)
    return abs(value) < 9e15 ? Int(value) : 0
  }

  /// The argument as text; empty if it is missing.
  package func text(_ index: Int) -> String {
    guard unsafe index < values.count else { return "" }
    return unsafe context.text(of: values[index])
  }

  /// Whether a value counts as true.
  package func isTrue(_ index: Int) -> Bool {
    guard unsafe index < values.count else { return false }
    return unsafe context.machine.functions.JSValueToBoolean(context.pointer, values[index])
  }
}

/// What a function of the lab answers.
package enum JavaScriptAnswer {
  /// `undefined`.
  case nothing
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// An `ArrayBuffer` of so many bytes that begins with the given ones and goes on with zeros.
  case bytes(start: [UInt8], count: Int)
}

/// A value of a script that the lab keeps.
@safe package final class JavaScriptValue {
  fileprivate let context: JavaScriptContext
  fileprivate let pointer: JSValueRef?

  fileprivate init(_ pointer: JSValueRef?, _ context: JavaScriptContext) {
    self.context = context
    unsafe self.pointer = pointer
    unsafe context.machine.functions.JSValueProtect(context.pointer, pointer)
  }

  deinit { unsafe context.machine.functions.JSValueUnprotect(context.pointer, pointer) }

  /// The value as a text.
  package var text: String { unsafe context.text(of: pointer) }
  /// The value as a number; NaN if it is not a number.
  package var number: Double { unsafe context.machine.functions.JSValueToNumber(context.pointer, pointer, nil) }
  /// Whether the value counts as true.
  package var isTrue: Bool { unsafe context.machine.functions.JSValueToBoolean(context.pointer, pointer) }
}

/// Numbers that scripts and the lab both read and write, without a call.
@safe package final class SharedNumbers {
  fileprivate let numbers: UnsafeMutableBufferPointer<Double>

  fileprivate init(count: Int) {
    unsafe numbers = .allocate(capacity: count)
    unsafe numbers.initialize(repeating: 0)
  }

  deinit { unsafe numbers.deallocate() }

  /// One of the numbers.
  package subscript(_ index: Int) -> Double {
    get { unsafe numbers[index] }
    set { unsafe numbers[index] = newValue }
  }
}

/// A global scope of JavaScript, with nothing in it but the language: no file, no socket, no timer.
///
///     let context = try JavaScriptContext(in: JavaScriptMachine())
///     try context.evaluate("6 * 7", named: "answer.js").number
@safe package final class JavaScriptContext {
  fileprivate let machine: JavaScriptMachine
  fileprivate let pointer: JSGlobalContextRef
  private var doors: [Door] = []
  /// A function that calls another one with up to three values, and then runs promises.
  private var caller: JSObjectRef?
  /// A function that does ``work``.
  private var worker: JSObjectRef?
  private var work: (() -> Void)?
  private var shared: [SharedNumbers] = []

  /// Makes an empty scope.
  ///
  /// - Throws: ``JavaScriptError/libraryMissing(_:)`` where there is no memory for it.
  package init(in machine: JavaScriptMachine) throws(JavaScriptError) {
    guard let pointer = unsafe machine.functions.JSGlobalContextCreateInGroup(machine.group, nil) else {
      throw .libraryMissing("a context")
    }
    self.machine = machine
    unsafe self.pointer = pointer
    let promises = unsafe door { [unowned self] _ in
      self.machine.runPromises()
      return .nothing
    }
    let source = unsafe string(
      "(promises) => (call, a, b, c) => { try { return call(a, b, c); } finally { promises(); } }")
    defer { unsafe machine.functions.JSStringRelease(source) }
    let maker = unsafe machine.functions.JSEvaluateScript(pointer, source, nil, nil, 1, nil)
    unsafe caller = [promises].withUnsafeBufferPointer {
      unsafe machine.functions.JSObjectCallAsFunction(pointer, maker, nil, 1, $0.baseAddress, nil)
    }
    unsafe machine.functions.JSValueProtect(pointer, caller)
    unsafe worker = door { [unowned self] _ in
      work?()
      return .nothing
    }
    unsafe machine.functions.JSValueProtect(pointer, worker)
  }

  deinit { unsafe machine.functions.JSGlobalContextRelease(pointer) }

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: its text.
  ///   - name: what errors call it.
  /// - Returns: the value of its last statement.
  /// - Throws: ``JavaScriptError``.
  @discardableResult
  package func evaluate(_ script: String, named name: String) throws(JavaScriptError) -> JavaScriptValue {
    let source = unsafe string(script)
    let title = unsafe string(name)
    defer {
      unsafe machine.functions.JSStringRelease(source)
      unsafe machine.functions.JSStringRelease(title)
    }
    machine.beginCall()
    var (value, exception): (JSValueRef?, JSValueRef?)
    let outer = work
    work = { [unowned self] in
      unsafe value = machine.functions.JSEvaluateScript(pointer, source, nil, title, 1, &exception)
      // The collector does not find them here while promises run.
      unsafe machine.functions.JSValueProtect(pointer, value)
      unsafe machine.functions.JSValueProtect(pointer, exception)
    }
    _ = unsafe result(of: [worker], nil)
    work = outer
    defer {
      unsafe machine.functions.JSValueUnprotect(pointer, value)
      unsafe machine.functions.JSValueUnprotect(pointer, exception)
    }
    return try unsafe checked(value, exception)
  }

  /// The value of ``caller``, called with a function and its values.
  private func result(of values: [JSValueRef?], _ exception: UnsafeMutablePointer<JSValueRef?>?) -> JSValueRef? {
    unsafe values.withUnsafeBufferPointer { values in
      unsafe machine.functions.JSObjectCallAsFunction(
        pointer, caller, nil, values.count, values.baseAddress, exception)
    }
  }

  /// Calls a function with up to three values; promises that are settled by then have run before it returns.
  ///
  /// - Throws: ``JavaScriptError``.
  @discardableResult
  package func call(_ function: JavaScriptValue, _ arguments: [Double] = []) throws(JavaScriptError) -> JavaScriptValue
  {
    let values = unsafe arguments.map { unsafe machine.functions.JSValueMakeNumber(pointer, $0) }
    return try unsafe call(function, values: values)
  }

  /// Calls a function with up to three values of scripts.
  ///
  /// - Throws: ``JavaScriptError``.
  @discardableResult
  package func call(_ function: JavaScriptValue, _ arguments: [JavaScriptValue]) throws(JavaScriptError)
    -> JavaScriptValue
  {
    try unsafe call(function, values: arguments.map { unsafe $0.pointer })
  }

  /// Calls a function and drops what it returns, which costs less.
  ///
  /// - Throws: ``JavaScriptError``.
  package func run(_ function: JavaScriptValue, _ first: Double, _ second: Double = 0) throws(JavaScriptError) {
    machine.beginCall()
    var exception: JSValueRef?
    // Both values live on the stack, where the collector finds them.
    let values: InlineArray<3, JSValueRef?> = unsafe [
      function.pointer, machine.functions.JSValueMakeNumber(pointer, first),
      machine.functions.JSValueMakeNumber(pointer, second),
    ]
    _ = unsafe values.span.withUnsafeBufferPointer { values in
      unsafe machine.functions.JSObjectCallAsFunction(
        pointer, caller, nil, values.count, values.baseAddress, &exception)
    }
    if unsafe exception != nil || machine.stop != nil { _ = try unsafe checked(nil, exception) }
  }

  private func call(_ function: JavaScriptValue, values: [JSValueRef?]) throws(JavaScriptError) -> JavaScriptValue {
    unsafe precondition(values.count <= 3, "a call with more values than it hands on")
    machine.beginCall()
    var exception: JSValueRef?
    let value = unsafe result(of: [function.pointer] + values, &exception)
    return try unsafe checked(value, exception)
  }

  /// Bytes that scripts of the machine hold, with garbage that was not yet collected.
  package var memory: Int { unsafe machine.memory(pointer) }

  /// Looks now and then at what scripts hold between two calls: many short ones may take more than a long one.
  ///
  /// - Throws: ``JavaScriptError/tooLarge(bytes:)``.
  package func checkMemory() throws(JavaScriptError) {
    if unsafe machine.isTooLarge(pointer) { throw .tooLarge(bytes: machine.limits.memory) }
  }

  /// A property of an object; `nil` if it is undefined.
  package func property(_ name: String, of object: JavaScriptValue) -> JavaScriptValue? {
    let title = unsafe string(name)
    defer { unsafe machine.functions.JSStringRelease(title) }
    guard unsafe machine.functions.JSValueIsObject(pointer, object.pointer),
      let value = unsafe machine.functions.JSObjectGetProperty(pointer, object.pointer, title, nil),
      unsafe !machine.functions.JSValueIsUndefined(pointer, value)
    else { return nil }
    return unsafe JavaScriptValue(value, self)
  }

  /// Gives an object a function of the lab.
  ///
  /// - Parameters:
  ///   - name: of the member.
  ///   - object: that gets it.
  ///   - body: called on the thread that runs the script, and not after the context has gone.
  package func define(
    _ name: String, on object: JavaScriptValue, _ body: @escaping (JavaScriptArguments) -> JavaScriptAnswer
  ) {
    unsafe set(name, of: object, to: door(body))
  }

  /// A function of the lab for scripts.
  private func door(_ body: @escaping (JavaScriptArguments) -> JavaScriptAnswer) -> JSObjectRef? {
    let door = Door(self, body)
    doors.append(door)
    return unsafe machine.functions.JSObjectMake(
      pointer, machine.doorClass, Unmanaged.passUnretained(door).toOpaque())
  }

  /// Gives an object a `Float64Array` that the lab reads and writes, too.
  package func share(_ name: String, on object: JavaScriptValue, count: Int) -> SharedNumbers {
    let memory = SharedNumbers(count: count)
    shared.append(memory)
    // The context keeps the memory as long as scripts can reach it.
    let buffer = unsafe machine.functions.JSObjectMakeArrayBufferWithBytesNoCopy(
      pointer, memory.numbers.baseAddress, count * MemoryLayout<Double>.stride, { _, _ in }, nil, nil)
    unsafe set(name, of: object, to: buffer)
    return memory
  }

  /// Names the function that is called with a promise that was rejected and with its reason.
  package func onUnhandledRejection(_ function: JavaScriptValue) {
    unsafe machine.functions.JSGlobalContextSetUnhandledRejectionCallback(
      pointer, function.pointer, nil)
  }

  // MARK: Values

  private func set(_ name: String, of object: JavaScriptValue, to value: JSValueRef?) {
    let title = unsafe string(name)
    unsafe machine.functions.JSObjectSetProperty(pointer, object.pointer, title, value, 0, nil)
    unsafe machine.functions.JSStringRelease(title)
  }

  private func string(_ text: String) -> JSStringRef? { unsafe machine.functions.JSStringCreateWithUTF8CString(text) }

  fileprivate func text(of value: JSValueRef?) -> String {
    guard let value = unsafe value, let string = unsafe machine.functions.JSValueToStringCopy(pointer, value, nil)
    else { return "" }
    defer { unsafe machine.functions.JSStringRelease(string) }
    let capacity = unsafe machine.functions.JSStringGetMaximumUTF8CStringSize(string)
    return unsafe String(unsafeUninitializedCapacity: capacity) { bytes in
      // The count includes the terminating zero.
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        max(0, unsafe machine.functions.JSStringGetUTF8CString(string, bytes.baseAddress, capacity) - 1)
      }
    }
  }

  fileprivate func value(of answer: JavaScriptAnswer, in context: JSContextRef) -> JSValueRef? {
    switch answer {
    case .nothing: return unsafe machine.functions.JSValueMakeUndefined(context)
    case .number(let number): return unsafe machine.functions.JSValueMakeNumber(context, number)
    case .text(let text):
      let string = unsafe string(text)
      defer { unsafe machine.functions.JSStringRelease(string) }
      return unsafe machine.functions.JSValueMakeString(context, string)
    case .bytes(let start, let count): return unsafe buffer(start, count: max(count, start.count), in: context)
    }
  }

  /// Pages of zeros that nothing touches cost no memory; the script's collector gives them back.
  private func buffer(_ start: [UInt8], count: Int, in context: JSContextRef) -> JSValueRef? {
    let length = max(count, 1)
    let pages = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else {
      return unsafe machine.functions.JSValueMakeUndefined(context)
    }
    unsafe start.withUnsafeBytes {
      unsafe pages.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(pages), byteCount: $0.count)
    }
    let buffer = unsafe machine.functions.JSObjectMakeArrayBufferWithBytesNoCopy(
      context, pages, count, { pages, length in unsafe munmap(pages, Int(bitPattern: length)) },
      UnsafeMutableRawPointer(bitPattern: length), nil)
    return unsafe buffer
  }

  private func checked(_ value: JSValueRef?, _ exception: JSValueRef?) throws(JavaScriptError) -> JavaScriptValue {
    if let stop = machine.stop {
      machine.stop = nil
      throw stop
    }
    if let exception = unsafe exception {
      throw .thrown(self.exception(unsafe JavaScriptValue(exception, self)))
    }
    // Without an exception there is a value, be it `undefined`.
    return unsafe JavaScriptValue(value ?? machine.functions.JSValueMakeUndefined(pointer), self)
  }

  /// What a value that was thrown says.
  package func exception(_ value: JavaScriptValue) -> JavaScriptException {
    guard let message = property("message", of: value)?.text else {
      return JavaScriptException(name: "", message: value.text)
    }
    func place(_ name: String) -> Int {
      let number = property(name, of: value)?.number ?? 0
      return number > 0 && number < 1e9 ? Int(number) : 0
    }
    let name = property("name", of: value)?.text ?? ""
    // That of a script which cannot be read is its caller's.
    return JavaScriptException(
      name: name, message: message, script: property("sourceURL", of: value)?.text ?? "", line: place("line"),
      column: name == "SyntaxError" ? 0 : place("column"))
  }
}
