import ABRInput
import ABRPolicies
import ABRScenarios

/// `--scenario S02` or `--scenario S02/VARIANT`: the session and ladder of a scenario, and its specs for options that
/// were not given.
struct ScenarioOption {
  /// What results call the session.
  let name: String
  /// What the variant plays.
  let setup: ScenarioSetup
  /// SHA-256 of the scenario's data.
  let sha256: String

  /// Reads the option; `nil` where it is not given.
  ///
  /// - Throws: ``UsageError`` for a scenario or variant that does not exist, with the nearest name.
  init?(_ arguments: ParsedArguments) throws {
    guard let text = arguments.string("--scenario") else { return nil }
    let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
    let id = parts.first ?? ""
    guard let scenario = try ScenarioLibrary.scenario(id), let data = ScenarioLibrary.text(of: id) else {
      throw Self.unknown(arguments, found: id, allowed: ScenarioLibrary.ids)
    }
    guard let setup = scenario.setup(of: parts.count > 1 ? parts[1] : nil) else {
      throw Self.unknown(
        arguments, found: text,
        allowed: scenario.variants.filter { $0.setup != nil }.map { "\(scenario.id)/\($0.name)" })
    }
    name = parts.count > 1 ? "\(scenario.id)/\(parts[1])" : scenario.id
    self.setup = setup
    sha256 = SHA256.hexDigest(of: data)
  }

  private static func unknown(_ arguments: ParsedArguments, found: String, allowed: [String]) -> UsageError {
    return UsageError(
      "\(arguments.place("--scenario")): \(NearestName.message(found: found, kind: "scenario", allowed: allowed))",
      hint: "abrlab scenario list")
  }

  /// The arguments, with the scenario's policy, buffer, stream and preload scheduler for those that were not given; of
  /// a run without traces also what its link has besides: the latency, and what happens at its end.
  static func fill(_ arguments: ParsedArguments) throws -> ParsedArguments {
    guard let scenario = try ScenarioOption(arguments) else { return arguments }
    let place = arguments.place("--scenario")
    var given = ["--policy": ParsedArguments.Given(texts: [scenario.setup.policy.canonical], place: place)]
    // A player that is asked for brings both.
    if !arguments.has("--player") {
      given["--buffer"] = ParsedArguments.Given(texts: [scenario.setup.bufferSpec], place: place)
      let playable = PlayableSpec(scenario.setup.settings.playable)
      if playable.playable != .wholeSegment {
        given["--playable"] = ParsedArguments.Given(texts: [playable.canonical], place: place)
      }
    }
    // Figures of scenarios are worked out by hand, request by request.
    if arguments.string("--model") ?? Model.lab.rawValue == Model.lab.rawValue {
      given["--stream"] = ParsedArguments.Given(texts: [scenario.setup.stream], place: place)
    }
    if let preload = scenario.setup.preload {
      given["--preload"] = ParsedArguments.Given(texts: [preload.canonical], place: place)
    }
    if arguments.command.option("--traces") != nil, !arguments.has("--traces") {
      let network = scenario.setup.network
      given["--latency"] = ParsedArguments.Given(
        texts: [ParameterValue.duration(network.roundTrip).text], place: place)
      given["--trace-end"] = ParsedArguments.Given(texts: [network.end.rawValue], place: place)
    }
    return arguments.filled(with: given)
  }
}
