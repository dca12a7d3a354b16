import ABRPlayers
import Testing

@testable import ABRReports

/// One growing buffer, as a snippet for each player.
@Suite struct PlayerCodeSnippetTests {
  let growing = PlayerSetting(
    minimumTarget: 10, maximumTarget: 30, start: 0.5, resume: 3, peakBitrate: 3_000_000)

  @Test("Brightcove: optimizer keys in seconds, peak bitrate on the controller")
  func brightcove() {
    #expect(
      PlayerCode(growing, for: .brightcove).code == """
        // Before playbackController.setVideos(_:).
        var options = playbackController.options ?? [:]
        options[kBCOVBufferOptimizerMethodKey] = BCOVBufferOptimizerMethod.default.rawValue
        options[kBCOVBufferOptimizerMinimumDurationKey] = 10  // s
        options[kBCOVBufferOptimizerMaximumDurationKey] = 30  // s
        playbackController.options = options
        playbackController.setPreferredPeakBitRate(3_000_000)  // bit/s

        """)
  }

  @Test("AVPlayer: an observer lets the target grow")
  func avplayerGrowing() {
    #expect(
      PlayerCode(growing, for: .avplayer).code == """
        // item: the AVPlayerItem, before it is given to the player.
        item.preferredForwardBufferDuration = 10  // s
        item.preferredPeakBitRate = 3_000_000  // bit/s
        // The target follows the position; keep the observer, and remove it with player.removeTimeObserver(_:).
        let bufferObserver = player.addPeriodicTimeObserver(
          forInterval: CMTime(seconds: 5, preferredTimescale: 1000), queue: .main
        ) { [weak item] time in
          item?.preferredForwardBufferDuration = min(max(time.seconds, 10), 30)  // s
        }

        """)
  }

  @Test("AVPlayer: a static target and all limits are properties of the item")
  func avplayerStatic() {
    let setting = PlayerSetting(
      minimumTarget: 20, maximumTarget: 20, peakBitrate: 3_000_000, peakBitrateExpensive: 1_000_000,
      maximumResolution: .init(width: 1280, height: 720))
    #expect(
      PlayerCode(setting, for: .avplayer).code == """
        // item: the AVPlayerItem, before it is given to the player.
        item.preferredForwardBufferDuration = 20  // s
        item.preferredPeakBitRate = 3_000_000  // bit/s
        item.preferredPeakBitRateForExpensiveNetworks = 1_000_000  // bit/s
        item.preferredMaximumResolution = CGSize(width: 1280, height: 720)  // HLS only

        """)
  }

  @Test("ApsaraVideo: levels in milliseconds")
  func apsara() {
    #expect(
      PlayerCode(growing, for: .apsara).code == """
        // player: the AliPlayer or AliListPlayer, before it is prepared.
        AVPConfig *config = [player getConfig];
        config.startBufferDuration = 500;  // ms
        config.highBufferDuration = 3000;  // ms
        config.maxBufferDuration = 30000;  // ms
        [player setConfig:config];

        """)
  }

  @Test("ApsaraVideo: a list without the gate, which the player has unless it is told otherwise")
  func apsaraWithoutGate() {
    let code = PlayerCode(PlayerSetting(preloadPrevious: 0, preloadNext: 3), for: .apsara).code
    #expect(code.hasPrefix("[AliPlayerGlobalSettings enableNetworkBalance:NO];\n"), "\(code)")
  }

  @Test("ApsaraVideo: gate, pixels and preloading of the list player")
  func apsaraPreloading() {
    let setting = PlayerSetting(
      maximumPixels: 921_600, gateOpen: 8, gateClose: 3, preloadPrevious: 0, preloadNext: 3, preloadDuration: 1.5,
      preloadMemory: 100_000_000)
    let written = PlayerCode(setting, for: .apsara)
    #expect(
      written.code == """
        // player: the AliPlayer or AliListPlayer, before it is prepared.
        AVPConfig *config = [player getConfig];
        config.startBufferLimit = 8000;  // ms
        config.stopBufferLimit = 3000;  // ms
        config.maxAllowedAbrVideoPixelNumber = 921600;
        [player setConfig:config];
        [AliPlayerGlobalSettings enableNetworkBalance:YES];
        // listPlayer: the AliListPlayer, before moveTo:.
        [listPlayer setPreloadCount:0 nextCount:3];
        AVPPreloadConfig *preload = [[AVPPreloadConfig alloc] init];
        preload.preloadDuration = 1500;  // ms
        [listPlayer updatePreloadConfig:preload];
        listPlayer.maxPreloadMemorySizeMB = 100;

        """)
    #expect(
      written.notes == [
        "What the player does with a running preload when the gate closes is not documented.",
        "The pixel limit holds for automatic switching only, not for a track that the app selects.",
      ])
  }

  @Test("Media3: all four durations, and what the track selection takes")
  func media3() {
    #expect(
      PlayerCode(growing, for: .media3).code == """
        val loadControl = DefaultLoadControl.Builder()
            .setBufferDurationsMs(
                /* minBufferMs = */ 10_000,
                /* maxBufferMs = */ 30_000,
                /* bufferForPlaybackMs = */ 500,
                /* bufferForPlaybackAfterRebufferMs = */ 3000,
            )
            .build()
        val player = ExoPlayer.Builder(context).setLoadControl(loadControl).build()
        player.trackSelectionParameters = player.trackSelectionParameters.buildUpon()
            .setMaxVideoBitrate(3_000_000) // bit/s
            .build()

        """)
  }

  @Test("Media3: bytes, picture size and the next item's preload in microseconds")
  func media3Others() {
    let setting = PlayerSetting(
      byteBudget: 20_000_000, maximumResolution: .init(width: 1280, height: 720), preloadNext: 1, preloadDuration: 2)
    #expect(
      PlayerCode(setting, for: .media3).code == """
        val loadControl = DefaultLoadControl.Builder()
            .setTargetBufferBytes(20_000_000)
            .build()
        val player = ExoPlayer.Builder(context).setLoadControl(loadControl).build()
        player.trackSelectionParameters = player.trackSelectionParameters.buildUpon()
            .setMaxVideoSize(1280, 720) // pixels
            .build()
        player.preloadConfiguration = ExoPlayer.PreloadConfiguration(2_000_000L) // µs

        """)
  }

  @Test("hls.js: minimum, ceiling and a level cap")
  func hlsJS() {
    #expect(
      PlayerCode(growing, for: .hlsJS).code == """
        const hls = new Hls({
          maxBufferLength: 10, // s
          maxMaxBufferLength: 30, // s
        });
        hls.on(Hls.Events.MANIFEST_PARSED, () => {
          // Levels are sorted by bitrate: up to the one before the first above the limit.
          const over = hls.levels.findIndex((level) => level.bitrate > 3000000);
          hls.autoLevelCapping = over < 0 ? -1 : Math.max(over - 1, 0);
        });

        """)
  }

  @Test("VHS: seconds; CicadaPlayer: fields in milliseconds")
  func vhsAndCicada() {
    #expect(
      PlayerCode(growing, for: .vhs).code == """
        videojs.Vhs.GOAL_BUFFER_LENGTH = 10; // s
        videojs.Vhs.MAX_GOAL_BUFFER_LENGTH = 30; // s

        """)
    #expect(
      PlayerCode(growing, for: .cicada).code == """
        config.startBufferDuration = 500;  // ms
        config.highBufferDuration = 3000;  // ms
        config.maxBufferDuration = 30000;  // ms

        """)
  }

  @Test("dash.js: seconds and kbit/s")
  func dashJS() {
    #expect(
      PlayerCode(growing, for: .dashJS).code == """
        player.updateSettings({
          streaming: {
            buffer: {
              bufferTimeDefault: 10, // s
              bufferTimeAtTopQuality: 30, // s
              bufferTimeAtTopQualityLongForm: 30, // s
              initialBufferLevel: 0.5, // s
            },
            abr: {
              maxBitrate: {
                video: 3000, // kbit/s
              },
            },
          },
        });

        """)
  }

  @Test("Shaka Player: one goal, and a rebuffering goal that changes after the start")
  func shaka() {
    #expect(
      PlayerCode(growing, for: .shaka).code == """
        player.configure({
          streaming: {
            bufferingGoal: 30, // s
            rebufferingGoal: 0.5, // s
          },
          abr: {
            restrictions: {
              maxBandwidth: 3000000, // bit/s
            },
          },
        });
        // One goal serves start and resume: from the first frame on it is the resume level.
        video.addEventListener('playing', () => {
          player.configure('streaming.rebufferingGoal', 3); // s
        }, { once: true });

        """)
  }

  @Test("an empty setting says that there is nothing to set", arguments: PlayerTarget.allCases)
  func nothing(player: PlayerTarget) {
    let written = PlayerCode(PlayerSetting(), for: player)
    #expect(written.code == "// Nothing to set: the setting leaves every value at the player's own default.\n")
    #expect(written.notes.isEmpty)
  }

  @Test("a setting that a player has no option for is all notes")
  func nothingForThisPlayer() {
    let written = PlayerCode(PlayerSetting(resume: 3), for: .hlsJS)
    #expect(written.code == "// Nothing to set for this player; see the notes.\n")
    #expect(written.notes == ["Left out: resume level 3 s; hls.js has no resume level, the browser resumes by itself."])
  }

  @Test("raw values, titles and languages are the published ones")
  func targets() {
    #expect(
      PlayerTarget.allCases.map(\.rawValue)
        == ["brightcove", "avplayer", "apsara", "media3", "hls.js", "dash.js", "shaka", "vhs", "cicada"])
    #expect(
      PlayerTarget.allCases.map(\.language)
        == [.swift, .swift, .objectiveC, .kotlin, .javaScript, .javaScript, .javaScript, .javaScript, .cPlusPlus])
    #expect(Set(PlayerTarget.allCases.map(\.title)).count == PlayerTarget.allCases.count)
    #expect(Set(PlayerTarget.allCases.map(\.rawValue)) == Set(KnownPlayer.withConfiguration))
  }
}
