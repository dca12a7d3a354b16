import ABRPlayerCode
import ABRPlayers
import ABRPolicies

extension [PreparedSession] {
  /// Which player each build is, and which timers of it do not run.
  package var codeNotes: [String] {
    flatMap { session in
      session.code.map { code in
        ["\(session.configuration.player): \(code.build.player) \(code.build.version)"]
          + (code.build.leavesTimers
            ? ["\(code.build.name): timers that it sets while it loads stop when a session begins"] : [])
      } ?? []
    }
  }

  /// Options of each build's configuration that the player will not take as they are meant, each once.
  package var codeWarnings: [String] {
    compactMap(\.code?.build).flatMap { build in
      build.doubtfulOptions.map { "\(build.configuration?.name ?? ""): \(text(of: $0, on: build))" }
    }.uniqued()
  }

  private func text(of option: CodeConfiguration.DoubtfulOption, on build: PlayerBuild) -> String {
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
