import ABRPlayers
import ABRPolicies

extension [PreparedSession] {
  /// Which player each build is, and which options of its configuration it does not know.
  package var codeNotes: [String] {
    flatMap { session in
      session.code.map { code in
        ["\(session.configuration.player): \(code.build.player) \(code.build.version)"]
          + code.build.unknownOptions.map { option in
            let name = option.path.split(separator: ".").last.map(String.init) ?? option.path
            return "\(code.build.configuration?.name ?? ""): "
              + PlayerConfiguration.unknownOption(
                option.path, of: code.build.player, version: code.build.version,
                hint: NearestName.hint(for: name, among: option.known))
          }
      } ?? []
    }
  }

  /// Digests of builds and configurations, as options of a run.
  var codeRecord: [String: String] {
    reduce(into: [:]) { record, session in
      for (path, digest) in session.code?.digests ?? [:] { record["\(Experiment.programKey)\(path)"] = digest }
    }
  }
}
