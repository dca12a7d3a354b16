import ABRPolicies
import ABRTestSupport
import Testing

@testable import ABRPlayers

/// Configurations as lines of code: Java, Kotlin, Swift, Objective-C and JavaScript.
@Suite struct ConfigurationCodeTests {
  private static func player(_ text: String, spec: String) throws -> (player: Player, notes: [String]) {
    let read = try Player(parsing: spec).configured(
      by: PlayerConfiguration(reading: text, file: "app.kt"), file: "app.kt")
    let configuration = try #require(read.player.configuration)
    return (read.player, configuration.warnings + configuration.notes)
  }

  private static let levels =
    "media3(minBufferMs=15000,maxBufferMs=60000,bufferForPlaybackAfterRebufferMs=3000,bufferForPlaybackMs=1500)"

  @Test(
    "the four levels of DefaultLoadControl are read as apps have them",
    arguments: [
      "DefaultLoadControl.Builder().setBufferDurationsMs(15000, 60000, 1500, 3000).build()",
      """
      val loadControl = DefaultLoadControl.Builder()
          .setBufferDurationsMs(
              /* minBufferMs = */ 15_000, // a comment, with a comma
              60_000, 1_500 /* ms */,
              3 * 1_000,
          ).build()
      """,
      """
      class Play { private companion object {
        private const val MIN = 15_000
        const val MAX_MS: Int = MIN * 4
      }
      fun control() = DefaultLoadControl.Builder().setBufferDurationsMs(MIN, MAX_MS, START_MS, RESUME).build() }
      const val START_MS = 1_500
      const val RESUME = 2 * START_MS
      """,
      """
      public final class Control {
        static final int MIN_BUFFER_MS = 15 * 1000;
        private static final long MAX_BUFFER_MS = 60_000L;
        LoadControl control = new DefaultLoadControl.Builder().setAllocator(new DefaultAllocator(true, 16))
          .setBufferDurationsMs(Control.MIN_BUFFER_MS, (int) MAX_BUFFER_MS, 1500, 3000).createDefaultLoadControl();
      }
      """,
      """
      val minBufferMs = 15.seconds
      DefaultLoadControl.Builder().apply {
        setBufferDurationsMs(15.seconds.inWholeMilliseconds.toInt(), TimeUnit.MINUTES.toMillis(1).toInt(), 1500, 3000)
      }
      """,
      "builder.setBufferDurationsMsForStreaming(15000, 60000, 1500, 3000)",
      "DefaultLoadControl.Builder().setBufferDurationsMs(15000, 10000 + DefaultLoadControl.DEFAULT_MAX_BUFFER_MS, 1500, 3000)",
      "<Video bufferConfig={{ minBufferMs: 15000, maxBufferMs: 60000, bufferForPlaybackMs: 1500, bufferForPlaybackAfterRebufferMs: 3000 }} />",
      "const bufferConfig = { minBufferMs: 15000, maxBufferMs: 60000, bufferForPlaybackMs: 1500, bufferForPlaybackAfterRebufferMs: 3000 }",
      "fun setBufferDurationsMs(minBufferMs: Int, b: Int, c: Int, d: Int) { }\nDefaultLoadControl.Builder().setBufferDurationsMs(15000, 60000, 1500, 3000)",
    ])
  func loadControl(text: String) throws {
    let result = try Self.player(text, spec: "media3")
    #expect(result.player.spec == Self.levels)
    #expect(result.notes.filter { !$0.contains("without effect here: allocator") }.isEmpty, "\(result.notes)")
  }

