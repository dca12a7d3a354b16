import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRTestSupport
import Testing

/// The rule that the lab plays where nobody names one, over every recording that is there.
@Suite struct DefaultRuleGoldenTests {
  /// The hls-authoring ladder, ten minutes in segments of some length.
  private static func video(segmentDuration: Double) throws -> Video {
    let path = "\(SharedData.package)/Traces/video/hls-authoring.json"
    let ladder = try #require(try VideoFile.loadAll(at: [path]).first?.videos.first).ladder
    return try SizeModel.vbr(cov: 0.25).video(
      name: "\(segmentDuration) s", ladder: ladder, segmentDuration: segmentDuration, duration: 600)
  }

  /// Folder and links of each family.
  private static let families: [(name: String, links: [Link])] = {
    guard let corpus = SharedData.corpus, let files = try? TraceFile.loadAll(at: [corpus + "/open"]) else { return [] }
    let named = files.map { file in
      (family: String(file.path.split(separator: "/").dropLast().last ?? ""), link: Link(file.trace))
    }
    return Dictionary(grouping: named, by: \.family).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.map(\.link)) }
  }()

  private static func stalledTime(_ policy: String, _ video: Video, over links: [Link]) throws -> Double {
    let player = try PolicySpec(parsing: policy).policy().makePlayer(video: video, buffer: .standard)
    var scratch = SessionScratch()
    return links.reduce(0) { $0 + player.play(AnyPlayer.Start(link: $1), scratch: &scratch).stalledTime }
  }

  @Test(
    "it stalls no longer with abandonment than without, on any family and at any segment length",
    .enabled(if: SharedData.corpus != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"),
    arguments: [1.0, 2, 3, 4, 6, 10])
  func abandonmentHelps(segmentDuration: Double) throws {
    let video = try Self.video(segmentDuration: segmentDuration)
    #expect(Self.families.count > 20)
    for family in Self.families {
      let with = try Self.stalledTime("auto", video, over: family.links)
      let without = try Self.stalledTime("auto(abandon=off)", video, over: family.links)
      #expect(with <= without, "\(family.name)")
    }
  }
}
