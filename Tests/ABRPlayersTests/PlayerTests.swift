import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRTestSupport
import Foundation
import Testing

@testable import ABRPlayers

@Suite("Players")
struct PlayerTests {
  @Test(
    "a level at which playback starts may be above the one at which it resumes",
    arguments: ["dash.js(initialBufferLevel=2)", "media3(bufferForPlaybackMs=5000)"])
  func startAboveResume(spec: String) throws {
    let buffer = try Player(parsing: spec).buffer
    #expect(buffer.settings.start > buffer.settings.resume)
    try buffer.validate(as: spec)
  }

  @Test("two options limit one side of the picture each")
  func sides() throws {
    func size(_ spec: String) throws -> PictureSize? { try Player(parsing: spec).policy.limits.maximumResolution }
    #expect(try size("shaka") == nil)
    #expect(try size("shaka(maxHeight=720)") == PictureSize(width: 100_000, height: 720))
    #expect(try size("shaka(maxWidth=1280,maxHeight=720)") == PictureSize(width: 1280, height: 720))
  }

  @Test("every known player is read by its name, its aliases and its version", arguments: KnownPlayer.all.map(\.name))
  func names(name: String) throws {
    let player = try Player(parsing: name)
    #expect(player.spec == name)
    for alias in player.known.aliases { #expect(try Player(parsing: alias).parts == player.parts) }
    if !player.known.version.isEmpty {
      #expect(try Player(parsing: "\(name)@\(player.known.version)").parts == player.parts)
      #expect(throws: SpecError.self) { try Player(parsing: "\(name)@0.0.1") }
    }
  }

  @Test("no known player but the neutral one brings what is the viewer's or the service's", arguments: KnownPlayer.all)
  func broughtParts(known: KnownPlayer) {
    let others = known.parts.keys.filter { !$0.isBroughtByPlayers }
    #expect(others.isEmpty || known.name == KnownPlayer.lab.name, "\(known.name): \(others)")
  }

  @Test("a player of the user's own code names its files, and needs a build")
  func ownCode() throws {
    let player = try Player(parsing: "code(dist/hls.js,config=team.json)")
    #expect(player.code == PlayerCodeFiles(build: "dist/hls.js", configuration: "team.json"))
    #expect(player.spec == "code(dist/hls.js,config=team.json)")
    #expect(try Player(parsing: "code:a.js").code?.build == "a.js")
    #expect(try Player(parsing: "hls.js").code == nil)
    #expect(throws: SpecError.self) { try Player(parsing: "code") }
  }

  @Test("other keys of a player's own code are values of its configuration, each given once")
  func ownCodeValues() throws {
    let player = try Player(parsing: "code(a.js,streaming.bufferingGoal=30,config=b.json,live=true)")
    #expect(player.code?.values.map(\.path) == ["streaming.bufferingGoal", "live"])
    #expect(player.code?.values.map(\.text) == ["30", "true"])
    #expect(player.spec == "code(a.js,config=b.json,streaming.bufferingGoal=30,live=true)")
    #expect(try Player(parsing: player.spec).code == player.code)
    #expect(throws: SpecError.self) { try Player(parsing: "code(a.js,goal=3,goal=4)") }
    #expect(throws: SpecError.self) { try Player(parsing: "hls.js(streaming.bufferingGoal=30)") }
  }

  @Test("a player with other options keeps what was changed of its parts and the network", arguments: KnownPlayer.all)
  func otherOptions(known: KnownPlayer) throws {
    let changes: [(PlayerPart, String)] = [
      (.policy, "peak:2M"), (.connections, "h3"), (.playable, "arriving"), (.maxBuffer, "50s"),
    ]
    for option in known.options {
      guard let number = option.parameter.example else { continue }
      let spec = "\(known.name)(\(option.parameter.key)=\(number))"
      guard (try? Player(parsing: spec)) != nil else { continue }
      var (changed, expected) = (try Player(parsing: known.name), try Player(parsing: spec))
      for (part, text) in changes {
        try changed.change(part, to: text)
        try expected.change(part, to: text)
      }
      changed.changeNetwork { $0.responseHeader = 77 }
      let new = try changed.setting(optionsOf: spec)
      #expect(new.parts == expected.parts && new.spec == spec && new.options == expected.options)
      #expect(new.buffer.settings == expected.buffer.settings)
      #expect(new.settings.initialRendition == expected.settings.initialRendition)
      #expect(new.settings.network.responseHeader == 77)
    }
  }

  @Test("every known player is valid, with the values of its documents", arguments: KnownPlayer.all.map(\.name))
  func valid(name: String) throws {
    let player = try Player(parsing: name)
    try player.buffer.validate(as: name)
    try player.settings.playable.validate()
    try player.settings.retry.validate()
    let appendsWhole = ["lab", "hls.js", "dash.js", "shaka", "vhs"].contains(name)
    #expect((player.settings.playable == .wholeSegment) == appendsWhole)
    let keepsUp = ["avplayer", "brightcove"].contains(name)
    #expect((player.buffer.settings.startRule == .likelyToKeepUp(horizon: .infinity)) == keepsUp)
    #expect((player.parts[.stream] == "dash") == ["dash.js", "shaka"].contains(name))
  }

  @Test("an option at its default changes nothing", arguments: KnownPlayer.all.map(\.name))
  func defaults(name: String) throws {
    let player = try Player(parsing: name)
    for option in player.known.options {
      guard case .value(let value) = option.parameter.defaultValue else { continue }
      let changed = try Player(parsing: "\(name)(\(option.parameter.key)=\(value.text))")
      #expect(changed.parts == player.parts && changed.options == player.options, "\(option.parameter.key)")
      #expect(changed.settings == player.settings, "\(option.parameter.key)")
    }
  }

  @Test("the options of a player as it comes are all of its defaults", arguments: KnownPlayer.all.map(\.name))
  func optionsByDefault(name: String) throws {
    let player = try Player(parsing: name)
    var defaults: [String: String] = [:]
    for parameter in player.known.options.map(\.parameter) {
      if case .value = parameter.defaultValue { defaults[parameter.key] = parameter.defaultText }
    }
    #expect(player.options == defaults)
    // Parts that are changed belong to configurations.
    #expect(try player.changing(.buffer, to: "static(7s)").options == defaults)
  }

  @Test(
    "a default that another option replaces does not hold",
    arguments: [
      ("apsara(scene=short-video)", ["maxBufferDuration", "startBufferLimit"], ["scene", "networkTimeout"]),
      ("apsara(scene=short-video,maxBufferDuration=20000)", [], ["maxBufferDuration", "scene"]),
      ("apsara(maxBufferDuration=20000)", [], ["scene", "highBufferDuration", "enableNetworkBalance"]),
      ("brightcove(method=none)", ["min", "max"], ["automaticallyWaitsToMinimizeStalling"]),
      ("media3(maxBufferMs=80000)", [], ["minBufferMs", "bufferForPlaybackMs"]),
      ("hls.js(maxBufferLength=60)", [], ["maxBufferLength", "maxMaxBufferLength", "maxBufferSize"]),
    ])
  func optionsThatHold(spec: String, replaced: [String], held: [String]) throws {
    let options = try Player(parsing: spec).options
    for key in replaced { #expect(options[key] == nil, "\(key)") }
    for key in held { #expect(options[key] != nil, "\(key)") }
  }

  @Test("the summary of a player with options states no number that an option changes", arguments: KnownPlayer.all)
  func summaries(player: KnownPlayer) {
    #expect(player.options.isEmpty || !player.summary.contains(where: \.isNumber), "\(player.summary)")
  }

  @Test(
    "given options that a later one replaces are without effect, which is said",
    arguments: [
      ("brightcove(method=none,min=5s,max=10s)", ["brightcove: without effect with method=none: min, max"]),
      ("brightcove(method=none)", []), ("brightcove(method=default,min=5s)", []),
      (
        "brightcove(min=15s,preferredForwardBufferDuration=12)",
        ["brightcove: preferredForwardBufferDuration acts only with method=none"]
      ),
      ("brightcove(method=none,preferredForwardBufferDuration=12)", []),
      ("apsara(scene=short-video,maxBufferDuration=20000)", []), ("apsara(preloadCount=3,preloadDuration=4000)", []),
      ("dash.js(initialBufferLevel=30)", []), ("shaka(rebufferingGoal=20,bufferingGoal=10)", []),
      (
        "vhs(GOAL_BUFFER_LENGTH=80,MAX_GOAL_BUFFER_LENGTH=25)",
        ["vhs: without effect beside its other options: MAX_GOAL_BUFFER_LENGTH=25"]
      ),
      ("apsara(preloadDuration=4000)", ["apsara: without effect beside its other options: preloadDuration=4000"]),
      ("hls.js(startLevel=2)", []),
      (
        "hls.js(startLevel=2,testBandwidth=false)", ["hls.js: testBandwidth acts only with startLevel=-1"]
      ),
      (
        "apsara(scene=live,startBufferLimit=8000,enableNetworkBalance=false)",
        [
          "apsara: without effect beside its other options: startBufferLimit=8000, enableNetworkBalance=false"
        ]
      ),
    ] as [(String, [String])])
  func lostOptions(spec: String, notes: [String]) throws {
    #expect(try Player(parsing: spec).optionNotes == notes)
  }

  @Test(
    "what a player refuses of times is said in the words and units of its options",
    arguments: [
      ("hls.js(maxMaxBufferLength=0)", "hls.js maxMaxBufferLength: found 0, expected a number, 0.001 to 86400"),
      ("dash.js(bufferTimeDefault=0)", "dash.js bufferTimeDefault: found 0, expected a number, 0.001 to 86400"),
      ("apsara(networkTimeout=0)", "apsara networkTimeout: found 0, expected a whole number, 1 to 3600000"),
      ("cicada(networkTimeout=86400000)", "networkTimeout: found 86400000, expected a whole number, 1 to 3600000"),
      ("apsara(maxBufferDuration=0)", "apsara maxBufferDuration: found 0, expected a whole number, 1 to 86400000"),
      (
        "apsara(startBufferLimit=2000)",
        "startBufferLimit: found stopBufferLimit=3000 with startBufferLimit=2000, expected stopBufferLimit ≤ "
          + "startBufferLimit"
      ),
    ])
  func refusedTimes(spec: String, message: String) {
    let error = #expect(throws: SpecError.self) { try Player(parsing: spec) }
    #expect("\(String(describing: error))".contains(message), "\(String(describing: error))")
  }

  @Test("dash.js has the throughput rule or BOLA, or both")
  func rulesOfDash() {
    let error = #expect(throws: SettingsError.self) {
      try Player(parsing: "dash.js(throughputRule=false,bolaRule=false)")
    }
    #expect(error?.allowed == "true of one of them: without both the lab has no rule to play")
  }

  @Test(
    "levels out of order are named by the options, where these are at fault",
    arguments: [
      (
        "apsara(startBufferDuration=10000)",
        "startBufferDuration=10000 with highBufferDuration=3000, expected startBufferDuration ≤ highBufferDuration, in ms "
          + "(or --normalise)"
      ),
      ("cicada(maxBufferDuration=1000)", "highBufferDuration=3000 with maxBufferDuration=1000"),
      ("apsara(startBufferDuration=3000)", nil),
      // The scene has levels of its own.
      ("apsara(scene=short-video,startBufferDuration=4000)", nil),
    ])
  func levels(spec: String, message: String?) throws {
    let player = try Player(parsing: spec)
    #expect((player.levelFault == nil) == (message == nil))
    if let message { #expect(player.levelFault.map { "\($0)".contains(message) } == true, "\(player.levelFault!)") }
    #expect(try player.changing(.buffer, to: "static(7s)").levelFault == nil)
  }

  @Test("an option replaces options of its player", arguments: KnownPlayer.all.map(\.name))
  func replacedNames(name: String) throws {
    let options = try Player(parsing: name).known.options
    #expect(Set(options.flatMap(\.replaces)).isSubset(of: options.map(\.parameter.key)))
  }

  @Test(
    "options have the player's own names and units",
    arguments: [
      (
        "hls.js(maxBufferLength=60)", PlayerPart.buffer,
        "static(600s)+watermark(start=0s,resume=0s)+bytes(60MB,floor=60s,counts=declared,poll=0.1s)"
      ),
      ("hls.js:abrBandWidthFactor=0.9", .policy, "hls-abr(factor=0.9)"),
      (
        "hls.js(abrEwmaFastVoD=2,abrEwmaDefaultEstimate=1000000,maxStarvationDelay=2,abrBandWidthUpFactor=0.7)",
        .policy,
        "hls-abr(fast=2s,estimate=1M,starvation=2s)"
      ),
      ("hls.js", .initial, "by-rule"), ("hls.js(startLevel=2)", .initial, "index(2)"),
      ("hls.js(startLevel=-1)", .initial, "by-rule"), ("hls.js(startLevel=-1)", .policy, "hls-abr(test=on)"),
      ("hls.js(startLevel=-1,testBandwidth=false)", .policy, "hls-abr(test=off)"),
      (
        "media3:minBufferMs=15000,maxBufferMs=60000", .buffer,
        "static(60s)+watermark(start=1s,resume=2s,refill=15s,levels=playback)+bytes(144310272B)"
      ),
      (
        "exoplayer(bufferForPlaybackMs=2500,minBufferMs=30000)", .buffer,
        "static(50s)+watermark(start=2.5s,resume=2s,refill=30s,order=any,levels=playback)+bytes(144310272B)"
      ),
      (
        "media3(maxBufferMs=80000)", .buffer,
        "static(80s)+watermark(start=1s,resume=2s,refill=50s,levels=playback)+bytes(144310272B)"
      ),
      (
        "media3(minBufferMs=50000,maxBufferMs=80000)", .buffer,
        "static(80s)+watermark(start=1s,resume=2s,refill=50s,levels=playback)+bytes(144310272B)"
      ),
      (
        "media3(minBufferMs=60000,maxBufferMs=80000)", .buffer,
        "static(80s)+watermark(start=1s,resume=2s,refill=60s,levels=playback)+bytes(144310272B)"
      ),
      ("brightcove(min=15s,max=60s)", .buffer, "growth(min=15s,max=60s,basis=position)+keep-up"),
      ("brightcove(min=100s,max=200s)", .buffer, "growth(min=100s,max=200s,basis=position)+keep-up"),
      (
        "brightcove(preferredForwardBufferDuration=12)", .buffer, "growth(min=30s,max=90s,basis=position)+keep-up"
      ),
      ("brightcove(method=none,preferredForwardBufferDuration=12)", .buffer, "static(12s)+keep-up+bytes(50MB)"),
      ("avplayer(preferredPeakBitRate=2000000)", .policy, "auto+peak:2M"),
      ("avplayer(automaticallyWaitsToMinimizeStalling=false)", .buffer, "keep-up(waits=off)+bytes(50MB)"),
      ("apsara(startBufferLimit=8000,stopBufferLimit=2000)", .preload, "media-loader(open=8s,close=2s)"),
      ("apsara(scene=long-video,startBufferLimit=8000)", .preload, "progress(0.75)"),
      ("apsara(scene=live,enableNetworkBalance=false)", .preload, "none"),
      ("apsara(enableNetworkBalance=false)", .preload, "ungated(prev=0,next=0)"),
      ("apsara(startBufferLimit=8000,enableNetworkBalance=false)", .preload, "ungated(prev=0,next=0)"),
      (
        "apsara(scene=short-video,enableNetworkBalance=false)", .preload,
        "ungated(prev=0,next=3,dynamic=sub,offset=0.5s)"
      ),
      ("apsara(preloadCount=3)", .preload, "network-balance(prev=3,next=3)"),
      ("apsara(nextCount=3)", .preload, "network-balance(prev=2,next=3)"),
      (
        "apsara(scene=short-video,nextCount=4)", .preload,
        "network-balance(open=8s,close=3s,prev=2,next=4,dynamic=sub,offset=0.5s)"
      ),
      (
        "apsara(preloadCount=0,nextCount=3,startBufferLimit=8000,preloadDuration=1500,maxPreloadMemorySizeMB=64)",
        .preload, "network-balance(open=8s,memory=64MB,prev=0,next=3,duration=1.5s)"
      ),
      (
        "apsara(preloadCount=0,nextCount=3,preloadDuration=4000,enableNetworkBalance=false)", .preload,
        "ungated(prev=0,next=3,duration=4s)"
      ),
      ("apsara(preloadDuration=4000)", .preload, "media-loader"),
      (
        "apsara(scene=medium-video,preloadCount=1)", .preload, "network-balance(open=15s,close=3s,prev=1,next=1)"
      ),
      ("apsara(enableNetworkBalance=true)", .preload, "media-loader"), ("apsara(scene=none)", .preload, "media-loader"),
      (
        "dash.js(bufferTimeDefault=12)", .buffer,
        "static(12s)+watermark(start=0s,resume=0s)+whole-segments(poll=0.5s,level=0.25s,top=30s,long-top=60s)"
      ),
      (
        "vhs(GOAL_BUFFER_LENGTH=90)", .buffer,
        "growth(min=90s,max=90s,interval=0.5s,basis=position,offset=90s)+watermark(start=0s,resume=0s)"
      ),
      (
        "vhs(MAX_GOAL_BUFFER_LENGTH=20)", .buffer,
        "growth(min=30s,max=30s,interval=0.5s,basis=position,offset=30s)+watermark(start=0s,resume=0s)"
      ),
      (
        "vhs(MAX_GOAL_BUFFER_LENGTH=20,GOAL_BUFFER_LENGTH=10)", .buffer,
        "growth(min=10s,max=20s,interval=0.5s,basis=position,offset=10s)+watermark(start=0s,resume=0s)"
      ),
      ("dash.js(bufferTimeDefault=12)", .policy, "dash-abr(stable=12s)"),
      (
        "dash.js(initialBufferLevel=30)", .buffer,
        "static(18s)+watermark(start=18s,resume=0s,order=any)+whole-segments(poll=0.5s,level=0.25s,top=30s,long-top=60s)"
      ),
      ("dash.js(bolaRule=false)", .policy, "dash-abr(strategy=throughput)"),
      ("dash.js(throughputRule=false)", .policy, "dash-abr(strategy=bola)"),
      (
        "dash.js(insufficientBufferRule=false,switchHistoryRule=false,abandonRequestsRule=false)", .policy,
        "dash-abr(insufficient=off,history=off,abandon=off)"
      ),
      ("dash.js(initialBitrate=2500)", .policy, "dash-abr(estimate=2.5M)"),
      ("shaka(bufferingGoal=0)", .buffer, "static(1s)+watermark(start=0s,resume=0s,poll=0.5s)"),
      ("shaka(rebufferingGoal=15)", .buffer, "static(15s)+watermark(start=15s,resume=15s,poll=0.5s)"),
      (
        "dash.js(initialBufferLevel=12)", .buffer,
        "static(18s)+watermark(start=12s,resume=0s,order=any)+whole-segments(poll=0.5s,level=0.25s,top=30s,long-top=60s)"
      ),
      ("shaka(bufferingGoal=30,rebufferingGoal=2)", .buffer, "static(30s)+watermark(start=2s,resume=2s,poll=0.5s)"),
      ("lab", .buffer, "static(30s)"),
    ] as [(String, PlayerPart, String)])
  func options(spec: String, part: PlayerPart, expected: String) throws {
    #expect(try Player(parsing: spec).parts[part] == expected)
  }

  @Test(
    "what a player refuses is refused with what it allows",
    arguments: [
      ("media3(minBufferMs=60000)", "minBufferMs ≤ maxBufferMs"), ("brightcove(min=95s)", "min ≤ max"),
      ("hls.js(maxBufferLenght=60)", "did you mean maxBufferLength?"),
      ("hls.js(maxBufferLength=x)", "found x, expected a number"),
      ("gstreamer", "found gstreamer, which is not modelled, expected lab, hls.js"), ("VLC", "--policy bola"),
      ("exoplayr", "lab, hls.js"), ("hls.js@0.14", "hls.js@1.7.1"), ("hls.js+shaka", "one player"),
      ("lab(min=3s)", "unknown key min"),
    ])
  func refused(spec: String, message: String) {
    let error = #expect(throws: SpecError.self) { try Player(parsing: spec) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test(
    "a buffer changes what it says and nothing else",
    arguments: [
      ("brightcove", "growth(min=10s)", "growth(min=10s,max=90s,basis=position)+keep-up"),
      ("brightcove", "static(20s)", "static(20s)+keep-up"),
      (
        "hls.js", "static(20s)",
        "static(20s)+watermark(start=0s,resume=0s)+bytes(60MB,floor=30s,counts=declared,poll=0.1s)"
      ),
      (
        "media3", "watermark(resume=5s)", "static(50s)+watermark(start=1s,resume=5s,levels=playback)+bytes(144310272B)"
      ),
      ("avplayer", "bytes(20MB)", "keep-up+bytes(20MB)"),
      ("lab", "watermark(start=1s)", "watermark(start=1s)"), ("lab", "growth", "growth"),
    ])
  func buffer(player: String, buffer: String, expected: String) throws {
    let changed = try Player(parsing: player).changing(.buffer, to: buffer)
    #expect(changed.parts[.buffer] == expected)
    for part in PlayerPart.allCases where part != .buffer {
      #expect(try changed.parts[part] == Player(parsing: player).parts[part])
    }
  }

  @Test("a limit keeps the player's rule, and a rule replaces it")
  func policy() throws {
    let apsara = try Player(parsing: "apsara")
    #expect(try apsara.changing(.policy, to: "peak:3M").policy.canonical == "apsara-trend+peak:3M")
    #expect(try apsara.changing(.policy, to: "bola").policy.canonical == "bola")
    #expect(try Player().changing(.policy, to: "peak:3M").policy.canonical == "peak:3M")
  }

  @Test("round trips follow the kind of connection unless they are set")
  func connections() throws {
    let h3 = try Player().changing(.connections, to: "h3")
    #expect(h3.settings.network.setupRoundTrips == 1 && h3.parts[.setupRoundTrips] == "1")
    #expect(try h3.changing(.setupRoundTrips, to: "4").settings.network.setupRoundTrips == 4)
  }

  // 1 Mbit/s, segments of 500 kB: 10 s hold 1.25 MB, 60 s hold 7.5 MB.
  @Test(
    "fetching stops at the bytes above the floor, and goes on below the refill level",
    arguments: [
      ("bytes(1MB)", 4.0...13.0), ("static(600s)+bytes(1MB,floor=30s)", 30.0...36.0),
      ("static(60s)+watermark(start=0s,resume=0s,refill=15s)", 60.0...66.0),
    ])
  func levels(buffer: String, highest: ClosedRange<Double>) throws {
    let ladder = try Ladder([Rendition(bandwidth: 1_000_000)])
    let video = try Video(
      name: "v", ladder: ladder, segmentDuration: 4, sizes: (0..<100).map { _ in [500_000] })
    let link = Link(
      try BandwidthTrace(name: "t", rows: [.init(duration: 1000, bandwidth: 10_000_000, latency: 0)]), defaultLatency: 0
    )
    var player = try Player()
    try player.change(.stream, to: "none")
    try player.change(.policy, to: "fixed:0")
    try player.change(.buffer, to: buffer)
    var scratch = SessionScratch()
    var log = EventLog()
    _ = try player.prepared(for: video).play(.init(link: link), scratch: &scratch, log: &log)
    let levels = log.events.map(\.level)
    #expect(highest.contains(levels.max() ?? 0), "\(levels.max() ?? 0)")
    guard buffer.contains("refill") else { return }
    // Requests come in bursts, each from 15 s on: between two bursts the level falls from 60 to 15 s.
    let requests = log.events.filter { if case .requested = $0.kind { true } else { false } }.map(\.level)
    #expect(requests.contains { abs($0 - 15) < 1e-6 })
  }

  @Test("the page of players has a row for each, with the names of the trade")
  func page() throws {
    let page = try String(
      contentsOfFile: "\(SharedData.package)/Sources/ABRPlayers/ABRPlayers.docc/KnownPlayers.md", encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    for player in KnownPlayer.all {
      #expect(rows.contains { $0.split(separator: "|")[0].contains("`\(player.name)`") }, "\(player.name)")
    }
  }

  @Test(
    "a growing target that a player as shipped does not have is noted",
    arguments: [
      ("hls.js", "15/60", true), ("hls.js", "static(60s)", false), ("media3", "growth(min=10s)", true),
      ("brightcove", "15/60", false), ("vhs", "growth(min=10s)", false), ("lab", "15/60", false),
    ])
  func targetNote(name: String, buffer: String, isNoted: Bool) throws {
    let player = try Player(parsing: name).changing(.buffer, to: buffer)
    #expect(try Player(parsing: name).targetNote == nil)
    let words = "as shipped its buffer target does not grow; for its own options see abrlab player show"
    #expect(player.targetNote == (isNoted ? "\(name): \(words) \(name)" : nil))
    // A scene of its own may grow.
    #expect(try Player(parsing: "apsara(scene=short-video)").targetNote == nil)
  }
}

extension Parameter {
  /// A value that differs from the default; `nil` for none.
  fileprivate var example: String? {
    switch kind {
    case .number(let range): "\(Int(min(range.upperBound, max(range.lowerBound, 7)).rounded(.up)))"
    case .integer(let range): "\(min(range.upperBound, max(range.lowerBound, 7)))"
    case .duration: "7s"
    case .choice(let words): words.last
    default: nil
    }
  }
}
