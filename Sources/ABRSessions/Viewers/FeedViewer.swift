import ABRPolicies

/// A viewer of a feed or a playlist: how long items are watched, how often the viewer goes back, waits and skips.
package struct FeedViewer: Sendable, Hashable {
  /// How long an item is watched.
  package var watch: WatchModel
  /// Probability that the viewer goes back to the item before, for once, before going on.
  package var back: Double
  /// Seconds of startup after which the viewer swipes on; infinite for never.
  package var patience: Double
  /// Probability that a skippable ad is skipped as soon as it may be.
  package var skip: Double

  /// Creates a viewer.
  package init(watch: WatchModel, back: Double = 0, patience: Double = .infinity, skip: Double = 0) {
    self.watch = watch
    self.back = back
    self.patience = patience
    self.skip = skip
  }

  /// Makes the viewer of a spec.
  ///
  /// - Parameters:
  ///   - spec: the spec; habits that it gives replace those of the model it names.
  ///   - folder: what the name of a file is relative to; `nil` for the working folder.
  /// - Throws: `SpecError` for a name that is neither a distribution nor a bundled model nor looks like a file;
  ///   ``ConfigurationError`` for what is wrong in a file.
  package init(_ spec: FeedSpec, relativeTo folder: String? = nil) throws {
    if let watch = WatchModel(spec) {
      self.init(watch: watch)
    } else if let bundled = BundledViewers.text(of: spec.model) {
      self = try ViewerModelFile.viewer(parsing: Array(bundled.utf8), file: "\(spec.model).toml")
    } else if Self.isFile(spec.model) {
      let isAbsolute = spec.model.hasPrefix("/")
      let path = isAbsolute ? spec.model : folder.map { "\($0)/\(spec.model)" } ?? spec.model
      self = try ViewerModelFile.viewer(at: path)
    } else {
      throw SpecError.unknownName(
        spec: spec.text, kind: "viewer model", found: spec.model,
        allowed: FeedSpec.distributions + BundledViewers.names)
    }
    if spec.arguments.has("back") { back = spec.arguments.number("back") }
    if spec.arguments.has("patience") { patience = spec.arguments.seconds("patience") }
    if spec.arguments.has("skip") { skip = spec.arguments.number("skip") }
  }

  /// Whether the model of a spec is meant to be a file: names of models have neither point nor slash.
  package static func isFile(_ model: String) -> Bool { model.contains("/") || model.contains(".") }
}

extension WatchModel {
  /// The distribution that a spec gives; `nil` when it names a model or a file.
  init?(_ spec: FeedSpec) {
    func seconds(_ key: String) -> Double { spec.arguments.seconds(key) }
    func number(_ key: String) -> Double { spec.arguments.number(key) }
    switch spec.model {
    case "exponential": self = .exponential(mean: seconds("mean"))
    case "weibull": self = .weibull(shape: number("shape"), scale: seconds("scale"))
    case "lognormal": self = .lognormal(median: seconds("median"), sigma: number("sigma"))
    case "heavy-tail":
      self = .heavyTail(
        HeavyTail(
          median: seconds("median"), sigma: number("sigma"), tail: number("tail"), tailScale: seconds("tail-scale"),
          tailShape: number("tail-shape")))
    default: return nil
    }
  }
}
