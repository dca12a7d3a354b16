import ABRNetwork

/// The most frequent case of all: one request of the item on the screen, and nothing else on the link.
///
/// Its last byte is then the only event that the network has, and it is worked out once, when the request is made. As soon as
/// anything else happens to the link or to the flow, the flow joins the others, from whose point of view it has always been there.
extension QueueSession {
  /// Whether a flow that is about to be sent is the only one and will have no event but its last byte: nobody watches it, and
  /// no fault can touch it.
  @inline(__always)
  func mayBeLone(_ flow: Flow) -> Bool {
    flow.purpose == .main && flows.isEmpty && flow.latency > 0 && !flow.isWatched && !hasFaults
  }

  /// Sends a flow for which ``mayBeLone(_:)`` holds.
  @inline(__always)
  mutating func sendLone(_ flow: Flow) {
    settle(to: now)
    lone = flow
    hasLone = true
    loneCursor = cursor
    flowEvent = link.arrival(of: flow.remaining, from: flow.firstByte, cursor: &loneCursor)
    flowsChanged = false
  }

  /// The last byte has come.
  @inline(__always)
  mutating func finishLone() {
    hasLone = false
    flowsChanged = true
    networkTime = now
    cursor = loneCursor
    receive(lone)
  }

  /// Puts the lone flow among the others, with what has arrived of it by now; does nothing where there is none.
  @inline(__always)
  mutating func joinLone() {
    if hasLone { join() }
  }

  private mutating func join() {
    hasLone = false
    flowsChanged = true
    if lone.firstByte <= now {
      networkTime = lone.firstByte
      lone.isTransferring = true
    }
    flows.append(lone)
    settle(to: now)
  }
}
