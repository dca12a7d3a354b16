import Testing

@testable import ABRSessions

@Suite("Specs behind the option of another kind")
struct SpecOptionTests {
  @Test(
    "a name that another option takes is told with that option",
    arguments: [
      ("player", "bola", "--policy bola"), ("player", "feed(short-video)", "--viewer 'feed(short-video)'"),
      ("player", "peak:2M", "--policy peak:2M"), ("player", "growth(min=5s)", "--buffer 'growth(min=5s)'"),
      ("policy", "hls.js", "--player hls.js"), ("policy", "code(it's.js)", #"--player 'code(it'\''s.js)'"#),
      ("policy", "code(hls.js)", "--player 'code(hls.js)'"),
      ("policy", "network-balance", "--preload network-balance"), ("buffer", "bola", "--policy bola"),
      ("buffer", "peak:2M", "--policy peak:2M"), ("preload", "static:20s", "--buffer static:20s"),
      ("policy", "exoplayer(minBufferMs=15000)", "--player 'media3(minBufferMs=15000)'"),
    ])
  func elsewhere(key: String, spec: String, hint: String) throws {
    let error = try #require(throws: SettingError.self) { try made(key, spec) }
    #expect(error.hint == hint && error.description.contains(" is a "), "\(error)")
  }

  @Test(
    "a name that no option takes is told with those that this one takes", arguments: ["player", "policy", "buffer"])
  func unknown(key: String) throws {
    let error = try #require(throws: SettingError.self) { try made(key, "whatever") }
    #expect(error.hint == nil && error.description.contains("unknown \(key) whatever"), "\(error)")
  }

  private func made(_ key: String, _ spec: String) throws {
    var given: [String: GivenSettings.Value] = ["items": .init(texts: ["3"], place: "--items")]
    given[key] = .init(texts: [spec], place: "--\(key)")
    _ = try SessionSetup(GivenSettings(given)).choices()
  }
}
