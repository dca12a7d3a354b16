import ABRTestSupport
import Testing

@testable import ABRMedia

/// Videos of the shared data, which are not part of the package.
@Suite struct SharedVideosTests {
  @Test(
    "all measured videos and ladders are read",
    .enabled(if: SharedData.sibling("videos") != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"))
  func videos() throws {
    let files = try VideoFile.loadAll(at: [try #require(SharedData.sibling("videos"))])
    let measured = files.filter { $0.format.name == "native" }.map { $0.videos[0] }
    #expect(measured.count == 29)
    #expect(measured.allSatisfy { $0.sizeOrigin == .measured })
    let ladders = try #require(files.first { $0.path.hasSuffix("/ladders.json") })
    #expect(ladders.videos.count == 6)
    #expect(ladders.videos.allSatisfy { $0.sizeOrigin == .derived("constant") && abs($0.duration - 600) < 1e-9 })
    let envivio = try #require(measured.first { $0.name == "Envivio-Dash3 (Pensieve)" })
    #expect(envivio.segmentCount == 49)
    #expect(envivio.ladder.count == 6)
    #expect(envivio.ladder[5].width == 1920)
    #expect(envivio.sizes[..<6] == [181_801, 450_283, 668_286, 1_034_108, 1_728_879, 2_354_772])
  }

  @Test(
    "the videos of the golden runs are read, and Pensieve's equals the measured one",
    .enabled(if: SharedData.golden != nil, "skipped: set ABRLAB_GOLDEN to the folder of golden results"))
  func golden() throws {
    let golden = try #require(SharedData.golden)
    let movie = try VideoFile.loadAll(at: ["\(golden)/sabre/movie.json"])[0]
    #expect(movie.format.name == "sabre")
    #expect(movie.videos[0].ladder.renditions.map(\.bandwidth).first == 230_000)
    #expect(movie.videos[0].sizes[0] == 886_360 / 8)
    #expect(movie.videos[0].segmentDuration(0) == 3)
    let pensieve = try VideoFile.loadAll(at: ["\(golden)/pensieve/video_size_envivio"])[0]
    #expect(pensieve.format.name == "pensieve")
    #expect(pensieve.videos[0].segmentCount == 49)
    #expect(pensieve.videos[0].sizes[..<6] == [181_801, 450_283, 668_286, 1_034_108, 1_728_879, 2_354_772])
  }
}
