import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Options that describe how sessions are played; `run` and `explain` share them.
enum SessionOptions {
  /// What the player does beside its policy.
  static let player: [OptionSpec] = [
    .option(
      "--buffer", "SPEC", values: .suggestion(BufferRegistry.entries.map(\.name)), isRepeatable: true,
      default: "static(30s)", group: "Player",
      "Forward buffer, such as static(30s), watermark(start=0.5s,resume=3s,max=50s), bytes(50MB), keep-up(horizon=30s), "
        + "or a preset: brightcove, apsara(scene=short-video), legacy; joined by +. abrlab policy list has all of them "
        + "and their keys"),
    .option(
      "--player", "NAME", values: .choice(PlayerPreset.all.map(\.name)), group: "Player",
      "Settings of a known player: buffer, playable media, switch mode, first rendition, time-outs and stream, each of "
        + "which an option of its own overrides; the rule is --policy"),
    .option(
      "--playable", "MODE", values: .suggestion(["whole-segment", "arriving"]),
      default: "whole-segment, or that of --player", group: "Player",
      "Which media of a segment can be played: whole-segment (dash.js, hls.js, Shaka) or what has arrived (AVPlayer, "
        + "ApsaraVideo, Media3): arriving, or arriving(0.5s) in fragments"),
    .option(
      "--max-buffer", "DURATION", group: "Player",
      "Never hold more media ahead than this, such as 25s; without --buffer it is the target"),
    .option(
      "--initial", "SPEC", isRepeatable: false, group: "Player",
      "Rendition of the first segment: lowest, first-listed, closest-to(1M), last-throughput(3M) or index(2)"),
    .option(
      "--switch-mode", "MODE", values: .suggestion(["append", "replace", "flush"]), default: "append", group: "Player",
      "What a switch does to media that is buffered already: append, replace(margin=1.6s) or flush"),
    .option(
      "--timeout", "SPEC", values: .suggestion(["none", "after", "apsara", "cicada", "avplayer", "hls", "media3"]),
      default: "none: the player waits for ever", group: "Player",
      "How long the player waits for a network that brings no byte, and how often it tries again: "
        + "after(15s,retries=2), with counts=waiting|always (silence that counts: while playback waits, or always) and "
        + "fetches=rest|whole (what a retry asks for); or as a player does: apsara, cicada, avplayer, hls, media3. With "
        + "resume=network-back the app sets a failed session up again when the network is back"),
    .option("--rate", "NUMBER", default: "1", group: "Player", "Playback rate"),
    .option(
      "--viewer", "SPEC", values: .suggestion(ViewerRegistry.entries.map(\.name)), isRepeatable: true, default: "watch",
      group: "Player",
      "Who watches: watch (to the end), leave(8s) after the play request, or leave(watched=30s) of media; with "
        + "--items or --session also feed(short-video) and other models, drawn for each trace from the seed; with "
        + "--model mm22 recorded(FILE), a JSON file {\"trace name\": [watch_ms, ...]} with a time for each video"),
    .flag(
      "--normalise", group: "Player",
      "Repair buffer levels that contradict each other, and report it, where they are otherwise refused"),
  ]

  /// What makes a session one of several items.
  static let queue: [OptionSpec] = [
    .option(
      "--items", "N", group: "Several items",
      "Play a feed of N items, which take turns over the videos, in each session"),
    .option(
      "--session", "FILE", values: .path, group: "Several items",
      "Play the session that a TOML file describes: items, visits, ads, steps of the viewer, outages; Examples/Sessions has "
        + "twelve to start from, and the page SessionFiles.md of the documentation explains every key"
    ).formerly("--scenario"),
    .option(
      "--preload", "SPEC", values: .suggestion(PreloadRegistry.entries.map(\.name)), isRepeatable: true,
      default: "that of --session, or none", group: "Several items",
      "How neighbours are fetched ahead, such as network-balance(open=8s,next=3), ungated(next=3), progress(0.75), "
        + "next-item or none"),
    .option(
      "--cache", "BYTES", default: "that of --session; 20GB with --player apsara, --items and --preload; or 0MB",
      group: "Several items",
      "Keep so much of fetched media on the device for replays and back-swipes, such as 200MB"),
  ]

