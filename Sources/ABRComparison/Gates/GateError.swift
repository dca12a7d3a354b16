/// Why a gate cannot be judged.
package enum GateError: Error, Sendable, Hashable {
  /// No measure has this name.
  case unknownMetric(found: String, suggestion: String?)
  /// A measure that sessions of one video do not have.
  case onlyOfQueues(metric: String)
  /// The measure only describes.
  case withoutDirection(metric: String)
  /// A bound that cannot be read.
  case badBound(metric: String, found: String, allowed: String)
  /// A gate on the command line of another form.
  case badGate(found: String)
  /// An operator that points the wrong way.
  case badOperator(metric: String, found: String, allowed: String)
  /// No trace of the family is compared; the place is that of the key in a file.
  case unknownFamily(found: String, allowed: [String], place: String?)
}

extension GateError: CustomStringConvertible {
  /// What stood there.
  package var found: String {
    switch self {
    case .unknownMetric(let found, _): "the metric \(found)"
    case .onlyOfQueues(let metric): "\(metric), which sessions of one video do not have"
    case .withoutDirection(let metric): "\(metric), which is neither good nor bad"
    case .badBound(_, let found, _), .badGate(let found), .badOperator(_, let found, _): found
    case .unknownFamily(let found, _, _): "the family \(found)"
    }
  }

  /// What may stand there.
  package var allowed: String {
    switch self {
    case .unknownMetric(_, let suggestion):
      Measure.allowedNames + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .onlyOfQueues: "it only with --items, --session or --scenario; of one video \(Measure.allowedNames)"
    case .withoutDirection: "a metric that can become worse"
    case .badBound(_, _, let allowed), .badOperator(_, _, let allowed): allowed
    case .badGate: "METRIC<=BOUND or METRIC>=BOUND, such as rebuffer_ratio<=+0.10pp"
    case .unknownFamily(_, let allowed, _): allowed.joined(separator: ", ")
    }
  }

  /// One line for people.
  package var description: String {
    switch self {
    case .badBound(let metric, _, _), .badOperator(let metric, _, _): "\(metric): found \(found), allowed \(allowed)"
    case .unknownFamily(_, _, let place?): "\(place): found \(found), allowed \(allowed)"
    default: "found \(found), allowed \(allowed)"
    }
  }
}
