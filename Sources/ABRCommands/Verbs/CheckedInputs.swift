import ABRComparison
import ABRInput
import ABRRuns
import ABRSessions

/// What a baseline and a run under check were played with, by which a refusal names the cause.
///
/// ```swift
/// let inputs = CheckedInputs(reference: baseline, candidate: run)
/// throw UsageError("\(inputs.cause(of: refusal, allowingPlayer: false))")
/// ```
struct CheckedInputs {
  /// The baseline.
  let reference: RunRecord
  /// The run.
  let candidate: RunRecord

  /// Whether both play one session file, whatever its path and name, over the same videos.
  var haveSameSession: Bool {
    guard let old = setting("session_sha256", of: reference) else { return false }
    return old == setting("session_sha256", of: candidate)
      && reference.header.videosSHA256 == candidate.header.videosSHA256
  }

  /// What a refusal comes from, where that is not what was found first.
  ///
  /// - Parameters:
  ///   - refusal: what cannot be compared.
  ///   - allowsPlayer: whether the player may be another one, which is no cause then.
  func cause(of refusal: IncomparableRuns, allowingPlayer allowsPlayer: Bool) -> IncomparableRuns {
    guard case .differs(let what, _, _) = refusal else { return refusal }
    return otherSession(what) ?? (allowsPlayer ? nil : otherPlayer(what)) ?? otherViewerFile(what) ?? refusal
  }

  /// The path of a session file decides nothing, and its name is that of all it plays: its content differs.
  private func otherSession(_ what: String) -> IncomparableRuns? {
    guard ["session", "videos"].contains(what), let old = session(of: reference), let new = session(of: candidate),
      old.digest != new.digest
    else { return nil }
    func text(_ session: (file: String, digest: String)) -> String { "\(session.digest.prefix(12)) (\(session.file))" }
    return .differs(what: "content of the session file", reference: text(old), candidate: text(new))
  }

  /// A part that differs between two players is a part of them.
  private func otherPlayer(_ what: String) -> IncomparableRuns? {
    let (old, new) = (players(of: reference), players(of: candidate))
    guard RunPairing.FreeSettings.ofPlayers.contains(what), Set(old).isDisjoint(with: new) else { return nil }
    return .differs(
      what: "player", reference: old.joined(separator: ", "), candidate: new.joined(separator: ", "))
  }

  /// A viewer's file has its digest under its name.
  private func otherViewerFile(_ what: String) -> IncomparableRuns? {
    guard what.hasSuffix(SessionSource.digestKey(ofViewer: "")) else { return nil }
    let (old, new) = (viewers(of: reference), viewers(of: candidate))
    // Of one name, or of several files, the digests say which.
    guard old.count == 1, new.count == 1, fileName(old[0].spec) != fileName(new[0].spec) else { return nil }
    return .differs(
      what: old[0].digest == new[0].digest ? "name of the viewer's file, whose content is the same," : "viewer",
      reference: old[0].spec, candidate: new[0].spec)
  }

  private func session(of run: RunRecord) -> (file: String, digest: String)? {
    guard let file = setting("session", of: run), let digest = setting("session_sha256", of: run) else { return nil }
    return (file, digest)
  }

  private func players(of run: RunRecord) -> [String] { run.configurations.map(\.configuration.player).uniqued() }

  /// The viewers of a run that come from files.
  private func viewers(of run: RunRecord) -> [(spec: String, digest: String)] {
    run.configurations.map(\.configuration.viewer).uniqued().compactMap { spec in
      setting(SessionSource.digestKey(ofViewer: spec), of: run).map { (spec, $0) }
    }
  }

  private func fileName(_ viewer: String) -> Substring? {
    SessionViewer.file(in: viewer).flatMap { viewer[$0].split(separator: "/").last }
  }

  private func setting(_ key: String, of run: RunRecord) -> String? { run.header.settings[key] }
}
