import ABRNetwork
import ABRParallel
import ABRRuns
import FoundationEssentials
import Glibc

/// What carries out a command line: this process for the program, a program of somebody else's that has the lab in it.
struct Host: Sendable {
  /// The result and nothing else.
  let output: OutputChannel
  /// Progress, notes, warnings and errors.
  let diagnostics: OutputChannel
  let environment: [String: String]
  /// Stops a run; `nil` where signals to the process do.
  let cancellation: CancellationFlag?
  /// The folder of the traces and videos that come with the lab; `nil` for that which belongs to the process.
  let bundledFolder: String?
  /// Policies that this program brings.
  let policies: ExternalPolicies
  /// Rows of traces that stay in memory while a command runs, see `TraceSourceReader`. It changes no result.
  var traceRowBudget = TraceSourceReader.usualRowBudget
  /// Takes a run that was played, beside what is written of it.
  let keep: (@Sendable (ExperimentResult) -> Void)?

  /// The program itself.
  static var process: Host {
    Host(
      output: OutputChannel(STDOUT_FILENO), diagnostics: OutputChannel(STDERR_FILENO),
      environment: ProcessInfo.processInfo.environment, cancellation: nil, bundledFolder: nil,
      policies: ExternalPolicies(), keep: nil)
  }

  /// Where the traces and videos are that come with the lab; `nil` where they are nowhere.
  var bundledData: String? { bundledFolder ?? (cancellation == nil ? BundledData.folder() : nil) }
}
