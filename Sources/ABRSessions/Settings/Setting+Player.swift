import ABRPlayers
import ABRPolicies

extension Setting {
  /// What the player is, and who watches.
  package static let player: [Setting] = [
    Setting(
      "player", "SPEC", .suggestion(KnownPlayer.all.map(\.name)), several: true, default: KnownPlayer.lab.name,
      in: .player,
      isRecorded: false,
      "Players, such as hls.js, 'brightcove(min=15s,max=60s)' or media3:minBufferMs=15000: rule, buffer, start, retries and "
        + "stream as they are, options under the player's own names. Options below change one part of each; abrlab player "
        + "list has all of them"
    ) { $1.players = try $0.players(rules: $1.rules) },
    Setting(
      "player-config", "FILE", .path, in: .player, isRecorded: false,
      "The configuration of --player as its app has it: JSON, a JavaScript object, or lines of code in JavaScript, Java, "
        + "Kotlin, Swift or Objective-C. Options of --player win over it; keys that the lab does not play are listed. "
        + "--player 'hls.js(config=FILE)' is one player's alone. For \(KnownPlayer.withConfiguration.joined(separator: ", "))"
    ) { value, setup in try setup.configurePlayers(by: value) },
    Setting(
      "buffer", "SPEC", .suggestion(BufferRegistry.entries.map(\.name)), several: true,
      default: "that of --player, static(30s)",
      in: .player, isRecorded: false,
      "Forward buffer, such as static(30s), 15/60, which is growth(min=15s,max=60s), watermark(start=0.5s,resume=3s,max=50s), bytes(50MB), keep-up(horizon=30s), "
        + "or a preset: brightcove, apsara(scene=short-video), legacy; joined by +. What it does not say stays the player's. "
        + "abrlab policy list has all of them and their keys"
    ) { $1.buffers = $0 },
    Setting(
      "min", "DURATION", in: .player, isRecorded: false,
      "Smallest forward target of a buffer that grows, such as 15s; short for --buffer 'growth(min=15s)'"
    ) { $1.smallestTarget = try $0.checkedDuration },
    Setting(
      "max", "DURATION", in: .player, isRecorded: false,
      "Largest forward target of a buffer that grows, such as 60s; short for --buffer 'growth(max=60s)'"
    ) { $1.largestTarget = try $0.checkedDuration },
    .part(
      .playable, "MODE", .suggestion(["whole-segment", "arriving"]), default: "that of --player, whole-segment",
      in: .player,
      "Which media of a segment can be played: whole-segment (dash.js, hls.js, Shaka) or what has arrived (AVPlayer, "
        + "ApsaraVideo, Media3): arriving, or arriving(0.5s) in fragments"),
    Setting(
      "max-buffer", "DURATION", in: .player, models: [.lab, .sabre, .pensieve],
      insteadInSearch: "vary watermark.max: --buffer growth+watermark --vary watermark.max=20..60s",
      "Never hold more media ahead than this, such as 25s; without --buffer it is the target"
    ) { $1.ceiling = try $0.checkedDuration },
    .part(
      .backBuffer, "DURATION", default: "that of --session or --player, 0s", in: .player,
      "Media behind the playhead that stays in memory, such as 30s: a seek back into it fetches nothing"),
    .part(
      .initial, "SPEC", in: .player,
      "Rendition of the first segment: lowest, first-listed, closest-to(1M), last-throughput(3M), index(2), or "
        + "by-rule for what the rule picks before anything is measured"),
    .part(
      .switchMode, "MODE", .suggestion(["append", "replace", "overwrite", "flush"]),
      default: "that of --player, append", in: .player,
      "What a switch does to media that is buffered already: append, replace(margin=1.6s), "
        + "overwrite(segments=1.5) or flush, which appends unless a step of --session changes a limit or viewport "
        + "or selects a rendition: then the buffer is dropped"),
    .part(
      .timeout, "SPEC", .suggestion(["none", "after", "first-byte", "apsara", "cicada", "avplayer", "hls", "media3"]),
      default: "that of --player, none: it never times out", in: .player,
      "How long the player waits for a network that brings no byte, and how often it tries again: "
        + "after(15s,retries=2), with first=10s (time-out before the first byte), delay=1s (before an attempt), "
        + "counts=waiting|always|needed (silence that counts: while playback waits, always, or always with a failure "
        + "only when playback needs the media) and fetches=rest|whole (what a "
        + "retry asks for); first-byte(10s) without a limit after the first byte; or as a player does, also with "
        + "another time, apsara(10s): apsara, cicada, avplayer, hls, media3. After HTTP errors, in "
        + "all of these: errors=3 (how often it is tried again), interval=1s (before an attempt). In after and first-byte "
        + "errors count as silence without such a number; there are also tries=request|rendition (what is tried so often), "
        + "backoff=none|linear|double (how delay and interval grow; linear: 0, 1, 2 times) and longest=8s. With "
        + "resume=network-back the app sets a failed session up again when the network is back"),
    .part(
      .pace, "SPEC", .suggestion(["none", "after"]), default: "that of --player, none", in: .player,
      "How long the player takes between an answer and its next request: after(playlist=25ms,segment=9ms), with frame=44ms "
        + "from enough media to the first frame; init=beside requests initialisation segments together with segments"),
    .part(.rate, "NUMBER", default: "1", in: .player, "Playback rate"),
    Setting(
      "device-lag", "DURATION", default: "4ms", in: .player,
      "With code(PATH): time from the last byte of a segment to the player's code; manifests, appends and the first frame "
        + "take their measured share of it. A range such as 2ms..6ms is drawn anew for each step, from seed= of the player"
    ) { $1.deviceLag = try $0.durations() },
    Setting(
      "viewer", "SPEC", .suggestion(ViewerRegistry.entries.map(\.name)), several: true, default: "watch", in: .player,
      models: [.lab, .mm22], isRecorded: false,
      "Who watches: watch (to the end), leave(8s) after the play request, leave(watched=30s) of media, feed(short-video) "
        + "and other models, drawn for each trace from the seed, or the file of one, audience.toml; with --model mm22 "
        + "recorded(FILE), a JSON file {\"trace name\": [watch_ms, ...]} with a time for each video"
    ) { $1.viewers = try $0.specs(canonical: \.canonical) { try SessionViewer(parsing: $0) } },
    Setting(
      "name", "NAME=SPEC", several: true, in: .player, models: butMM22, isRecorded: false,
      insteadInSearch: "it names the configurations of a run",
      "Names of configurations in tables, pages and exports, each by a player, policy or buffer that no other configuration "
        + "has, such as FAST='hls.js(maxBufferLength=60)'"
    ) { value, setup in
      setup.names = try value.texts.indices.map { index in
        try ConfigurationName(parsing: value.texts[index], place: value.place(of: index), rules: setup.rules)
      }
    },
    Setting(
      "normalise", values: .flag, in: .player, insteadInSearch: "it searches settings that need no repair",
      "Repair buffer levels that contradict each other, and report it, where they are otherwise refused"
    ) { $1.normalises = true },
  ]

