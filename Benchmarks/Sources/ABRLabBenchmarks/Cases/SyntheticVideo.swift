import ABRInput
import ABRMedia

/// A video of our own making, the same on every machine: 100 segments of 4 s at eight bitrates, in kbit/s, whose sizes
/// vary by half.
enum SyntheticVideo {
  static func make(
    segments: Int = 100, duration: Double = 4, bitrates: [Int] = [235, 375, 560, 750, 1050, 1750, 2350, 4300]
  ) throws -> Video {
    let bitrates = bitrates.map { $0 * 1000 }
    var random = SeededRandom(seed: 1, path: "benchmark", "video")
    let sizes = (0..<segments).map { _ in
      let weight = random.uniform(in: 0.5..<1.5)
      return bitrates.map { Int(Double($0) * duration / 8 * weight) }
    }
    return try Video(
      name: "synthetic", ladder: Ladder(bitrates.map { Rendition(bandwidth: $0) }), segmentDuration: duration,
      sizes: sizes)
  }
}
