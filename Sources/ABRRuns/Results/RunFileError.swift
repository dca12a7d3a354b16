import ABRInput

/// What can be wrong with a saved run, a baseline, or the plan or a shard of a sweep.
package enum RunFileError: Error, Sendable, Hashable {
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file with other content than expected; `field` is the path inside the document, such as
  /// `policies[0].sessions[2].outcome`. `line`, and `column` in bytes, count from 1.
  case malformed(
    file: String, line: Int?, column: Int? = nil, field: String, found: String, allowed: String)
  /// A run that was saved without its sessions.
  case withoutSessions(file: String)

  package init(_ fault: InputFault, file: String) {
    self = .malformed(
      file: file, line: fault.line, column: fault.column, field: fault.field, found: fault.found, allowed: fault.allowed
    )
  }

  package init(_ fault: FileFault) { self = .unreadable(file: fault.path, reason: fault.reason) }

  /// Members that hold the version of a layout, or of the engine that a plan is for.
  private static let versions: Set = ["schema", "baseline", "sweep_plan", "engine_semantics"]

  /// Whether a file of ours lacks a member or holds what it cannot, and is neither another kind of file nor one of
  /// another version.
  package var isDamage: Bool {
    guard case .malformed(_, _, _, let field, let found, let allowed) = self else { return false }
    return ![RunRecordReader.expected, RunRecordReader.expectedOfSweep].contains(allowed)
      && !(Self.versions.contains(field) && Int(found) != nil)
  }
}

extension RunFileError: CustomStringConvertible {
  /// One line for a person: file, line, field, what was found, what is allowed.
  package var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .malformed(let file, let line, let column, let field, let found, let allowed):
      FaultText.at(file, line: line, column: column, field: field, found: found, allowed: allowed)
    case .withoutSessions(let file):
      "\(file): holds no single sessions, as printed by --format json; save the run with them: "
        + "abrlab run … --export json=\(file)"
    }
  }
}
