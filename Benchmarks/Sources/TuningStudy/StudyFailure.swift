/// Why the study cannot be made.
enum StudyFailure: Error, CustomStringConvertible {
  /// An argument is not understood.
  case argument(found: String)
  /// The recordings are not there.
  case noCorpus(String)
  /// A session is missing.
  case interrupted

  var description: String {
    switch self {
    case .argument(let found):
      "found the argument \(found), allowed: nothing, or --seeds NUMBER with 1 to 10000, and --family NAME"
    case .noCorpus(let path):
      "found no folder \(path); set ABRLAB_CORPUS to the folder of recorded traces, which holds open/"
    case .interrupted: "a session was not played"
    }
  }
}
