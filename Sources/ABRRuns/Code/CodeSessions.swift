import ABRInput
import ABRPlayback
import ABRPlayerCode
import ABRPlayers
import Synchronization

/// Plays the sessions of a player's own code for any number of threads.
///
/// A thread takes a player that is idle, or a new one, and gives it back after the session. Which one it is makes no
/// difference to what comes out.
package final class CodeSessions: Sendable {
  /// A player between two sessions.
  private struct Idle: @unchecked Sendable {
    // Whoever takes it out of the list is the only one who has it.
    let player: CodePlayer
  }

  /// Sessions that share a page, where each has none of its own: later ones find compiled code.
  private static let sessionsPerPage = 200

  /// The player.
  package let build: PlayerBuild
  /// SHA-256 of the files by their paths.
  package let digests: [String: String]
  private let network: NetworkSettings
  private let device: DeviceTime
  /// Seed of chance in the player's code and of the device's time; `nil` for that of the run.
  private let seed: Int?
  /// Whether each session has a page of its own.
  private let isFresh: Bool
  private let idle = Mutex<[Idle]>([])

  /// Reads the files, and finds out which player it is.
  ///
  /// - Parameters:
  ///   - files: of the player.
  ///   - network: what a request costs.
  /// - Throws: `CodeFileError` for a file that cannot be read, `PlayerCodeError` for a build that is no player.
  package init(_ files: PlayerCodeFiles, network: NetworkSettings) throws {
    let text = try Self.text(of: files.build)
    let file = try files.configuration.map { (name: $0, text: try Self.text(of: $0)) }
    let configuration =
      file == nil && files.values.isEmpty
      ? nil : CodeConfiguration(name: file?.name ?? files.build, text: file?.text ?? "({})", values: files.values)
    let adapter = try files.adapter.map { PlayerAdapter(name: $0, text: try Self.text(of: $0)) }
    build = try PlayerBuild(
      text, named: files.build, configuration: configuration, adapters: adapter.map { [$0] } ?? PlayerAdapter.all)
    self.network = network
    device = DeviceTime()
    seed = files.seed
    isFresh = files.isFresh
    var digests = [files.build: SHA256.hexDigest(of: text)]
    if let file { digests[file.name] = SHA256.hexDigest(of: file.text) }
    if let adapter { digests[adapter.name] = SHA256.hexDigest(of: adapter.text) }
    self.digests = digests
  }

  /// The same build and configuration over another network and on another device.
  package init(_ other: CodeSessions, network: NetworkSettings, device: DeviceTime) {
    (build, digests, seed, isFresh) = (other.build, other.digests, other.seed, other.isFresh)
    self.network = network
    self.device = device
  }

  private static func text(of path: String) throws(CodeFileError) -> String {
    do {
      return String(decoding: try InputFile.read(path), as: UTF8.self)
    } catch {
      throw CodeFileError(description: "\(error)")
    }
  }

  /// Plays one session.
  ///
  /// - Parameters:
  ///   - session: the item, who watches it, and what goes wrong; its player does not play.
  ///   - start: the network.
  ///   - seed: that of the run, which holds where the player has none of its own.
  ///   - isLogged: whether all that the player says is kept.
  /// - Throws: `PlayerCodeError` where JavaScript can no longer be run.
  package func play(_ session: SessionPlayer, over start: AnyPlayer.Start, seed: Int, isLogged: Bool = false) throws
    -> CodeSessionResult
  {
    var watching = Watching()
    (watching.script, watching.faults) = (session.script, session.faults)
    (watching.rate, watching.isListed) = (session.players[0].settings.rate, session.listsVisits)
    let player =
      idle.withLock { $0.popLast() }?.player
      ?? CodePlayer(build, network: network, device: device, sessionsPerPage: isFresh ? 1 : Self.sessionsPerPage)
    // The server has pictures and sound in files of their own.
    let video = session.video(of: 0).removing(audioBitrate: session.players[0].settings.stream.audioBitrate)
    let result = try player.play(
      video, over: start, watching: watching, seed: self.seed ?? seed, isLogged: isLogged)
    let returned = Idle(player: player)
    idle.withLock { $0.append(returned) }
    return result
  }
}

/// A file of a player's own code that cannot be read.
package struct CodeFileError: Error, CustomStringConvertible {
  package let description: String
}
