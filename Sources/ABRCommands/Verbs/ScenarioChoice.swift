import ABRPolicies
import ABRScenarios

/// A scenario as the command line names it: `S02`, its variant `S02/gate`, or a TOML file.
struct ScenarioChoice {
  /// The scenario; of a variant, that variant alone.
  let scenario: Scenario
  /// The data, as it is written.
  let text: [UInt8]
  /// Expectations that compare a chosen variant with others, so that they cannot be checked.
  let leftOut: Int
  /// Name of the chosen variant.
  let variant: String?

  /// Looks a scenario up.
  ///
  /// A text whose part before the first slash is an id of the library is a variant; a file below a folder of such a
  /// name is written `./S02/own.toml`.
  ///
  /// - Parameter place: how errors call the argument.
  /// - Throws: ``UsageError`` for what does not exist, with the nearest name; the errors of `ScenarioFile`.
  init(_ id: String, place: String) throws {
    if !ScenarioLibrary.isVariant(id), id.contains("/") || id.contains(".") {
      // A file of the user's own, as with all that comes from files: it has a point or a slash in its name.
      text = try ScenarioFile.bytes(at: id)
      scenario = try ScenarioFile.scenario(parsing: text, file: id, folder: Self.folder(of: id))
      (variant, leftOut) = (nil, 0)
      return
    }
    let parts = id.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let whole = try ScenarioLibrary.scenario(parts[0]), let text = ScenarioLibrary.text(of: parts[0]) else {
      throw Self.unknown(place, id, kind: "scenario", allowed: ScenarioLibrary.ids, hint: "abrlab scenario list")
    }
    self.text = text
    guard parts.count > 1 else {
      scenario = whole
      (variant, leftOut) = (nil, 0)
      return
    }
    guard let only = whole.only(variant: parts[1]) else {
      throw Self.unknown(
        place, id, kind: "variant", allowed: whole.variants.map { "\(whole.id)/\($0.name)" },
        hint: "abrlab scenario show \(whole.id)")
    }
    scenario = only
    variant = parts[1]
    leftOut = whole.expectations.count - only.expectations.count
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private static func unknown(
    _ place: String, _ found: String, kind: String, allowed: [String], hint: String
  ) -> UsageError {
    UsageError("\(place): unknown \(kind) \(found)" + NearestName.hint(for: found, among: allowed), hint: hint)
  }
}
