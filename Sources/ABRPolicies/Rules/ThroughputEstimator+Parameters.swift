/// The estimator as rules let a spec choose it.
extension ThroughputEstimator {
  /// Parameters of a rule that estimates throughput.
  static let parameters = [
    Parameter(
      "estimator", .choice(["ewma", "harmonic", "sliding"]), default: .value(.choice("ewma")),
      "how samples become an estimate: the lower of two weighted averages, a harmonic mean, or an arithmetic mean"),
    Parameter("fast", .duration(0.01...86_400), default: .value(.duration(3)), "half-life of the fast average of ewma"),
    Parameter("slow", .duration(0.01...86_400), default: .value(.duration(8)), "half-life of the slow average of ewma"),
    Parameter(
      "window", .integer(1...SampleWindow.capacity), default: .absent("5 for harmonic, 3 for sliding"),
      "samples of harmonic and sliding"),
    Parameter(
      "smallest", .bytesOrNone, default: .value(.bytes(0)),
      "downloads under it are no samples: they measure round trips"),
    Parameter(
      "latency", .choice(["network", "counted", "apart"]), default: .value(.choice("network")),
      "whether a throughput sample counts the time to the first byte, or as the network's settings say"),
  ]

  /// The method that arguments choose.
  static func method(of arguments: Arguments) -> Method {
    let method: Method =
      switch arguments.choice("estimator") {
      case "harmonic": .harmonicMean(last: arguments.optionalInteger("window") ?? 5)
      case "sliding": .slidingMean(windows: [arguments.optionalInteger("window") ?? 3])
      default: .ewma(fast: arguments.seconds("fast"), slow: arguments.seconds("slow"))
      }
    let latency = arguments.choice("latency")
    return .sampling(
      method, smallest: arguments.bytes("smallest"), countsLatency: latency == "network" ? nil : latency == "counted")
  }

  /// What is wrong with the arguments together: a number for a method that was not chosen.
  static func problem(of arguments: Arguments) -> RuleEntry.Problem? {
    let isEWMA = arguments.choice("estimator") == "ewma"
    for key in isEWMA ? ["window"] : ["fast", "slow"] where arguments.has(key) {
      return RuleEntry.Problem(
        key: key, found: "\(key) with estimator=\(arguments.choice("estimator"))",
        allowed: isEWMA ? "fast and slow, or estimator=harmonic or sliding" : "window, or estimator=ewma")
    }
    return nil
  }
}
