/// When a player with a constant target fetches one item of constant bitrate, in closed form.
///
/// Segments of *d* seconds take τ each, τ < *d*; playback begins with the first one. Segment *k* = 0, 1, … is requested
/// when the one before has arrived and the level is down to the target *m*, that is at r(k) = max(k·τ, k·d − m + τ),
/// since the playhead is at t − τ; it arrives at a(k) = r(k) + τ and leaves a level of (k + 1)·d − (a(k) − τ). On an
/// infinitely fast link τ = 0.
struct FetchSchedule {
  var duration = ConstantQueue.segment
  var count: Int
  var target: Double
  /// τ: seconds that a segment takes.
  var transfer: Double

  func request(_ segment: Int) -> Double {
    max(Double(segment) * transfer, Double(segment) * duration - target + transfer)
  }

  func arrival(_ segment: Int) -> Double { request(segment) + transfer }

  func level(after segment: Int) -> Double {
    Double(segment + 1) * duration - (arrival(segment) - transfer)
  }

  /// Segments that have arrived when the viewer leaves: those whose arrival lies before.
  func arrived(by time: Double) -> Int {
    (0..<count).count { transfer > 0 ? arrival($0) <= time : request($0) < time }
  }

  /// The share of the next segment that has come by then.
  func partial(at time: Double) -> Double {
    let next = arrived(by: time)
    return next < count && transfer > 0 ? max(0, time - request(next)) / transfer : 0
  }

  /// When a gate of this open level opens: with the first segment that carries the level to it, or with the last one.
  func gateOpening(at level: Double) -> Double {
    arrival((0..<count).first { self.level(after: $0) >= level } ?? count - 1)
  }
}
