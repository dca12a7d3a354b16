import ABRInput

/// Writes viewer models as ``ViewerModelFile`` reads them.
package enum ViewerModelText {
  /// The file of a model.
  ///
  /// - Parameters:
  ///   - model: how long viewers watch.
  ///   - comment: what stands above it, in one line.
  package static func toml(of model: WatchModel, comment: String) -> String {
    let lines =
      switch model {
      case .exponential(let mean): ["model = \"exponential\"", "mean = \(seconds(mean))"]
      case .weibull(let shape, let scale):
        ["model = \"weibull\"", "shape = \(number(shape))", "scale = \(seconds(scale))"]
      case .lognormal(let median, let sigma):
        ["model = \"lognormal\"", "median = \(seconds(median))", "sigma = \(number(sigma))"]
      case .heavyTail(let tail):
        [
          "model = \"heavy-tail\"", "median = \(seconds(tail.median))", "sigma = \(number(tail.sigma))",
          "tail = \(number(tail.tail))", "tail-scale = \(seconds(tail.tailScale))",
          "tail-shape = \(number(tail.tailShape))",
        ]
      case .retention(let curve):
        ["model = \"retention\"", "seconds = \(list(curve.seconds))", "remaining = \(list(curve.remaining))"]
      }
    return (["# \(VisibleText.text(comment))", "# Times are seconds of media."] + lines).joined(separator: "\n") + "\n"
  }

  /// Ten numbers in a line.
  private static func list(_ values: [Double]) -> String {
    let lines = stride(from: 0, to: values.count, by: 10).map { start in
      "  " + values[start..<min(start + 10, values.count)].map(number).joined(separator: ", ")
    }
    return "[\n\(lines.joined(separator: ",\n")),\n]"
  }
  private static func number(_ value: Double) -> String { DecimalPrinter.significant(value, digits: 12) }
  private static func seconds(_ value: Double) -> String { "\"\(number(value))s\"" }
}
