extension KnownPlayer {
  /// The neutral default: what sessions are played with where nothing is said.
  public static let lab = KnownPlayer(
    "lab", version: "", source: "this lab; start and resume levels are ApsaraVideo's",
    parts: [
      .policy: "auto", .buffer: "static(30s)", .backBuffer: "0s", .playable: "whole-segment", .initial: "lowest",
      .switchMode: "append",
      .timeout: "none", .pace: "none", .rate: "1", .preload: "none", .cache: "0B", .connections: "h2",
      .connectionPerRequest: "false",
      .slowStart: "false", .stream: "hls",
    ],
    hasOwnRule: true,
    "neutral: holds 30 s, starts at 0.5 s, resumes at 3 s, plays whole segments")
}
