import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import CAllocationCounter

/// Checks that playing a segment allocates nothing: a session twice as long makes as many allocations.
///
/// What a session needs once, such as its copy of a rule's tables, may be allocated; what happens in the loop may not.
enum AllocationCheck {
  static let policies = [
    "fixed:2", "bba-0", "throughput", "bola", "bola-e", "dynamic", "rate", "mpc", "robust-mpc", "hls-abr", "dash-abr",
    "shaka-abr", "media3-abr", "vhs-abr",
  ]

  /// The allocations of a session of each policy, at one length and at twice that.
  ///
  /// - Throws: ``BenchmarkFailure`` naming the policies whose longer session allocates more. A debug build proves
  ///   nothing: there the loop is not specialised, and nothing is checked.
  static func run() throws {
    #if !DEBUG
      // A counter that counts nothing would find nothing.
      let before = allocation_count()
      let seen = [Int](repeating: 1, count: Int.random(in: 1_000...2_000))
      guard allocation_count() > before, !seen.isEmpty else { throw BenchmarkFailure.allocates(policies: "uncounted") }
      var failures: [String] = []
      for policy in policies {
        let counts = try [200, 400].map { try allocations(of: policy, segments: $0) }
        if counts[0] != counts[1] { failures.append("\(policy): \(counts[0]) in 200 segments, \(counts[1]) in 400") }
      }
      guard failures.isEmpty else {
        throw BenchmarkFailure.allocates(policies: failures.joined(separator: "; "))
      }
      print("allocations: a session of 400 segments makes as many as one of 200 (\(policies.joined(separator: ", ")))")
    #endif
  }

  private static func allocations(of policy: String, segments: Int) throws -> Int {
    let player = try PolicySpec(parsing: policy).policy(model: .lab).makePlayer(
      video: SyntheticVideo.make(segments: segments), buffer: Model.lab.buffer(), settings: Model.lab.settings)
    let start = AnyPlayer.Start(link: Link(try SyntheticTrace.make(number: 3)))
    let viewer = Viewer()
    var scratch = SessionScratch()
    // The first session makes the scratch grow.
    _ = player.play(start, viewer: viewer, scratch: &scratch)
    let before = allocation_count()
    _ = player.play(start, viewer: viewer, scratch: &scratch)
    return allocation_count() - before
  }
}
