/// The yardstick: a fixed loop, timed between the repetitions of each case in the same process.
///
/// A figure divided by the time of one of its steps says how fast our code is rather than how fast the machine is or
/// how busy it was. A step is SplitMix64's finaliser fed with its own output (S. Vigna's public-domain `splitmix64.c`):
/// three shift-xors and two multiplications, each waiting for the one before. No memory, no branch that depends on
/// data, nothing a compiler can fold or vectorise, so it takes the same number of cycles with any compiler. It must
/// never be changed: all thresholds are multiples of it.
enum ReferenceLoop {
  /// Steps in one timed run: about 5 ms on a 2.5 GHz core.
  static let steps = 1_000_000

  /// What the loop must come to after ``steps``: proof that all of it ran.
  static let digest: UInt64 = 0x6ab2_1ba1_7366_0897

  /// Runs the loop.
  /// - Returns: its last state.
  @inline(never)
  static func run(steps: Int = steps) -> UInt64 {
    var state: UInt64 = 1
    for _ in 0..<steps {
      state = state &+ 0x9E37_79B9_7F4A_7C15
      state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
      state ^= state >> 31
    }
    return state
  }
}
