import Testing

@testable import ABRMedia

@Suite struct VideoTests {
  private let ladder = try? Ladder([Rendition(bandwidth: 1000), Rendition(bandwidth: 2000)])

  private func ladderOfTwo() throws -> Ladder { try #require(ladder) }

  @Test("equal segments start at exact multiples of their duration, however many there are")
  func noDrift() throws {
    let video = try Video(
      name: "v", ladder: try ladderOfTwo(), segmentDuration: 0.1, sizes: Array(repeating: [1, 2], count: 10_000))
    #expect(video.starts[10_000] == 1000)
    #expect(video.starts.enumerated().allSatisfy { $0.element == Double($0.offset) * 0.1 })
  }

  @Test("a size is found by segment and rendition")
  func sizes() throws {
    let video = try Video(
      name: "v", ladder: try ladderOfTwo(), segmentDurations: [2, 3, 1], sizes: [[1, 2], [3, 4], [5, 6]])
    #expect(video.size(segment: 1, rendition: 0) == 3)
    #expect(video.size(segment: 2, rendition: 1) == 6)
    #expect(video.starts == [0, 2, 5, 6])
    #expect(video.longestSegmentDuration == 3)
    #expect(video.duration == 6)
    let head = video.prefix(segments: 2)
    #expect(head.starts == [0, 2, 5])
    #expect(head.sizes == [1, 2, 3, 4])
    #expect(video.prefix(segments: 9) == video)
  }

  @Test(
    "what makes no sense is refused and named",
    arguments: [
      ([], [], "segment_sizes_bytes: found no segment, expected at least one"),
      ([1.0], [[1]], "segment_sizes_bytes[0]: found 1 sizes, expected 2, one for each rendition"),
      ([1.0], [[1, 0]], "segment_sizes_bytes[0][1]: found 0, expected 1 to 1000000000000"),
      ([1.0], [[1, 1_000_000_000_001]], "segment_sizes_bytes[0][1]: found 1000000000001, expected 1 to 1000000000000"),
      ([0.0], [[1, 1]], "segment_duration_s[0]: found 0.0, expected more than 0, at most 3600.0"),
      ([.nan], [[1, 1]], "segment_duration_s[0]: found nan, expected more than 0, at most 3600.0"),
      ([1, 3601], [[1, 1], [1, 1]], "segment_duration_s[1]: found 3601.0, expected more than 0, at most 3600.0"),
      ([1, 2], [[1, 1]], "segment durations: found 2, expected 1, one a segment"),
    ] as [([Double], [[Int]], String)])
  func refused(durations: [Double], sizes: [[Int]], message: String) throws {
    let ladder = try ladderOfTwo()
    let error = #expect(throws: VideoError.self) {
      try Video(name: "v", ladder: ladder, segmentDurations: durations, sizes: sizes)
    }
    #expect(error?.description == message)
  }

  @Test("segments of more than 100 TB together are refused")
  func tooLarge() throws {
    let ladder = try ladderOfTwo()
    func read(_ count: Int) throws -> Int {
      let sizes = Array(repeating: [1, Video.maximumSegmentSize], count: count)
      return try Video(name: "v", ladder: ladder, segmentDuration: 1, sizes: sizes).segmentCount
    }
    #expect(try read(100) == 100)
    let error = #expect(throws: VideoError.self) { try read(101) }
    #expect(
      error?.description
        == "segment_sizes_bytes: found 101000000000000 in the largest renditions, expected at most 100000000000000")
  }

  @Test("more than a million segments are refused")
  func tooMany() throws {
    let ladder = try ladderOfTwo()
    #expect(throws: VideoError.self) {
      try Video(name: "v", ladder: ladder, segmentDuration: 1, sizes: Array(repeating: [1, 1], count: 1_000_001))
    }
  }
}