  @Test(
    "a value in the braces of JSX counts, and code there is refused",
    arguments: [
      ("<Video source={{ uri }} maxBitRate={2000000} paused={false} />", "media3(maxVideoBitrate=2000000)"),
      ("<Video maxBitRate={3000 * 1000}/>", "media3(maxVideoBitrate=3000000)"),
      ("<Video maxBitRate={0} bufferConfig={{ minBufferMs: 9000 }} />", "media3(minBufferMs=9000,maxVideoBitrate=0)"),
      ("<Video maxBitRate={limit(3)} />", nil),
    ] as [(String, String?)])
  func braces(text: String, spec: String?) throws {
    #expect(spec == (try? Self.player(text, spec: "media3").player.spec))
  }

  @Test(
    "a call of a player's own code sets the options of its name",
    arguments: [
      (
        "media3", "b.setTargetBufferBytes(C.LENGTH_UNSET).setPrioritizeTimeOverSizeThresholds(true)",
        "media3(prioritizeTimeOverSizeThresholds=true)"
      ),
      ("media3", "b.setTargetBufferBytes(200 * C.DEFAULT_BUFFER_SEGMENT_SIZE)", "media3(targetBufferBytes=13107200)"),
      (
        "media3", "selector.setParameters(selector.buildUponParameters().setMaxVideoSizeSd())",
        "media3(maxVideoSize=1279x719)"
      ),
      (
        "media3",
        "parameters = parameters.buildUpon().setMaxVideoSize(1280, 720).setMaxVideoBitrate(2_000_000).build()",
        "media3(maxVideoBitrate=2000000,maxVideoSize=1280x720)"
      ),
      ("media3", "p.setMaxVideoSize(Int.MAX_VALUE, Int.MAX_VALUE).setMaxVideoBitrate(Integer.MAX_VALUE)", "media3"),
      ("media3", "p.setMaxVideoSize(640, 360).clearVideoSizeConstraints()", "media3"),
      ("media3", "p.setMaxVideoSize(Int.MAX_VALUE, 720)", "media3(maxVideoSize=100000x720)"),
      ("media3", "p.setMaxVideoSize(1280, Integer.MAX_VALUE)", "media3(maxVideoSize=1280x100000)"),
      ("media3", "p.setForceLowestBitrate(true)", "media3(forceLowestBitrate=true)"),
      (
        "media3", "DefaultBandwidthMeter.Builder(context).setInitialBitrateEstimate(3_000_000L).build()",
        "media3(initialBitrateEstimate=3000000)"
      ),
      ("media3", "AdaptiveTrackSelection.Factory()", "media3"),
      (
        "media3", "new AdaptiveTrackSelection.Factory(5000, 20000, 25000, 0.6f)",
        "media3(bandwidthFraction=0.6,minDurationForQualityIncreaseMs=5000,maxDurationForQualityDecreaseMs=20000)"
      ),
      (
        "media3", "AdaptiveTrackSelection.Factory(5000, 20000, 25000, 1279, 719, 0.6f)",
        "media3(bandwidthFraction=0.6,minDurationForQualityIncreaseMs=5000,maxDurationForQualityDecreaseMs=20000)"
      ),
      (
        "media3",
        "AdaptiveTrackSelection.Factory(AdaptiveTrackSelection.DEFAULT_MIN_DURATION_FOR_QUALITY_INCREASE_MS, 20000, "
          + "AdaptiveTrackSelection.DEFAULT_MIN_DURATION_TO_RETAIN_AFTER_DISCARD_MS, 0.6f, 0.75f, Clock.DEFAULT)",
        "media3(bandwidthFraction=0.6,minDurationForQualityIncreaseMs=10000,maxDurationForQualityDecreaseMs=20000)"
      ),
      (
        "apsara", "config.mMaxBufferDuration = 50 * 1000;\nconfig.mStartBufferDuration = 300;",
        "apsara(maxBufferDuration=50000,startBufferDuration=300)"
      ),
      (
        "apsara",
        "AVPConfig *config = [player getConfig];\nconfig.maxBufferDuration = 40000; [player setConfig:config];",
        "apsara(maxBufferDuration=40000)"
      ),
      (
        "apsara", "[[self.player getConfig] setMaxBufferDuration:40000];\n[config setHighBufferDuration:@(5000)];",
        "apsara(maxBufferDuration=40000,highBufferDuration=5000)"
      ),
      (
        "apsara", "AVPConfig()..maxBufferDuration = 40000..startBufferDuration = 300;",
        "apsara(maxBufferDuration=40000,startBufferDuration=300)"
      ),
      (
        "apsara", "var map = {'mMaxBufferDuration': 40000, 'mNetworkTimeout': 5000};",
        "apsara(maxBufferDuration=40000,networkTimeout=5000)"
      ),
      (
        "apsara", "[AliPlayerGlobalSettings enableNetworkBalance:NO]; [player setPlayerScene:SceneVeryShortVideo];",
        "apsara(scene=very-short-video,enableNetworkBalance=false)"
      ),
      (
        "apsara", "AliPlayerGlobalSettings.enableNetworkBalance(false); player.setDefaultBandWidth(2_000_000)",
        "apsara(defaultBandWidth=2000000,enableNetworkBalance=false)"
      ),
      (
        "apsara",
        "config.highBufferDuration = 4000; [listPlayer setPreloadCount:0 nextCount:2]; preload.preloadDuration = 4000; "
          + "[listPlayer updatePreloadConfig:preload]; listPlayer.maxPreloadMemorySizeMB = 64; [view setHidden:YES];",
        "apsara(highBufferDuration=4000,preloadCount=0,nextCount=2,preloadDuration=4000,maxPreloadMemorySizeMB=64)"
      ),
      ("apsara", "aliListPlayer.setPreloadCount(3)", "apsara(preloadCount=3)"),
      ("apsara", "aliListPlayer.setPreloadCount(0, 3)", "apsara(preloadCount=0,nextCount=3)"),
      ("apsara", "preload.mPreloadDuration = 1500;", "apsara(preloadDuration=1500)"),
      ("cicada", "config.maxBufferDuration = 40000;", "cicada(maxBufferDuration=40000)"),
      (
        "avplayer", "item.preferredForwardBufferDuration = 10\nplayer.automaticallyWaitsToMinimizeStalling = false",
        "avplayer(preferredForwardBufferDuration=10,automaticallyWaitsToMinimizeStalling=false)"
      ),
      (
        "avplayer", "item?.preferredMaximumResolution = CGSize(width: 1280, height: 720)",
        "avplayer(preferredMaximumResolution=1280x720)"
      ),
      (
        "avplayer",
        "self.item.preferredPeakBitRate = Double(2_000_000); item.preferredMaximumResolution = CGSizeMake(1280, 720);",
        "avplayer(preferredPeakBitRate=2000000,preferredMaximumResolution=1280x720)"
      ),
      (
        "avplayer", "let peak: Double = 2e6\n[item setPreferredPeakBitRate:peak];",
        "avplayer(preferredPeakBitRate=2000000)"
      ),
      (
        "brightcove",
        "options[kBCOVBufferOptimizerMinimumDurationKey] = 15\noptions?[kBCOVBufferOptimizerMaximumDurationKey] = 60",
        "brightcove(min=15s,max=60s)"
      ),
      (
        "brightcove",
        "controller.options = @{ kBCOVBufferOptimizerMethodKey: @(BCOVBufferOptimizerMethodNone), kBCOVBufferOptimizerMinimumDurationKey: @(15) };",
        "brightcove(min=15s,method=none)"
      ),
      (
        "brightcove",
        "let options: [String: Any] = [kBCOVBufferOptimizerMinimumDurationKey: 15, kBCOVBufferOptimizerMaximumDurationKey: 60.5]",
        "brightcove(min=15s,max=60.5s)"
      ),
      ("brightcove", "controller.setPreferredPeakBitRate(2_000_000)", "brightcove(preferredPeakBitRate=2000000)"),
      ("brightcove", "view.setPeakBitrate(2_000_000);", "brightcove(preferredPeakBitRate=2000000)"),
      (
        "vhs", "videojs('id', { controls: true, html5: { vhs: { bandwidth: 2000000, overrideNative: true } } });",
        "vhs(INITIAL_BANDWIDTH=2000000)"
      ),
      ("vhs", "videojs.options.vhs = { bandwidth: 2000000 };", "vhs(INITIAL_BANDWIDTH=2000000)"),
      (
        "vhs", "videojs.options.html5.vhs.bandwidth = 2e6; videojs.Vhs.GOAL_BUFFER_LENGTH = 20;",
        "vhs(GOAL_BUFFER_LENGTH=20,INITIAL_BANDWIDTH=2000000)"
      ),
    ] as [(String, String, String)])
  func calls(name: String, text: String, expected: String) throws {
    #expect(try Self.player(text, spec: name).player.spec == expected)
  }

