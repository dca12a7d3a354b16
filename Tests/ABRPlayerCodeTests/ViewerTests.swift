import ABRPlayback
import ABRTestSupport
import Testing

@testable import ABRPlayerCode

/// Viewers of sessions of a player's own code, and what goes wrong meanwhile.
@Suite(.enabled(if: hasJavaScript, javaScriptAbsence)) struct ViewerTests {
  private func play(_ steps: [Script.Step], over rate: Double = 6, _ change: (inout Watching) -> Void = { _ in })
    throws -> CodeSessionResult
  {
    var watching = Watching()
    watching.script = Script(steps)
    change(&watching)
    let result = try StandIn.player(StandInPlayer.script()).play(
      StandIn.video(), over: StandIn.start(rate), watching: watching)
    let metrics = result.metrics
    #expect(metrics.ledger.downloaded == metrics.bytesReceived)
    let wall =
      metrics.startupTime + metrics.playingTime + metrics.stalledTime + metrics.seekTime + metrics.pausedTime
    #expect(abs(wall - metrics.wallTime) < 1e-6)
    return result
  }

  @Test func leavesAtATime() throws {
    let metrics = try play([Script.Step(.time(20), .leave)]).metrics
    #expect(metrics.outcome == .left)
    #expect(metrics.wallTime == 20)
    #expect(metrics.ledger[.unplayed] > 0)
  }

  @Test func leavesAfterWatching() throws {
    let byStep = try play([Script.Step(.watched(17.5), .leave)]).metrics
    let byHabit = try play([]) { $0.script.leavesAfterWatching = 17.5 }.metrics
    #expect(abs(byStep.playedMedia - 17.5) < 1e-5)
    #expect(byStep == byHabit)
  }

  @Test func losesPatience() throws {
    let metrics = try play([], over: 0.05) { $0.script.patience = 3 }.metrics
    #expect(metrics.outcome == .leftBeforeStart)
    #expect(metrics.wallTime == 3)
    #expect(metrics.startupTime == 3)
  }

  @Test func pausesAndPlaysOn() throws {
    // For longer than a player may hang.
    let result = try play([Script.Step(.time(10), .pause), Script.Step(.time(310), .play)])
    #expect(result.failure == nil)
    #expect(result.metrics.outcome == .completed)
    #expect(abs(result.metrics.pausedTime - 300) < 1e-6)
    #expect(abs(result.metrics.playedMedia - 60) < 0.01)
    #expect(result.metrics.stallCount == 0)
  }

  @Test func pausesForGood() throws {
    let result = try play([Script.Step(.position(12), .pause)])
    #expect(result.failure == nil)
    #expect(result.metrics.outcome == .left)
    #expect(abs(result.metrics.playedMedia - 12) < 1e-5)
    // As with the lab's players it ends with the last request, and not when the player counts as hung.
    #expect(result.metrics.wallTime == result.requests.compactMap(\.lastByte).max())
    #expect(result.metrics.pausedTime > 0 && result.metrics.pausedTime < 15)
    #expect(result.events.allSatisfy { $0.time <= result.metrics.wallTime })
  }

  @Test func waitsForPlay() throws {
    let metrics = try play([Script.Step(.time(15), .play)]) { $0.script.autoplays = false }.metrics
    #expect(metrics.outcome == .completed)
    #expect(abs(metrics.pausedTime - 15) < 1e-6)
    #expect(metrics.startupTime < 0.1)
  }

  @Test func seeksOutOfTheBuffer() throws {
    // The stand-in fetches in order, so that media of the target comes late.
    let result = try play([Script.Step(.time(5), .seek(to: 40))], over: 3)
    #expect(result.metrics.outcome == .completed)
    #expect(result.metrics.seekCount == 1)
    #expect(result.metrics.seekTime > 1)
    #expect(result.metrics.stallCount == 0)
    #expect(result.metrics.playedMedia < 26)
    #expect(result.metrics.ledger[.unplayed] > 0)
  }

  @Test func seeksWithinTheBuffer() throws {
    let metrics = try play([Script.Step(.time(10), .seekBy(-5))], over: 20).metrics
    #expect(metrics.seekCount == 0)
    #expect(abs(metrics.playedMedia - 65) < 0.01)
  }

  @Test func seeksBeforeTheFirstFrame() throws {
    let metrics = try play([Script.Step(.time(0), .seek(to: 20))]).metrics
    #expect(metrics.outcome == .completed)
    #expect(metrics.seekCount == 0)
    #expect(abs(metrics.playedMedia - 40) < 0.01)
  }

  @Test("a seek that waits happens after the player has gone to its own first position, and is logged then")
  func seeksAfterThePlayer() throws {
    let player = try StandIn.player(
      StandInPlayer.script(
        onStart: """
          const begin = () => { if (video.currentTime !== 0) video.currentTime = 0; };
          setTimeout(() => video.addEventListener('loadedmetadata', begin), 10);
          """))
    var watching = Watching()
    watching.script = Script([Script.Step(.time(0), .seek(to: 20))])
    let result = try player.play(StandIn.video(), over: StandIn.start(6), watching: watching)
    #expect(abs(result.metrics.playedMedia - 40) < 0.01)
    let kinds = result.events.map(\.kind)
    let later = try #require(kinds.firstIndex { $0 == .ignored(.notReady(position: 20)) })
    let sought = try #require(kinds.firstIndex { $0 == .seeked(to: 20, isInside: false) })
    let started = try #require(kinds.firstIndex { $0 == .started })
    #expect(later < sought && sought < started)
  }

  @Test(
    "a seek to the end ends the session, whether the media of the end is there or comes later", arguments: [20, 3.0])
  func seeksToTheEnd(rate: Double) throws {
    for time in [0, 5.0, 40] {
      let result = try play([Script.Step(.time(time), .seek(to: 60))], over: rate)
      #expect(result.failure == nil)
      #expect(result.metrics.outcome == .completed)
      #expect(result.metrics.playedMedia < time + 0.01)
    }
  }

  @Test func playsAtRates() throws {
    let step = try play([Script.Step(.position(20), .rate(2))], over: 20).metrics
    #expect(abs(step.playingTime - 40) < 0.01)
    #expect(abs(step.playedMedia - 60) < 0.01)
    let whole = try play([], over: 20) { $0.rate = 2 }.metrics
    #expect(abs(whole.playingTime - 30) < 0.01)
  }

  @Test("a viewer may watch at a rate that no page can set", arguments: [0.05, 20])
  func anyRate(rate: Double) throws {
    let metrics = try play([], over: 200) { $0.rate = rate }.metrics
    #expect(metrics.outcome == .completed && abs(metrics.playingTime - metrics.playedMedia / rate) < 0.1)
  }

  @Test("a rate of 0 that the player sets is waiting: startup before the first frame, a stall after it")
  func buffersAtARateOfZero() throws {
    let player = try StandIn.player(
      StandInPlayer.script(
        onStart: """
          video.playbackRate = 0;
          for (const [time, rate] of [[10000, 1], [30000, 0], [34000, 1]]) setTimeout(() => { video.playbackRate = rate; }, time);
          """))
    let result = try player.play(StandIn.video(), over: StandIn.start(6))
    let metrics = result.metrics
    #expect(metrics.outcome == .completed)
    #expect(abs(metrics.startupTime - 10) < 1e-6)
    #expect(result.stalls.map(\.start) == [30] && abs(metrics.stalledTime - 4) < 1e-6)
    #expect(abs(metrics.playingTime - 60) < 0.01 && abs(metrics.playedMedia - 60) < 0.01)
  }

  @Test func limitsWhatIsChosen() throws {
    let free = try play([], over: 20)
    let limited = try play([Script.Step(.time(0), .eligible([EligibleSet([0, 1])]))], over: 20)
    #expect(free.shownRenditions.compactMap(\.self).max() == 2)
    #expect(limited.shownRenditions.compactMap(\.self).max() == 1)
    #expect(limited.failure == nil)
  }

  @Test func playsThroughAnOutage() throws {
    let metrics = try play([], over: 2) { $0.faults = FaultSettings(stretches: [.init(from: 5, for: 60)]) }.metrics
    #expect(metrics.outcome == .completed)
    #expect(metrics.stallCount == 1)
    #expect(metrics.stalledTime > 30)
  }

  @Test("no progress is reported where nothing comes")
  func progressThroughAnOutage() throws {
    let player = try StandIn.player(
      StandInPlayer.script(
        onSegment: """
          const request = new XMLHttpRequest();
          request.open('GET', 'v0/9.m4s');
          request.onprogress = (event) => console.error(`${number} ${event.loaded}`);
          if (number === 2) request.send();
          """))
    var watching = Watching()
    watching.faults = FaultSettings(stretches: [.init(from: 1, for: 20)])
    let result = try player.play(StandIn.video(), over: StandIn.start(0.4), watching: watching)
    let reports = result.log.map(\.text)
    #expect(reports.count > 2 && Set(reports).count == reports.count, "\(reports)")
  }

  @Test("no headers come over a link that carries nothing", arguments: [false, true])
  func headersInAnOutage(isRowOfTrace: Bool) throws {
    let player = try StandIn.player(
      StandInPlayer.script(
        onStart: """
          for (const [address, time] of [['v0/9.m4s', 12000], ['v0/8.m4s', 14000], ['nothing', 13000]]) {
            const request = new XMLHttpRequest();
            request.open('GET', address);
            setTimeout(() => { request.send(); if (time === 14000) setTimeout(() => request.abort(), 500); }, time);
          }
          """))
    var watching = Watching()
    if !isRowOfTrace { watching.faults = FaultSettings(stretches: [.init(from: 10, for: 10)]) }
    let result = try player.play(
      StandIn.video(), over: isRowOfTrace ? StandIn.start(2, 0, 2) : StandIn.start(2), watching: watching)
    #expect(result.metrics.outcome == .completed)
    func request(_ end: String) throws -> CodeRequest {
      try #require(result.requests.first { $0.path.hasSuffix(end) && (11.9..<15).contains($0.requestTime) })
    }
    #expect(try request("v0/9.m4s").firstByte == 20)
    #expect(try request("v0/8.m4s").firstByte == nil)
    #expect(try request("nothing").lastByte != nil)
  }

  @Test("a manifest in XML has a document; a playlist and an error have none", arguments: ["dash", "hls"])
  func documentsOfAnswers(packaging: String) throws {
    let script = StandInPlayer.script(
      onStart: """
        for (const [path, time] of [[address, 0], ['nothing.xml', 1000], [address, 4000]]) {
          const request = new XMLHttpRequest();
          request.onload = () => console.error(`${request.status} ${request.responseXML?.documentElement.nodeName}`);
          setTimeout(() => { request.open('GET', path); request.send(); }, time);
        }
        return {};
        """)
    let adapter = PlayerAdapter(
      name: "\(packaging).js", text: StandInPlayer.adapter.replacing("'hls'", with: "'\(packaging)'"))
    let build = try PlayerBuild(script, named: "stand-in.js", adapters: [adapter], limits: StandIn.limits)
    let player = CodePlayer(build, network: NetworkSettings(fixedLatency: 0.05), limits: StandIn.limits)
    var watching = Watching()
    watching.faults = FaultSettings(refusals: [.init(from: 3, for: 30)])
    let result = try player.play(StandIn.video(), over: StandIn.start(2), watching: watching)
    let document = packaging == "dash" ? "200 MPD" : "200 undefined"
    #expect(result.log.map(\.text) == [document, "404 undefined", "503 undefined"])
  }

  @Test func seesErrorsOfTheServer() throws {
    let result = try play([]) { $0.faults = FaultSettings(refusals: [.init(from: 3, for: 30)]) }
    #expect(result.metrics.refusedCount == 1)
    #expect(result.metrics.outcome == .failed)
    #expect("\(result.failure, default: "")".contains("503 http://lab/v"))
    #expect(result.events.contains { if case .refused = $0.kind { true } else { false } })
  }

  @Test func hasMetricsOfItsVisit() throws {
    let metrics = try play([]) { $0.isListed = true }.metrics
    #expect(metrics.visits.count == 1)
    #expect(metrics.visits[0].playedMedia == metrics.playedMedia)
  }
}

