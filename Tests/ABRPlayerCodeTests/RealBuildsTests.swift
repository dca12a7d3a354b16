import ABRMedia
import ABRPlayback
import ABRTestSupport
import Foundation
import Testing

@testable import ABRPlayerCode

@Suite("Builds of real players", .enabled(if: !PlayerBuilds.names.isEmpty && hasJavaScript, PlayerBuilds.absence))
struct RealBuildsTests {
  /// Holds sessions with audio apart against those that were written down for the version.
  private func hold(_ results: [CodeSessionResult], of build: PlayerBuild) throws {
    let path = "\(SharedData.package)/Tests/ABRPlayerCodeTests/Fixtures/sessions.tsv"
    let name = "\(build.player) \(build.version)"
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix(name + "\t")
    }
    // A version without a fixture is played, too.
    guard !rows.isEmpty else { return }
    let played = results.enumerated().map { index, result in
      let metrics = result.metrics
      let levels = result.shownRenditions.map { $0.map(String.init) ?? "-" }.joined()
      let times = [metrics.startupTime, metrics.stalledTime].map { String(format: "%.3f", $0) }
      let counts = [metrics.ledger[.played], metrics.bytesReceived, result.requests.count].map(String.init)
      return ([name, "\(index + 1)", levels] + times + counts).joined(separator: "\t")
    }
    #expect(rows.map(String.init) == played, "\(played.joined(separator: "\n"))")
  }

  @Test("plays to the end, to the byte the same on a fresh page and on a used one", arguments: PlayerBuilds.names)
  func plays(name: String) throws {
    let build = try PlayerBuilds.build(name)
    let network = NetworkSettings(fixedLatency: 0.05, connections: .h1, pathQueue: 64_000)
    let links = try [StandIn.start(6, 2, 1), StandIn.start(1, 0.5), StandIn.start(12, 0.8)]
    for audioBitrate in [nil, 64_000] {
      let video = try StandIn.video(audioBitrate: audioBitrate)
      let fresh = try links.map { try CodePlayer(build, network: network).play(video, over: $0) }
      for result in fresh {
        #expect(result.failure == nil)
        #expect(result.problems.isEmpty)
        #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
        #expect(abs(result.metrics.playedMedia - 60) < 0.5)
        let wall = result.metrics.startupTime + result.metrics.playingTime + result.metrics.stalledTime
        #expect(abs(wall + result.metrics.seekTime + result.metrics.pausedTime - result.metrics.wallTime) < 1e-6)
      }
      if audioBitrate != nil { try hold(fresh, of: build) }
      let player = CodePlayer(build, network: network, sessionsPerPage: 100)
      for index in [2, 0, 1, 1, 0, 2] { #expect(try player.play(video, over: links[index]) == fresh[index]) }
    }
  }
}
