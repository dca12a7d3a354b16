import ABRInput
import ABRRuns
import ABRSweeps
import Glibc

/// The folder of a sweep: its plan, and a file for each shard that is done.
///
/// Any number of workers may write into it. Files are written whole or not at all, and a shard has the same bytes
/// whoever plays it, so that two who play the same do no harm.
struct SweepFolder {
  static let planName = "plan.json"

  /// What there is of a shard.
  enum Shard {
    case done(ShardResult)
    case missing
    /// A file that cannot be its result; it is played again.
    case damaged(RunFileError)
  }

  let path: String

  private var planFile: String { "\(path)/\(Self.planName)" }

  /// Refuses a file to be written that is the plan or belongs to a shard, whether it is there yet or not.
  ///
  /// - Parameter place: how errors call the option that names it.
  /// - Throws: ``UsageError``.
  func checkIsNotOwn(_ file: String, _ place: String) throws(UsageError) {
    let text = ResolvedPath.text(of: file)
    let shards = "\(ResolvedPath.text(of: path))/shards"
    guard text == ResolvedPath.text(of: planFile) || ResolvedPath.folder(of: text) == shards else { return }
    throw InputPaths.refusal(of: file, place, readBy: "--output")
  }

  private func file(of shard: SweepShard) -> String { "\(path)/shards/\(shard.name).json" }
  private func failureFile(of shard: SweepShard) -> String { "\(path)/shards/\(shard.name).failed" }

  /// The plan; `nil` where there is none yet.
  ///
  /// - Throws: `RunFileError`, ``DamagedRecord`` for what it lacks.
  func plan() throws -> SweepPlan? {
    guard InputFile.identity(of: planFile) != nil else { return nil }
    let bytes = try SavedRun.bytes(of: planFile)
    do throws(RunFileError) {
      return try SweepPlan(parsing: bytes, file: planFile)
    } catch {
      let hint = "plan the sweep again in another folder"
      guard let damage = DamagedRecord(error, hint: hint) else { throw error }
      throw damage
    }
  }

  /// Writes the plan, unless another sweep has begun in the folder meanwhile.
  ///
  /// - Returns: whether the folder is ours.
  /// - Throws: ``UsageError`` where the system refuses.
  func begin(_ plan: SweepPlan) throws(UsageError) -> Bool {
    try OutputPath.create(Array(plan.json(version: Version.current).text().utf8), at: planFile)
  }

  /// What there is of a shard.
  func shard(_ shard: SweepShard, of plan: SweepPlan) -> Shard {
    let file = file(of: shard)
    guard InputFile.identity(of: file) != nil else { return .missing }
    do throws(RunFileError) {
      let bytes: [UInt8]
      do { bytes = try InputFile.read(file) } catch { throw RunFileError(error) }
      return .done(try ShardResult(parsing: bytes, of: shard, in: plan, file: file))
    } catch {
      return .damaged(error)
    }
  }

  /// Writes the result of a shard, and forgets that it failed.
  ///
  /// - Throws: ``UsageError`` where the system refuses.
  func write(_ result: ShardResult, of shard: SweepShard) throws(UsageError) {
    try OutputPath.write(result.bytes, to: file(of: shard))
    unsafe unlink(PathText.cString(failureFile(of: shard)))
  }

  /// Writes down why a shard failed.
  ///
  /// - Throws: ``UsageError`` where the system refuses.
  func note(failure: String, of shard: SweepShard) throws(UsageError) {
    try OutputPath.write(Array("\(failure)\n".utf8), to: failureFile(of: shard))
  }

  /// Why a shard failed; `nil` where it did not.
  func failure(of shard: SweepShard) -> String? {
    guard let bytes = try? InputFile.read(failureFile(of: shard), limit: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
