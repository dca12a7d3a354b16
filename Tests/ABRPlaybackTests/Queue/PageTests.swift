import ABRNetwork
import Testing

@testable import ABRPlayback

/// Lists that become known page by page.
@Suite struct PageTests {
  private static func queue(_ pages: PageSettings?, flicks: Int = 5, dwell: Double = 4) -> ConstantQueue {
    var queue = ConstantQueue(lengths: Array(repeating: 5, count: 6))
    queue.preload = PreloadSettings(trigger: .always, nextCount: 3, amount: .seconds([1, 1, 1]))
    queue.pages = pages
    queue.script = Script(
      (1..<flicks).map { .init(.time(Double($0) * dwell), .next) } + [.init(.time(Double(flicks) * dwell), .leave)])
    return queue
  }

  private static func pages(_ result: ConstantQueue.Result) -> [(time: Double, known: Int)] {
    result.events.compactMap { event in
      guard case .pageArrived(let known) = event.kind else { return nil }
      return (event.time, known)
    }
  }

  @Test("nothing beyond the known visits is fetched ahead, and the next page is asked for at the last known one")
  func window() throws {
    let all = try Self.queue(nil).play(over: ConstantQueue.fastLink)
    #expect(Set(all.preloadRequests.filter { $0.time < 4 }.map(\.item)) == [1, 2, 3])
    let paged = try Self.queue(PageSettings(visits: 2, bytes: 50_000)).play(over: ConstantQueue.fastLink)
    #expect(Set(paged.preloadRequests.filter { $0.time < 4 }.map(\.item)) == [1])
    // The second visit comes up at 4 s, the fourth at 12 s; each page shares the link with the item on the screen: 50
    // kB at half of 4 Mbit/s.
    #expect(paged.times { if case .pageRequested = $0 { true } else { false } } == [4, 12])
    #expect(Self.pages(paged).map(\.known) == [4, 6])
    #expect(Set(paged.preloadRequests.filter { $0.time < 8 }.map(\.item)) == [1, 2, 3])
    // Known in time, each item still lies ready; the pages are overhead.
    #expect(paged.readiness == all.readiness)
    #expect(paged.metrics.ledger[.overhead] == 100_000 && all.metrics.ledger[.overhead] == 0)
  }

  @Test("one who is faster than the pages waits for them")
  func flick() throws {
    // 500 kB take a second alone. Visit 2 comes up at 0.25 s, where the page of visits 2 and 3 is asked for; at 0.5 s
    // visit 3 is not known yet: it begins to load when it is.
    var queue = Self.queue(PageSettings(visits: 2, bytes: 500_000), flicks: 3, dwell: 0.25)
    queue.preload = PreloadSettings()
    queue.script.steps[2] = .init(.time(9), .leave)
    let paged = try queue.play(over: ConstantQueue.fastLink)
    // 0.25 s of it shared with the second item, which is given up: 62.5 kB; the other 437.5 kB take 0.875 s.
    #expect(Self.pages(paged).map(\.time) == [1.375])
    let first = try #require(paged.metrics.visits.last)
    #expect(first.startupTime == 1.375 - 0.5 + 0.5)
    queue.pages = nil
    #expect(try queue.play(over: ConstantQueue.fastLink).metrics.visits.last?.startupTime == 0.5)
  }

  @Test("a jump beyond the next page waits for as many pages as it takes")
  func jump() throws {
    var queue = Self.queue(PageSettings(visits: 1, bytes: 50_000))
    queue.preload = PreloadSettings()
    queue.script = Script([.init(.time(2), .index(5)), .init(.time(9), .leave)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(Self.pages(result).map(\.known) == [2, 3, 4, 5, 6])
    // The first page came beside the first item; four at 0.1 s each and a segment of 0.5 s remain.
    #expect(abs((result.metrics.visits.last?.startupTime ?? 0) - 0.9) < 1e-9)
  }

  @Test("an answer with an error is asked for again")
  func refusal() throws {
    var queue = Self.queue(PageSettings(visits: 2, bytes: 50_000))
    queue.preload = PreloadSettings()
    queue.faults = FaultSettings(refusals: [.init(from: 3.5, for: 2)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.times { if case .pageRequested = $0 { true } else { false } } == [4, 5, 6, 12])
    #expect(Self.pages(result).map(\.known) == [4, 6])
  }

  @Test("an inserted item is known; a page of nothing is refused")
  func edges() throws {
    var queue = Self.queue(PageSettings(visits: 1))
    queue.preload = PreloadSettings()
    queue.script = Script([.init(.time(0), .insert(item: 3)), .init(.time(2), .next), .init(.time(3), .leave)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.metrics.visits.map(\.item) == [0, 3])
    #expect(throws: SettingsError.self) { try Self.queue(PageSettings(visits: 0)).play(over: ConstantQueue.fastLink) }
    #expect(throws: SettingsError.self) {
      try Self.queue(PageSettings(visits: 2, bytes: 0)).play(over: ConstantQueue.fastLink)
    }
  }
}
