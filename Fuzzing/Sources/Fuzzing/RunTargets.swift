import ABRComparison
import ABRRuns

@testable import ABRPlayback

/// Readers of saved results.
enum RunTargets {
  /// Runs, baselines and recorded viewers; what is read is written as the same text each time.
  static func read(_ bytes: [UInt8]) {
    let (file, count) = (Attempt.file, bytes.count)
    if let run = Attempt.of("run", count: count, { try RunRecord(parsing: bytes, file: file) }) {
      let text = run.json(perSession: true).text()
      let again = try? RunRecord(parsing: Array(text.utf8), file: file)
      Attempt.demand(again?.json(perSession: true).text() == text, "the run becomes another one:\n\(text)")
    }
    if let baseline = Attempt.of("baseline", count: count, { try Baseline(parsing: bytes, file: file) }) {
      let text = try? baseline.text()
      let again = text.flatMap { try? Baseline(parsing: Array($0.utf8), file: file) }
      Attempt.demand(text != nil && (try? again?.text()) == text, "the baseline becomes another one:\n\(text ?? "")")
    }
    Attempt.of("viewers", count: count) { try RecordedViewers(bytes, file: file) }
  }
}