  @Test(
    "what is in code and does not act is said",
    arguments: [
      (
        "media3", "DefaultLoadControl.Builder().setBackBuffer(10_000, true).setTargetBufferBytes(9)",
        "app.kt: not simulated, without effect here: backBuffer"
      ),
      (
        "media3", "DefaultLoadControl.Builder().setTargetBuferBytes(9).setTargetBufferBytes(9)",
        "app.kt:1: media3 1.11.0 has no option DefaultLoadControl.targetBuferBytes and ignores it; did you mean targetBufferBytes?"
      ),
      (
        "media3", "b.setMaxVideoBitRate(1)\nb.setTargetBufferBytes(9)",
        "app.kt:1: media3 1.11.0 has no option maxVideoBitRate and ignores it; did you mean maxVideoBitrate?"
      ),
      (
        "media3", "b.setBufferDurationsMs(1, 2)\nb.setTargetBufferBytes(9)",
        "app.kt:1: setBufferDurationsMs is not read: found 2 arguments, expected setBufferDurationsMs(minBufferMs, "
          + "maxBufferMs, bufferForPlaybackMs, bufferForPlaybackAfterRebufferMs)"
      ),
      (
        "media3", "m.setInitialBitrateEstimate(C.NETWORK_TYPE_4G, 3_000_000)\nb.setTargetBufferBytes(9)",
        "app.kt:1: setInitialBitrateEstimate is not read: found 2 arguments, expected "
          + "setInitialBitrateEstimate(initialBitrateEstimate)"
      ),
      (
        "hls.js", "hls.config.maxBufferLength = 9; hls.config.fooBar = 3; hls.media = video; app.config.fooBar = 4",
        "app.kt:1: hls.js 1.7.1 has no option fooBar and ignores it"
      ),
      (
        "apsara", "config.mMaxBufferDuration = 6000;\nconfig.mFooBar = true;",
        "app.kt:2: apsara 5.5.1 has no option mFooBar and ignores it"
      ),
      (
        "apsara", "config.maxBufferDuraton = 5; config.highBufferDuration = 4000",
        "app.kt:1: apsara 5.5.1 has no option maxBufferDuraton and ignores it; did you mean maxBufferDuration?"
      ),
      (
        "apsara", "config.mMaxDelayTime = 2; config.mMaxBufferDuration = 6000",
        "app.kt: not simulated, without effect here: mMaxDelayTime"
      ),
      (
        "media3", "player.setPreloadConfiguration(ExoPlayer.PreloadConfiguration(5_000_000L))",
        "app.kt: without effect here: preloadConfiguration; how a feed is preloaded is an option of the run, such as "
          + "--preload 'network-balance(next=2)'"
      ),
      (
        "media3", "b.setTargetBufferBytes(9)\nval c = ExoPlayer.PreloadConfiguration(5_000_000L)",
        "app.kt: without effect here: preloadConfiguration; how a feed is preloaded is an option of the run, such as "
          + "--preload 'network-balance(next=2)'"
      ),
      (
        "vhs", "videojs('id', { fluid: true, html5: { vhs: { bandwidth: 1 } } })",
        "app.kt: not simulated, without effect here: fluid"
      ),
      (
        "dash.js", "updateSettings({'streaming.buffer.bufferTimeDefault': 7})",
        "app.kt:1: dash.js 5.1.1 has no option streaming.buffer.bufferTimeDefault and ignores it; write "
          + "{ streaming: { buffer: { bufferTimeDefault: … } } }"
      ),
      (
        "hls.js", "post({ headers: { 'Content-Type': 'json' } });\nnew Hls({ maxBufferLength: 9, debug: true })",
        "app.kt: not simulated, without effect here: debug"
      ),
      (
        "hls.js", "const ads = {\n  startLevel: 1 };\nnew Hls({ maxBufferLength: 9 })",
        "app.kt: options are taken from objects on lines 1, 3; leave only the player's own in the file"
      ),
      (
        "hls.js", "const vod = { maxBufferLength: 20 };\nconst live = { maxBufferLength: 5 };",
        "app.kt:2: maxBufferLength is on line 1, too; the last value counts, 5"
      ),
    ])
  func notes(name: String, text: String, note: String) throws {
    let notes = try Self.player(text, spec: name).notes
    #expect(notes == [note])
  }

