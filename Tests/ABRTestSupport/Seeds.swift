/// How many random cases the property tests play: the one place that says so.
public enum Seeds {
  /// Seeds that one test case goes through in release.
  private static let blockLength = 1000
  #if DEBUG
    /// Debug is some twenty times slower and finds other faults: the traps of overflow and of bounds. It plays the
    /// first of each block.
    private static let share = 20
  #else
    private static let share = 1
  #endif

  /// Whether all are played, so that how often something happens can be expected of them.
  public static var areAll: Bool { share == 1 }

  /// How many of so many cases are gone through, or how long a text is, where each takes long: a tenth in debug.
  public static func rounds(of count: Int) -> Int { areAll ? count : count / 10 }

  /// The places of a file that are changed one after the other: all in release, and in debug every nineteenth, a number
  /// that falls on all kinds of columns.
  public static func places(of file: [UInt8]) -> StrideTo<Int> { stride(from: 0, to: file.count, by: areAll ? 1 : 19) }

  /// The seeds from 0 to a count, in blocks that are one test case each.
  public static func blocks(of count: Int) -> [Range<UInt64>] {
    stride(from: 0, to: count, by: blockLength).map { start in
      UInt64(start)..<UInt64(start + min(blockLength, count - start) / share)
    }
  }
}
