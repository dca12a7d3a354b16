import Testing

@testable import ABRReports

/// What was rounded, moved or understood differently is said, with the values before and after.
@Suite struct PlayerCodeNoteTests {
  @Test("durations are rounded to whole milliseconds, and said so")
  func rounding() {
    let written = PlayerCode(PlayerSetting(resume: 2.71828), for: .apsara)
    #expect(written.code.contains("config.highBufferDuration = 2718;  // ms\n"))
    #expect(written.notes == ["The resume level of 2.71828 s is rounded to 2.718 s."])
  }

  @Test("the noise of binary fractions is not worth a note")
  func noise() {
    let written = PlayerCode(PlayerSetting(start: 0.1 + 0.2), for: .apsara)
    #expect(written.code.contains("startBufferDuration = 300;"))
    #expect(written.notes.isEmpty)
  }

  @Test("values that are none are left out", arguments: PlayerTarget.allCases)
  func impossible(player: PlayerTarget) {
    let setting = PlayerSetting(
      minimumTarget: .nan, maximumTarget: .infinity, start: -1, byteBudget: 0, peakBitrate: -3,
      maximumResolution: .init(width: 0, height: 720))
    let written = PlayerCode(setting, for: player)
    #expect(written.code == "// Nothing to set for this player; see the notes.\n")
    #expect(
      written.notes == [
        "Left out: the smallest target is not a finite number of seconds.",
        "Left out: the largest target is not a finite number of seconds.",
        "Left out: the start level of -1.0 s is negative.",
        "Left out: the byte budget of 0 is less than 1.",
        "Left out: the peak bitrate of -3 is less than 1.",
        "Left out: the maximum resolution 0×720 is not a picture size.",
      ])
  }

  @Test("Brightcove takes one second or more")
  func brightcoveMinimum() {
    let written = PlayerCode(PlayerSetting(minimumTarget: 0.4, maximumTarget: 0.7), for: .brightcove)
    #expect(written.code.contains("MinimumDurationKey] = 1  // s\n"))
    #expect(written.code.contains("MaximumDurationKey] = 1  // s\n"))
    #expect(
      written.notes.prefix(2) == [
        "The smallest target of 0.4 s is raised to 1 s: Brightcove takes 1 s or more.",
        "The largest target of 0.7 s is raised to 1 s: Brightcove takes 1 s or more.",
      ])
  }

  @Test("one end of the target moves the player's own other end when it must")
  func otherEnd() {
    let low = PlayerCode(PlayerSetting(maximumTarget: 20), for: .brightcove)
    #expect(low.code.contains("MinimumDurationKey] = 20  // s\n"))
    #expect(low.notes.first == "The player's own smallest target of 30 s is lowered to 20 s: the largest target.")
    let high = PlayerCode(PlayerSetting(minimumTarget: 120), for: .brightcove)
    #expect(high.code.contains("MaximumDurationKey] = 120  // s\n"))
    #expect(high.notes.first == "The player's own largest target of 90 s is raised to 120 s: the smallest target.")
    let within = PlayerCode(PlayerSetting(maximumTarget: 60), for: .brightcove)
    #expect(!within.code.contains("MinimumDurationKey"))
  }

  @Test("the maximum level lowers the target, or is said never to act")
  func maximumLevel() {
    let lowered = PlayerCode(PlayerSetting(minimumTarget: 10, maximumTarget: 30, maximumLevel: 20), for: .shaka)
    #expect(lowered.code.contains("bufferingGoal: 20, // s\n"))
    #expect(
      lowered.notes.first
        == "The largest target of 30 s is lowered to 20 s: the maximum level, for which there is no other option.")
    let idle = PlayerCode(PlayerSetting(maximumTarget: 30, maximumLevel: 60), for: .shaka)
    #expect(idle.notes == ["The maximum level of 60 s never acts: the largest target is 30 s."])
  }

  @Test("ApsaraVideo's order start ≤ high ≤ max ≤ 5 minutes is repaired with notes")
  func apsaraOrder() {
    let written = PlayerCode(PlayerSetting(maximumTarget: 600, start: 8, resume: 4), for: .apsara)
    #expect(written.code.contains("startBufferDuration = 8000;"))
    #expect(written.code.contains("highBufferDuration = 8000;"))
    #expect(written.code.contains("maxBufferDuration = 300000;"))
    #expect(
      written.notes == [
        "The largest target of 600 s is lowered to 300 s: the player treats more than 5 minutes as 5 minutes.",
        "The resume level of 4 s is raised to 8 s: the player needs startBufferDuration ≤ highBufferDuration.",
      ])
  }

  @Test("ApsaraVideo takes whole megabytes, 20 or more, and an area instead of a picture size")
  func apsaraIntegers() {
    let small = PlayerCode(PlayerSetting(preloadMemory: 1_500_000), for: .apsara)
    #expect(small.code.contains("maxPreloadMemorySizeMB = 20;"))
    #expect(
      small.notes == [
        "The preload memory of 1500000 bytes is raised to 20 MB: the player takes whole megabytes, 20 or more."
      ])
    let odd = PlayerCode(PlayerSetting(preloadMemory: 64_700_000), for: .apsara)
    #expect(odd.code.contains("maxPreloadMemorySizeMB = 64;"))
    #expect(odd.notes.first?.contains("is rounded to 64 MB") == true)
    let size = PlayerCode(PlayerSetting(maximumResolution: .init(width: 1280, height: 720)), for: .apsara)
    #expect(size.code.contains("maxAllowedAbrVideoPixelNumber = 921600;"))
    #expect(size.notes.first?.hasPrefix("The maximum resolution 1280×720 is written as 921600 pixels") == true)
  }

  @Test("a gate that opens above what is held at most is pointed out")
  func gateAboveTarget() {
    let written = PlayerCode(PlayerSetting(maximumTarget: 10, gateOpen: 15), for: .apsara)
    #expect(written.notes.contains { $0.hasPrefix("The preload gate opens at 15 s, more than the 10 s") })
  }

  @Test("Media3's minimum is not a growing target, and its constraints move values with notes")
  func media3() {
    let growing = PlayerCode(PlayerSetting(minimumTarget: 10, maximumTarget: 30), for: .media3)
    #expect(
      growing.notes.contains(
        "minBufferMs and maxBufferMs are a hysteresis: loading starts below 10 s and goes on to 30 s, from the first second "
          + "on; the target does not grow."))
    let tight = PlayerCode(PlayerSetting(minimumTarget: 2, maximumTarget: 4, start: 3, resume: 9), for: .media3)
    #expect(tight.code.contains("/* minBufferMs = */ 4000,"))
    #expect(tight.code.contains("/* bufferForPlaybackAfterRebufferMs = */ 4000,"))
    #expect(
      tight.notes.prefix(2) == [
        "The resume level of 9 s is lowered to 4 s: maxBufferMs, above which nothing is loaded.",
        "The smallest target of 2 s is raised to 4 s: minBufferMs may not be under the playback levels.",
      ])
  }

  @Test("hls.js says from which bitrate on its minimum counts")
  func hlsGoal() {
    let written = PlayerCode(PlayerSetting(minimumTarget: 10, maximumTarget: 30), for: .hlsJS)
    #expect(
      written.notes == [
        "maxBufferLength is the minimum that is always loaded, maxMaxBufferLength the ceiling, and maxBufferSize decides in "
          + "between: with 60000000 bytes the goal is 30 s up to about 16 Mbit/s and 10 s only from about 48 Mbit/s on; it "
          + "does not grow with the time viewed."
      ])
  }

  @Test("dash.js gets the exact kbit/s, so that a cap equal to a rung keeps the rung")
  func dashBitrate() {
    #expect(PlayerCode(PlayerSetting(peakBitrate: 2_596_123), for: .dashJS).code.contains("video: 2596.123, // kbit/s"))
  }

  @Test("dash.js's own two targets at the top quality are moved only as far as they must")
  func dashTopQuality() {
    let ceiling = PlayerCode(PlayerSetting(maximumLevel: 40), for: .dashJS)
    #expect(ceiling.code.contains("bufferTimeAtTopQualityLongForm: 40, // s"))
    #expect(!ceiling.code.contains("bufferTimeAtTopQuality:"))
    let floor = PlayerCode(PlayerSetting(minimumTarget: 40), for: .dashJS)
    #expect(floor.code.contains("bufferTimeAtTopQuality: 40, // s"))
    #expect(!floor.code.contains("LongForm:"))
    #expect(floor.notes.first == "dash.js's own bufferTimeAtTopQuality of 30 s becomes 40 s to fit the others.")
  }

  @Test("parts that are left out for one reason share a note")
  func sharedNote() {
    let written = PlayerCode(PlayerSetting(preloadNext: 2, preloadDuration: 4), for: .avplayer)
    #expect(
      written.notes == [
        "Left out: preload count after the playing item 2, preload duration 4 s; AVQueuePlayer decides itself when and how "
          + "much of the next item it loads."
      ])
  }

  @Test("dash.js waits for bufferTimeDefault at most")
  func dashStart() {
    let written = PlayerCode(PlayerSetting(minimumTarget: 4, maximumTarget: 30, start: 6), for: .dashJS)
    #expect(written.code.contains("initialBufferLevel: 4, // s"))
    #expect(
      written.notes.first == "The start level of 6 s is lowered to 4 s: dash.js waits for bufferTimeDefault at most.")
  }

  @Test("Shaka Player's one level is both start and resume when only one is set")
  func shakaLevel() {
    let written = PlayerCode(PlayerSetting(start: 2), for: .shaka)
    #expect(written.code.contains("rebufferingGoal: 2, // s"))
    #expect(written.notes == ["rebufferingGoal is both the start and the resume level: both are 2 s."])
  }

  @Test("AVPlayer treats durations as guidelines and bitrates as soft caps")
  func avplayer() {
    let written = PlayerCode(PlayerSetting(maximumTarget: 20, peakBitrate: 2_000_000), for: .avplayer)
    #expect(written.notes.contains { $0.contains("guideline") })
    #expect(written.notes.contains { $0.contains("soft cap") })
    let lax = PlayerCode(PlayerSetting(peakBitrate: 1_000_000, peakBitrateExpensive: 2_000_000), for: .avplayer)
    #expect(lax.notes.contains { $0.contains("has no effect") })
  }

  @Test("whole numbers become exact decimal text")
  func decimals() {
    #expect(DecimalText.shifted(12_500, places: 3) == "12.5")
    #expect(DecimalText.shifted(7, places: 3) == "0.007")
    #expect(DecimalText.shifted(30_000, places: 3) == "30")
    #expect(DecimalText.shifted(0, places: 3) == "0")
    #expect(DecimalText.grouped(9999) == "9999")
    #expect(DecimalText.grouped(10_000) == "10_000")
    #expect(DecimalText.grouped(2_147_483_647) == "2_147_483_647")
  }
}
