import CJavaScriptCore
import Glibc

// Pointers into JavaScriptCore never leave the files of this folder: other code sees its scripts, values and numbers.

/// A global scope of JavaScript, with nothing in it but the language: no file, no socket, no timer.
///
///     let context = try JavaScriptContext(in: JavaScriptMachine())
///     try context.evaluate("6 * 7", named: "answer.js").number
@safe package final class JavaScriptContext {
  let machine: JavaScriptMachine
  let pointer: JSGlobalContextRef
  private var doors: [JavaScriptDoor] = []
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
    let door = JavaScriptDoor(self, body)
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

  func text(of value: JSValueRef?) -> String {
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

  func value(of answer: JavaScriptAnswer, in context: JSContextRef) -> JSValueRef? {
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
