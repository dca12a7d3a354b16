import ABRInput
import ABRReports
import ABRSweeps

/// The file of a job for a cluster's own scheduler: every task runs `abrlab sweep -o FOLDER --shard task`.
struct SweepJob {
  private let plan: SweepPlan
  private let folder: String
  private let engine: SweepEngine
  private let jobs: String

  /// - Parameter jobs: threads of a task; `nil` for one.
  init(of plan: SweepPlan, in folder: SweepFolder, engine: SweepEngine, jobs: String?) {
    self.plan = plan
    self.folder = ResolvedPath.text(of: folder.path)
    self.engine = engine
    self.jobs = jobs ?? "1"
  }

  /// Writes the file and says what to do with it.
  ///
  /// - Throws: ``UsageError`` where the system refuses.
  func write(console: Console) throws(UsageError) {
    let isSlurm = engine == .slurm
    if isSlurm, folder.contains(where: \.isNewline) {
      throw UsageError("--output: a script for Slurm cannot name a folder with a line end in its name")
    }
    let file = "\(folder)/\(isSlurm ? "sweep.slurm" : "sweep.yaml")"
    try OutputPath.write(Array((isSlurm ? slurm : kubernetes).utf8), to: file)
    console.output.write(
      "\(isSlurm ? "sbatch" : "kubectl apply -f") \(ShellWord.quoted(file))\n"
        + "abrlab sweep -o \(ShellWord.quoted(folder)) --merge\n")
    console.note("the first plays \(Counted.text(plan.shardCount, "shard")), the second takes them together")
    if isSlurm, plan.shardCount > 1001 {
      console.warn("Slurm takes arrays of 1001 tasks unless MaxArraySize says more; --shard-size makes fewer shards")
    }
  }

  private var command: [String] { ["abrlab", "sweep", "-o", folder, "--shard", "task", "--jobs", jobs, "--quiet"] }

  /// A script for `sbatch`. Tasks that are started twice end at once.
  private var slurm: String {
    """
    #!/bin/bash
    #SBATCH --job-name=abrlab-sweep
    #SBATCH --array=0-\(plan.shardCount - 1)
    #SBATCH --cpus-per-task=\(jobs)
    #SBATCH --requeue
    #SBATCH --output=\(ShellWord.quoted(folder.replacing("%", with: "%%") + "/sweep-%a.log"))
    \(command.map(ShellWord.quoted).joined(separator: " "))

    """
  }

  /// An Indexed Job. Image and claim are the cluster's own.
  private var kubernetes: String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: abrlab-sweep-\(plan.identity.prefix(8))
    spec:
      completionMode: Indexed
      completions: \(plan.shardCount)
      parallelism: \(min(plan.shardCount, 10))
      backoffLimitPerIndex: 3
      maxFailedIndexes: \(plan.shardCount)
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: abrlab
              image: abrlab:\(Version.current) # made from the Containerfile
              command: [\(command.map { JSONValue.literal($0) }.joined(separator: ", "))]
              resources:
                requests: {cpu: "\(jobs)"}
              volumeMounts:
                - {name: sweep, mountPath: \(JSONValue.literal(folder))}
          volumes: # must hold the folder of the sweep; traces and videos must be where the plan names them
            - name: sweep
              persistentVolumeClaim: {claimName: abrlab-sweep}

    """
  }
}
