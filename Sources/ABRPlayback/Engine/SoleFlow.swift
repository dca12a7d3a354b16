import ABRNetwork

/// The only flow on the link, whose last byte is the only event that the network has.
///
/// As soon as anything else happens to the link or to the flow, it joins the others
/// (``Network/demoteSoleFlowIfNeeded(at:)``).
struct SoleFlow {
  let flow: Flow
  /// When its end is noticed; infinite when it never ends.
  let arrival: Double
  /// When the last byte comes, on the link's clock.
  let lastByte: Double
  /// The link at the last byte.
  let cursor: Link.Cursor
  /// How far the questions to a rule that watches the download have come.
  var poll: ProgressPoll

  init(_ flow: Flow, arrival: Double, cursor: Link.Cursor, poll: ProgressPoll) {
    self.flow = flow
    self.arrival = arrival
    lastByte = arrival
    self.cursor = cursor
    self.poll = poll
  }

  /// A flow that is sent over a link without other flows, from a cursor not beyond its first byte.
  ///
  /// - Parameters:
  ///   - lag: how far the link's clock is behind when the first byte comes.
  ///   - tick: see ``NetworkSettings/TraceAdvance/duringTransfers(tick:)``; `nil` for noticing the end as it comes.
  init(_ flow: Flow, over link: Link, from start: Link.Cursor, lag: Double = 0, tick: Double? = nil) {
    var cursor = start
    poll = ProgressPoll(time: flow.firstByte, cursor: start)
    lastByte = link.arrival(of: flow.remaining, from: flow.firstByte - lag, cursor: &cursor)
    let end = lastByte + lag
    arrival = tick.map { flow.requestTime + ((end - flow.requestTime) / $0 + 0.5).rounded(.down) * $0 } ?? end
    self.cursor = cursor
    self.flow = flow
  }
}