  /// What makes a session one of several items.
  package static let items: [Setting] = [
    Setting(
      "items", "N", in: .items, isRecorded: false,
      "Play a feed of N items, which take turns over the videos, in each session"
    ) { value, setup in
      let count = try value.integer(in: 1...10_000)
      // One item is a video by itself.
      if count > 1 || setup.source != nil { try setup.setSource(value) { .feed(of: count) } }
    },
    Setting(
      "session", "FILE", .path, in: .items, formerly: "scenario", isRecorded: false,
      "Play the session that a TOML file describes: items, visits, ads, steps of the viewer, outages; Examples/Sessions has "
        + "twelve to start from, and the page SessionFiles.md of the documentation explains every key"
    ) { value, setup in
      let options = setup.videoOptions
      try setup.setSource(value) { try .file(value.texts[0], videoOptions: options) }
    },
    Setting(
      "preload", "SPEC", .suggestion(PreloadRegistry.entries.map(\.name)), several: true,
      default: "that of --session or --player, none", in: .items, isRecorded: false,
      "How neighbours are fetched ahead, such as network-balance(open=8s,next=3), ungated(next=3), progress(0.75), "
        + "next-item or none"
    ) { $1.preloads = $0 },
    .part(
      .cache, "BYTES", default: "that of --session; of --player while it preloads; 0MB", in: .items,
      "Keep so much of fetched media on the device for replays and back-swipes, such as 200MB"),
  ]
}

extension Setting {
  /// A flag.
  fileprivate init(
    _ key: String, values: Values, in group: Group, insteadInSearch: String?, _ help: String,
    apply: @escaping @Sendable (GivenSettings.Value, inout SessionSetup) throws -> Void
  ) {
    self.init(key, "", values, in: group, insteadInSearch: insteadInSearch, help, apply: apply)
  }
}
