import ABRInput
import ABRReports
import ABRRuns
import ABRSweeps

/// The shards of a sweep taken together, in the words of `run`.
struct SweepMerge {
  private let sweep: SweepResult
  private let result: ExperimentResult

  /// Reads the results of all shards.
  ///
  /// - Parameters:
  ///   - allowsPartial: whether shards may be missing.
  /// - Throws: ``UsageError`` where shards are missing, and what reading the inputs throws.
  /// - Complexity: O(size of the files); one shard is in memory at a time.
  init(of plan: SweepPlan, in folder: SweepFolder, allowsPartial: Bool, console: Console) throws {
    var sweep = SweepResult(of: plan)
    var missing: [Int] = []
    for index in 0..<plan.shardCount {
      switch folder.shard(plan.shard(index), of: plan) {
      case .done(let shard): sweep.add(shard, of: index)
      case .missing: missing.append(index)
      case .damaged(let error):
        console.warn("\(error)")
        missing.append(index)
      }
    }
    if !missing.isEmpty {
      let text =
        "\(Counted.missing(missing.count, of: plan.shardCount, "shard")): \(SweepStatus.ranges(of: missing))"
      guard allowsPartial, missing.count < plan.shardCount else {
        throw UsageError(
          text, hint: "abrlab sweep -o \(folder.path) plays them; --allow-partial takes the others", code: .missingInput
        )
      }
      console.warn(text)
    }
    self.sweep = sweep
    let experiment = try SweepPlanning.experiment(of: plan, console: console)
    result = ExperimentResult(experiment, pooled: sweep.summaries.map(\.pooled), isPartial: !sweep.isComplete)
  }

  /// Writes the result.
  ///
  /// - Parameters:
  ///   - exports: the files.
  ///   - format: that of standard output.
  /// - Throws: ``UsageError`` where the system refuses.
  func write(to exports: PageExports, as format: String, console: Console) throws {
    let document = SweepDocument.json(of: sweep, result, version: Version.current)
    let page = SweepPage(document)
    let tables = [page.summary(with: result.experiment.formulas.map(\.known.metric)), page.intervals]
    func text(_ format: String, _ width: Int) -> String {
      switch format {
      case "json": document.text()
      case "csv": RunTable.pooled(of: result).text(as: .csv)
      case "latex": tables.map { $0.latex() }.joined(separator: "\n") + "% \(page.levelNote)\n"
      default:
        (tables.map { $0.text(as: format == "md" ? .md : .table, width: width) }
          + [[page.levelNote], page.sentences, [digest]].map { texts in
            texts.map { (format == "md" ? EscapedText.markdown($0) : $0) + "\n" }.joined()
          }).joined(separator: "\n")
      }
    }
    try exports.write(page: { page.report }) { format, sink in try sink(text(format, .max)) }
    console.output.write(text(format, console.outputTerminal.width ?? .max))
  }

  private var digest: String {
    let sessions = Counted.text(sweep.summaries.reduce(0) { $0 + $1.sessions }, "session")
    guard let digest = sweep.digest else {
      return "\(sessions) in \(sweep.shards.count) of \(Counted.text(sweep.plan.shardCount, "shard")): no result digest"
    }
    return "\(sessions) in \(Counted.text(sweep.plan.shardCount, "shard")), result digest \(digest)"
  }
}
