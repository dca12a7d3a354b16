import ABRInput
import ABRPolicies
import Foundation
import Testing

@testable import ABRSessions

@Suite("Watch times")
struct WatchModelTests {
  static let heavyTail = HeavyTail(median: 45, sigma: 1.7, tail: 0.33, tailScale: 7300, tailShape: 2.4)

  static let models: [WatchModel] = [
    .exponential(mean: 12), .weibull(shape: 0.6, scale: 9), .weibull(shape: 2.5, scale: 30),
    .lognormal(median: 8, sigma: 1.1), .lognormal(median: 100, sigma: 0), .heavyTail(heavyTail),
    .heavyTail(HeavyTail(median: 5, sigma: 1, tail: 1, tailScale: 20, tailShape: 1.5)),
    .heavyTail(HeavyTail(median: 5, sigma: 1, tail: 0, tailScale: 20, tailShape: 1.5)),
  ]

  /// The textbook survival functions, with the C library's mathematics.
  static func survival(_ model: WatchModel, _ time: Double) -> Double {
    func lognormal(_ median: Double, _ sigma: Double) -> Double {
      guard time > 0 else { return 1 }
      guard sigma > 0 else { return time < median ? 1 : 0 }
      return 0.5 * erfc(log(time / median) / sigma / 2.0.squareRoot())
    }
    switch model {
    case .exponential(let mean): return exp(-time / mean)
    case .weibull(let shape, let scale): return exp(-pow(time / scale, shape))
    case .lognormal(let median, let sigma): return lognormal(median, sigma)
    case .heavyTail(let mixture):
      return (1 - mixture.tail) * lognormal(mixture.median, mixture.sigma)
        + mixture.tail * pow(1 + time / mixture.tailScale, -mixture.tailShape)
    case .retention(let curve):
      guard let after = curve.seconds.firstIndex(where: { $0 > time }), after > 0 else {
        return curve.remaining.last ?? 0
      }
      let way = (time - curve.seconds[after - 1]) / (curve.seconds[after] - curve.seconds[after - 1])
      return curve.remaining[after - 1] + way * (curve.remaining[after] - curve.remaining[after - 1])
    }
  }

  @Test("times are the quantiles of the closed forms", arguments: models)
  func quantiles(model: WatchModel) throws {
    let shares = [0, 1e-9, 0.001, 0.05, 0.1, 0.25, 0.5, 0.6699, 0.67, 0.75, 0.9, 0.99, 0.999_999]
    for share in shares {
      let time = model.time(whenLeft: share)
      switch model {
      case .heavyTail(let mixture) where mixture.tail > 0 && mixture.tail < 1: continue
      case .lognormal(_, 0): #expect(share == 0 ? time == 0 : time == 100)
      default: #expect(abs(Self.survival(model, time) - (1 - share)) <= 1e-12, "\(model) at \(share): \(time)")
      }
    }
  }

  @Test("drawn times have the distribution of the closed form (Kolmogorov-Smirnov)", arguments: models, [1, 2])
  func distribution(model: WatchModel, seed: Int) {
    if case .lognormal(_, 0) = model { return }
    var random = SeededRandom(seed: seed, path: "watch model test")
    let count = 20_000
    let times = (0..<count).map { _ in model.time(whenLeft: random.uniform()) }.sorted()
    var distance = 0.0
    for (index, time) in times.enumerated() {
      let left = 1 - Self.survival(model, time)
      distance = max(distance, abs(left - Double(index) / Double(count)), abs(Double(index + 1) / Double(count) - left))
    }
    // Beyond 1.95 / √n one sample in a thousand lies by chance.
    #expect(distance < 1.95 / Double(count).squareRoot(), "seed \(seed): distance \(distance)")
  }

  @Test("a retention curve is inverted exactly, and who is left at its end stays")
  func retention() throws {
    let curve = try WatchCurve(seconds: [0, 2, 4, 10], remaining: [1, 0.5, 0.5, 0.25])
    let times = [0, 0.25, 0.5, 0.625, 0.75, 0.9].map { curve.time(whenLeft: $0) }
    #expect(times == [0, 1, 4, 7, .infinity, .infinity])
    #expect(WatchModel.retention(curve).time(whenLeft: 0.76) == WatchModel.longest)
    let steps = try WatchCurve(seconds: [0, 2, 2, 4, 4], remaining: [1, 1, 0.5, 0.25, 0])
    #expect([0, 0.25, 0.5, 0.625, 0.75, 0.9].map { steps.time(whenLeft: $0) } == [2, 2, 2, 3, 4, 4])
  }

  @Test(
    "points that are no curve are refused",
    arguments: [
      ([0.0], [1.0], false), ([0, 1], [1], false), ([1, 2], [1, 0.5], true), ([0, 2, 1], [1, 0.5, 0.2], true),
      ([0, 2], [0.9, 0.5], false), ([0, 1, 2], [1, 0.5, 0.6], false), ([0, 1], [1, -0.1], false),
      ([0, 1e9], [1, 0.5], true),
    ])
  func badCurves(seconds: [Double], remaining: [Double], isTime: Bool) {
    #expect {
      _ = try WatchCurve(seconds: seconds, remaining: remaining)
    } throws: {
      ($0 as? WatchCurve.Problem)?.isTime == isTime
    }
  }

  @Test(
    "the normal quantile is that of the tables",
    arguments: [
      (0.5, 0.0), (0.75, 0.674_489_750_196_081_7), (0.975, 1.959_963_984_540_054), (0.999, 3.090_232_306_167_813),
      (1e-10, -6.361_340_902_404_056), (1e-50, -14.933_337_534_788_485),
    ])
  func normal(probability: Double, value: Double) {
    #expect(abs(NormalQuantile.value(at: probability) - value) <= 1e-12 * max(1, abs(value)))
    if probability >= 0.001 {
      #expect(abs(NormalQuantile.value(at: 1 - probability) + value) <= 1e-12 * max(1, abs(value)))
    }
  }

  @Test("bits of drawn times are those of every other machine")
  func bits() {
    let times = [0.3, 0.9].flatMap { share in Self.models.map { $0.time(whenLeft: share) } }
    #expect(times == Self.pinned)
  }

  private static let pinned: [Double] = [
    4.280_099_327_264_788_5, 1.614_470_741_524_638, 19.862_334_675_880_994, 4.493_361_016_328_272, 100.0,
    35.996_400_814_103_29, 5.368_685_764_074_308, 2.959_550_503_047_770_7, 27.631_021_115_928_55,
    36.135_604_471_861_015, 41.880_082_661_108_57, 32.758_034_616_009_75, 100.0, 4_705.225_860_328_736,
    72.831_776_672_255_59, 18.011_122_396_395_79,
  ]
}
