import Testing

@testable import ABRMedia

@Suite struct LadderTests {
  @Test("renditions are sorted by bandwidth and remember where they stood")
  func order() throws {
    let ladder = try Ladder([3000, 1000, 2000].map { Rendition(bandwidth: $0) })
    #expect(ladder.renditions.map(\.bandwidth) == [1000, 2000, 3000])
    #expect(ladder.sourceOrder == [1, 2, 0])
    #expect(ladder.firstListed == 2)
  }

  @Test("renditions of one bandwidth keep the order of the source")
  func stable() throws {
    let ladder = try Ladder([
      Rendition(bandwidth: 1000, width: 640, height: 360), Rendition(bandwidth: 1000, width: 320, height: 180),
    ])
    #expect(ladder.sourceOrder == [0, 1])
  }

  @Test(
    "what makes no sense is refused and named",
    arguments: [
      (Rendition(bandwidth: 0), "renditions[1].bandwidth_bps: found 0, expected 1 to 1000000000000"),
      (Rendition(bandwidth: -5), "renditions[1].bandwidth_bps: found -5, expected 1 to 1000000000000"),
      (
        Rendition(bandwidth: 10, averageBandwidth: 0),
        "renditions[1].average_bandwidth_bps: found 0, expected 1 to 1000000000000"
      ),
      (Rendition(bandwidth: 10, width: 4), "renditions[1]: found only one of width and height, expected both or none"),
      (Rendition(bandwidth: 10, width: 0, height: 4), "renditions[1]: found 0x4, expected 1 to 100000 pixels a side"),
      (
        Rendition(bandwidth: 1000),
        "renditions: found two renditions of 1000 bit/s with the same size and codecs, expected renditions that differ in bandwidth, size or codecs"
      ),
    ])
  func refused(rendition: Rendition, message: String) {
    let error = #expect(throws: VideoError.self) { try Ladder([Rendition(bandwidth: 1000), rendition]) }
    #expect(error?.description == message)
  }

  @Test("a ladder has 1 to 64 renditions")
  func count() throws {
    #expect(#expect(throws: VideoError.self) { try Ladder([]) } == .emptyLadder)
    #expect(try Ladder((1...64).map { Rendition(bandwidth: $0) }).count == 64)
    #expect(throws: VideoError.self) { try Ladder((1...65).map { Rendition(bandwidth: $0) }) }
  }

  @Test("rules choose by what is declared, or by averages where they are there, in ascending order")
  func ratings() throws {
    let ladder = try Ladder([
      Rendition(bandwidth: 1000, averageBandwidth: 800), Rendition(bandwidth: 2000),
      Rendition(bandwidth: 3000, averageBandwidth: 1500), Rendition(bandwidth: 4000, averageBandwidth: 3500),
    ])
    #expect(ladder.ratings == [1000, 2000, 3000, 4000])
    #expect(ladder.ratedByAverage().ratings == [800, 2000, 2000, 3500])
    #expect(ladder.ratedByAverage().renditions == ladder.renditions)
  }
}
