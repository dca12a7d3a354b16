import ABRInput
import ABRPolicies

/// A viewer model in a TOML file: the keys of `feed(…)`, or a retention curve.
///
///     model = "retention"          # or exponential, weibull, lognormal, heavy-tail with the keys of the spec
///     seconds = [0, 2, 5, 10, 30, 30]  # media seconds; one that is there twice is a step
///     remaining = [1, 0.8, 0.55, 0.4, 0.4, 0.2]
///     back = 0.1                   # optional, like patience = "8s" and skip = 0.5
package enum ViewerModelFile {
  /// Reads a file.
  ///
  /// - Throws: ``ConfigurationError``.
  package static func viewer(at path: String) throws(ConfigurationError) -> FeedViewer {
    try viewer(of: TOMLDocument(contentsOf: path).root)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: ``ConfigurationError``.
  package static func viewer(parsing bytes: [UInt8], file: String) throws(ConfigurationError) -> FeedViewer {
    try viewer(of: TOMLDocument(parsing: bytes, file: file).root)
  }

  private static let curveKeys = ["seconds", "remaining"]

  /// Reads a table.
  private static func viewer(of table: TOMLTable) throws(ConfigurationError) -> FeedViewer {
    let models = FeedSpec.distributions + ["retention"]
    guard let model = try table.string("model"), models.contains(model) else {
      throw table.invalid("model", allowed: FaultText.choice(models))
    }
    let isCurve = model == "retention"
    let keys = FeedSpec.parameters(of: model).map(\.key)
    try table.allow(only: ["model"] + (isCurve ? curveKeys : []) + keys)
    var values: [(key: String, value: String)] = []
    for key in keys where table.has(key) {
      let texts = try table.texts(key)
      guard texts.count == 1 else { throw table.invalid(key, allowed: "one value") }
      values.append((key, texts[0]))
    }
    let spec: FeedSpec
    do {
      spec = try FeedSpec(model: model, values: values)
    } catch {
      throw configurationError(error, table)
    }
    let watch = isCurve ? .retention(try curve(of: table)) : WatchModel(spec)
    guard let watch else { throw table.invalid("model", allowed: FaultText.choice(models)) }
    return FeedViewer(
      watch: watch, back: spec.arguments.number("back"),
      patience: spec.arguments.optionalSeconds("patience") ?? .infinity, skip: spec.arguments.number("skip"))
  }

  private static func curve(of table: TOMLTable) throws(ConfigurationError) -> WatchCurve {
    var columns: [[Double]] = []
    for key in curveKeys {
      let texts = try table.texts(key)
      let numbers = texts.compactMap { Double($0) }.filter(\.isFinite)
      guard numbers.count == texts.count else { throw table.invalid(key, allowed: "an array of numbers") }
      columns.append(numbers)
    }
    do {
      return try WatchCurve(seconds: columns[0], remaining: columns[1])
    } catch {
      throw table.invalid(error.isTime ? "seconds" : "remaining", found: error.found, allowed: error.allowed)
    }
  }

  /// What is wrong with a value, at its place in the file.
  private static func configurationError(_ error: SpecError, _ table: TOMLTable) -> ConfigurationError {
    guard case .invalidValue(_, let part, let found, let allowed) = error, let key = part.split(separator: " ").last
    else { return table.refused("model", error) }
    return table.invalid(String(key), found: found.isEmpty ? "nothing" : found, allowed: allowed)
  }
}
