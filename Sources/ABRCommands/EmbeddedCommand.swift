import ABRComparison
import ABRNetwork
import ABRParallel
import ABRReports
import ABRRuns
import FoundationEssentials
import Glibc
import Synchronization

/// A command line that a program carries out which has the lab in it: all that the command says stays in memory.
///
/// It is carried out once, on the thread of the caller. Any number of them may be carried out at once; anybody may
/// cancel one meanwhile.
package final class EmbeddedCommand: Sendable {
  private let bundledData: String?
  private let traceRowBudget: Int
  private let cancellation = CancellationFlag()
  private let outputChannel = OutputChannel()
  private let diagnosticsChannel = OutputChannel()
  private let policies = Mutex(ExternalPolicies())
  private let played = Mutex<ExperimentResult?>(nil)
  private let isBegun = Mutex(false)

  /// Creates a command that is not carried out yet.
  ///
  /// - Parameters:
  ///   - bundledData: the folder of the traces and videos that come with the lab.
  ///   - traceRowBudget: rows of traces that stay in memory while the command runs, see `TraceSourceReader`.
  package init(bundledData: String?, traceRowBudget: Int = TraceSourceReader.usualRowBudget) {
    self.bundledData = bundledData
    self.traceRowBudget = traceRowBudget
  }

  /// The version of the lab.
  package static var version: String { Version.current }

  /// What the command wrote to standard output.
  package var output: String { outputChannel.text }

  /// What it wrote to standard error: lines that begin with `error:`, `hint:` or `warning:`, and notes.
  package var diagnostics: String { diagnosticsChannel.text }

  /// Every session, after `run`; `nil` where nothing was played.
  package var sessions: SessionColumns? { played.withLock { $0 }.map(SessionColumns.init) }

  /// Brings a policy, which the words may name: `--policy call(NAME)`.
  ///
  /// - Parameters:
  ///   - policy: who decides.
  ///   - name: letters, digits, dots, hyphens and underscores.
  package func add(_ policy: any ExternalPolicy, named name: String) {
    policies.withLock { $0.add(policy, named: name) }
  }

  /// Asks the command to stop.
  package func cancel() { cancellation.cancel() }

  /// Carries out the words behind `abrlab`; a second time is refused.
  ///
  /// - Returns: the exit code.
  package func perform(_ words: [String]) -> Int32 {
    begin() ?? inPlainLocale { ABRLab.run(words, on: host).rawValue }
  }

  /// Compares two configurations of a run that was carried out, by the words of a comparison: `compare`, A, B and
  /// options.
  ///
  /// - Returns: the exit code.
  package func perform(_ words: [String], comparing run: EmbeddedCommand) -> Int32 {
    if let refused = begin() { return refused }
    guard let result = run.played.withLock({ $0 }) else { return ExitCode.failure.rawValue }
    return inPlainLocale { ABRLab.run(words, comparing: result, on: host).rawValue }
  }

  /// The exit code of a command that has begun before; `nil` for the first time, with which it begins.
  private func begin() -> Int32? {
    let hasBegun = isBegun.withLock { begun in
      defer { begun = true }
      return begun
    }
    guard hasBegun else { return nil }
    diagnosticsChannel.write("error: a call is carried out once; make another one\n")
    return ExitCode.usage.rawValue
  }

  /// What was played as `abrlab run --format` prints it; `nil` where nothing was, and for another format.
  ///
  /// - Parameters:
  ///   - format: `table`, `json`, `csv`, `md` or `latex`; `league LABEL METRIC…` for the rows of a league as JSON.
  ///   - perSession: whether JSON lists every session, and CSV is a row a session.
  package func text(as format: String, perSession: Bool) -> String? {
    let words = format.split(separator: " ").map(String.init)
    let league = words.count > 2 && words[0] == "league" ? League.Label(rawValue: words[1]) : nil
    guard league != nil || RunCommand.formats.contains(format), let result = played.withLock({ $0 }) else { return nil }
    return inPlainLocale {
      var text = ""
      if let league {
        let output = RunOutput(result, perSession: false, metrics: Array(words[2...]), league: league)
        output.write(as: "json") { text += $0 }
      } else {
        RunOutput(result, perSession: perSession).write(as: format) { text += $0 }
      }
      return text
    }
  }

  var host: Host {
    Host(
      output: outputChannel, diagnostics: diagnosticsChannel, environment: ProcessInfo.processInfo.environment,
      cancellation: cancellation, bundledFolder: bundledData, policies: policies.withLock { $0 },
      traceRowBudget: traceRowBudget, keep: { [self] result in played.withLock { $0 = result } })
  }

  /// Does something with numbers written as everywhere in the lab, whatever locale the program has set.
  func inPlainLocale<Value>(_ body: () -> Value) -> Value {
    // The locale is this thread's only, and freed once the former one is back.
    guard let plain = unsafe newlocale(1 << LC_NUMERIC, "C", nil) else { return body() }
    let former = unsafe uselocale(plain)
    defer {
      unsafe uselocale(former)
      unsafe freelocale(plain)
    }
    return body()
  }
}
