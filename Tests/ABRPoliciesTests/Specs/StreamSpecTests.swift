import ABRMedia
import ABRPlayback
import ABRPolicies
import Testing

@Suite struct StreamSpecTests {
  private func sizes(_ resources: [StreamSettings.Resource]) -> [String] {
    resources.map { "\($0.kind.rawValue) \($0.bytes)" }
  }

  @Test("HLS asks for two playlists and an initialisation segment, DASH for one manifest, in this order")
  func defaults() throws {
    let hls = try StreamSpec(parsing: "hls").settings
    #expect(sizes(hls.start) == ["multivariant_playlist 828"])
    #expect(sizes(hls.rendition) == ["media_playlist 1049", "initialisation_segment 830"])
    let dash = try StreamSpec(parsing: "dash").settings
    #expect(sizes(dash.start) == ["manifest 3035"] && sizes(dash.rendition) == ["initialisation_segment 830"])
    #expect(try StreamSpec(parsing: "none").settings == StreamSettings())
  }

  @Test("what a manifest describes is a spec, and what it does not tell has its usual size")
  func manifest() throws {
    let hls = StreamResources(
      packaging: .hls, manifest: 712, mediaPlaylist: 234, initialisation: 0, key: 16, audioBitrate: 64_123)
    let spec = try StreamSpec(hls)
    #expect(spec.settings.audioBitrate == 64_123)
    #expect(sizes(spec.settings.rendition) == ["media_playlist 234", "key 16"])
    #expect(try StreamSpec(parsing: spec.canonical) == spec)
    let dash = try StreamSpec(StreamResources(packaging: .dash, manifest: 3060, audioBitrate: 0))
    #expect(sizes(dash.settings.start) == ["manifest 3060"] && dash.settings.audioBitrate == 0)
    #expect(sizes(dash.settings.rendition) == ["initialisation_segment 830"])
  }

  @Test("a caption says what is fetched, request by request")
  func caption() throws {
    #expect(
      try StreamSpec(parsing: StreamSpec.standard).caption
        == "fetched before the segments of an item: multivariant playlist 828 B; before the first of each rendition: "
        + "media playlist 1049 B, initialisation segment 830 B")
    #expect(try StreamSpec(parsing: "none").caption == "nothing is fetched beside the segments")
    let apart = "; audio apart, 128000 bit/s, beside its first rendition: audio initialisation segment 745 B"
    #expect(try StreamSpec(parsing: "dash(audio=128k)").caption.hasSuffix(apart))
  }

  @Test("what an app asks for comes first; a key lies between playlist and initialisation segment")
  func everything() throws {
    let spec = try StreamSpec(parsing: "hls(key=16B,play-auth=2kB,catalogue=5kB,init=1kB)")
    #expect(spec.canonical == "hls(catalogue=5kB,play-auth=2kB,init=1kB,key=16B)")
    #expect(
      sizes(spec.settings.start) == ["catalogue 5000", "play_authorisation 2000", "multivariant_playlist 828"])
    #expect(
      sizes(spec.settings.rendition) == ["media_playlist 1049", "key 16", "initialisation_segment 1000"])
  }

  @Test("audio apart brings its bitrate, and its own playlist and initialisation segment beside the video's")
  func audio() throws {
    let hls = try StreamSpec(parsing: "hls(audio=128k)").settings
    #expect(hls.audioBitrate == 128_000)
    #expect(sizes(hls.start) == ["multivariant_playlist 828"])
    #expect(sizes(hls.audio) == ["audio_playlist 1049", "audio_initialisation_segment 745"])
    let dash = try StreamSpec(parsing: "dash(audio=96k)").settings
    #expect(sizes(dash.start) == ["manifest 3035"] && sizes(dash.audio) == ["audio_initialisation_segment 745"])
    #expect(try StreamSpec(parsing: "dash(audio=96k,init=0B)").settings.audio.isEmpty)
  }

  @Test("subtitles by segment bring a playlist of their own")
  func subtitles() throws {
    let spec = try StreamSpec(parsing: "hls(subtitles=2kB,playlist=3kB)")
    #expect(spec.settings.subtitleBytes == 2000 && spec.caption.hasSuffix("; beside each segment: subtitles 2000 B"))
    #expect(sizes(spec.settings.start) == ["multivariant_playlist 828", "subtitle_playlist 3000"])
    #expect(try StreamSpec(parsing: spec.canonical) == spec)
    #expect(throws: SpecError.self) { try StreamSpec(parsing: "dash(subtitles=2kB)") }
  }

  @Test("audio and subtitles larger than a video may be are refused")
  func tooLarge() throws {
    let ladder = try Ladder([Rendition(bandwidth: 1000)])
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 3600, sizes: Array(repeating: [1], count: 1000))
    func refusal(_ spec: String) throws -> String? {
      var settings = PlayerSettings()
      settings.stream = try StreamSpec(parsing: spec).settings
      do throws(SpecError) {
        _ = try PolicySpec(parsing: "auto").policy().makePlayer(video: video, buffer: .standard, settings: settings)
        return nil
      } catch { return "\(error)" }
    }
    #expect(try refusal("hls(audio=128k,subtitles=100GB)") == nil)
    #expect(try refusal("hls(audio=1000G)")?.contains("audio: found 4.5e+17 bytes over v, expected at most") == true)
    #expect(try refusal("hls(subtitles=1TB)")?.contains("subtitles: found 1000000000000000.0 bytes over v") == true)
  }

  @Test(
    "a wrong name or size is refused with what is allowed", arguments: ["hsl", "hls(manifest=1kB)", "dash(manifest=0)"])
  func wrong(spec: String) {
    #expect(throws: SpecError.self) { try StreamSpec(parsing: spec) }
  }
}
