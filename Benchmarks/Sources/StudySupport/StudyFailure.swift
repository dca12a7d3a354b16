/// Why a study cannot be made.
package enum StudyFailure: Error, CustomStringConvertible {
  /// An argument is not understood.
  case argument(found: String, allowed: String)
  /// The recordings are not there.
  case noCorpus(String)
  /// A session is missing.
  case interrupted

  /// One line for people.
  package var description: String {
    switch self {
    case .argument(let found, let allowed): "found the argument \(found), allowed: \(allowed)"
    case .noCorpus(let path):
      "found no folder \(path); set ABRLAB_CORPUS to the folder of recorded traces, which holds open/"
    case .interrupted: "a session was not played"
    }
  }
}
