/// Random numbers that depend on nothing but a key and a counter.
///
/// Value *n* of a stream is SplitMix64's finaliser (Steele, Lea and Flood, OOPSLA 2014) of `key + n × γ`. The state is
/// two integers, any value can be drawn directly with ``value(at:)``, and equal keys give equal numbers on any thread,
/// machine and build. All results use integer arithmetic and the exactly rounded operations + − × ÷ only.
///
/// It is deliberately no `RandomNumberGenerator`: what the standard library makes of one may change with its version.
public struct SeededRandom: Sendable, Hashable {
  /// Names the stream.
  public let key: UInt64
  /// Number of values drawn so far.
  public private(set) var counter: UInt64 = 0

  /// A stream with a ready key.
  public init(key: UInt64) { self.key = key }

  /// A stream whose key is the first eight bytes, most significant first, of the SHA-256 of a text.
  /// - Complexity: O(*text*).
  public init(hashing text: String) {
    self.init(key: SHA256.digest(of: Array(text.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The stream of a seed and a path of names, such as the trace's name and what the numbers are for.
  ///
  /// The names are hashed with their lengths, so that `["ab", "c"]` and `["a", "bc"]` are different streams.
  /// - Complexity: O(total length of the names).
  public init(seed: Int, path: String...) {
    self.init(hashing: path.reduce("\(seed)") { "\($0)|\($1.utf8.count):\($1)" })
  }

  /// The value number `counter` of the stream, from 0.
  public func value(at counter: UInt64) -> UInt64 { Self.mix(key &+ (counter &+ 1) &* 0x9e37_79b9_7f4a_7c15) }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    defer { counter &+= 1 }
    return value(at: counter)
  }

  /// The next number of the uniform distribution over 0 ..< 1: a multiple of 2⁻⁵³.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// The next number of the uniform distribution over a range, its lower bound included.
  public mutating func uniform(in range: Range<Double>) -> Double {
    // Rounding can reach the upper bound, which the range excludes.
    min(range.lowerBound + uniform() * (range.upperBound - range.lowerBound), range.upperBound.nextDown)
  }

  /// The next integer of the uniform distribution over 0 ..< `bound`, without bias.
  ///
  /// Lemire's multiplication with rejection (ACM TOMACS 29, 2019): the high word of a product is the result, and the
  /// few low words that would favour some results are drawn again.
  /// - Parameter bound: at least 1.
  public mutating func integer(below bound: Int) -> Int {
    precondition(bound > 0, "a bound is positive")
    let width = UInt64(bound)
    let threshold = (0 &- width) % width
    while true {
      let product = next().multipliedFullWidth(by: width)
      if product.low >= threshold { return Int(product.high) }
    }
  }

  /// The next number of an approximately normal distribution with mean 0 and variance 1.
  ///
  /// The sum of twelve uniform numbers less 6 (Irwin–Hall): mean, variance and skewness are exact, kurtosis is 2.9
  /// instead of 3, and no value is beyond ±6. It needs additions only, so that its bits agree everywhere, unlike
  /// methods with a logarithm.
  public mutating func normal() -> Double {
    var sum = 0.0
    for _ in 0..<12 { sum += uniform() }
    return sum - 6
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
