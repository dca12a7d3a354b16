import ABRTestSupport
import Foundation
import Testing

@testable import ABRMedia

@Suite struct BundledVideosTests {
  private static let folder = SharedData.package + "/Traces"

  @Test("the files in Traces/video are those the model makes, and no others")
  func committed() throws {
    let files = try BundledVideos.files()
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(file.path)"))
      #expect([UInt8](bytes) == file.bytes, "\(file.path)")
    }
    let loaded = try VideoFile.loadAll(at: [Self.folder + "/video"])
    #expect(Set(loaded.map(\.path)) == Set(files.map { "\(Self.folder)/\($0.path)" }))
    #expect(Set(loaded.flatMap(\.videos)) == Set(files.map(\.video)))
  }

  @Test("the ladders are what the README says")
  func ladders() throws {
    let text = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
    for file in try BundledVideos.files() {
      let video = file.video
      #expect(text.contains("| `\(video.name).json` | \(video.ladder.count)"))
      #expect(text.contains("\(video.segmentCount) of \(Int(video.segmentDuration(0))) s"))
      guard case .derived(let spec) = video.sizeOrigin else {
        Issue.record("\(video.name) is not marked as derived")
        continue
      }
      #expect(text.contains("`\(spec)`"))
    }
  }

  @Test("no segment exceeds its rendition's declared bandwidth, and averages are kept to a byte")
  func authoring() throws {
    for video in try BundledVideos.files().map(\.video) {
      for (index, rendition) in video.ladder.renditions.enumerated() {
        let sizes = (0..<video.segmentCount).map { video.size(segment: $0, rendition: index) }
        let peak = Double(sizes.max() ?? 0) * 8 / video.segmentDuration(0)
        #expect(peak <= Double(rendition.bandwidth) + 8 / video.segmentDuration(0), "\(video.name) \(index)")
        let average = Double(try #require(rendition.averageBandwidth)) * video.duration / 8
        #expect(abs(Double(sizes.reduce(0, +)) - average) <= 1, "\(video.name) \(index)")
      }
    }
  }
}
