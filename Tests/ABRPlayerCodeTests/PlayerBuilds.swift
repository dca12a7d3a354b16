import Foundation
import Testing

@testable import ABRPlayerCode

/// Builds of real players: the files `*.js` of the folder that `ABRLAB_PLAYER_BUILDS` names. None is part of the
/// package; tests that want them are skipped where the variable is not set.
enum PlayerBuilds {
  /// Why tests with real players are skipped.
  static let absence: Comment =
    "ABRLAB_PLAYER_BUILDS names no folder with builds of players, or there is no JavaScriptCore"

  /// Path of the folder; `nil` where it is not named.
  static let folder = ProcessInfo.processInfo.environment["ABRLAB_PLAYER_BUILDS"]

  /// Names of the files.
  static let names: [String] =
    folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) }?.filter { $0.hasSuffix(".js") }.sorted()
    ?? []

  /// One of them.
  static func build(_ name: String) throws -> PlayerBuild {
    try PlayerBuild(String(contentsOfFile: "\(folder ?? "")/\(name)", encoding: .utf8), named: name)
  }
}

/// Whether JavaScript can be run here; tests that need it are skipped where it cannot.
let hasJavaScript = (try? JavaScriptMachine()) != nil
let javaScriptAbsence: Comment = "JavaScriptCore is not installed: \(JavaScriptMachine.installation)"
