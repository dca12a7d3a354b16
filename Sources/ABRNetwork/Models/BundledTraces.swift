/// The traces that come with the lab, in `Traces/bandwidth`: generated, so that they may be passed on by anybody.
public enum BundledTraces {
  /// Seed of all of them.
  public static let seed = 1
  /// Number of traces of each profile; they are numbered from 1.
  public static let count = 12
  /// Seconds of each trace.
  public static let duration = 600.0

  /// A file below the folder `Traces`.
  public struct File: Sendable {
    /// Path below `Traces`, such as `bandwidth/leo/leo_07.csv`.
    public let path: String
    /// What is in it.
    public let trace: BandwidthTrace
    /// Its bytes, as ``NativeTrace/write(_:)`` makes them.
    public let bytes: [UInt8]
  }

  /// Makes all files, profile by profile.
  ///
  /// - Throws: ``TraceError`` never, as a test makes sure of; the generator could.
  /// - Complexity: O(profiles × ``count`` × ``duration``).
  public static func files() throws(TraceError) -> [File] {
    var files: [File] = []
    for profile in TraceProfile.all {
      for index in 1...count {
        let trace = try TraceGenerator.generate(profile: profile, seed: seed, index: index, duration: duration)
        let path = "bandwidth/\(profile.name)/\(trace.name)"
        files.append(File(path: path, trace: trace, bytes: NativeTrace.write(trace)))
      }
    }
    return files
  }
}
