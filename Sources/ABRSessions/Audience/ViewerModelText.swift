import ABRInput
import ABRPolicies

/// Writes viewer models as ``ViewerModelFile`` and specs have them.
package enum ViewerModelText {
  /// The file of a model.
  ///
  /// - Parameters:
  ///   - model: how long viewers watch.
  ///   - comment: what stands above it, in one line.
  package static func toml(of model: WatchModel, comment: String) -> String {
    var lines = ["model = \"\(model.name)\""]
    if case .retention(let curve) = model {
      lines += ["seconds = \(list(curve.seconds))", "remaining = \(list(curve.remaining))"]
    }
    lines += model.parameters.map { "\($0.key) = \($0.isTime ? "\"\(number($0.value))s\"" : number($0.value))" }
    return (["# \(VisibleText.text(comment))", "# Times are seconds of media."] + lines).joined(separator: "\n") + "\n"
  }

  /// A distribution as `--viewer` takes it: `feed(weibull,shape=0.7,scale=14s)`.
  package static func spec(of model: WatchModel) -> String {
    let parameters = model.parameters.map { ",\($0.key)=\(number($0.value))\($0.isTime ? "s" : "")" }
    return "\(FeedSpec.name)(\(model.name)\(parameters.joined()))"
  }

  /// Ten numbers in a line.
  private static func list(_ values: [Double]) -> String {
    let lines = stride(from: 0, to: values.count, by: 10).map { start in
      "  " + values[start..<min(start + 10, values.count)].map(number).joined(separator: ", ")
    }
    return "[\n\(lines.joined(separator: ",\n")),\n]"
  }
  /// Twelve significant digits, without an exponent.
  private static func number(_ value: Double) -> String {
    ParameterValue.decimal(Double(DecimalPrinter.significant(value, digits: 12)) ?? value)
  }
}

extension WatchModel {
  /// Its name in specs and files.
  package var name: String {
    switch self {
    case .exponential: "exponential"
    case .weibull: "weibull"
    case .lognormal: "lognormal"
    case .heavyTail: "heavy-tail"
    case .retention: "retention"
    }
  }

  /// The parameters of a distribution by their keys; times are seconds.
  fileprivate var parameters: [(key: String, value: Double, isTime: Bool)] {
    switch self {
    case .exponential(let mean): [("mean", mean, true)]
    case .weibull(let shape, let scale): [("shape", shape, false), ("scale", scale, true)]
    case .lognormal(let median, let sigma): [("median", median, true), ("sigma", sigma, false)]
    case .heavyTail(let tail):
      [
        ("median", tail.median, true), ("sigma", tail.sigma, false), ("tail", tail.tail, false),
        ("tail-scale", tail.tailScale, true), ("tail-shape", tail.tailShape, false),
      ]
    case .retention: []
    }
  }
}
