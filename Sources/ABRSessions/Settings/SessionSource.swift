import ABRInput
import ABRMedia
import ABRPlayback
import FoundationEssentials

/// What a session plays: a feed of some items, or what a file describes.
package struct SessionSource: Sendable {
  /// The session, watched as it says itself.
  package let plan: SessionPlan
  /// How results call it.
  package let name: String
  /// How messages call what does not fit together: the file, or the option.
  package let place: String
  /// What is recorded of it.
  package let record: [String: String]

  /// Describes what a session plays.
  package init(plan: SessionPlan, name: String, place: String, record: [String: String] = [:]) {
    self.plan = plan
    self.name = name
    self.place = place
    self.record = record
  }

  /// A feed of so many items that take turns over the videos of the run.
  static func feed(of count: Int) -> SessionSource {
    SessionSource(
      plan: SessionPlan(feedOf: count), name: "\(count) items", place: "--items",
      record: ["items": "\(count)"])
  }

  /// The session of a file.
  ///
  /// - Throws: `ConfigurationError`.
  static func file(_ file: String, videoOptions: VideoOptions) throws -> SessionSource {
    // Read once: a pipe has its bytes only once.
    let bytes = try TOMLDocument.bytes(at: file)
    let url = URL(fileURLWithPath: file)
    return SessionSource(
      plan: try SessionFile.plan(
        parsing: bytes, file: file, folder: url.deletingLastPathComponent().path, videoOptions: videoOptions),
      name: url.deletingPathExtension().lastPathComponent, place: file,
      record: ["session": file, "session_sha256": SHA256.hexDigest(of: bytes)])
  }

  /// The key under which the digest of a viewer's file is recorded.
  ///
  /// - Parameter spec: the viewer.
  package static func digestKey(ofViewer spec: String) -> String { "\(spec) sha256" }

  /// The file of a viewer model that the session names, with its digest, for the record.
  ///
  /// - Parameters:
  ///   - spec: the viewer.
  ///   - session: the session's file where that names it, relative to its own folder.
  static func digest(ofViewer spec: String, relativeTo session: String?) throws -> (key: String, sha256: String)? {
    guard let model = SessionViewer.file(in: spec) else { return nil }
    let folder = session.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    let file = URL(fileURLWithPath: String(spec[model]), relativeTo: folder)
    return (digestKey(ofViewer: spec), SHA256.hexDigest(of: try TOMLDocument.bytes(at: file.path)))
  }
}
