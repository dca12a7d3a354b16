import CJavaScriptCore

/// A value of a script that the lab keeps.
@safe package final class JavaScriptValue {
  private let context: JavaScriptContext
  let pointer: JSValueRef?

  init(_ pointer: JSValueRef?, _ context: JavaScriptContext) {
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
  let numbers: UnsafeMutableBufferPointer<Double>

  init(count: Int) {
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
