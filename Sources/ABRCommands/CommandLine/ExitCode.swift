/// The exit codes of the program, which scripts and build jobs rely on.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// All went well, and every gate passed.
  case success = 0
  /// A failure inside the lab or of the machine: a full disk, a bug.
  case failure = 1
  /// A gate found a regression.
  case regression = 2
  /// A gate had nothing to compare or too few recordings, or could not decide (the latter only with `--fail-on
  /// inconclusive`).
  case inconclusive = 3
  /// The gated metrics only improved (only with `--fail-on improvement`): the baseline should be refreshed.
  case improvement = 4
  /// A baseline, trace or video is missing or empty, or a baseline was cut, belongs to other inputs or lacks members.
  case missingInput = 5
  /// A wrong command line, configuration or input file (`EX_USAGE` of sysexits.h).
  case usage = 64
  /// Interrupted by the user; partial results are kept and marked.
  case interrupted = 130
}
