/// What one trace adds to the difference of a measure, with the trace's own values.
package struct TraceChange: Sendable, Hashable {
  /// A name that no other trace of the run has: the file's name, with family or folders where it takes them.
  package let name: String
  /// The file, as the user named it; empty where the trace is no file.
  package let file: String
  /// What it adds to the difference, candidate less reference, see `PairedClusters/contributions`. A percentile has
  /// no parts: of it this is the change of the trace's own value.
  package let contribution: Double
  /// The measure over the reference's sessions of this trace alone; `nil` where it has none, infinite where they never
  /// start.
  package let reference: Double?
  /// The same of the candidate.
  package let candidate: Double?
}