  /// What the network and the video do.
  static let surroundings = TraceCommand.readingOptions.map { $0.grouped("Network and media") } + network

  private static let network: [OptionSpec] = [
    .option(
      "--trace-end", "END", values: .choice(TraceEnd.allCases.map(\.rawValue)), default: "wrap",
      group: "Network and media",
      "What happens when a trace is over"),
    .option(
      "--trace-start", "START", values: .choice(["begin", "random"]), default: "begin, or random with --seed",
      group: "Network and media",
      "Where in a trace a session begins; random depends on the seed and the trace only"),
    .option(
      "--latency", "DURATION", default: "50ms in the lab's model", group: "Network and media",
      "Round-trip time of traces that have none, such as 50ms"),
    .option(
      "--payload-fraction", "NUMBER", default: "auto", group: "Network and media",
      "Share of the traces' bytes that is payload; auto: 1448/1500 where a trace is link capacity, 1 where it is goodput"
    ),
    .option(
      "--connections", "KIND", values: .choice(NetworkSettings.Connections.allCases.map(\.rawValue)), default: "h2",
      group: "Network and media",
      "How requests share connections: h1 (one at a time on each of six, closed by a download that is given up), h2 (one "
        + "for all) or h3 (the same, set up in one round trip less)"),
    .option(
      "--setup-round-trips", "N", default: "2, as for TCP and TLS 1.3; 1 with h3; 0 under --model",
      group: "Network and media",
      "Round trips that set a connection up before its first request"),
    .flag(
      "--connection-per-request", group: "Network and media",
      "Set a connection up for every request, where they are otherwise kept"),
    .option(
      "--dns-lookup", "DURATION", default: "0s", group: "Network and media",
      "Time of the DNS lookup before the first request, such as 100ms"
    ).formerly("--name-lookup"),
    .flag(
      "--slow-start", group: "Network and media",
      "Let each new connection gain speed from 10 packets on, doubling every round trip, and lose half of it in every "
        + "time-out that it is idle"),
    .option(
      "--path-queue", "BYTES", default: "0B", group: "Network and media",
      "What is still in the path of a download that is given up, such as 96kB: it keeps the link busy and is wasted"),
    .option(
      "--congestion-control", "NAME", values: .choice(CongestionControl.allCases.map(\.rawValue)), default: "reno",
      group: "Network and media",
      "How servers use the link: reno, all of it at once, or bbr, which drains its queue for 3 round trips every 10 s and "
        + "uses a rise 8 round trips late"),
    .option(
      "--retransmission-timeouts", "DURATION", group: "Network and media",
      "Mean time between silences of 0.75 to 1.8 s in which the server waits to send a lost packet again, such as 2min; "
        + "none unless given"),
    .option(
      "--response-header", "BYTES", default: "0B", group: "Network and media",
      "Bytes of HTTP header before each answer, such as 325B"),
    .option(
      "--stream", "SPEC", values: .suggestion(["none", "hls", "dash"]),
      default: "\(StreamSpec.standard), or that of --player", group: "Network and media",
      "What is fetched beside the video's segments, each by a request: hls, with sizes as in "
        + "hls(multivariant=828B,playlist=1049B,init=830B,key=16B), dash(manifest=3035B,init=830B), each also with "
        + "catalogue=, play-auth= and a separate audio=128k; or none"),
    .option(
      "--startup-overhead", "BYTES", group: "Network and media",
      "One more answer that is fetched before the first segment, such as 20kB"),
    .flag(
      "--expensive-network", group: "Network and media", "Limits for expensive networks hold, such as peak-expensive"),
    .option(
      "--sizes", "SPEC", default: "constant", group: "Network and media",
      "Segment sizes for ladders that have none: constant or vbr(cov=0.3)"),
    .option(
      "--model", "MODEL", values: .choice(Model.allCases.map(\.rawValue)), default: "lab", group: "Network and media",
      "Semantics of the simulation: this lab's, or those of a published simulator"),
    .option(
      "--seed", "N", group: "Network and media",
      "Start each trace at a random place drawn from this seed; with several items also the viewers, who are those of seed "
        + "1 without it"),
  ]
}
