import ABRInput
import ABRPlayback

extension RecordedViewers {
  /// What a reader should know about a recording with the traces of a run: watch times of traces that are not played.
  ///
  /// - Parameters:
  ///   - bytes: the recording's file.
  ///   - file: its name.
  ///   - traces: names of the traces of the run.
  /// - Returns: the warning; `nil` when all of the recording is used, or when it cannot be read, which has an error of
  ///   its own.
  /// - Complexity: O(*bytes*).
  package static func warning(_ bytes: [UInt8], file: String, traces: Set<String>) -> String? {
    var unused: [String] = []
    var count = 0
    do throws(InputFault) {
      var reader = JSONReader(bytes)
      try reader.enterObject()
      while let trace = try reader.nextKey() {
        count += 1
        if !traces.contains(trace) { unused.append(trace) }
        try reader.skip()
      }
    } catch {
      return nil
    }
    guard let first = unused.first else { return nil }
    return "\(file): \(unused.count) of \(count) recorded traces are not among those of the run, the first is \(first)"
  }
}
