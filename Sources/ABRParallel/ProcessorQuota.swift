import FoundationEssentials

/// How much processor time a container may use, in processors. It is no affinity mask: a container limited to two
/// processors on a machine of 64 sees all 64, and 64 threads there would only be stopped in turn.
///
/// Control groups as in the kernel's documentation: version 2 states `cpu.max` (quota and period in µs) in every group,
/// version 1 `cpu.cfs_quota_us` and `cpu.cfs_period_us`. The least limit of the group and all groups above it holds.
struct ProcessorQuota: Equatable {
  /// Processors' worth of time, a fraction included; `nil` when nothing limits it.
  let processors: Double?

  /// Reads the limits of this process.
  init() {
    self.init { path in try? String(contentsOfFile: path, encoding: .utf8) }
  }

  /// Reads limits through `contents`, which gives the text of a file or `nil` when there is none.
  /// - Complexity: O(depth of the group).
  init(contents: (String) -> String?) {
    var limits: [Double] = []
    for line in (contents("/proc/self/cgroup") ?? "").split(separator: "\n") {
      // hierarchy:controllers:path
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, fields[2].hasPrefix("/") else { continue }
      for group in Self.groups(from: fields[2]) {
        if fields[0] == "0", fields[1].isEmpty {
          limits += Self.limit(contents("/sys/fs/cgroup\(group)/cpu.max"))
        } else if fields[1].split(separator: ",").contains("cpu") {
          let folder = "/sys/fs/cgroup/cpu\(group)"
          let quota = contents("\(folder)/cpu.cfs_quota_us") ?? ""
          limits += Self.limit(quota + " " + (contents("\(folder)/cpu.cfs_period_us") ?? ""))
        }
      }
    }
    processors = limits.min()
  }

  /// A group and those above it, the root as empty text.
  private static func groups(from path: Substring) -> [String] {
    var groups = [""]
    for name in path.split(separator: "/") { groups.append(groups[groups.count - 1] + "/" + name) }
    return groups
  }

  /// Quota over period; nothing for `max`, for -1 and for what cannot be read.
  private static func limit(_ text: String?) -> [Double] {
    let numbers = (text ?? "").split(whereSeparator: \.isWhitespace).map { Double($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0, period > 0 else { return [] }
    let limit = quota / period
    return limit < .infinity ? [limit] : []
  }

  /// The jobs that make sense on a number of usable CPUs when the user states none.
  func jobs(usableCPUs: Int) -> Int {
    let limit = processors.map { Int(min($0, 1_000_000).rounded(.up)) } ?? usableCPUs
    return max(Workers.allowedJobs.lowerBound, min(usableCPUs, limit, Workers.allowedJobs.upperBound))
  }
}
