/// What plays the shards of a sweep.
enum SweepEngine: String, CaseIterable {
  /// This machine.
  case local
  /// A Ray cluster, through the Python package.
  case ray
  /// An array job of Slurm, whose script is written.
  case slurm
  /// An indexed job of Kubernetes, whose manifest is written.
  case k8s
}
