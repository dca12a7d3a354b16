import ABRPlayers
import ABRPolicies

/// Why a player's own code cannot be played.
package enum PlayerCodeError: Error, Hashable, CustomStringConvertible {
  /// JavaScript cannot be run.
  case engine(JavaScriptError)
  /// A script failed as it was loaded.
  case failed(name: String, JavaScriptError)
  /// The script is a module, and has no global.
  case module(name: String)
  /// A configuration is no object.
  case noObject(name: String)
  /// A value of a configuration for which the player has no option.
  case unknownOption(player: String, path: String, known: [String])
  /// A value of another type than the player's own.
  case wrongValue(player: String, path: String, found: String, type: String)
  /// The script is not a known player.
  case noPlayer(name: String, sought: [String])

  /// Options of the lab beside the player's own.
  private static let ownOptions = KnownPlayer.ownCode.options.map(\.parameter).filter { !$0.isPositional }.map(\.key)

  package var description: String {
    switch self {
    case .engine(let error): "\(error)"
    case .failed(let name, let error): "\(name): \(error)"
    case .module(let name):
      "\(name): found an ECMAScript module; expected a script that defines a global, such as dist/hls.js, "
        + "dash.all.debug.js, shaka-player.compiled.js or video.js"
    case .noObject(let name):
      "\(name): expected the player's options, a JSON object or a script whose value is one"
    case .unknownOption(let player, let path, let known):
      // One that ends alike is the same option at its place.
      known.count < 4
        ? "\(player) has no option \(path); did you mean \(known.joined(separator: " or "))?"
        : "\(player) has no option \(path)\(NearestName.hint(for: path, among: known + PlayerCodeError.ownOptions))"
    case .wrongValue(let player, let path, let found, let type):
      "\(player) \(path): found \(found), expected a \(type)"
    case .noPlayer(let name, let sought):
      "\(name): found none of the known players; looked for \(sought.joined(separator: "; "))"
    }
  }
}
