import ABRMedia
import Testing

@testable import ABRPlayerCode

@Suite("Streams that the lab serves") struct ServedStreamTests {
  @Test func everyAddressOfAManifestIsThere() throws {
    for audioBitrate in [nil, 64_000] {
      let video = try StandIn.video(audioBitrate: audioBitrate)
      let stream = ServedStream(video, as: .hls, frameRate: 25)
      let text = try #require(stream.text(of: .manifest))
      let playlists = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      #expect(playlists.count == video.ladder.count)
      for playlist in playlists { #expect(stream.resource(at: String(playlist)) != nil) }
      #expect((stream.resource(at: "audio/playlist.m3u8") != nil) == (audioBitrate != nil))
      #expect(text.contains("TYPE=AUDIO") == (audioBitrate != nil))
      let segments = stream.text(of: .playlist(.video(1)))?.split(separator: "\n").filter { $0.hasSuffix(".m4s") } ?? []
      #expect(segments.count == video.segmentCount)
      for segment in segments { #expect(stream.resource(at: "v1/" + segment) != nil) }
    }
    #expect(ServedStream(try StandIn.video(), as: .hls, frameRate: 25).resource(at: "v9/0.m4s") == nil)
  }

  @Test func segmentsHaveTheirTrueSize() throws {
    let video = try StandIn.video()
    let stream = ServedStream(video, as: .dash, frameRate: 25)
    for segment in 0..<video.segmentCount {
      let resource = ServedStream.Resource.segment(segment, .video(2))
      #expect(stream.byteCount(of: resource) == video.size(segment: segment, rendition: 2))
      #expect(stream.media(of: resource, answer: 3)?.count == video.size(segment: segment, rendition: 2))
    }
  }

  @Test func manifestsHaveTheSizeOfTheVideosOwn() throws {
    let plain = try StandIn.video()
    let video = try Video(
      name: "sized", ladder: plain.ladder, segmentDuration: 4,
      sizes: (0..<3).map { segment in
        plain.ladder.renditions.indices.map { plain.size(segment: segment, rendition: $0) }
      },
      stream: StreamResources(packaging: .dash, manifest: 5000, initialisation: 900))
    let stream = ServedStream(video, as: .dash, frameRate: 25)
    #expect(stream.byteCount(of: .manifest) == 5000)
    #expect(stream.byteCount(of: .initialisation(.video(0))) == 900)
  }

  @Test func segmentsOfOneDurationNeedNoTimeline() throws {
    let ladder = try StandIn.video().ladder
    func text(_ durations: [Double]) throws -> String {
      let sizes = durations.map { _ in [1000, 2000, 3000] }
      return DASHWriter(
        try Video(name: "v", ladder: ladder, segmentDurations: durations, sizes: sizes), audioBitrate: nil,
        frameRate: 25
      ).text
    }
    #expect(try text([4, 4, 2]).contains("duration=\"360000\""))
    #expect(try text([4, 3, 4]).contains("<S d=\"270000\"/>"))
  }
}
