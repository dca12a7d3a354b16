import ABRInput
import Testing

@testable import ABRNetwork

@Suite struct LinkTests {
  /// A trace of a random shape: rows tiny and long, outages at either end, capacities over eight orders of magnitude.
  private static func randomTrace(_ random: inout SeededRandom) throws -> BandwidthTrace {
    let count = 1 + random.integer(below: 12)
    let hasLatency = random.integer(below: 2) == 0
    let isRound = random.integer(below: 3) == 0
    while true {
      let rows = (0..<count).map { _ in
        var duration = [1e-6, 0.001, 0.5, 1, 5, 100][random.integer(below: 6)]
        var bandwidth = random.integer(below: 4) == 0 ? 0 : [10, 1e3, 1e5, 1e7, 1e9][random.integer(below: 5)]
        if !isRound {
          duration *= random.uniform(in: 0.5..<2)
          bandwidth *= random.uniform(in: 0.5..<2)
        }
        let latency = random.integer(below: 4) == 0 ? 0 : random.uniform(in: 0..<0.4)
        return BandwidthTrace.Row(duration: duration, bandwidth: bandwidth, latency: hasLatency ? latency : nil)
      }
      if let trace = try? BandwidthTrace(name: "random", rows: rows) { return trace }
    }
  }

  /// Checks an arrival in bytes, not in seconds: by rounding alone a transfer that ends beside an outage may end on
  /// either side of it. What the oracle carries until a moment before the arrival must not exceed the bytes, and what
  /// it carries until a moment after must reach them.
  private static func check(
    _ arrival: Double, of bytes: Double, from time: Double, offset: Double, oracle: SteppedLink, _ comment: Comment
  ) {
    let start = time + offset
    guard arrival < .infinity else {
      #expect(oracle.arrival(of: bytes + 1e-6, from: start) == .infinity, comment)
      return
    }
    #expect(arrival >= time, comment)
    let slack = Self.slack(oracle, until: arrival + offset, bytes: bytes)
    // In a slow row, the rounding of the bytes is some time.
    let slowest = oracle.rows.reduce(.infinity) { $1.bandwidth > 0 ? min($0, $1.bandwidth / 8) : $0 }
    let moment = 1e-12 * (arrival + offset + 1) + slack / slowest
    #expect(oracle.carried(from: start, to: arrival + offset + moment) >= bytes - slack, comment)
    if arrival > time {
      #expect(oracle.carried(from: start, to: max(start, arrival + offset - moment)) <= bytes + slack, comment)
    }
  }

  /// What rounding may cost in bytes: of sums as large as a lap, and of the clock at the fastest rate.
  private static func slack(_ oracle: SteppedLink, until time: Double, bytes: Double) -> Double {
    let lap = oracle.rows.reduce(0) { $0 + $1.duration * $1.bandwidth / 8 }
    let rate = oracle.rows.reduce(0) { max($0, $1.bandwidth / 8) }
    return 1e-14 * (bytes + lap) + 1e-14 * rate * (time + 1)
  }

  @Test("a transfer inside one row takes bytes over rate")
  func oneRow() throws {
    let trace = try BandwidthTrace(name: "t", rows: [.init(duration: 10, bandwidth: 8000)])
    let link = Link(trace)
    var cursor = Link.Cursor()
    #expect(link.arrival(of: 500, from: 1, cursor: &cursor) == 1.5)
  }

  @Test("a link carries the payload of what its trace counts: 1448 bytes of 1500 where that is capacity")
  func payload() throws {
    // 12,000 bit/s are 1500 bytes a second.
    let rows = [BandwidthTrace.Row(duration: 10, bandwidth: 12_000)]
    let goodput = try BandwidthTrace(name: "t", rows: rows)
    let capacity = try BandwidthTrace(name: "t", rows: rows, measure: .linkCapacity)
    for (link, carried) in [
      (Link(goodput), 1500.0), (Link(capacity), 1448), (Link(goodput, payloadFraction: 0.9), 1350),
      (Link(capacity, payloadFraction: 1), 1500),
    ] {
      var cursor = Link.Cursor()
      #expect(abs(link.carried(from: 2, to: 3, cursor: &cursor) - carried) < 1e-9)
    }
  }

