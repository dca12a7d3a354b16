import ABRNetwork

/// What has come of a flow that continues, and when more will have.
extension Network {
  /// Bytes of a flow that have arrived by ``clock``, a fraction included, without those of an earlier part of the
  /// transfer; negative while the header of the answer comes.
  func progress(_ flow: Flow) -> Double {
    (Double(flow.bytes) * wirePerByte - flow.remaining) * settings.payloadFraction
  }

  /// The same without the header.
  func arrived(_ flow: Flow) -> Double { max(0, progress(flow)) }

  /// When a quantity that grows with the bytes of the link comes to a value, see
  /// ``Link/meeting(of:with:gain:drain:from:until:cursor:)``; all times on the session's clock.
  func meeting(
    of height: Double, with value: Double, gain: Double, drain: Double, from time: Double, until end: Double
  ) -> Double {
    link.meeting(
      of: height, with: value, gain: gain, drain: drain, from: time - lag, until: end - lag, cursor: cursor) + lag
  }
}
