import ABRTestSupport
import Testing

@testable import ABRMedia

/// Manifests and videos of others, which are not part of the package.
@Suite struct SharedManifestsTests {
  /// What each manifest is: renditions, segments, how sizes are known; or the reason of its refusal.
  static let manifests: [(file: String, answer: String)] = [
    ("akamai_bbb_30fps.mpd", "10 x 159 constant"), ("apple_img_bipbop_adv_master.m3u8", "8 x 100 constant"),
    ("dashif_livesim_testpic_2s.mpd", "1 x 30 constant"), ("media3_cmaf_multi-segment_manifest.mpd", "1 x 12 constant"),
    ("media3_cmaf_multi-segment_playlist.m3u8", "1 x 100 constant"),
    ("media3_cmaf_multi-segment_stream_0.m3u8", "bandwidth: missing, expected the multivariant playlist"),
    ("media3_dash_multi-track_sample.mpd", "2 x 1 constant"), ("media3_hls_cea608_manifest.m3u8", "1 x 100 constant"),
    ("mux_x36xhzz.m3u8", "5 x 100 constant"), ("pensieve_envivio.mpd", "6 x 49 constant"),
    ("shaka_7401_dash_0.mpd", "1 x 16 constant"), ("shaka_dash-clearkey_dash.mpd", "1 x 5 constant"),
    ("shaka_dv-p8-4-hevc_master.m3u8", "1 x 100 constant"), ("shaka_dv-p8-4-hevc_media.m3u8", "1 x 36 measured"),
    ("shaka_hls-muxed-mp4-ts_master.m3u8", "1 x 100 constant"), ("vhs_brightcove.m3u8", "4 x 100 constant"),
    ("vhs_byteRange.m3u8", "1 x 17 constant"), ("vhs_dashByterange.mpd", "1 x 40 measured"),
    ("vhs_main.m3u8", "4 x 100 constant"), ("vhs_prog_index.m3u8", "1 x 101 measured"),
  ]

  @Test(
    "every manifest is read, or refused with its reason",
    .enabled(if: SharedData.sibling("raw") != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"),
    arguments: manifests.map(\.file))
  func manifest(file: String) throws {
    let folder = try #require(SharedData.sibling("raw")) + "/manifests"
    let expected = try #require(Self.manifests.first { $0.file == file }).answer
    do throws(VideoError) {
      let video = try VideoFile.loadAll(at: ["\(folder)/\(file)"])[0].videos[0]
      let sizes =
        switch video.sizeOrigin {
        case .measured: "measured"
        case .derived(let model): model
        }
      #expect("\(video.ladder.count) x \(video.segmentCount) \(sizes)" == expected, "\(video.notes)")
    } catch {
      #expect(error.description.contains(expected), "\(error)")
    }
  }

  @Test(
    "the raw files of others equal their normalised videos",
    .enabled(if: SharedData.sibling("raw") != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"),
    arguments: [
      ("mit_video_trace_dat/trace.dat", "bbb_mit20"), ("pensieve_video_size", "envivio_pensieve"),
      ("sabre_video/bbb.json", "bbb_sabre10"), ("sabre_video/bbb4k.json", "bbb4k_sabre6"),
      ("sabre_video/movie.json", "sabre_example_movie"), ("mm22_video/1_tj", "short_1_tj"),
    ])
  func normalised(raw: String, name: String) throws {
    let folder = try #require(SharedData.sibling("raw"))
    let own = try VideoFile.loadAll(at: ["\(folder)/\(raw)"])[0].videos[0]
    let videos = try #require(SharedData.sibling("videos"))
    let normalised = try VideoFile.loadAll(at: ["\(videos)/\(name).json"])[0].videos[0]
    #expect(own.sizes == normalised.sizes)
    #expect(zip(own.starts, normalised.starts).allSatisfy { abs($0 - $1) < 1e-6 })
    if name == "envivio_pensieve" {
      let scored = try ComycoScores.adding(to: own, from: "\(folder)/comyco_vmaf")
      #expect(scored.scores == normalised.scores)
    }
  }
}
