import ABRMedia
import ABRPlayback

/// Plays sessions with a player's own code, one after another on one thread.
///
///     let player = CodePlayer(build)
///     let result = try player.play(video, over: AnyPlayer.Start(link: link))
package final class CodePlayer {
  /// The player.
  package let build: PlayerBuild
  /// Its configuration: a JSON object, or a script that is one; `nil` for the player's own.
  package let configuration: String?
  /// What a request costs.
  package let network: NetworkSettings
  /// What the device takes.
  package let device: DeviceTime
  /// Pictures a second.
  package let frameRate: Double
  /// Sessions that share a page.
  package let sessionsPerPage: Int

  private let longestCall: Double
  private var page: BrowserPage?
  private var played = 0
  private var stream: ServedStream?

  /// Makes a player.
  ///
  /// - Parameters:
  ///   - build: its script.
  ///   - configuration: a JSON object, or a script that is one.
  ///   - network: what a request costs.
  ///   - device: what the device takes.
  ///   - frameRate: pictures a second.
  ///   - sessionsPerPage: sessions that share a page.
  ///   - longestCall: seconds of processor time that one call of the player may take.
  package init(
    _ build: PlayerBuild, configuration: String? = nil, network: NetworkSettings = NetworkSettings(),
    device: DeviceTime = DeviceTime(), frameRate: Double = 25, sessionsPerPage: Int = 1,
    longestCall: Double = JavaScriptMachine.usualLongestCall
  ) {
    self.build = build
    self.configuration = configuration
    self.network = network
    self.device = device
    self.frameRate = frameRate
    self.sessionsPerPage = sessionsPerPage
    self.longestCall = longestCall
  }

  /// Plays one session.
  ///
  /// - Parameters:
  ///   - video: what is played.
  ///   - start: the network.
  ///   - seed: of chance in the player's code and in the device's time.
  /// - Returns: what it cost and brought; how it failed where it did.
  /// - Throws: ``PlayerCodeError`` where the build cannot be loaded.
  package func play(_ video: Video, over start: AnyPlayer.Start, seed: Int = 0) throws(PlayerCodeError)
    -> CodeSessionResult
  {
    let stream: ServedStream
    if let known = self.stream, known.video == video, known.frameRate == frameRate {
      stream = known
    } else {
      stream = ServedStream(video, as: build.packaging, frameRate: frameRate)
      self.stream = stream
    }
    let page = try loadedPage()
    played += 1
    let session = CodeSession(
      CodeSession.Settings(stream: stream, network: network, device: device, seed: seed), over: start, on: page)
    let result = session.play(build, configuration: configuration)
    // Code that failed may have left anything behind.
    if played >= sessionsPerPage || result.failure != nil { self.page = nil }
    return result
  }

  private func loadedPage() throws(PlayerCodeError) -> BrowserPage {
    if let page { return page }
    // Each page has a machine of its own, with which all of its memory goes.
    let page = try BrowserPage(in: BrowserPage.makeMachine(longestCall: longestCall))
    try page.load(build.text, named: build.name)
    played = 0
    self.page = page
    return page
  }
}
