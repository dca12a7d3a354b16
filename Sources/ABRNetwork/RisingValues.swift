/// Numbers that never fall, eight side by side, among which the place of another is counted instead of walked to.
///
/// A walk over the rows of a trace ends with a branch that processors guess wrong at most arrivals. Counting sixteen
/// numbers takes as long as walking over four, and has a branch that is nearly always guessed right.
@usableFromInline
struct RisingValues: Sendable {
  /// The numbers, and infinity in what is left of the last block and in one more.
  @usableFromInline let blocks: [SIMD8<Double>]

  /// - Parameter values: in rising order.
  /// - Complexity: O(*values*).
  init(_ values: some Sequence<Double>) {
    var blocks: [SIMD8<Double>] = []
    var block = SIMD8<Double>(repeating: .infinity)
    var lane = 0
    for value in values {
      block[lane] = value
      lane += 1
      if lane == 8 {
        blocks.append(block)
        block = SIMD8(repeating: .infinity)
        lane = 0
      }
    }
    blocks.append(block)
    blocks.append(SIMD8(repeating: .infinity))
    self.blocks = blocks
  }

  /// How many numbers are less than another, if those before some place are.
  ///
  /// - Parameters:
  ///   - value: the other one.
  ///   - start: where to begin, at most the number of numbers.
  /// - Complexity: O(numbers between the place and the answer).
  @inlinable @inline(__always)
  func count(below value: Double, from start: Int) -> Int {
    let value = SIMD8(repeating: value)
    var block = start &>> 3
    while true {
      let ones = SIMD8<Int64>(repeating: 1)
      let first = SIMD8<Int64>.zero.replacing(with: ones, where: blocks[block] .< value)
      let second = SIMD8<Int64>.zero.replacing(with: ones, where: blocks[block + 1] .< value)
      let count = Int(truncatingIfNeeded: (first &+ second).wrappedSum())
      if count < 16 { return block &* 8 &+ count }
      block += 2
    }
  }
}
