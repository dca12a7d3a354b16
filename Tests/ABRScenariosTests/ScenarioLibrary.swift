import ABRSessions
import ABRTestSupport

/// The scenarios of the folder `Scenarios`.
enum ScenarioLibrary {
  /// Their ids, in order.
  static let ids = (1...61).map { ($0 < 10 ? "S0" : "S") + "\($0)" }

  /// The file of a scenario.
  static func path(of id: String) -> String { "\(SharedData.package)/Tests/ABRScenariosTests/Scenarios/\(id).toml" }

  /// Reads a scenario.
  static func scenario(_ id: String) throws -> Scenario {
    try ScenarioFile.scenario(parsing: TOMLDocument.bytes(at: path(of: id)), file: "\(id).toml")
  }
}
