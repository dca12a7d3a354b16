/// What a policy of the MM'22 simulator knows when it decides.
public struct MM22Context: Sendable {
  /// All videos of the session. Those outside ``queue`` were left or are not there yet.
  public let items: [MM22Item]
  /// Indices of the videos that may be fetched: the one that plays, first, and up to four behind it.
  public let queue: Range<Int>
  /// What the last action did.
  public let last: MM22Step

  /// Index of the video that plays.
  public var playing: Int { queue.lowerBound }
}

/// What a policy of the MM'22 simulator does next.
public enum MM22Action: Sendable, Hashable {
  /// Fetch the next chunk of a video of the queue, which has one left, at a rendition.
  case fetch(item: Int, rendition: Int)
  /// Wait for so many milliseconds, more than 0. Media continues playing, the network's clock does not.
  case sleep(milliseconds: Double)
}

/// A policy of the MM'22 simulator: which video to fetch from next, and at which rendition.
///
/// A policy is a value; each session has a copy of its own. It must not sleep for ever while the video that plays has
/// chunks left: nothing else would end the session.
public protocol MM22Policy: Sendable {
  /// Rendition of the first chunk of the first video, with which a session begins.
  var firstRendition: Int { get }

  /// Chooses the next action. Called after each action but the last.
  mutating func decide(_ context: MM22Context) -> MM22Action
}
