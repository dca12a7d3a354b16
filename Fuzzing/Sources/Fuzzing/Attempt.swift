import Glibc
import Synchronization

#if canImport(CHeapPeak)
  import CHeapPeak
#endif

/// What is demanded of every reader, whatever bytes it is given; a breach ends the program, for libFuzzer to keep the
/// input.
enum Attempt {
  /// How much memory a reader may take for each byte of its input, and in any case.
  private static let memoryPerByte = 64
  static let freeMemory = 2 << 20
  /// And where a file may say how many segments there are without listing them, of which a million are allowed.
  static let impliedSegments = 256 << 20
  /// The longest text of an error about a file, its name apart, and of one about a text, which stands in it.
  private static let longestError = (file: 400, text: 1000)
  /// What errors call the input.
  static let file = "input"
  /// How many inputs a reader has taken and not refused.
  static let taken = Atomic(0)

  /// Lets a reader read: it must not take more memory than its input justifies, and what it throws must be one short
  /// line about the input.
  ///
  /// - Parameters:
  ///   - reader: its name, for a person.
  ///   - count: bytes of the input.
  ///   - isText: whether a text of the command line is read, and no file that errors name.
  ///   - memory: bytes that it may take beside those of the input.
  ///   - body: reads.
  /// - Returns: what was read; `nil` where it was refused.
  @discardableResult
  static func of<Value>(
    _ reader: String, count: Int, isText: Bool = false, memory: Int = freeMemory, _ body: () throws -> Value
  ) -> Value? {
    // Tests share their program with others, which keep the allocator of the system: there memory is not counted.
    #if canImport(CHeapPeak)
      let before = heap_live()
      heap_forget_peak()
      defer {
        let taken = heap_peak() - before
        demand(taken <= memoryPerByte * count + memory, "\(reader) took \(taken) bytes for an input of \(count)")
      }
    #endif
    do {
      let value = try body()
      taken.add(1, ordering: .relaxed)
      return value
    } catch {
      let text = "\(error)"
      let longest = isText ? longestError.text + 2 * count : longestError.file + ScratchFile.longestPath
      demand(text.utf8.count <= longest, "\(reader) says too much: \(text)")
      // Both texts live for the calls; what is searched for is short, and `contains` takes as long as a reader.
      let isNamed = unsafe isText || strstr(text, file) != nil || strstr(text, ScratchFile.base) != nil
      demand(isNamed, "\(reader) names no file: \(text)")
      return nil
    }
  }

  /// Ends the program unless something holds.
  static func demand(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
  }
}
