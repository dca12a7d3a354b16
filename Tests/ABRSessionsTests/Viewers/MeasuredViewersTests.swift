import ABRPolicies
import ABRTestSupport
import Foundation
import Testing

@testable import ABRSessions

/// The bundled models against measured curves, where these are at hand.
@Suite("Measured viewers", .enabled(if: SharedData.sibling("viewer") != nil))
struct MeasuredViewersTests {
  private static func json(_ name: String) throws -> [String: Any] {
    let folder = try #require(SharedData.sibling("viewer"))
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private static func model(_ name: String) throws -> WatchModel {
    try FeedViewer(FeedSpec(parsing: "feed(\(name))")).watch
  }

  /// The survival of all videos together: at each second the mean log hazard of those that go on.
  private static func pooledRetention() throws -> [Double] {
    let videos = try #require(try json("mm22_retention.json")["videos"] as? [String: [String: Any]])
    let curves = try videos.keys.sorted().map { try #require(videos[$0]?["survival"] as? [Double]) }
    #expect(curves.count == 19)
    var pooled = [1.0]
    while true {
      let second = pooled.count - 1
      let hazards = curves.filter { $0.count > second + 1 && $0[second] > 0.02 }.map {
        log(max($0[second + 1] / $0[second], 1e-9))
      }
      guard hazards.count > 1 else { return pooled }
      pooled.append(pooled[second] * exp(hazards.reduce(0, +) / Double(hazards.count)))
    }
  }

  @Test(
    "models of short videos keep the bounds that the README states",
    arguments: [("short-video", 0.0255), ("short-video-curve", 0.0355)])
  func shortVideo(name: String, bound: Double) throws {
    let model = try Self.model(name)
    let pooled = try Self.pooledRetention()
    let errors = (1...59).map { abs(WatchModelTests.survival(model, Double($0)) - pooled[$0]) }
    let worst = try #require(errors.max())
    #expect(worst <= bound)
  }

  @Test("the model of long-form viewers keeps the bounds that the README states")
  func longForm() throws {
    let model = try Self.model("long-form")
    let schemes = try #require(try Self.json("puffer_watchtime.json")["schemes"] as? [String: [String: Any]])
    var compared = 0
    for (name, scheme) in schemes {
      let points = try #require(scheme["points"] as? Int)
      // Arms with a thousand streams scatter more than the bound.
      guard points > 20_000 else { continue }
      compared += 1
      let quantiles = try #require(scheme["quantiles"] as? [String: Double])
      for (share, seconds) in quantiles {
        let error = abs(1 - WatchModelTests.survival(model, seconds) - (Double(share) ?? 0))
        #expect(error <= 0.02, "\(name) at \(share)")
      }
    }
    #expect(compared >= 5)
  }
}
