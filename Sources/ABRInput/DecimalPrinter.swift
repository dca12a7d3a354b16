#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes decimal numbers, rounded correctly to a number of digits, by the C library's `printf`.
///
/// Foundation would format them, too, and bring 40 MB of tables of all the world's languages.
package enum DecimalPrinter {
  /// A number with a fixed count of digits after the point.
  package static func fixed(_ value: Double, digits: Int) -> String { print("%.\(digits)f", value) }

  /// A number with at most some significant digits, without zeros at its end.
  package static func significant(_ value: Double, digits: Int) -> String { print("%.\(digits)g", value) }

  /// The format has one conversion, which takes a double. The first call tells the length, the second writes so much
  /// and a zero byte.
  private static func print(_ format: String, _ value: Double) -> String {
    let length = unsafe withVaList([value]) { unsafe vsnprintf(nil, 0, format, $0) }
    return unsafe String(unsafeUninitializedCapacity: Int(length) + 1) { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        Int(unsafe withVaList([value]) { unsafe vsnprintf(text.baseAddress, text.count, format, $0) })
      }
    }
  }
}
