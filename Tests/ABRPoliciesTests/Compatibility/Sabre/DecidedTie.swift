import ABRPlayback

@testable import ABRPolicies

/// A session of Sabre in which the last bit of the buffer level decides.
///
/// An abandoned download leaves BOLA-E exactly on the threshold between two renditions. Their scores are equal but for
/// rounding, and our rule rounds as Sabre does for a level that *is* the threshold. In one session of 860 Sabre's own
/// level, the rounded sum of a buffer level and the placeholder that was to complete it, is one bit less. What follows
/// is that one decision; with it the session must agree like any other.
struct DecidedTie {
  var policy: String
  var trace: String
  /// Segment and number of the request for it, from 1.
  var segment: Int
  var attempt: Int
  /// What Sabre chose.
  var rendition: Int

  static let known = [
    DecidedTie(
      policy: "bolae_u", trace: "report.2011-02-11_1729CET.json", segment: 154, attempt: 2, rendition: 1)
  ]
}

/// A rule with one decision taken from elsewhere.
struct Overruled<Base: Rule>: Rule {
  var base: Base
  var tie: DecidedTie
  private var attempts = 0

  init(_ base: Base, _ tie: DecidedTie) {
    self.base = base
    self.tie = tie
  }

  var watchesProgress: Bool { base.watchesProgress }
  mutating func prepare(for setup: RuleSetup) { base.prepare(for: setup) }

  mutating func decide(_ context: RequestContext) -> Decision {
    let decision = base.decide(context)
    guard context.segment == tie.segment else { return decision }
    attempts += 1
    return attempts == tie.attempt ? Decision(tie.rendition, after: decision.delay) : decision
  }

  mutating func downloaded(_ download: Download, level: Double) { base.downloaded(download, level: level) }
  mutating func waited(_ seconds: Double) { base.waited(seconds) }
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? { base.shouldAbandon(progress) }
}
