import ABRInput
import ABRPlayback

extension FeedViewer {
  /// What a viewer has drawn for one turn of an item.
  struct Draw: Hashable {
    var watched: Double
    var goesBack: Bool
    var watchedAgain: Double
    var watchedAfterReturn: Double
  }

  /// Draws what the viewer does in a session.
  ///
  /// The numbers depend on seed, trace and stream and on the item and nothing else: neither policy, buffer and
  /// preloading nor what was drawn for other items, so that runs are compared with the same viewers.
  ///
  /// - Parameters:
  ///   - queue: what is played. Visits to one item with a break between them are one turn; skippable ads are skipped or
  ///     not.
  ///   - seed: seed of the run.
  ///   - trace: what tells a trace from others, such as the digest of its file.
  ///   - stream: number of the session over the trace.
  /// - Complexity: O(*visits*).
  package func script(for queue: ItemQueue, seed: Int, trace: String, stream: Int = 0) -> Script {
    let turns = Turn.turns(of: queue)
    var steps: [Script.Step] = []
    var occurrences: [Int: Int] = [:]
    for (index, turn) in turns.enumerated() {
      let draw = draw(
        seed: seed, trace: trace, stream: stream, item: turn.item, occurrence: occurrences[turn.item, default: 0])
      occurrences[turn.item, default: 0] += 1
      steps += skips(turn.clipsBefore, of: queue, seed: seed, trace: trace, stream: stream)
      var leaving: Script.Moment?
      for part in turn.parts {
        if draw.watched < part.end {
          // A step waits from the beginning of the turn, where watched media would count for an earlier part.
          leaving =
            part.begin == 0 ? .watched(draw.watched) : .position(part.start + (draw.watched - part.begin))
          break
        }
        steps += skips(part.clipsAfter, of: queue, seed: seed, trace: trace, stream: stream)
      }
      // A turn that ends by itself, before the viewer has had enough, takes no step: the next visit follows.
      guard var leaving else { continue }
      if index > 0, draw.goesBack {
        steps.append(Script.Step(leaving, .previous))
        steps.append(Script.Step(.watched(turns[index - 1].beforeBreak(draw.watchedAgain)), .next))
        leaving = .watched(turn.beforeBreak(draw.watchedAfterReturn))
      }
      let onwards: Script.Action
      if index == turns.count - 1 {
        onwards = .leave
      } else {
        // A swipe passes over clips; in a feed the ad between two items comes up like an item.
        onwards = turns[index + 1].clipsBefore.first.map { .index($0) } ?? .next
      }
      steps.append(Script.Step(leaving, onwards))
    }
    return Script(steps, patience: patience)
  }

  /// The steps that skip ads, drawn for each ad.
  ///
  /// Steps happen in order, so an ad that is let run has a step that never comes due when one after it is skipped.
  private func skips(
    _ clips: [Int], of queue: ItemQueue, seed: Int, trace: String, stream: Int
  ) -> [Script.Step] {
    var steps: [Script.Step] = []
    var count = 0
    for visit in clips {
      guard case .ad(let after) = queue.visits[visit].role, after < .infinity else { continue }
      var random = SeededRandom(seed: seed, path: "viewer ad", trace, "\(stream)", "\(visit)")
      let isSkipped = random.uniform() < skip
      steps.append(Script.Step(.watched(isSkipped ? after : WatchModel.longest), .skip))
      if isSkipped { count = steps.count }
    }
    return Array(steps.prefix(count))
  }

  /// The numbers of one turn, all drawn whether they are used or not.
  func draw(seed: Int, trace: String, stream: Int, item: Int, occurrence: Int) -> Draw {
    var random = SeededRandom(seed: seed, path: "viewer", trace, "\(stream)", "\(item)", "\(occurrence)")
    let watched = watch.time(whenLeft: random.uniform())
    let goesBack = random.uniform() < back
    let again = watch.time(whenLeft: random.uniform())
    let afterReturn = watch.time(whenLeft: random.uniform())
    return Draw(watched: watched, goesBack: goesBack, watchedAgain: again, watchedAfterReturn: afterReturn)
  }
}
