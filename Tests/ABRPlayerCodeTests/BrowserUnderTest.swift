import ABRPlayback

@testable import ABRPlayerCode

/// The virtual browser without a player: scripts run in it, and its clock is moved by hand. The network is that of a
/// session over 8 Mbit/s, and the device takes no time.
final class BrowserUnderTest {
  let page: BrowserPage
  private let session: CodeSession
  /// Media that scripts get from `media(start, end)`.
  static let segmentSize = 4000

  init(seed: Int = 1) throws {
    page = try BrowserPage(in: BrowserPage.makeMachine(limits: JavaScriptMachine.Limits(callTime: 1)))
    let stream = try ServedStream(StandIn.video(), as: .hls, frameRate: 25)
    session = CodeSession(
      CodeSession.Settings(stream: stream, network: NetworkSettings(), device: .none, seed: seed),
      over: try StandIn.start(8), on: page)
    try page.beginSession(session, seed: seed)
    let global = try page.context.evaluate("globalThis", named: "test")
    page.context.define("media", on: global) { arguments in
      let media = FragmentedMP4.media(
        from: arguments.number(0), to: arguments.number(1), size: Self.segmentSize, answer: 7)
      return .bytes(start: media.bytes, count: media.count)
    }
    page.context.define("header", on: global) { _ in
      let header = FragmentedMP4.initialisation(isAudio: false, size: 900)
      return .bytes(start: header.bytes, count: header.count)
    }
  }

  /// Runs a script, and answers with its last value as a text.
  @discardableResult
  func run(_ script: String) throws -> String { try page.context.evaluate(script, named: "test.js").text }

  /// Lets time pass up to a number of milliseconds.
  func advance(to time: Double) throws {
    while page.clock[1] <= time { try page.context.run(page.fire, page.clock[1]) }
    try page.context.run(page.fire, time)
  }

  /// A media source on an element, open, with one source buffer of pictures in `buffer`.
  func openMedia() throws {
    try run(
      """
      var video = document.createElement('video'), source = new MediaSource(), seen = [];
      for (const type of ['loadedmetadata', 'canplay', 'playing', 'waiting', 'ended', 'seeking', 'seeked', 'error']) {
        video.addEventListener(type, () => seen.push(type));
      }
      video.src = URL.createObjectURL(source);
      source.addEventListener('sourceopen', () => {
        globalThis.buffer ??= source.addSourceBuffer('video/mp4; codecs="avc1.42C01E"');
      });
      var append = (data) => new Promise((done) => {
        buffer.addEventListener('updateend', done, { once: true });
        buffer.appendBuffer(data);
      });
      var ranges = (list) => Array.from({ length: list.length }, (_, i) => `${list.start(i)}-${list.end(i)}`).join(' ');
      """)
    try advance(to: 1)
  }
}
