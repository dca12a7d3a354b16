import ABRMedia
import Testing

@testable import ABRPlayback

@Suite struct QoEFormulaTests {
  /// Three segments of 2 s, of the last one half: VMAF 40, 90, 70.
  private static let session: SessionMetrics = {
    var account = QualityAccount()
    let scores = [
      QualityScores(.vmaf, values: [40, 80, 60, 90, 50, 70]),
      QualityScores(.ssim, values: .init(repeating: 0.9, count: 6)),
    ]
    account.show(scores, at: 0, seconds: 2, of: 2)
    account.show(scores, at: 3, seconds: 2, of: 2)
    account.show(scores, at: 5, seconds: 1, of: 2)
    var metrics = SessionMetrics()
    metrics.quality = account.metrics
    (metrics.playedMedia, metrics.stalledTime, metrics.startupTime) = (5, 0.5, 2)
    (metrics.linearQuality, metrics.switchMagnitude) = (5, 1e6)
    return metrics
  }()

  @Test("mean, lowest 5 %, low seconds, rises and falls of a worked session")
  func account() throws {
    let vmaf = try #require(Self.session.quality.first)
    #expect(vmaf.metric == .vmaf && vmaf.seconds == 5)
    #expect(vmaf.mean == 66 && vmaf.segmentSum == 165)
    #expect(vmaf.lowPercentile == 40 && vmaf.lowSeconds == 2)
    #expect(vmaf.rise == 50 && vmaf.fall == 20)
  }

  @Test("the lowest 5 % pass over a score that was shown for less")
  func percentile() throws {
    var account = QualityAccount()
    let scores = [QualityScores(.vmaf, values: [10, 50])]
    account.show(scores, at: 0, seconds: 0.4, of: 10)
    account.show(scores, at: 1, seconds: 9.6, of: 10)
    #expect(account.metrics[0].lowPercentile == 50)
    account.show(scores, at: 0, seconds: 0.2, of: 10)
    #expect(account.metrics[0].lowPercentile == 10)
  }

  @Test("the first picture of a visit is no change of quality")
  func visits() {
    var account = QualityAccount()
    let scores = [QualityScores(.vmaf, values: [10, 50])]
    account.show(scores, at: 0, seconds: 1, of: 1, during: 0)
    account.show(scores, at: 1, seconds: 1, of: 1, during: 1)
    #expect(account.metrics[0].rise == 0 && account.metrics[0].fall == 0)
  }

  @Test("formulas of publications by hand")
  func published() throws {
    let session = Self.session
    // 139.7385 - 14.39795 - 21.22 + 14.895.
    let comyco = try #require(QoEFormula.comyco.value(in: session))
    #expect(abs(comyco - 119.01555) < 1e-9)
    // 5 - 1.5 - 1 - 6.
    #expect(QoEFormula.mpc.value(in: session) == -3.5)
    // No scores in decibels.
    #expect(QoEFormula.puffer.value(in: session) == nil)
    let own = QoEFormula(.score(.vmaf), stall: 4, change: 0.5, startup: 1)
    #expect(own.value(in: session) == 126)
  }

  @Test(
    "Pensieve's table of HD quality holds at its bitrates, and a straight line between them",
    arguments: [(0.1, 1.0), (0.3, 1), (0.75, 2), (1.2, 3), (1.85, 12), (2.85, 15), (4.3, 20), (9, 20), (1.525, 7.5)])
  func hd(megabits: Double, quality: Double) {
    #expect(abs(QoEFormula.hdQuality(ofBandwidth: megabits * 1e6) - quality) < 1e-9)
  }

  @Test("SSIM in decibels is Puffer's, and a video with SSIM is judged by both")
  func decibels() throws {
    #expect(abs(QualityScores.decibels(ofSimilarity: 0.99) - 20) < 1e-9)
    #expect(QualityScores.decibels(ofSimilarity: 1) == 60 && QualityScores.decibels(ofSimilarity: -1) == 0)
    let video = try Video(
      name: "v", ladder: Ladder([Rendition(bandwidth: 1000)]), segmentDuration: 1, sizes: [[1]],
      scores: [QualityScores(.ssim, values: [0.99])])
    #expect(video.judgedMetrics == [.ssim, .ssimDecibels])
    #expect(video.judgedScores.map(\.metric) == [.ssim, .ssimDecibels])
  }
}
