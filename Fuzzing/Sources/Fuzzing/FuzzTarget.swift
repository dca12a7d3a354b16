/// Readers that take the same kind of bytes, and so share seeds.
struct FuzzTarget: Sendable {
  /// The name to ask for it by; seeds are in the folder of that name.
  let name: String
  /// Hands an input to all of them.
  let read: @Sendable ([UInt8]) -> Void

  /// Every target.
  static let all = [
    FuzzTarget(name: "traces") { TraceTargets.read($0, formats: TraceTargets.recordings) },
    FuzzTarget(name: "logs") { TraceTargets.read($0, formats: TraceTargets.logs) },
    FuzzTarget(name: "tables", read: TraceTargets.table),
    FuzzTarget(name: "manifests", read: VideoTargets.manifest),
    FuzzTarget(name: "videos", read: VideoTargets.video),
    FuzzTarget(name: "sessions", read: SessionTargets.configuration),
    FuzzTarget(name: "audience", read: SessionTargets.audience),
    FuzzTarget(name: "specs", read: SpecTargets.read),
    FuzzTarget(name: "configurations", read: PlayerTargets.configuration),
    FuzzTarget(name: "runs", read: RunTargets.read),
    FuzzTarget(name: "sweeps", read: SweepTargets.read),
    FuzzTarget(name: "messages", read: MessageTargets.read),
    FuzzTarget(name: "models", read: TraceTargets.models),
    FuzzTarget(name: "compressed", read: TraceTargets.compressed),
  ]
}
