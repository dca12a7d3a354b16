import ABRPlayers
import ABRPolicies
import Testing

@testable import ABRReports

/// The lab's specs in the words of players.
@Suite struct PlayerSettingTests {
  private static func code(_ buffer: String, for player: PlayerTarget) throws -> PlayerCode {
    PlayerCode(
      PlayerSetting(buffer: try BufferSpec(parsing: buffer), limits: Limits(), preload: nil), for: player)
  }

  @Test(
    "a buffer that fills to its maximum has that maximum as target in every player", arguments: PlayerTarget.allCases)
  func maximumAlone(player: PlayerTarget) throws {
    let levels = "watermark(start=0.5s,resume=3s"
    let alone = try Self.code("\(levels),max=120s)", for: player)
    let fixed = try Self.code("static(120s)+\(levels))", for: player)
    #expect(alone == fixed)
    #expect(alone.code.contains("120"))
    #expect(!alone.notes.contains { $0.contains("never acts") })
  }

  @Test("the largest targets stand under their real names")
  func names() throws {
    let spec = "watermark(start=0.5s,resume=3s,max=120s)"
    #expect(try Self.code(spec, for: .shaka).code.contains("bufferingGoal: 120, // s"))
    #expect(try Self.code(spec, for: .dashJS).code.contains("bufferTimeAtTopQuality: 120, // s"))
    #expect(try Self.code(spec, for: .media3).code.contains("/* minBufferMs = */ 120_000,"))
    #expect(try Self.code(spec, for: .brightcove).code.contains("MinimumDurationKey] = 120  // s"))
    #expect(try Self.code(spec, for: .hlsJS).code.contains("maxBufferLength: 120, // s"))
    #expect(try Self.code("apsara", for: .apsara).code.contains("maxBufferDuration = 50000;"))
  }

  @Test("a side of the picture without a limit has none in Shaka's code")
  func oneSide() throws {
    let player = try Player(parsing: "shaka(maxHeight=720)")
    let code = try PlayerCode(player, for: .shaka, preload: nil).code
    #expect(code.contains("maxHeight: 720,") && !code.contains("maxWidth"))
  }

  @Test("beside a forward target the maximum stays a ceiling")
  func ceiling() throws {
    let lowered = try Self.code("growth(min=10s,max=30s)+watermark(max=20s)", for: .shaka)
    #expect(lowered.code.contains("bufferingGoal: 20, // s"))
    #expect(lowered.notes.contains { $0.contains("the maximum level") })
  }

  @Test("Brightcove's code says that the basis of a growing target cannot be set")
  func basis() throws {
    for basis in ["position", "watched"] {
      let grows = try Self.code("growth(min=10s,max=30s,basis=\(basis))", for: .brightcove)
      #expect(grows.notes.contains { $0.hasPrefix("The basis of the growth cannot be set") })
    }
    #expect(try !Self.code("static(30s)", for: .brightcove).notes.contains { $0.contains("basis") })
  }

  @Test("AVPlayer's code of a growing target says what to play in its place")
  func growingInAVPlayer() throws {
    let grows = try Self.code("growth(min=10s,max=30s)", for: .avplayer)
    #expect(grows.notes.contains { $0.contains("--player avplayer --buffer 'growth(min=10s,max=30s)'") }, "\(grows)")
    #expect(try !Self.code("static(10s)", for: .avplayer).notes.contains { $0.contains("--player-config") })
  }

  @Test("one call applies all options of apsara")
  func oneCall() throws {
    let code = try PlayerCode(Player(parsing: "apsara(startBufferLimit=4000)"), for: .apsara, preload: nil).code
    #expect(code.split(separator: "\n").count { $0 == "[player setConfig:config];" } == 1, "\(code)")
    #expect(code.hasSuffix("config.startBufferLimit = 4000;\n[player setConfig:config];\n"), "\(code)")
  }

