/// A viewer of a feed as a spec names it: `feed(lognormal,median=8s,sigma=1.1,back=0.15,patience=8s,skip=0.5)`.
///
/// The first value says how long an item is watched: a distribution with its parameters, the name of a bundled model or
/// a file of one, `feed(short-video,back=0.1)`, `feed(models/own.toml)`. Whether a name or a file exists is known only
/// where models are read. A file's name cannot hold the signs `( ) , + =` of the grammar.
public struct FeedSpec: Sendable {
  /// Name of the only term such a spec has.
  public static let name = "feed"

  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// A distribution, the name of a bundled model or a file.
  public let model: String
  /// The distribution's parameters and the viewer's habits, as far as they were given.
  public let arguments: Arguments
  /// The spec as it was written, for messages.
  public let text: String

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    let terms = try SpecTerm.terms(of: spec)
    guard terms.count == 1 else {
      throw .malformed(spec: spec, part: "viewer", found: "\(terms.count) terms", allowed: "one")
    }
    guard terms[0].name == Self.name else {
      throw .unknownName(spec: spec, kind: "viewer", found: terms[0].name, allowed: [Self.name])
    }
    var term = terms[0]
    let isModel = { (argument: SpecTerm.Argument) in argument.key == nil || argument.key == "model" }
    let models = term.arguments.filter(isModel)
    guard models.count == 1 else {
      throw .malformed(
        spec: spec, part: "feed model", found: models.isEmpty ? "" : "\(models.count) models",
        allowed: "one of \(Self.distributions.joined(separator: ", ")), a bundled model or a file")
    }
    term.arguments.removeAll(where: isModel)
    try self.init(model: models[0].value, term: term, text: spec)
  }

  /// Puts a viewer together from values that stand somewhere else than in a spec.
  ///
  /// - Throws: ``SpecError`` as if the values stood in a spec.
  public init(model: String, values: [(key: String, value: String)]) throws(SpecError) {
    let term = SpecTerm(name: Self.name, arguments: values.map { SpecTerm.Argument(key: $0.key, value: $0.value) })
    let text = "feed(\(([model] + values.map { "\($0.key)=\($0.value)" }).joined(separator: ",")))"
    try self.init(model: model, term: term, text: text)
  }

  private init(model: String, term: SpecTerm, text: String) throws(SpecError) {
    self.model = model
    self.text = text
    arguments = try Arguments(of: term, parameters: Self.parameters(of: model), spec: text)
    let given = arguments.text(.inParentheses)
    canonical = given.isEmpty ? "feed(\(model))" : "feed(\(model),\(given.dropFirst())"
  }

  /// Whether a text is meant to be such a spec: it begins with the name.
  public static func recognises(_ text: String) -> Bool {
    let rest = text.drop { $0 == " " }
    guard rest.hasPrefix(name) else { return false }
    return !(rest.dropFirst(name.count).first.map { $0.isLetter || $0.isNumber || $0 == "-" } ?? false)
  }

  /// Names of the distributions.
  public static let distributions = ["exponential", "weibull", "lognormal", "heavy-tail"]

  /// The parameters of a distribution, which are required, and the viewer's habits. Anything else than a distribution
  /// has the habits only.
  public static func parameters(of model: String) -> [Parameter] { (watching[model] ?? []) + habits }

  private static let seconds = Parameter.Kind.duration(1e-3...31_536_000)
  private static let shape = Parameter.Kind.number(0.05...100)
  private static let median = Parameter("median", seconds, default: .required, "half of the items are left by then")
  private static let sigma = Parameter(
    "sigma", .number(0...10), default: .required, "standard deviation of the time's natural logarithm")

  private static let watching: [String: [Parameter]] = [
    "exponential": [Parameter("mean", seconds, default: .required, "mean time")],
    "weibull": [
      Parameter("shape", shape, default: .required, "below 1 when those who stay become ever more patient"),
      Parameter("scale", seconds, default: .required, "time by which 63% have left"),
    ],
    "lognormal": [median, sigma],
    "heavy-tail": [
      median, sigma,
      Parameter("tail", .number(0...1), default: .required, "share of the tail"),
      Parameter("tail-scale", seconds, default: .required, "time at which the tail begins to thin out"),
      Parameter("tail-shape", shape, default: .required, "power by which the tail thins out"),
    ],
  ]

  /// What a viewer does beside watching and going on.
  public static let habits = [
    Parameter(
      "back", .number(0...1), default: .value(.number(0)), "probability of going back to the item before, for once"),
    Parameter("patience", seconds, default: .absent("endless"), "startup that is borne before the viewer swipes on"),
    Parameter("skip", .number(0...1), default: .value(.number(0)), "probability of skipping an ad as soon as possible"),
  ]
}
