/// The default rule, `auto`.
///
/// Of the rules that need no tuning for a buffer, dynamic-dash has the least stalling, or nearly so, at every segment
/// length, in long videos and in feeds, at a higher bitrate than the throughput rule; see DefaultRule.md.
extension RuleEntry {
  static let auto = dynamicDash.preset("auto", summary: "the default; alias of dynamic-dash")
}
