import Testing

@testable import ABRParallel

@Suite struct ProcessorQuotaTests {
  @Test("a quota of version 2 is read, the least of the group and those above it")
  func version2() {
    let files = [
      "/proc/self/cgroup": "0::/kubepods/pod1\n",
      "/sys/fs/cgroup/kubepods/cpu.max": "150000 100000\n",
      "/sys/fs/cgroup/kubepods/pod1/cpu.max": "400000 100000\n",
    ]
    #expect(ProcessorQuota { files[$0] }.processors == 1.5)
  }

  @Test("a quota of version 1 is read from the cpu controller's group")
  func version1() {
    let files = [
      "/proc/self/cgroup": "4:memory:/a\n3:cpu,cpuacct:/docker/x:y\n0::/\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
      "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
      "/sys/fs/cgroup/cpu/docker/x:y/cpu.cfs_quota_us": "250000\n",
      "/sys/fs/cgroup/cpu/docker/x:y/cpu.cfs_period_us": "100000\n",
    ]
    #expect(ProcessorQuota { files[$0] }.processors == 2.5)
  }

  @Test(
    "what states no limit is no limit",
    arguments: [nil, "", "max 100000\n", "0 100000", "100000", "-1 100000", "1 0", "a b", "nan 1", "1e308 1e-308"])
  func unlimited(text: String?) {
    let quota = ProcessorQuota { $0 == "/proc/self/cgroup" ? "0::/\n" : text }
    #expect(quota.processors == nil)
  }

  @Test(
    "jobs are one a usable CPU, but no more than the quota rounded up, and at least one",
    arguments: [
      ("max 1", 8, 8), ("150 100", 8, 2), ("900 100", 8, 8), ("1 100", 8, 1), ("max 1", 0, 1), ("max 1", 4096, 1024),
    ])
  func jobs(text: String, usable: Int, expected: Int) {
    let quota = ProcessorQuota { $0 == "/proc/self/cgroup" ? "0::/\n" : $0.hasSuffix("cpu.max") ? text : nil }
    #expect(quota.jobs(usableCPUs: usable) == expected)
  }

  @Test("a plan can be made with the machine's default jobs")
  func machine() {
    let topology = Topology.machine
    #expect(Workers.allowedJobs.contains(topology.defaultJobs))
    #expect(topology.defaultJobs <= max(1, topology.usableCPUCount))
  }
}
