/// Sabre's view of what is on the screen: the buffer as a list of qualities, and sums over segments that have begun to
/// play. Milliseconds, as in Sabre.
struct SabrePlayout {
  private let segmentDuration: Double
  private let bitrates: [Double]
  private let logBitrates: [Double]

  /// Qualities in the buffer, the one on the screen first.
  private(set) var buffer: ArraySlice<Int> = []
  /// Milliseconds of the first one that have been shown.
  private var shown = 0.0
  private var last: Int?

  /// Milliseconds since the play request.
  private(set) var time = 0.0
  private(set) var utility = 0.0
  private(set) var bitrate = 0.0
  private(set) var bitrateChange = 0.0
  private(set) var logBitrateChange = 0.0
  /// When the first segment began to play that was as good as the network sustained.
  private(set) var rampUp: Double?

  init(segmentDuration: Double, bitrates: [Double], logBitrates: [Double]) {
    self.segmentDuration = segmentDuration
    self.bitrates = bitrates
    self.logBitrates = logBitrates
  }

  /// Milliseconds of media ahead.
  var level: Double { segmentDuration * Double(buffer.count) - shown }

  /// Adds a segment.
  mutating func append(_ quality: Int) { buffer.append(quality) }

  /// Lets time pass: segments play, or the player waits for one.
  mutating func advance(by milliseconds: Double, network: inout SabreNetworkClock) {
    guard !buffer.isEmpty else {
      time += milliseconds
      return
    }
    var rest = milliseconds
    if shown > 0 {
      guard rest + shown >= segmentDuration else {
        shown += rest
        time += rest
        return
      }
      rest -= segmentDuration - shown
      time += segmentDuration - shown
      buffer.removeFirst()
      shown = 0
    }
    while rest > 0, let quality = buffer.first {
      begin(quality, network: &network)
      let part = min(rest, segmentDuration)
      time += part
      rest -= part
      if part == segmentDuration {
        buffer.removeFirst()
      } else {
        shown = part
      }
    }
    time += rest
    network.settle(at: time)
  }

  /// A segment comes to the screen.
  private mutating func begin(_ quality: Int, network: inout SabreNetworkClock) {
    utility += logBitrates[quality] - logBitrates[0]
    bitrate += bitrates[quality]
    if let last, last != quality {
      bitrateChange += abs(bitrates[quality] - bitrates[last])
      logBitrateChange += abs(logBitrates[quality] - logBitrates[last])
    }
    last = quality
    if rampUp == nil, quality >= network.sustainableQuality { rampUp = time }
    network.shown(quality, at: time)
  }
}
