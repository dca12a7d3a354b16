/// What a session asked of its forward target: enough to say of any other target whether the session would have been the same.
///
/// A target is evaluated when an item begins and at every tick, and between two evaluations the session does not look at it but in the ways of
/// `CeilingUse`. Let another target be evaluated at the same moments. As long as each of its answers would have been
/// decided alike, the session is the same to the last bit, so that the next evaluation has the same moment, position and media
/// watched: by induction the whole session is. A session with a maximum of 90 s, left after 20 s, is thus also the one with 30 s.
///
/// For settings that differ in nothing but the target (and not in the interval between its ticks) this is an equivalence: what allows one of
/// them under a session of the other is the same as the other way round.
public struct TargetTrail: Sendable {
  /// From one evaluation to the next.
  private struct Stretch: Sendable {
    /// Position and media watched at the tick; not a number where an item begins.
    var position: Double
    var watched: Double
    var use = CeilingUse()
  }

  private var stretches: [Stretch] = []
  private var isOpaque = false

  /// A trail of nothing.
  public init() {}

  /// Forgets everything and keeps the memory.
  public mutating func clear() {
    stretches.removeAll(keepingCapacity: true)
    isOpaque = false
  }

  /// An item begins, with the target in its first state.
  mutating func begin() { stretches.append(Stretch(position: .nan, watched: .nan)) }

  /// The target is evaluated at a tick.
  mutating func tick(position: Double, watched: Double) {
    stretches.append(Stretch(position: position, watched: watched))
  }

  /// What was asked of the target since its last evaluation.
  mutating func close(_ use: CeilingUse) {
    if !stretches.isEmpty { stretches[stretches.count - 1].use = use }
  }

  /// Index of the last evaluation.
  @usableFromInline
  var lastStretch: Int { stretches.count - 1 }

  /// Something that was asked of the target after an evaluation turns out to be the same for all ceilings within some.
  ///
  /// - Parameters:
  ///   - stretch: which evaluation, not the last one.
  ///   - ceiling: the ceiling then.
  ///   - ceilings: see ``CeilingUse/need(_:within:less:)``.
  mutating func need(after stretch: Int, _ ceiling: Double, within ceilings: ClosedRange<Double>, less surplus: Double)
  {
    stretches[stretch].use.need(ceiling, within: ceilings, less: surplus)
  }

  /// The session asked something of its target that a trail cannot hold.
  mutating func lose() { isOpaque = true }

  /// Outside of these ceilings already the beginning of the first item would have been different; `nil` where no other target can be judged.
  public var firstCeilings: ClosedRange<Double>? {
    guard !isOpaque, let use = stretches.first?.use else { return nil }
    if !use.exact.isNaN { return use.exact...use.exact }
    let least = max(use.passedLevel, use.least)
    return least...max(least, use.greatest)
  }

  /// Whether the session would have been the same under another target, with everything else as it was.
  ///
  /// - Parameters:
  ///   - target: one with ticks at the same interval.
  ///   - maximum: ``BufferSettings/maximum``, in seconds.
  /// - Complexity: O(ticks), as a rule O(1) where the answer is no.
  public func isSame<T: ForwardTarget>(under target: T, maximum: Double) -> Bool {
    guard !isOpaque else { return false }
    var running = target
    for stretch in stretches {
      let seconds: Double
      if stretch.position.isNaN {
        running = target
        seconds = running.begin()
      } else {
        seconds = running.tick(position: stretch.position, watched: stretch.watched)
      }
      guard stretch.use.allows(min(seconds, maximum)) else { return false }
    }
    return true
  }
}
