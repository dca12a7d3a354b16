import ABRComparison
import ABRInput
import ABRPlayers
import ABRReports
import ABRRuns

/// A record that is empty or was cut, or in which a member is missing or holds what it cannot.
struct DamagedRecord: Error, CustomStringConvertible {
  let description: String
  /// What writes it anew.
  let hint: String

  /// `nil` where something else is wrong: a file of another version, or no record at all.
  ///
  /// - Parameters:
  ///   - error: why the record is refused.
  ///   - hint: what writes it anew.
  init?(_ error: RunFileError, hint: String) {
    guard error.isDamage else { return nil }
    description = "\(error)"
    self.hint = hint
  }

  /// A saved result of this program that is not as its schema says, the version included.
  ///
  /// - Parameters:
  ///   - error: why it is refused.
  ///   - hint: what writes it anew.
  init(ofResult error: RunFileError, hint: String) {
    description = "\(error)"
    self.hint = hint
  }
}

/// A run or a baseline from a file, or from a commit of the repository the command runs in.
struct SavedRun {
  /// How a commit's file begins: `git:REF:PATH`.
  static let gitPrefix = "git:"

  /// What errors call it.
  let name: String
  /// The run.
  let record: RunRecord

  /// Whether a text names a file or a commit's file; a player's name, such as `hls.js`, is no file.
  static func recognises(_ text: String) -> Bool {
    if (try? KnownPlayer.named(text, spec: text)) != nil { return false }
    return text.hasPrefix(gitPrefix) || InputFile.identity(of: text) != nil || text.hasSuffix(".json")
  }

  /// Reads a saved run or a baseline, whichever it is.
  ///
  /// - Throws: `RunFileError` for the file, ``DamagedRecord`` for what it lacks, ``UsageError`` for a reference to a
  ///   commit that says no path.
  init(_ text: String) throws {
    name = text
    let bytes: [UInt8]
    if text.hasPrefix(Self.gitPrefix) {
      bytes = try Self.git(String(text.dropFirst(Self.gitPrefix.count)), as: text)
    } else {
      bytes = try Self.bytes(of: text)
    }
    let isBaseline = Baseline.recognises(bytes)
    do throws(RunFileError) {
      record =
        isBaseline ? try Baseline(parsing: bytes, file: text).record : try RunRecord(parsing: bytes, file: text)
    } catch {
      let file = ShellWord.quoted(text)
      let hint = isBaseline ? "abrlab baseline save \(file) …" : "abrlab run … --export json=\(file)"
      guard let damage = DamagedRecord(error, hint: "\(hint) writes it anew") else { throw error }
      throw damage
    }
  }

  /// The bytes of a file.
  ///
  /// - Throws: `RunFileError` saying why they cannot be read.
  static func bytes(of file: String) throws(RunFileError) -> [UInt8] {
    do {
      return try InputFile.read(file)
    } catch {
      throw .unreadable(file: file, reason: error.reason)
    }
  }

  /// A file of a commit, as `git show` prints it.
  private static func git(_ object: String, as text: String) throws -> [UInt8] {
    guard let colon = object.firstIndex(of: ":"), colon != object.startIndex,
      object.index(after: colon) != object.endIndex
    else { throw UsageError("found \(text), expected git:REF:PATH, such as git:main:ci/baseline.json") }
    let process: Subprocess
    do throws(SystemReason) {
      // A name is never an option.
      process = try Subprocess("git", ["show", "--end-of-options", object])
    } catch {
      throw RunFileError.unreadable(file: text, reason: "git cannot be run: \(error.text)")
    }
    guard process.status == 0 else {
      throw RunFileError.unreadable(file: text, reason: process.firstError ?? "git show failed")
    }
    return process.output
  }
}
