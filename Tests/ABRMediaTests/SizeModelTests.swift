import Testing

@testable import ABRMedia

@Suite struct SizeModelTests {
  private func ladder() throws -> Ladder {
    try Ladder([
      Rendition(bandwidth: 300_000, averageBandwidth: 200_000),
      Rendition(bandwidth: 2_000_000, averageBandwidth: 1_100_000),
      Rendition(bandwidth: 8_000_000, averageBandwidth: 7_900_000), Rendition(bandwidth: 9_000_000),
    ])
  }

  private func column(_ video: Video, _ rendition: Int) -> [Double] {
    (0..<video.segmentCount).map { Double(video.size(segment: $0, rendition: rendition)) }
  }

  @Test(
    "specs are read and written", arguments: [("constant", SizeModel.constant), ("vbr(cov=0.25)", .vbr(cov: 0.25))])
  func specs(spec: String, model: SizeModel) throws {
    #expect(try SizeModel(spec: spec) == model)
    #expect(model.spec == spec)
  }

  @Test(
    "a spec that is none is refused",
    arguments: [
      "", "vbr", "vbr()", "vbr(cov=)", "vbr(cov=-1)", "vbr(cov=9)", "vbr(cov=nan)", "Constant", "vbr(cov=0.1",
    ])
  func wrongSpecs(spec: String) {
    #expect(throws: VideoError.self) { try SizeModel(spec: spec) }
  }

  @Test("segments of next to no time are as many as are asked for", arguments: [1e-300, 1e-7, 1e-3])
  func shortest(duration: Double) throws {
    let durations = try SizeModel.durations(of: 10 * duration, each: duration)
    #expect(durations == [Double](repeating: duration, count: 10))
  }

  @Test("constant sizes are the average bandwidth, or else the bandwidth, and sum up to a byte")
  func constant() throws {
    let video = try SizeModel.constant.video(name: "v", ladder: ladder(), segmentDuration: 1.001, duration: 1001)
    #expect(video.sizes[..<4] == [25_025, 137_637, 988_487, 1_126_125])
    let sum = column(video, 1).reduce(0, +)
    #expect(abs(sum - 1_100_000.0 * 1001 / 8) <= 1)
  }

  @Test("the mean over time is the average bandwidth to a byte", arguments: [0.0, 0.1, 0.3, 0.8, 2])
  func mean(cov: Double) throws {
    let video = try SizeModel.vbr(cov: cov).video(name: "v", ladder: ladder(), segmentDuration: 4, duration: 602)
    let means = [200_000.0, 1_100_000, 7_900_000, 9_000_000 / (1 + 2 * cov)]
    for rendition in 0..<4 {
      let sum = column(video, rendition).reduce(0, +)
      #expect(abs(sum - means[rendition] * 602 / 8) <= 1, "\(rendition)")
    }
  }

  @Test("no segment exceeds the declared bandwidth", arguments: [0.1, 0.3, 0.8, 2])
  func peak(cov: Double) throws {
    let video = try SizeModel.vbr(cov: cov).video(name: "v", ladder: ladder(), segmentDuration: 4, duration: 602)
    for segment in 0..<video.segmentCount {
      for rendition in 0..<4 {
        let allowed = Double(video.ladder[rendition].bandwidth) * video.segmentDuration(segment) / 8
        // A byte of remainder may be carried into a segment at the peak.
        #expect(Double(video.size(segment: segment, rendition: rendition)) <= allowed + 1)
      }
    }
  }

  @Test("a wide ladder has the coefficient of variation asked for", arguments: [0.1, 0.3, 0.5])
  func variation(cov: Double) throws {
    let wide = try Ladder([Rendition(bandwidth: 100_000_000, averageBandwidth: 1_000_000)])
    let video = try SizeModel.vbr(cov: cov).video(name: "v", ladder: wide, segmentDuration: 4, duration: 80_000)
    let sizes = column(video, 0)
    let mean = sizes.reduce(0, +) / Double(sizes.count)
    let variance = sizes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sizes.count)
    #expect(abs(variance.squareRoot() / mean - cov) < 0.05 * cov)
  }

  @Test("renditions rise and fall together, and neighbours in time are alike")
  func correlation() throws {
    let wide = try Ladder([1, 2].map { Rendition(bandwidth: $0 * 100_000_000, averageBandwidth: $0 * 1_000_000) })
    let video = try SizeModel.vbr(cov: 0.3).video(name: "v", ladder: wide, segmentDuration: 4, duration: 40_000)
    let (low, high) = (column(video, 0), column(video, 1))
    #expect(abs(Self.correlation(low, high) - 0.9) < 0.03)
    // exp(-4 / 8) of the nine tenths that are scene.
    #expect(abs(Self.correlation(Array(low.dropLast()), Array(low.dropFirst())) - 0.546) < 0.04)
  }

  @Test("the name chooses the sizes, and the ladder's other renditions do not matter")
  func determinism() throws {
    let model = SizeModel.vbr(cov: 0.3)
    let ladder = try ladder()
    let video = try model.video(name: "v", ladder: ladder, segmentDuration: 2, duration: 100)
    #expect(try model.video(name: "v", ladder: ladder, segmentDuration: 2, duration: 100) == video)
    #expect(try model.video(name: "w", ladder: ladder, segmentDuration: 2, duration: 100).sizes != video.sizes)
    let lowest = try Ladder([ladder[0]])
    #expect(
      column(try model.video(name: "v", ladder: lowest, segmentDuration: 2, duration: 100), 0) == column(video, 0))
  }

  @Test("the last segment takes what is left")
  func remainder() throws {
    func durations(_ segment: Double, _ total: Double) throws -> [Double] {
      let video = try SizeModel.constant.video(name: "v", ladder: ladder(), segmentDuration: segment, duration: total)
      return (0..<video.segmentCount).map(video.segmentDuration)
    }
    #expect(try durations(4, 10) == [4, 4, 2])
    #expect(try durations(4, 8) == [4, 4])
    #expect(try durations(4, 3) == [3])
    #expect(try durations(0.1, 0.3).count == 3)
    #expect(try durations(1.001, 1.001 * 600).count == 600)
  }

  @Test(
    "lengths out of range are refused",
    arguments: [(0.0, 1.0), (1, 0), (1, -1), (3601, 9), (.nan, 1), (1, .nan), (1, 1e9), (1e-9, 1)])
  func refused(segment: Double, duration: Double) throws {
    let ladder = try ladder()
    #expect(throws: VideoError.self) {
      try SizeModel.constant.video(name: "v", ladder: ladder, segmentDuration: segment, duration: duration)
    }
  }

  private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    func centred(_ values: [Double]) -> [Double] {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.map { $0 - mean }
    }
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    let (x, y) = (centred(a), centred(b))
    return dot(x, y) / (dot(x, x) * dot(y, y)).squareRoot()
  }
}