  @Test("an unknown key beside those of preloading is a warning")
  func preloading() throws {
    let result = try Self.player("preload.preloadDuration = 4000; preload.fooBar = 1;", spec: "apsara")
    #expect(result.player.spec == "apsara(preloadDuration=4000)" && result.notes.count == 1, "\(result.notes)")
    #expect(result.notes.first == "app.kt:1: apsara 5.5.1 has no option fooBar and ignores it")
    let media3 = try Player(parsing: "media3").configured(
      by: PlayerConfiguration(reading: "b.setPreloadConfiguration(c)", file: "app.kt"), file: "app.kt")
    #expect(media3.refusal == nil)
  }

  @Test("a message with several arguments whose values are not all read is refused")
  func codeInMessage() {
    #expect(throws: PlayerConfigurationError.self) {
      try Self.player("[list setPreloadCount:before nextCount:3];", spec: "apsara")
    }
  }

  @Test("comments alone are the player as it comes", arguments: ["// Nothing to set.\n", "/* none */"])
  func comments(text: String) throws {
    let read = try Player(parsing: "avplayer").configured(
      by: PlayerConfiguration(reading: text, file: "app.swift"), file: "app.swift")
    #expect(read.player.spec == "avplayer" && read.refusal == nil)
    let configuration = try #require(read.player.configuration)
    #expect(configuration.warnings.isEmpty && configuration.notes.isEmpty)
    let comment = "app.swift: changes nothing: it has comments only; abrlab player show avplayer lists the options"
    #expect(configuration.comment == comment)
  }

  @Test(
    "a file whose only calls have other arguments is refused by the first one",
    arguments: [
      (
        "x = 1\nb.setBufferDurationsMs(30_000, 60_000)",
        "app.kt:2: setBufferDurationsMs: found 2 arguments, expected set"
      ),
      (
        "m.setInitialBitrateEstimate(C.NETWORK_TYPE_4G, 3)",
        "setInitialBitrateEstimate: found 2 arguments, expected set"
      ),
    ])
  func otherArguments(text: String, message: String) throws {
    let read = try Player(parsing: "media3").configured(
      by: PlayerConfiguration(reading: text, file: "app.kt"), file: "app.kt")
    #expect(read.refusal?.description.contains(message) == true, "\(String(describing: read.refusal))")
  }

  @Test(
    "a wrong value in code is refused with its line and what the player allows",
    arguments: [
      (
        "media3", "\nb.setBufferDurationsMs(15000, limit(3), 1500, 3000)",
        "app.kt:2: maxBufferMs: found code, which is not run, expected a whole number, 1 to 86400000"
      ),
      (
        "media3", "b.setBufferDurationsMs(15000, 60000, Config.START, 3000)",
        "app.kt:1: bufferForPlaybackMs: found code, which is not run (Config.START), expected a whole number"
      ),
      ("media3", "b.setTargetBufferBytes(-5)", "app.kt:1: targetBufferBytes: found -5, expected a whole number, 1 to"),
      ("media3", "b.setTargetBufferBytes(2.5)", "targetBufferBytes: found 2.5, expected a whole number"),
      (
        "media3", "b.setBufferDurationsMs(60000, 15000, 1500, 3000)",
        "app.kt:1: minBufferMs: found minBufferMs=60000 with maxBufferMs=15000, expected minBufferMs ≤ maxBufferMs"
      ),
      (
        "brightcove", "let a = 1\noptions[kBCOVBufferOptimizerMinimumDurationKey] = 95",
        "app.kt:2: kBCOVBufferOptimizerMinimumDurationKey: found kBCOVBufferOptimizerMinimumDurationKey=95s with "
          + "kBCOVBufferOptimizerMaximumDurationKey=90s, expected kBCOVBufferOptimizerMinimumDurationKey ≤ "
          + "kBCOVBufferOptimizerMaximumDurationKey"
      ),
      (
        "apsara", "config.maxBufferDuration = 9000;\nconfig.networkTimeout = 4000000;",
        "app.kt:2: networkTimeout: found 4000000, expected a whole number, 1 to 3600000"
      ),
      (
        "apsara", "\nconfig.startBufferLimit = 100;",
        "app.kt:2: startBufferLimit: found stopBufferLimit=3000 with startBufferLimit=100"
      ),
      ("media3", "b.setPrioritizeTimeOverSizeThresholds(1)", "found 1, expected true or false"),
      ("media3", "val a = b + 1\nval b = a + 1\nx.setTargetBufferBytes(a)", "app.kt:3: targetBufferBytes: found code"),
      ("media3", "x.setTargetBufferBytes(1 / 0)", "targetBufferBytes: found Infinity"),
      ("avplayer", "item.preferredForwardBufferDuration = .zero", "found code, which is not run"),
      ("avplayer", "item.preferredForwardBufferDuration *= 2", "found code, which is not run"),
      ("avplayer", "item.preferredMaximumResolution = CGSize(width: w, height: 3)", "found code, which is not run"),
      (
        "brightcove", "options[kBCOVBufferOptimizerMinimumDurationKey] = 0.5",
        "min: found 0.5s, expected a duration, 1s to"
      ),
      (
        "apsara", "player.setPlayerScene(PlayerScene.CINEMA)",
        "found code, which is not run (PlayerScene.CINEMA), expected none"
      ),
      ("media3", "val maxBufferMs = 10.seconds\nx.maxBufferMs = maxBufferMs", "app.kt:2: maxBufferMs: found code"),
    ])
  func refused(name: String, text: String, message: String) {
    let error = #expect(throws: PlayerConfigurationError.self) { try Self.player(text, spec: name) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test("a variable of an option's name is one of many, where the file sets the option itself")
  func variables() throws {
    let text = "val minBufferMs = 9000\nval maxBufferMs = 20000\nb.setBufferDurationsMs(8000, maxBufferMs, 500, 500)"
    let spec = "media3(minBufferMs=8000,maxBufferMs=20000,bufferForPlaybackAfterRebufferMs=500,bufferForPlaybackMs=500)"
    let result = try Self.player(text, spec: "media3")
    #expect(result.player.spec == spec && result.notes.isEmpty)
    #expect(try Self.player("maxBufferMs = 60000", spec: "media3").player.spec == "media3(maxBufferMs=60000)")
  }

  @Test("what is in a file beside the player's configuration is passed over")
  func wholeFile() throws {
    let text = """
      final class Playing {
        struct Constants { static let buffer: TimeInterval = 12 }
        private let headers: [String: String] = ["User-Agent": "App/1.0", "Accept": "*/*"]
        func load(_ url: URL) {
          let asset = AVURLAsset(url: url, options: ["AVURLAssetHTTPHeaderFieldsKey": headers])
          item.preferredForwardBufferDuration = Constants.buffer
          if #available(iOS 15.0, *) { item.preferredPeakBitRateForExpensiveNetworks = 1_000_000 }
          player.replaceCurrentItem(with: item)
        }
      }
      """
    let result = try Self.player(text, spec: "avplayer")
    let options = "preferredForwardBufferDuration=12,preferredPeakBitRateForExpensiveNetworks=1000000"
    #expect(result.player.spec == "avplayer(\(options))" && result.notes.isEmpty, "\(result.notes)")
  }

  @Test("prioritised time is fetched whatever its size, up to the minimum")
  func prioritised() throws {
    let text = "b.setBufferDurationsMs(20000, 60000, 500, 500).setPrioritizeTimeOverSizeThresholds(true)"
    let buffer = try Self.player(text, spec: "media3").player.buffer.settings
    #expect(buffer.byteBudgetFloor == 20 && buffer.byteBudget == 144_310_272)
    let usual = try Player(parsing: "media3(prioritizeTimeOverSizeThresholds=true)").buffer.settings
    #expect(usual.byteBudgetFloor == 50)
  }

  @Test("constants of Media3's classes are those of the player's options")
  func constants() {
    for (name, value) in [
      ("DEFAULT_MIN_BUFFER_MS", "50000"), ("DEFAULT_BUFFER_FOR_PLAYBACK_AFTER_REBUFFER_MS", "2000"),
      ("DEFAULT_BANDWIDTH_FRACTION", "0.7"), ("DEFAULT_PRIORITIZE_TIME_OVER_SIZE_THRESHOLDS", "false"),
    ] {
      #expect(KnownPlayer.constants[name]?.value == .literal(value), "\(name)")
    }
    #expect(KnownPlayer.constants["DEFAULT_TARGET_BUFFER_BYTES"]?.value == .nothing)
  }

  @Test("code of any length and depth ends, and any beginning of a file is read or refused")
  func hostile() throws {
    let whole = """
      val options: [String: Any] = [kBCOVBufferOptimizerMinimumDurationKey: 15]
      [[a b] setMaxBufferDuration:@(5)]; x?.y!.z = CGSize(width: (1 + 2) * 3, height: -MAX.toInt()) // c
      DefaultLoadControl.Builder().setBufferDurationsMs(/* a */ 15.seconds.inWholeMilliseconds, MIN, `x`, "y")
      """
    for length in 0...whole.count {
      _ = try? Self.player(String(whole.prefix(length)), spec: ["media3", "brightcove", "apsara"][length % 3])
    }
    let (many, most) = (Seeds.rounds(of: 50_000), Seeds.rounds(of: 100_000))
    let chain = (0..<Seeds.rounds(of: 20_000)).map { "val a\($0) = a\($0 + 1) + a\($0 + 1)" }.joined(separator: "\n")
    for text in [
      chain, String(repeating: "f(", count: many), String(repeating: "Int(", count: many),
      String(repeating: "((", count: many), "a = " + String(repeating: "-", count: most),
      "a = " + String(repeating: "1+", count: most), String(repeating: "a.", count: most) + "b = { c: 1 }",
      String(repeating: "a().", count: many), String(repeating: "[a:", count: many),
      String(repeating: "[a b:", count: many), String(repeating: "a[b]", count: many) + " = 1",
      "f(" + String(repeating: "1,", count: most) + ")",
      String(repeating: "a = b\nb = a\n", count: Seeds.rounds(of: 20_000)),
      String(decoding: (0..<many).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, as: UTF8.self),
    ] {
      _ = try? Self.player(text, spec: "media3")
    }
  }
}
