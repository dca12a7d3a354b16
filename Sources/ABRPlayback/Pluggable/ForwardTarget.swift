/// A buffer optimizer: how many media seconds to hold ahead of the playhead.
///
/// Like a ``Rule`` it is a value that is copied for each session. The engine evaluates it when the item begins and then
/// every ``interval`` seconds of **playing** time: start-up, stalls and pauses make no tick.
public protocol ForwardTarget: Sendable {
  /// Playing seconds between two evaluations; infinite when the target never changes.
  var interval: Double { get }

  /// The largest target this optimizer ever answers, in seconds; may be infinite.
  var maximum: Double { get }

  /// The target in force from the start of an item, in seconds.
  mutating func begin() -> Double

  /// The target in force from this tick on.
  ///
  /// - Parameters:
  ///   - position: playhead in media seconds of the item.
  ///   - watched: media seconds of the item played so far.
  mutating func tick(position: Double, watched: Double) -> Double
}