  @Test("only the durations that are not set are called Media3's own")
  func media3() throws {
    let both = try Self.code("growth(min=50s,max=50s)", for: .media3)
    #expect(
      both.notes.contains(
        "All four durations are set by one call; those not in the setting are 1.11.0's own: bufferForPlaybackMs 1 s, "
          + "bufferForPlaybackAfterRebufferMs 2 s."))
    let all = try Self.code("growth(min=50s,max=50s)+watermark(start=1s,resume=2s)", for: .media3)
    #expect(!all.notes.contains { $0.contains("1.11.0") })
  }

  @Test("remarks stand above the code as comments", arguments: PlayerTarget.allCases)
  func remarks(player: PlayerTarget) {
    let setting = PlayerSetting(maximumTarget: 30)
    let plain = PlayerCode(setting, for: player)
    let remarked = PlayerCode(setting, for: player, remarks: ["One.", "Two\nlines."])
    #expect(remarked.code == "// One.\n// Two lines.\n" + plain.code)
    #expect(PlayerCode(PlayerSetting(), for: player, remarks: ["One."]).code.hasPrefix("// One.\n// Nothing to set"))
  }

  @Test(
    "a start that waits to keep up has no level, and is named where a player has no option for it",
    arguments: PlayerTarget.allCases)
  func keepUp(player: PlayerTarget) throws {
    let written = try Self.code("static(30s)+keep-up", for: player)
    let isOwn = player == .avplayer || player == .brightcove
    #expect(written.notes.contains { $0.hasPrefix("Left out: keep-up, ") } == !isOwn)
    #expect(!written.notes.contains { $0.contains("start level") || $0.contains("resume level") })
    #expect(try written.code == Self.code("static(30s)", for: player).code)
  }

  @Test(
    "AVPlayer that does not wait is written with its option, and not as levels",
    arguments: [
      (PlayerTarget.avplayer, "\nplayer."),
      (.brightcove, "\n// For every session, in playbackController(_:didAdvanceTo:) of the delegate.\nsession.player."),
    ])
  func withoutWaiting(target: PlayerTarget, receiver: String) throws {
    let written = try Self.code("static(20s)+keep-up(waits=off)", for: target)
    #expect(written.code.hasSuffix("\(receiver)automaticallyWaitsToMinimizeStalling = false\n"))
    #expect(!written.notes.contains { $0.contains("level") })
    // An option that is given is written at its default, too, and in the same place.
    let player = try Player(parsing: "\(target.rawValue)(automaticallyWaitsToMinimizeStalling=true)")
    let given = try PlayerCode(player, for: target, preload: nil)
    #expect("\n\(given.code)".hasSuffix("\(receiver)automaticallyWaitsToMinimizeStalling = true\n"), "\(given.code)")
  }

  @Test("code of any one option of a player is read as that player, with the buffer as a search writes it")
  func searched() throws {
    for target in PlayerTarget.allCases {
      let known = try KnownPlayer.named(target.rawValue, spec: target.rawValue)
      for option in known.options {
        var values = [option.parameter.defaultText]
        if case .choice(let words) = option.parameter.kind { values = words }
        for value in values {
          let spec = "\(known.name)(\(option.parameter.key)=\(value))"
          guard var player = try? Player(parsing: spec) else { continue }
          let expected = player
          try player.change(
            .buffer, to: BufferSpec(parsing: BufferSpec.expanding(player.parts[.buffer] ?? "")).canonical)
          let written = try PlayerCode(player, for: target, preload: nil)
          let read = try Player(parsing: known.name).configured(
            by: PlayerConfiguration(reading: written.code, file: "code"), file: "code"
          ).player
          #expect("\(read.buffer)" == "\(expected.buffer)", "\(spec)\n\(written.code)")
          #expect(read.policy.canonical == expected.policy.canonical, "\(spec)\n\(written.code)")
          #expect(
            read.options[option.parameter.key] == expected.options[option.parameter.key], "\(spec)\n\(written.code)")
        }
      }
    }
  }

  @Test(
    "the floor of a byte budget is written where the player has one, and named where it has none",
    arguments: PlayerTarget.allCases)
  func byteFloor(target: PlayerTarget) throws {
    let written = try PlayerCode(Player(parsing: "hls.js(maxBufferSize=1000000)"), for: target, preload: nil)
    let isNamed = written.notes.contains { $0.hasPrefix("Left out: ") && $0.contains("floor of the byte budget 30 s") }
    #expect(isNamed == ![.hlsJS, .media3].contains(target), "\(written.notes)")
    let isAbove = written.notes.contains { $0.contains("may stop loading under minBufferMs") }
    #expect(!isAbove)
    #expect(written.code.contains("    .setPrioritizeTimeOverSizeThresholds(true)\n") == (target == .media3))
    let without = try Self.code("static(600s)+bytes(1MB)", for: target)
    #expect(!without.code.contains("setPrioritize") && !without.notes.contains { $0.contains("floor") })
    guard target == .media3 || target == .hlsJS else { return }
    let other = try Self.code("growth(min=16s,max=20s)+bytes(60MB,floor=30s)", for: target)
    let option = target == .media3 ? "minBufferMs" : "maxBufferLength"
    #expect(other.notes.contains("The floor of the byte budget of 30 s becomes \(option), 16 s."), "\(other.notes)")
  }

  @Test("the goal of video.js grows from the smallest target; another growth is named, its own is not")
  func goalOfVHS() throws {
    let written = try Self.code("growth(min=10s,max=30s,basis=position)", for: .vhs)
    #expect(
      written.notes == [
        "The goal is GOAL_BUFFER_LENGTH plus the position, up to MAX_GOAL_BUFFER_LENGTH; the setting's target is the "
          + "larger of 10 s and the time viewed.",
        "Left out: evaluation interval 5 s; video.js looks at the goal every 0.5 s.",
      ])
    let own = try PlayerCode(Player(parsing: "vhs(GOAL_BUFFER_LENGTH=20)"), for: .vhs, preload: nil)
    #expect(own.notes.isEmpty, "\(own.notes)")
    let other = try PlayerCode(Player(parsing: "vhs"), for: .avplayer, preload: nil)
    #expect(other.code.contains("min(max(time.seconds + 30, 30), 60)"), "\(other.code)")
    #expect(other.notes.contains { $0.contains("'growth(min=30s,max=60s,offset=30s)'") }, "\(other.notes)")
  }

  @Test("a target that grows has its own smallest value, whatever the bytes hold to")
  func growthOverFloor() throws {
    let buffer = try BufferSpec(parsing: "growth(min=16s,max=20s)+bytes(60MB,floor=30s)")
    let setting = PlayerSetting(buffer: buffer, limits: Limits(), preload: nil)
    #expect(setting.minimumTarget == 16 && setting.maximumTarget == 20)
    let still = try BufferSpec(parsing: "static(600s)+bytes(60MB,floor=30s)")
    #expect(PlayerSetting(buffer: still, limits: Limits(), preload: nil).minimumTarget == 30)
  }
}
