import ABRPlayback
import Foundation
import Testing

@testable import ABRPlayerCode

@Suite(
  .enabled(if: !PlayerBuilds.names.isEmpty && RecordedSessions.folder != nil && hasJavaScript, PlayerBuilds.absence))
struct RecordedSessionsTests {
  /// Agreement of levels, as counts.
  private struct Agreement {
    var same = 0
    var all = 0
    var text: String { all == 0 ? "–" : "\(same)/\(all) \(Int((100 * Double(same) / Double(all)).rounded())) %" }
    mutating func add(_ other: Agreement) {
      same += other.same
      all += other.all
    }
    mutating func add(_ first: String, _ second: String) {
      same += zip(first, second).count { $0 == $1 }
      all += first.count
    }
  }

  /// Prints how near sessions are to those that were recorded, by player, version and link.
  @Test func playsAsRecorded() throws {
    let recorded = try RecordedSessions()
    let names = ["hlsjs": "hls.js", "dash": "dash.js", "shaka": "Shaka Player"]
    var groups: [String: [RecordedSessions.Run]] = [:]
    for run in recorded.runs where run.variant == "default" {
      groups["\(run.player) \(run.version ?? "") \(run.trace)", default: []].append(run)
    }
    var overall: [String: (real: Agreement, among: Agreement)] = [:]
    print("player, link: same level as runs | runs among themselves | startup − recorded | requests | bytes | levels")
    for (group, runs) in groups.sorted(by: { $0.key < $1.key }) {
      let run = runs[0]
      let version = run.version ?? ""
      guard
        let file = PlayerBuilds.names.first(where: {
          $0.hasPrefix(run.player == "hlsjs" ? "hls" : run.player) && $0.contains(version)
        })
      else { continue }
      let build = try PlayerBuilds.build(file)
      #expect(build.player == names[run.player])
      #expect(build.version == version)
      let player = CodePlayer(build, network: RecordedSessions.network(of: run), frameRate: 10)
      let result = try player.play(recorded.video(build.packaging), over: RecordedSessions.start(of: run))
      #expect(result.failure == nil)
      let levels = result.shownRenditions.map { $0.map(String.init) ?? "-" }.joined()
      var real = Agreement()
      var among = Agreement()
      for (index, run) in runs.enumerated() {
        real.add(run.summary?.levels ?? "", levels)
        for other in runs[..<index] { among.add(run.summary?.levels ?? "", other.summary?.levels ?? "") }
      }
      overall[run.player, default: (Agreement(), Agreement())].real.add(real)
      overall[run.player, default: (Agreement(), Agreement())].among.add(among)
      let startups = runs.compactMap(\.summary?.startup).sorted()
      let difference = result.metrics.startupTime - startups[startups.count / 2]
      let payload = runs.map { $0.requests.reduce(0) { $0 + ($1.got ?? 0) } }
      print(
        "\(group): \(real.text) | \(among.text) | \(String(format: "%+.3f", difference)) s |"
          + " \(result.requests.count) of \(runs.map(\.requests.count)) |"
          + " \(result.metrics.bytesReceived) of \(payload.map { Int($0) }) | \(levels) of \(runs.map { $0.summary?.levels ?? "" })"
          + " | stalls \(result.stalls.map { ($0.duration * 100).rounded() / 100 }) of \(runs.map { $0.summary?.stalls.map { $0[1] } ?? [] })"
      )
    }
    for (player, all) in overall.sorted(by: { $0.key < $1.key }) {
      print("\(player): \(all.real.text) | \(all.among.text)")
    }
  }

  /// The same of video.js with VHS, and of hls.js, over a TCP path with a queue.
  @Test(arguments: [("vhs.json", "videojs-7.5.5.js"), ("hlsjs.json", "hls-1.6.15.js")])
  func playsAsRecordedOverAPath(recording: String, file: String) throws {
    guard PlayerBuilds.names.contains(file) else { return }
    let build = try PlayerBuilds.build(file)
    var overall = Agreement()
    for (run, video, start, network) in try RecordedSessions.overPath(recording) {
      let result = try CodePlayer(build, network: network, frameRate: 10).play(video, over: start)
      #expect(result.failure == nil)
      let levels = result.shownRenditions.map { $0.map(String.init) ?? "-" }.joined()
      var agreement = Agreement()
      agreement.add(run.summary.levels, levels)
      overall.add(agreement)
      let difference = String(format: "%+.3f", result.metrics.startupTime - run.summary.startupS)
      print(
        "\(file) \(run.trace) \(Int(run.rttMs)) ms: \(agreement.text) | \(difference) s | \(levels) of \(run.summary.levels)"
      )
    }
    print("\(file): \(overall.text)")
  }

  /// The same over links with which no constant was chosen, by what was fetched last of each segment.
  @Test func playsAsRecordedOverOtherLinks() throws {
    let recorded = try RecordedSessions("chromium_dash_shaka.json")
    var overall: [String: Agreement] = [:]
    for run in recorded.runs {
      guard let file = ["dash": "dash-5.1.1.js", "shaka": "shaka-5.2.7.js"][run.player],
        PlayerBuilds.names.contains(file)
      else { continue }
      let build = try PlayerBuilds.build(file)
      let player = CodePlayer(build, network: RecordedSessions.network(of: run), frameRate: 10)
      let result = try player.play(recorded.video(build.packaging), over: RecordedSessions.start(of: run))
      #expect(result.failure == nil)
      var levels = Array(repeating: Character("-"), count: 18)
      for request in result.requests where request.lastByte != nil {
        guard let segment = request.segment, let rendition = request.rendition else { continue }
        levels[segment] = Character("\(rendition)")
      }
      var agreement = Agreement()
      agreement.add(run.fetchedLevels, String(levels))
      overall[run.player, default: Agreement()].add(agreement)
      print(
        "\(run.player) \(run.trace) \(Int(run.rttMs)) ms: \(agreement.text) | \(String(levels)) of \(run.fetchedLevels)"
      )
    }
    for (player, agreement) in overall.sorted(by: { $0.key < $1.key }) { print("\(player): \(agreement.text)") }
  }
}
