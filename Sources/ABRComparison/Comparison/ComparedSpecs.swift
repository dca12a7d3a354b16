import ABRRuns
import ABRSessions

/// What a configuration plays, however it was spelled.
///
/// A file of a viewer is known by its name and content, whatever its folder. A player that gives options their default
/// values is the same as one that leaves them out.
struct ComparedSpecs: Equatable {
  /// The viewer, with the digest of its file.
  let viewer: String
  /// Every spec, in the order of `Configuration.keys`.
  let parts: [String]

  /// The specs of a run's configurations.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - spelling: how its players are spelled.
  static func all(of run: RunRecord, _ spelling: PlayerSpelling) -> [ComparedSpecs] {
    run.configurations.map { configuration in
      let own = configuration.configuration
      let digest = run.header.settings[SessionSource.digestKey(ofViewer: own.viewer)]
      let viewer = withoutFolders(own.viewer) + (digest.map { " \($0)" } ?? "")
      let parts = Configuration.keys.map { key in
        switch key {
        case "player": spelling.spec(of: own.player)
        case "viewer": viewer
        default: own[key] ?? ""
        }
      }
      return ComparedSpecs(viewer: viewer, parts: parts)
    }
  }

  /// The settings of a run; digests of viewers' files are under the name of the file, whatever its folder.
  static func settings(of run: RunRecord) -> [String: String] {
    let keys = Set(run.configurations.map { SessionSource.digestKey(ofViewer: $0.configuration.viewer) })
    let settings = run.header.settings.map { key, value in
      (keys.contains(key) ? withoutFolders(key) : key, value)
    }
    // Files of one name may lie in several folders.
    return Dictionary(settings.sorted { $0 < $1 }) { "\($0) and \($1)" }
  }

  /// The spec of a viewer with the names of files alone: the same file may have another path.
  static func withoutFolders(_ viewer: String) -> String {
    var kept: [UInt8] = []
    var argument = 0
    for byte in viewer.utf8 {
      if byte == UInt8(ascii: "/") {
        kept.removeSubrange(argument...)
      } else {
        kept.append(byte)
        if "(,=".utf8.contains(byte) { argument = kept.count }
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
