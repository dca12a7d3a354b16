import ABRPlayback
import ABRSessions
import Testing

@testable import ABRRuns

@Suite("Viewers drawn once for many configurations")
struct DrawnViewersTests {
  @Test("whoever asks gets the viewer that would be drawn for it alone, in any order of models, queues and seeds")
  func areThoseDrawnAlone() {
    let models = [
      FeedViewer(watch: .exponential(mean: 8), back: 0.3), FeedViewer(watch: .exponential(mean: 9), patience: 2),
    ]
    let queues = [2, 5].map { count in ItemQueue(playlist: (0..<count).map { QueueItem("item \($0)") }) }
    var drawn = DrawnViewers()
    var scripts: Set<Script> = []
    for number in [0, 0, 1, 0] {
      for seed in [1, 2] {
        for model in models {
          for queue in queues {
            let script = drawn.script(of: model, for: queue, seed: seed, sha256: "a trace", number: number)
            #expect(script == model.script(for: queue, seed: seed, trace: "a trace", stream: number))
            scripts.insert(script)
          }
        }
      }
    }
    #expect(scripts.count == 16)
  }
}
