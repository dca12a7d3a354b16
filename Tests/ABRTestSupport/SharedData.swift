import Foundation

/// Real recordings and golden results, which are not part of the package.
///
/// Tests that need them are skipped when they are not there, and say so.
public enum SharedData {
  /// The corpus of recorded traces: `ABRLAB_CORPUS`, or `../shared/corpus` beside the package; `nil` when it is not
  /// there.
  public static let corpus: String? = folder("ABRLAB_CORPUS", "corpus")
  /// Golden results of other simulators: `ABRLAB_GOLDEN`, or `../shared/golden` beside the package; `nil` when not
  /// there.
  public static let golden: String? = folder("ABRLAB_GOLDEN", "golden")

  /// A sibling of the corpus, such as `videos`; `nil` when it is not there.
  public static func sibling(_ name: String) -> String? {
    guard let corpus else { return nil }
    let path = URL(fileURLWithPath: corpus).deletingLastPathComponent().appendingPathComponent(name).path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Root folder of the package.
  public static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static func folder(_ variable: String, _ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment[variable] ?? "\(package)/../shared/\(name)"
    return FileManager.default.fileExists(atPath: path) ? URL(fileURLWithPath: path).standardizedFileURL.path : nil
  }
}
