import ABRInput
import ABRSweeps
import Glibc

/// Hands a sweep over to `abrlab.ray` of the Python package, which plays the shards as tasks of Ray.
enum RaySweep {
  private static let python = "python3"

  /// Becomes that program.
  ///
  /// - Throws: ``UsageError`` where it is not installed.
  static func play(
    _ plan: SweepPlan, in folder: SweepFolder, _ arguments: ParsedArguments, context: Context
  ) throws(UsageError) -> ExitCode {
    guard context.console.host.cancellation == nil else {
      throw UsageError("--engine ray is one of the program; call abrlab.ray.sweep")
    }
    let looks = "import importlib.util as u, sys; sys.exit(not (u.find_spec('ray') and u.find_spec('abrlab')))"
    let isThere: Bool
    do throws(SystemReason) {
      isThere = try Subprocess(python, ["-c", looks]).status == 0
    } catch {
      throw UsageError("--engine ray: \(python) cannot be run: \(error.text)", code: .missingInput)
    }
    guard isThere else {
      throw UsageError(
        "--engine ray: \(python) has no package abrlab with Ray", hint: "pip install 'abrlab[ray]'", code: .missingInput
      )
    }
    var words = [python, "-m", "abrlab.ray", folder.path]
    for option in ["--jobs", "--format", "--progress"] {
      if let value = arguments.string(option) { words += [option, value] }
    }
    for export in arguments.strings("--export") { words += ["--export", export] }
    if arguments.has("--quiet") { words.append("--quiet") }
    // A list of copied words that ends in nothing; the process is another one afterwards, or ends.
    var copies = unsafe words.map { unsafe strdup(PathText.cString($0)) } + [nil]
    unsafe execvp(copies[0]!, &copies)
    throw UsageError("--engine ray: \(python) cannot be run: \(SystemReason.last.text)", code: .missingInput)
  }
}