  @Test(
    "sequences of transfers with one cursor agree with a link stepped row by row", arguments: TraceEnd.allCases, 0..<20)
  func arrivals(end: TraceEnd, block: Int) throws {
    for seed in (block * 50)..<(block * 50 + 50) {
      var random = SeededRandom(seed: seed, path: "arrivals", end.rawValue)
      let trace = try Self.randomTrace(&random)
      let link = Link(trace, end: end)
      let oracle = SteppedLink(rows: trace.rows, end: end, defaultLatency: 0)
      let offset = random.integer(below: 2) == 0 ? 0 : random.uniform(in: 0..<trace.duration)
      var cursor = link.cursor(atOffset: offset)
      var time = 0.0
      // A lap of a wrapped trace may carry nearly nothing: the oracle, which steps, is given few laps.
      let lap = trace.rows.reduce(0) { $0 + $1.duration * $1.bandwidth / 8 }
      for call in 0..<12 {
        if random.integer(below: 3) == 0 { time += random.uniform(in: 0..<1) * trace.duration * 2 }
        let bytes = [0, 1, 1000, lap * random.uniform(), lap, lap * random.uniform(in: 0..<4)][random.integer(below: 6)]
        guard bytes < 40 * lap, time < 100 * trace.duration else { break }
        let arrival = link.arrival(of: bytes, from: time, cursor: &cursor)
        Self.check(
          arrival, of: bytes, from: time, offset: offset, oracle: oracle,
          "seed \(seed), call \(call): \(bytes) bytes from \(time), offset \(offset)")
        guard arrival < .infinity else { break }
        time = arrival
      }
    }
  }

  @Test("bytes carried between two times agree with a link stepped row by row", arguments: TraceEnd.allCases, 0..<20)
  func carried(end: TraceEnd, block: Int) throws {
    for seed in (block * 50)..<(block * 50 + 50) {
      var random = SeededRandom(seed: seed, path: "carried", end.rawValue)
      let trace = try Self.randomTrace(&random)
      let link = Link(trace, end: end)
      let oracle = SteppedLink(rows: trace.rows, end: end, defaultLatency: 0)
      let offset = random.integer(below: 2) == 0 ? 0 : random.uniform(in: 0..<trace.duration)
      var cursor = link.cursor(atOffset: offset)
      var time = 0.0
      for call in 0..<12 {
        let next =
          time + trace.duration * [0, 1e-6, 0.1, 1, 2.5][random.integer(below: 5)] * random.uniform(in: 0.5..<2)
        let bytes = link.carried(from: time, to: next, cursor: &cursor)
        let expected = oracle.carried(from: time + offset, to: next + offset)
        let slack = Self.slack(oracle, until: next + offset, bytes: expected)
        #expect(abs(bytes - expected) <= slack, "seed \(seed), call \(call): \(time) to \(next), offset \(offset)")
        time = next
      }
    }
  }

