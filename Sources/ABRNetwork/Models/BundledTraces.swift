/// The generated traces that come with the lab, in `Traces/generated`: of networks of which no recording may be passed
/// on by anybody. The recordings that come with the lab are in `Traces/recorded`.
public enum BundledTraces {
  /// Seed of all of them.
  public static let seed = 1
  /// Number of traces of each profile; they are numbered from 1.
  public static let count = 12
  /// Seconds of each trace.
  public static let duration = 600.0
  /// What they imitate.
  public static let profiles = TraceProfile.all.filter { ["3g-commute", "leo"].contains($0.name) }

  /// A file below the folder `Traces`.
  public struct File: Sendable {
    /// Path below `Traces`, such as `generated/generated-leo/generated-leo_07.csv`.
    public let path: String
    /// What is in it.
    public let trace: BandwidthTrace
    /// Its bytes, as ``NativeTrace/write(_:)`` makes them.
    public let bytes: [UInt8]
  }

  /// Makes all files, profile by profile.
  ///
  /// - Throws: ``TraceError`` never, as a test makes sure of; the generator could.
  /// - Complexity: O(``profiles`` × ``count`` × ``duration``).
  public static func files() throws(TraceError) -> [File] {
    var files: [File] = []
    for profile in profiles {
      for index in 1...count {
        let trace = try TraceGenerator.generate(profile: profile, seed: seed, index: index, duration: duration)
        let path = "generated/\(profile.family)/\(trace.name)"
        files.append(File(path: path, trace: trace, bytes: NativeTrace.write(trace)))
      }
    }
    return files
  }
}
