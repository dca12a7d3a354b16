import ABRPlayerCode
import ABRPlayers
import ABRPolicies

extension [PreparedSession] {
  /// Which player each build is, which timers of it do not run, and which options of its configuration it does not
  /// know.
  package var codeNotes: [String] {
    flatMap { session in
      session.code.map { code in
        ["\(session.configuration.player): \(code.build.player) \(code.build.version)"]
          + (code.build.leavesTimers
            ? ["\(code.build.name): timers that it sets while it loads stop when a session begins"] : [])
          + code.build.doubtfulOptions.map { "\(code.build.configuration?.name ?? ""): \(note($0, on: code.build))" }
      } ?? []
    }
  }

  private func note(_ option: CodeConfiguration.DoubtfulOption, on build: PlayerBuild) -> String {
    switch option {
    case .unknown(let path, let known):
      let name = path.split(separator: ".").last.map(String.init) ?? path
      return PlayerConfiguration.unknownOption(
        path, of: build.player, version: build.version, hint: NearestName.hint(for: name, among: known))
    case .wrongType(let path, let found, let type):
      return "\(path): found \(found); the player's own value is a \(type)"
    }
  }

  /// Digests of builds and configurations, as options of a run.
  var codeRecord: [String: String] {
    reduce(into: [:]) { record, session in
      for (path, digest) in session.code?.digests ?? [:] { record["\(Experiment.programKey)\(path)"] = digest }
    }
  }
}
