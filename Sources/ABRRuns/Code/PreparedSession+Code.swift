extension [PreparedSession] {
  /// Which player each build is.
  package var codeNotes: [String] {
    compactMap { session in
      session.code.map { "\(session.configuration.player): \($0.build.player) \($0.build.version)" }
    }
  }

  /// Digests of builds and configurations, as options of a run.
  var codeRecord: [String: String] {
    reduce(into: [:]) { record, session in
      for (path, digest) in session.code?.digests ?? [:] { record["\(Experiment.programKey)\(path)"] = digest }
    }
  }
}
