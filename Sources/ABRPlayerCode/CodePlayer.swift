import ABRMedia
import ABRPlayback

/// Plays sessions with a player's own code, one after another on one thread.
///
///     let player = CodePlayer(build)
///     let result = try player.play(video, over: AnyPlayer.Start(link: link))
package final class CodePlayer {
  /// The player.
  package let build: PlayerBuild
  /// What a request costs.
  package let network: NetworkSettings
  /// What the device takes.
  package let device: DeviceTime
  /// Pictures a second.
  package let frameRate: Double
  /// Sessions that share a page.
  package let sessionsPerPage: Int
  /// Bytes after which a page is left: some players keep what they played.
  private static let memoryPerPage = 256 << 20

  private let limits: JavaScriptMachine.Limits
  private var page: BrowserPage?
  private var played = 0
  private var stream: ServedStream?

  /// Makes a player.
  ///
  /// - Parameters:
  ///   - build: its script.
  ///   - network: what a request costs.
  ///   - device: what the device takes.
  ///   - frameRate: pictures a second.
  ///   - sessionsPerPage: sessions that share a page.
  ///   - limits: what the player's code may take.
  package init(
    _ build: PlayerBuild, network: NetworkSettings = NetworkSettings(), device: DeviceTime = DeviceTime(),
    frameRate: Double = 25, sessionsPerPage: Int = 1,
    limits: JavaScriptMachine.Limits = JavaScriptMachine.Limits()
  ) {
    self.build = build
    self.network = network
    self.device = device
    self.frameRate = frameRate
    self.sessionsPerPage = sessionsPerPage
    self.limits = limits
  }

  /// Plays one session.
  ///
  /// - Parameters:
  ///   - video: what is played.
  ///   - start: the network.
  ///   - watching: who watches, and what goes wrong.
  ///   - seed: of chance in the player's code and in the device's time.
  ///   - isLogged: whether all that the player says is kept.
  /// - Returns: what it cost and brought; how it failed where it did.
  /// - Throws: ``PlayerCodeError`` where the build cannot be loaded.
  package func play(
    _ video: Video, over start: AnyPlayer.Start, watching: Watching = Watching(), seed: Int = 0, isLogged: Bool = false
  ) throws(PlayerCodeError) -> CodeSessionResult {
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
      CodeSession.Settings(
        stream: stream, network: network, device: device, watching: watching, seed: seed, isLogged: isLogged),
      over: start, on: page)
    let result = session.play(build)
    // Code that failed may have left anything behind.
    if played >= sessionsPerPage || result.failure != nil || page.context.memory > Self.memoryPerPage {
      self.page = nil
    }
    return result
  }

  private func loadedPage() throws(PlayerCodeError) -> BrowserPage {
    if let page { return page }
    // Each page has a machine of its own, with which all of its memory goes.
    let page = try BrowserPage(in: BrowserPage.makeMachine(limits: limits))
    try page.load(build.text, named: build.name)
    played = 0
    self.page = page
    return page
  }
}
