/// Seconds that a device takes between what the network brings and what the player and the viewer see of it.
///
/// The defaults fit sessions of hls.js, dash.js and Shaka Player that were recorded in Chromium 156 over two links, on
/// a shared machine with two cores; the one of the first frame is the least certain.
package struct DeviceTime: Sendable, Hashable {
  /// From the last byte of a playlist or manifest to the player.
  package var manifest = 0.025
  /// From the last byte of a segment to the player.
  package var segment = 0.004
  /// From `appendBuffer` to its end.
  package var append = 0.005
  /// From the address of a media source to its opening.
  package var open = 0.001
  /// From enough media to the first frame.
  package var firstFrame = 0.03
  /// Share by which each of them varies up and down, by the session's seed; 0 for not at all.
  package var spread = 0.0

  /// The measured ones.
  package init() {}

  /// The measured ones, scaled to another time from the last byte of a segment to the player.
  ///
  /// - Parameter lag: seconds of that time; each step of the device takes its share of a time drawn evenly from it.
  package init(segment lag: ClosedRange<Double>) {
    let mean = (lag.lowerBound + lag.upperBound) / 2
    let factor = mean / segment
    manifest *= factor
    segment = mean
    append *= factor
    open *= factor
    firstFrame *= factor
    if mean > 0 { spread = (lag.upperBound - lag.lowerBound) / (2 * mean) }
  }

  /// A device that takes no time.
  package static var none: DeviceTime {
    var time = DeviceTime()
    (time.manifest, time.segment, time.append, time.open, time.firstFrame) = (0, 0, 0, 0, 0)
    return time
  }
}
