import ABRInput
import ABRStatistics

/// Why two runs cannot be paired session by session.
package enum IncomparableRuns: Error, Sendable, Hashable {
  /// Something that both must share differs: its name, and both sides.
  case differs(what: String, reference: String, candidate: String)
  /// Other numbers of videos, whose names are here: sessions are paired by the place of their video.
  case videoCount(reference: [String], candidate: [String])
  /// The traces differ: how many are only in one of them, with the name of the first.
  case traces(
    reference: String, candidate: String, missing: Int, added: Int, common: Int, example: String)
  /// One of them was interrupted and lacks sessions.
  case partial(side: StatisticsError.Side)
  /// Configurations of the candidate for which none of the reference stands: what is left on both sides.
  case configurations(reference: [String], candidate: [String])
  /// Configurations of the reference that the candidate lacks.
  case missing(configurations: [String])
  /// No trace is in both.
  case nothingInCommon

  /// One line that says what differs.
  package var description: String {
    switch self {
    case .differs(let what, let reference, let candidate):
      "\(what) differs: \(reference) in the reference, \(candidate) in the candidate"
    case .videoCount(let reference, let candidate):
      "the number of videos differs: \(reference.count) in the reference (\(reference.joined(separator: ", "))), "
        + "\(candidate.count) in the candidate (\(candidate.joined(separator: ", "))); play the same number"
    case .traces(let reference, let candidate, let missing, let added, _, let example):
      "traces_sha256 differs: \(reference.prefix(12)) in the reference, \(candidate.prefix(12)) in the candidate; "
        + "\(missing) of the reference's traces \(missing == 1 ? "is" : "are") gone and \(added) "
        + "\(added == 1 ? "is" : "are") new, the first is \(example)"
    case .partial(let side): "the \(side.rawValue) is an interrupted run that lacks sessions"
    case .configurations(let reference, let candidate):
      reference.isEmpty
        ? Self.lacking("reference", candidate, of: "candidate")
        : "configurations cannot be paired: only the reference has \(reference.joined(separator: "; ")), only the "
          + "candidate \(candidate.joined(separator: "; ")); those that differ in one spec, such as --buffer, are paired, "
          + "and those that --name NAME=SPEC gives one name on both sides"
    case .missing(let configurations): Self.lacking("candidate", configurations, of: "reference")
    case .nothingInCommon: "the two have no trace in common"
    }
  }

  private static func lacking(_ side: String, _ configurations: [String], of other: String) -> String {
    "the \(side) lacks \(Counted.text(configurations.count, "configuration")) of the \(other): "
      + configurations.joined(separator: "; ")
  }

  /// Whether what both have could be compared.
  package var hasCommonPart: Bool {
    switch self {
    case .traces(_, _, _, _, let common, _): common > 0
    case .missing: true
    default: false
    }
  }
}

extension IncomparableRuns: CustomStringConvertible {}
