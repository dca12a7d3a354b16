import ABRPlayback

/// The highest rendition under a share of the slowest of the last three downloads. The share grows with the buffer:
/// half of that throughput when it is empty, all of it when it is full.
struct CautiousRate: Rule {
  private var bandwidths: [Double] = []
  /// Throughput of the last three downloads in bits per second; infinite until there was one.
  private var recent = (Double.infinity, Double.infinity, Double.infinity)

  /// Takes the ladder; called again when limits change, so what is known of the network stays.
  mutating func prepare(for setup: RuleSetup) { bandwidths = setup.bandwidths }

  /// Chooses the rendition of the next request.
  mutating func decide(_ context: RequestContext) -> Decision {
    let share = 0.5 + 0.5 * min(context.level / context.maximumLevel, 1)
    let affordable = share * min(recent.0, recent.1, recent.2)
    return Decision(bandwidths.lastIndex { $0 <= affordable } ?? 0)
  }

  /// Takes a sample of the throughput.
  mutating func downloaded(_ download: Download, level: Double) {
    guard download.sampleTime > 0 else { return }
    recent = (recent.1, recent.2, download.bytes * 8 / download.sampleTime)
  }
}
