import ABRPolicies

extension KnownPlayer {
  /// A player's own JavaScript, played as it is. It stands in no list of players: which one it is, the build says.
  package static let ownCode = KnownPlayer(
    "code", version: "", source: "the user's build", parts: [:], hasOwnRule: true,
    options: [
      .file("build", default: .required, isPositional: true, "path of the player's build, such as dist/hls.js") {
        $1.code = PlayerCodeFiles(build: $0)
      },
      .file("config", default: .absent("the player's own"), "path of its configuration, a JSON object or a script") {
        $1.code?.configuration = $0
      },
      .file(
        "adapter", default: .absent("one of the lab's"), "path of the script that starts a player the lab does not know"
      ) {
        $1.code?.adapter = $0
      },
      PlayerOption(
        "seed", .integer(0 ... .max), default: .absent("that of the run"), mapsTo: "the player's own code",
        "seed of chance in the player's code and of the device's time"
      ) {
        if case .integer(let seed) = $0 { $1.code?.seed = seed }
      },
      PlayerOption(
        "fresh", .choice(["true", "false"]), default: .value(.choice("false")), mapsTo: "the player's own code",
        "whether each session has a page of its own, for a build that keeps state in its globals"
      ) { $1.code?.isFresh = $0 == .choice("true") },
    ],
    takesOtherKeys: true,
    "plays the build of a player, its own code, in virtual time")
}
