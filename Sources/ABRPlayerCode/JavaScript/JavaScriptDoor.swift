import CJavaScriptCore

/// A function of the lab that scripts can call.
final class JavaScriptDoor {
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
  private let context: JavaScriptContext
  private let values: UnsafeBufferPointer<JSValueRef?>

  init(context: JavaScriptContext, values: UnsafeBufferPointer<JSValueRef?>) {
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
  /// An `ArrayBuffer` of `count` bytes: `start`, padded with zeros.
  case bytes(start: [UInt8], count: Int)
}
