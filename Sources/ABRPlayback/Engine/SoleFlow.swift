import ABRNetwork

/// The only flow on the link, whose last byte is the only event that the network has.
///
/// As soon as anything else happens to the link or to the flow, it joins the others (``Network/share(at:)``).
struct SoleFlow {
  let flow: Flow
  /// When the last byte comes; infinite when it never does.
  let arrival: Double
  /// The link at the last byte.
  let cursor: Link.Cursor
  /// How far the questions to a rule that watches the download have come.
  var reading: Reading

  init(_ flow: Flow, arrival: Double, cursor: Link.Cursor, reading: Reading) {
    self.flow = flow
    self.arrival = arrival
    self.cursor = cursor
    self.reading = reading
  }

  /// A flow that is sent over a link without other flows, from a cursor not beyond its first byte.
  init(_ flow: Flow, over link: Link, from start: Link.Cursor) {
    var cursor = start
    reading = Reading(time: flow.firstByte, cursor: start)
    arrival = link.arrival(of: flow.remaining, from: flow.firstByte, cursor: &cursor)
    self.cursor = cursor
    self.flow = flow
  }
}
