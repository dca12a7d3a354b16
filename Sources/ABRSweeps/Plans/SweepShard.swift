/// A part of a sweep that is played as a whole, by one worker.
package struct SweepShard: Sendable, Hashable {
  /// Hexadecimal digits of a name.
  package static let nameLength = 32

  /// Its number, from 0: what an array of jobs counts.
  package let index: Int
  /// The first hexadecimal digits of the digest of what it plays.
  package let name: String
  /// The traces, as indices in the plan.
  package let traces: Range<Int>
  /// The seeds; `nil` where the options have the only one.
  package let seeds: ClosedRange<Int>?
  /// Sessions of each configuration.
  package let sessionsPerConfiguration: Int
}
