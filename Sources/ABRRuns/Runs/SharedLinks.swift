import ABRNetwork
import Synchronization

/// The links that sessions played last, for those that follow over the same traces.
///
/// Building a link takes as long as ten segments of a session. Sweeps play a trace with thousands of seeds.
final class SharedLinks: Sendable {
  private typealias Entry = (sha256: String, trace: BandwidthTrace, link: Link)

  /// How many are kept: more than threads are likely to be between two traces.
  private static let capacity = 8
  private let entries = Mutex<[Entry]>([])

  /// A trace with its link.
  ///
  /// - Parameters:
  ///   - sha256: digest of the trace's file.
  ///   - made: makes it where it is none of the last ones.
  /// - Throws: what `made` throws.
  func link<Failure: Error>(
    over sha256: String, _ made: () throws(Failure) -> (trace: BandwidthTrace, link: Link)
  ) throws(Failure) -> (trace: BandwidthTrace, link: Link) {
    if let known = entries.withLock({ $0.first { $0.sha256 == sha256 } }) { return (known.trace, known.link) }
    let new = try made()
    entries.withLock { entries in
      if entries.count == Self.capacity { entries.removeFirst() }
      entries.append((sha256, new.trace, new.link))
    }
    return new
  }
}
