import ABRMedia
import ABRPlayback

/// What may surprise in preload settings together with a buffer and a video.
extension PreloadSettings {
  /// Settings that cannot do what they look like, with the numbers. The combinations are those of the interaction list
  /// in the documentation of the gate; none of them is an error, and each is a scenario that somebody may want to
  /// measure.
  ///
  /// - Parameters:
  ///   - buffer: how the current item is buffered.
  ///   - video: what is played.
  ///   - playable: where media is playable while it arrives, levels under a segment have their effect.
  /// - Returns: one sentence each; empty when there is nothing to say.
  /// - Complexity: O(*segments*).
  public func warnings(
    with buffer: BufferConfiguration, for video: Video, playing playable: PlayableMedia = .wholeSegment
  ) -> [String] {
    guard isActive else { return [] }
    var warnings: [String] = []
    if case .gate(let gate) = trigger {
      warnings += self.warnings(of: gate, with: buffer, for: video, playing: playable)
    }
    if case .seconds(let table) = amount {
      let farthest = max(previousCount, nextCount)
      if let first = (1...farthest).first(where: { $0 > table.count || table[$0 - 1] == 0 }) {
        warnings.append("the window reaches \(farthest) items, but from distance \(first) on nothing is preloaded")
      }
    }
    if start == .initial, rendition != .initial {
      warnings.append(
        "start initial throws away what was preloaded of another rendition: with bandwidth, resolution or quality, "
          + "start preloaded plays it")
    }
    if start == .previousPreloaded, rendition != .initial {
      warnings.append(
        "start previous-preloaded preloads the rendition on the screen: bandwidth, resolution or quality says nothing")
    }
    return warnings
  }

  private func warnings(
    of gate: PreloadGate.Settings, with buffer: BufferConfiguration, for video: Video, playing playable: PlayableMedia
  ) -> [String] {
    func seconds(_ value: Double) -> String { ParameterValue.decimal(value) + " s" }
    var warnings: [String] = []
    let segment = video.longestSegmentDuration
    var target = buffer.target
    let most = min(buffer.settings.maximum, currentAmount ?? .infinity)
    let first = min(target.begin(), most)
    let largest = min(target.maximum, most)
    if gate.open > first {
      // The last request is made when the level is down to the target, so the level may exceed it by one segment.
      let overshoot = buffer.settings.ceiling == .level ? segment : 0
      var warning =
        "gate open \(seconds(gate.open)) is above the forward target of \(seconds(first)) at the start of an item: it waits "
        + "for the item to be buffered to its end"
      if gate.open <= first + overshoot {
        warning += ", or for a segment that carries the level over it"
      } else if largest > first, gate.open <= largest + overshoot {
        warning += ", or for the target to grow"
      }
      warnings.append(warning)
    }
    let top = Double(video.ladder[video.ladder.count - 1].bandwidth)
    let budget = Double(buffer.settings.byteBudget) * 8 / top
    if budget < gate.open {
      warnings.append(
        "gate open \(seconds(gate.open)) is above the \(seconds((budget * 10).rounded() / 10)) that the byte budget holds at "
          + "\(ParameterValue.decimal(top / 1e6)) Mbit/s")
    }
    if gate.open - gate.close < segment {
      warnings.append(
        "gate open \(seconds(gate.open)) and close \(seconds(gate.close)) are less than one segment of \(seconds(segment)) "
          + "apart: every segment may open the gate and close it")
    }
    if playable == .wholeSegment, buffer.settings.resume < segment {
      warnings.append(
        "resume \(seconds(buffer.settings.resume)) is under one segment of \(seconds(segment)): after a stall playback goes on "
          + "with a single segment")
    }
    // The vendor's close level is the lab's resume level: defaults are not talked about.
    if buffer.settings.resume == gate.close, gate.close != Self.vendorClose {
      warnings.append(
        "resume \(seconds(buffer.settings.resume)) is the level at which the gate closes: after a stall playback goes on "
          + "where preloads must stop")
    }
    return warnings
  }
}
