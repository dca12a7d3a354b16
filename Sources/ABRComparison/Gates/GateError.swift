import ABRInput
import ABRPolicies
import ABRRuns

/// Why a gate cannot be judged.
package enum GateError: Error, Sendable, Hashable {
  /// No measure has this name.
  case unknownMetric(found: String, suggestion: String?)
  /// A measure that the sessions do not have, and what gives it to them; `nil` for several items.
  case missing(metric: String, remedy: String?)
  /// The measure only describes.
  case withoutDirection(metric: String)
  /// A bound that cannot be read.
  case badBound(metric: String, found: String, allowed: String)
  /// A gate on the command line of another form.
  case badGate(found: String)
  /// An operator that points the wrong way.
  case badOperator(metric: String, found: String, allowed: String)
  /// Neither run has a trace of the family; the place is that of the key in a file.
  case unknownFamily(found: String, allowed: [String], place: String?)
}

extension GateError: CustomStringConvertible {
  /// What stood there.
  package var found: String {
    switch self {
    case .unknownMetric(let found, let suggestion): found + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .missing(let metric, nil): "\(metric), which only sessions of several items have"
    case .missing(let metric, _?): "\(metric), which these sessions do not have"
    case .withoutDirection(let metric): "\(metric), which is neither good nor bad"
    case .badBound(_, let found, _), .badGate(let found), .badOperator(_, let found, _): found
    case .unknownFamily(let found, _, _): found
    }
  }

  /// What may stand there.
  package var allowed: String {
    switch self {
    case .unknownMetric(_, let suggestion):
      // A score is asked for by people whose videos have none yet.
      Measure.allowedNames
        + (suggestion.flatMap(Measure.named)?.remedy == nil ? "" : "; to have scores, \(MetricDefinition.scoring)")
    case .missing(_, let remedy): remedy ?? "--items or --session with it, or another metric"
    case .withoutDirection: "a metric that can become worse"
    case .badBound(_, _, let allowed), .badOperator(_, _, let allowed): allowed
    case .badGate: "METRIC<=BOUND or METRIC>=BOUND, such as rebuffer_ratio<=+0.10pp"
    case .unknownFamily(_, let allowed, _): FaultText.choice(allowed)
    }
  }

  /// One line for people.
  package var description: String {
    switch self {
    case .unknownMetric: "unknown metric \(found)\(FaultText.expected(allowed, after: found))"
    case .missing(let metric, let remedy?): "\(metric): \(remedy)"
    case .badBound(let metric, _, _), .badOperator(let metric, _, _):
      "\(metric): \(FaultText.of(found: found, allowed: allowed))"
    case .unknownFamily(let found, let known, let place):
      (place.map { "\($0): " } ?? "") + NearestName.message(found: found, kind: "family of traces", allowed: known)
    default: FaultText.of(found: found, allowed: allowed)
    }
  }
}
