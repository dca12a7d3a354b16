import ABRInput
import ABRPolicies
import Testing

@testable import ABRSessions

@Suite("Distributions fitted to watch times")
struct WatchFitTests {
  /// The curve of a model at steps of one percent, up to a share.
  static func curve(of model: WatchModel, upTo most: Double = 0.99) throws -> WatchCurve {
    let shares = (1...99).map { Double($0) / 100 }.filter { $0 <= most }
    return try WatchCurve(
      seconds: [0] + shares.map { model.time(whenLeft: $0) }, remaining: [1] + shares.map { 1 - $0 })
  }

  @Test(
    "a distribution is found again, also where most never leave",
    arguments: [
      WatchModel.exponential(mean: 12), .weibull(shape: 0.7, scale: 14), .weibull(shape: 2.5, scale: 30),
      .lognormal(median: 8, sigma: 1.2), .lognormal(median: 90, sigma: 0.3),
    ], [0.99, 0.4])
  func found(model: WatchModel, most: Double) throws {
    let fit = try #require(try WatchFit.all(of: Self.curve(of: model, upTo: most)).first)
    #expect(fit.distance < 0.004, "\(fit)")
    for share in [0.1, 0.25, 0.5, 0.75, 0.9] where share <= most {
      let (own, found) = (model.time(whenLeft: share), fit.model.time(whenLeft: share))
      #expect(abs(found / own - 1) < 0.02, "\(share): \(own) and \(found)")
    }
  }

  @Test("the nearest stands first, and the distance is the greatest difference of shares")
  func order() throws {
    let curve = try Self.curve(of: .lognormal(median: 8, sigma: 1.2))
    let fits = WatchFit.all(of: curve)
    #expect(fits.count == 3)
    #expect(fits.map(\.distance) == fits.map(\.distance).sorted())
    guard case .lognormal = fits[0].model else {
      Issue.record("\(fits)")
      return
    }
    #expect(fits[2].distance > 0.05)
  }

  @Test("nothing is fitted where nearly nobody leaves")
  func few() throws {
    #expect(try WatchFit.all(of: WatchCurve(seconds: [0, 10], remaining: [1, 0.96])).isEmpty)
  }

  @Test("the share that has left by a quantile is its share", arguments: WatchModelTests.models)
  func shares(model: WatchModel) {
    for share in [0.01, 0.1, 0.3, 0.5, 0.67, 0.9, 0.99] {
      let seconds = model.quantile(at: share)
      if case .lognormal(_, 0) = model { continue }
      #expect(abs(model.share(leftBy: seconds) - share) < 1e-6, "\(share) of \(model)")
      #expect(abs(1 - WatchModelTests.survival(model, seconds) - share) < 1e-6, "\(share) of \(model)")
    }
    #expect(model.share(leftBy: 0) == 0)
  }

  @Test("what is written is read again", arguments: WatchModelTests.models)
  func written(model: WatchModel) throws {
    let text = ViewerModelText.toml(of: model, comment: "made\nhere")
    #expect(try ViewerModelFile.viewer(parsing: Array(text.utf8), file: "v.toml").watch == model)
    #expect(text.hasPrefix("# made\\nhere\n"))
  }

  @Test("a curve that is written is read again")
  func writtenCurve() throws {
    let model = WatchModel.retention(try Self.curve(of: .exponential(mean: 12.345)))
    let text = ViewerModelText.toml(of: model, comment: "a curve")
    guard case .retention(let read) = try ViewerModelFile.viewer(parsing: Array(text.utf8), file: "v.toml").watch,
      case .retention(let own) = model
    else {
      Issue.record("no curve")
      return
    }
    #expect(zip(read.seconds, own.seconds).allSatisfy { abs($0 - $1) <= 1e-9 * $1 })
    #expect(zip(read.remaining, own.remaining).allSatisfy { abs($0 - $1) <= 1e-9 })
    let steps = WatchModel.retention(try WatchCurve(seconds: [0, 30, 30], remaining: [1, 1, 0]))
    let stepped = Array(ViewerModelText.toml(of: steps, comment: "all at 30 s").utf8)
    #expect(try ViewerModelFile.viewer(parsing: stepped, file: "v.toml").watch == steps)
  }

  @Test("what fits any watch times is read from a file and from a spec", arguments: 1...40)
  func fitted(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "fitted viewers")
    // All at one time, nearly so, or spread over several powers of ten.
    let spread = [0, 1e-6, 1e-3, 1, 8][seed % 5]
    let scale = ReproducibleMath.exp(random.uniform() * 12 - 4)
    let times = (0..<20).map { _ in scale * ReproducibleMath.exp(spread * (random.uniform() - 0.5)) }.sorted()
    let steps = times.indices.flatMap { [1 - Double($0) / 20, 1 - Double($0 + 1) / 20] }
    let curve = try WatchCurve(seconds: [0] + times.flatMap { [$0, $0] }, remaining: [1] + steps.map { max(0, $0) })
    let fits = WatchFit.all(of: curve)
    #expect(fits.count == 3)
    for fit in fits {
      let text = ViewerModelText.toml(of: fit.model, comment: "")
      #expect(try ViewerModelFile.viewer(parsing: Array(text.utf8), file: "v.toml").watch == fit.model, "\(text)")
      #expect(try WatchModel(FeedSpec(parsing: ViewerModelText.spec(of: fit.model))) == fit.model, "\(text)")
    }
  }

  @Test("a number with an exponent is one within its range")
  func exponent() throws {
    let text = Array("model = \"lognormal\"\nmedian = \"8s\"\nsigma = 2.5e-5\n".utf8)
    let viewer = try ViewerModelFile.viewer(parsing: text, file: "v.toml")
    #expect(viewer.watch == .lognormal(median: 8, sigma: 2.5e-5))
  }

  @Test("viewers who all leave at one time are a log-normal distribution without spread")
  func allAtOnce() throws {
    let fits = WatchFit.all(of: try WatchCurve(seconds: [0, 30, 30], remaining: [1, 1, 0]))
    #expect(fits.first == WatchFit(model: .lognormal(median: 30, sigma: 0), distance: 0))
  }
}