/// The same viewers with builds of real players, whose adapters must limit, pause and seek.
@Suite(.enabled(if: !PlayerBuilds.names.isEmpty && hasJavaScript, PlayerBuilds.absence))
struct ViewersOfRealBuildsTests {
  @Test(arguments: PlayerBuilds.names) func viewer(name: String) throws {
    var watching = Watching()
    watching.script = Script([
      Script.Step(.time(0), .eligible([EligibleSet([0, 1])])), Script.Step(.position(1), .seek(to: 48)),
      Script.Step(.position(51), .seek(to: 5)), Script.Step(.position(7), .pause), Script.Step(.time(200), .play),
      Script.Step(.position(12), .rate(1.5)), Script.Step(.watched(30), .leave),
    ])
    let result = try CodePlayer(PlayerBuilds.build(name), network: NetworkSettings(fixedLatency: 0.05)).play(
      StandIn.video(audioBitrate: 64_000), over: StandIn.start(6), watching: watching)
    #expect(result.failure == nil)
    #expect(result.problems.isEmpty)
    #expect(result.metrics.outcome == .left)
    #expect(abs(result.metrics.playedMedia - 30) < 1e-3)
    // video.js 8 puts Chromium's estimate, 1.45 Mbit/s, in place of what it measures (`useNetworkInformationApi`).
    #expect(result.shownRenditions.compactMap(\.self).max() == (name.hasPrefix("videojs-8") ? 0 : 1))
    #expect(result.metrics.pausedTime > 150)
    #expect(result.metrics.seekCount >= 1)
    #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
  }

  @Test(arguments: PlayerBuilds.names) func triesAgainAfterErrors(name: String) throws {
    var watching = Watching()
    watching.faults = FaultSettings(stretches: [.init(from: 20, for: 8)], refusals: [.init(from: 5, for: 3)])
    let result = try CodePlayer(PlayerBuilds.build(name), network: NetworkSettings(fixedLatency: 0.05)).play(
      StandIn.video(), over: StandIn.start(1.5), watching: watching)
    #expect(result.failure == nil)
    #expect(result.metrics.outcome == .completed)
    #expect(result.metrics.refusedCount > 0)
    #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
  }
}
