import ABRMedia
import ABRNetwork
import Foundation

/// What studies are made over: recorded traces, and the videos that the project ships.
package struct RecordedCorpus: Sendable {
  /// The folder of the recordings, with one of each family in it.
  private let folder: String
  /// The folder of the project.
  private let package: String

  /// Finds the recordings: those of `ABRLAB_CORPUS`, or those beside the project.
  ///
  /// - Throws: ``StudyFailure/noCorpus(_:)``.
  package init() throws(StudyFailure) {
    package = String(
      URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst())
    let corpus = ProcessInfo.processInfo.environment["ABRLAB_CORPUS"] ?? "\(package)/../shared/corpus"
    folder = "\(corpus)/open"
    guard FileManager.default.fileExists(atPath: folder) else { throw .noCorpus(folder) }
  }

  /// The traces of a family, or of all.
  ///
  /// - Throws: what reading one throws.
  package func traces(of family: String? = nil) throws -> [TraceSource] {
    try TraceFile.paths(at: [family.map { "\(folder)/\($0)" } ?? folder]).map { path in
      let file = try TraceFile.load(path)
      let family = URL(fileURLWithPath: path).deletingLastPathComponent().lastPathComponent
      return TraceSource(file: path, family: family, sha256: file.sha256, trace: file.trace)
    }
  }

  /// Videos that the project ships.
  ///
  /// - Parameter path: inside the project.
  /// - Throws: what reading one throws.
  package func videos(at path: String) throws -> [VideoSource] {
    try VideoFile.loadAll(at: ["\(package)/\(path)"]).flatMap { file in
      file.videos.map { VideoSource(file: file.path, sha256: file.sha256, video: $0) }
    }
  }
}