  @Test("round trips agree with a link stepped row by row", arguments: TraceEnd.allCases, 0..<20)
  func roundTrips(end: TraceEnd, block: Int) throws {
    for seed in (block * 50)..<(block * 50 + 50) {
      var random = SeededRandom(seed: seed, path: "trips", end.rawValue)
      let trace = try Self.randomTrace(&random)
      // The oracle steps: a trip of many thousand laps is tested apart.
      guard trace.duration > 0.01 else { continue }
      let link = Link(trace, end: end, defaultLatency: 0.08)
      let oracle = SteppedLink(rows: trace.rows, end: end, defaultLatency: 0.08)
      let offset = random.integer(below: 2) == 0 ? 0 : random.uniform(in: 0..<trace.duration)
      var cursor = link.cursor(atOffset: offset)
      var time = 0.0
      for call in 0..<12 {
        let trip = link.roundTrip(from: time, cursor: &cursor)
        try #require(trip.isFinite, "seed \(seed), call \(call)")
        let expected = oracle.roundTrip(from: time + offset)
        // A row's latency can change by 0.4 s at its border, so that the clock's rounding counts there.
        #expect(
          abs(trip - expected) <= 1e-9 * (1 + time), "seed \(seed), call \(call): from \(time), offset \(offset)")
        time += trip + random.uniform(in: 0..<1) * trace.duration
      }
    }
  }

  @Test("what is carried until an arrival are the bytes that arrived", arguments: TraceEnd.allCases, 0..<10)
  func inverse(end: TraceEnd, block: Int) throws {
    for seed in (block * 50)..<(block * 50 + 50) {
      var random = SeededRandom(seed: seed, path: "inverse", end.rawValue)
      let trace = try Self.randomTrace(&random)
      let link = Link(trace, end: end)
      var transfer = link.cursor(atOffset: 0)
      var meter = transfer
      var time = 0.0
      for call in 0..<20 {
        let bytes = random.uniform(in: 0..<5) * trace.meanBandwidth / 8 * trace.duration
        let arrival = link.arrival(of: bytes, from: time, cursor: &transfer)
        guard arrival < .infinity else { break }
        let measured = link.carried(from: time, to: arrival, cursor: &meter)
        let oracle = SteppedLink(rows: trace.rows, end: end, defaultLatency: 0)
        let slack = Self.slack(oracle, until: arrival, bytes: bytes)
        #expect(abs(measured - bytes) <= slack, "seed \(seed), call \(call)")
        time = arrival
      }
    }
  }

  @Test("two transfers take as long as one of both together", arguments: 0..<200)
  func additive(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "additive")
    let trace = try Self.randomTrace(&random)
    let link = Link(trace)
    let bytes = (0..<10).map { _ in random.uniform(in: 0..<1) * link.lapBytes }
    var cursor = Link.Cursor()
    let last = bytes.reduce(0) { link.arrival(of: $1, from: $0, cursor: &cursor) }
    var whole = Link.Cursor()
    let once = link.arrival(of: bytes.reduce(0, +), from: 0, cursor: &whole)
    let oracle = SteppedLink(rows: trace.rows, end: .wrap, defaultLatency: 0)
    let low = min(last, once)
    let high = max(last, once)
    // Equal up to rounding, or on both sides of an outage.
    let slack = 1e-10 * (high + 1)
    #expect(
      high - low <= slack || oracle.carried(from: low + slack, to: high - slack) <= 1e-9 * (bytes.reduce(0, +) + 1),
      "seed \(seed): \(last) and \(once)")
  }

  @Test("millions of laps cost no more than one")
  func manyLaps() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 0.001, bandwidth: 0), .init(duration: 0.001, bandwidth: 8_000_000, latency: 0)])
    let link = Link(trace)
    var cursor = Link.Cursor()
    // A thousand bytes a lap of 2 ms.
    let arrival = link.arrival(of: 1e12, from: 0, cursor: &cursor)
    #expect(abs(arrival - 2_000_000) < 1e-3)
    #expect(abs(link.carried(from: arrival, to: arrival + 1_000_000, cursor: &cursor) - 5e11) < 1)
  }

  @Test("a round trip of an hour over a trace of a microsecond needs no hour of steps")
  func longTrip() throws {
    let trace = try BandwidthTrace(
      name: "t",
      rows: [
        .init(duration: 5e-7, bandwidth: 1e12, latency: 3600), .init(duration: 5e-7, bandwidth: 1e12, latency: 1800),
      ])
    var cursor = Link.Cursor()
    // Half of the time at 1/3600 a second and half at 1/1800.
    #expect(abs(Link(trace).roundTrip(from: 0, cursor: &cursor) - 2400) < 1e-6)
  }

  @Test("a trip that wraps over a row without latency ends in it")
  func tripIntoNoLatency() throws {
    let trace = try BandwidthTrace(
      name: "t",
      rows: [.init(duration: 1, bandwidth: 8000, latency: 0), .init(duration: 0.1, bandwidth: 8000, latency: 0.4)])
    var cursor = Link.Cursor()
    #expect(abs(Link(trace).roundTrip(from: 1.05, cursor: &cursor) - 0.05) < 1e-12)
  }

  @Test("a row that begins at the very moment counts, the one that ends does not")
  func border() throws {
    let trace = try BandwidthTrace(
      name: "t",
      rows: [.init(duration: 1, bandwidth: 8000, latency: 0.1), .init(duration: 1, bandwidth: 16_000, latency: 0.2)])
    let link = Link(trace)
    var cursor = Link.Cursor()
    #expect(link.roundTrip(from: 1, cursor: &cursor) == 0.2)
    #expect(link.arrival(of: 1000, from: 1, cursor: &cursor) == 1.5)
    #expect(link.roundTrip(from: 2, cursor: &cursor) == 0.1)
    #expect(link.arrival(of: 1000, from: 2, cursor: &cursor) == 3)
  }

  @Test("bytes that fill a row to its end arrive there, not behind the outage that follows")
  func exactFit() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 8000), .init(duration: 60, bandwidth: 0)])
    for end in TraceEnd.allCases {
      let link = Link(trace, end: end)
      var cursor = Link.Cursor()
      #expect(link.arrival(of: 1000, from: 0, cursor: &cursor) == 1)
      #expect(link.arrival(of: 0, from: 30, cursor: &cursor) == 30)
    }
    let link = Link(trace)
    var cursor = Link.Cursor()
    #expect(link.arrival(of: 2000, from: 0, cursor: &cursor) == 62)
    #expect(link.arrival(of: 1000, from: 62, cursor: &cursor) == 123)
  }

  @Test("hold keeps the last row for ever, stop carries nothing any more")
  func ends() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 80_000), .init(duration: 1, bandwidth: 8000)])
    var hold = Link.Cursor()
    #expect(Link(trace, end: .hold).arrival(of: 20_000, from: 0, cursor: &hold) == 11)
    #expect(Link(trace, end: .hold).arrival(of: 1000, from: 5000, cursor: &hold) == 5001)
    var stop = Link.Cursor()
    #expect(Link(trace, end: .stop).arrival(of: 11_000, from: 0, cursor: &stop) == 2)
    #expect(Link(trace, end: .stop).arrival(of: 1, from: 3, cursor: &stop) == .infinity)
    #expect(Link(trace, end: .stop).arrival(of: 0, from: 4, cursor: &stop) == 4)
    #expect(Link(trace, end: .stop).carried(from: 4, to: 1e9, cursor: &stop) == 0)
    let silent = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 8000), .init(duration: 1, bandwidth: 0)])
    var cursor = Link.Cursor()
    #expect(Link(silent, end: .hold).arrival(of: 1001, from: 0, cursor: &cursor) == .infinity)
  }

  @Test("an offset is the place in the trace at which the link's clock begins, wrapped into the first lap")
  func offsets() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 8000), .init(duration: 1, bandwidth: 16_000)])
    let link = Link(trace)
    var cursor = link.cursor(atOffset: 1.5)
    #expect(link.arrival(of: 1000, from: 0, cursor: &cursor) == 0.5)
    var wrapped = link.cursor(atOffset: 7.5)
    #expect(link.arrival(of: 1000, from: 0, cursor: &wrapped) == 0.5)
    var later = link.cursor(atOffset: 1.5, time: 10)
    #expect(link.arrival(of: 1000, from: 10, cursor: &later) == 10.5)
    var border = link.cursor(atOffset: 1)
    #expect(link.arrival(of: 2000, from: 0, cursor: &border) == 1)
  }

  @Test("an instantaneous link delivers at once")
  func instantaneous() {
    let link = Link(instantaneousWithLatency: 0.05)
    var cursor = link.cursor(atOffset: 3)
    #expect(link.arrival(of: 1e12, from: 7, cursor: &cursor) == 7)
    #expect(link.carried(from: 1, to: 2, cursor: &cursor) == .infinity)
    #expect(link.carried(from: 2, to: 2, cursor: &cursor) == 0)
    #expect(link.roundTrip(from: 9, cursor: &cursor) == 0.05)
  }

  @Test("an offset before the trace is refused")
  func negativeOffset() async {
    await #expect(processExitsWith: .failure) {
      let trace = try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 8000)])
      _ = Link(trace).cursor(atOffset: -1)
    }
  }
}
