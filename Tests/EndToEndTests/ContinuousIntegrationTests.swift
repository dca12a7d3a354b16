import Foundation
import Testing

/// The jobs of the page ContinuousIntegration, run as they stand there.
@Suite("Jobs of the documentation", .timeLimit(.minutes(20)))
struct ContinuousIntegrationTests {
  /// A repository as the page describes it: the lab as a submodule whose build is done, the configuration and a
  /// baseline.
  final class Repository {
    let folder: URL
    let page: String

    init() throws {
      folder = try Program.makeFolder()
      page = try String(
        contentsOf: Program.checkout.appendingPathComponent(
          "Sources/ABRComparison/ABRComparison.docc/ContinuousIntegration.md"), encoding: .utf8)
      let lab = folder.appendingPathComponent("abrlab")
      let release = lab.appendingPathComponent(".build/release")
      let files = FileManager.default
      try files.createDirectory(at: release, withIntermediateDirectories: true)
      try files.createSymbolicLink(at: release.appendingPathComponent("abrlab"), withDestinationURL: Program.url)
      try files.createSymbolicLink(
        at: lab.appendingPathComponent("Traces"),
        withDestinationURL: Program.checkout.appendingPathComponent("Traces"))
      try write("setup build:\n\t@:\n", to: "abrlab/Makefile")
      try write(try #require(BuildJob.blocks("toml", in: page).first), to: "abrlab.toml")
      let saved = try shell(
        try #require(BuildJob.blocks("sh", in: page).first), path: release.path + ":/usr/bin:/bin")
      #expect(saved.status == 0, "\(saved.output)")
    }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// A policy that stalls five times as long.
    func makeWorse() throws {
      let configuration = try text("abrlab.toml")
      #expect(configuration.contains("policy = \"auto\"\n"))
      try write(configuration.replacing("policy = \"auto\"\n", with: "policy = \"bba-0\"\n"), to: "abrlab.toml")
    }

    /// Runs a script as GitHub and GitLab do: bash that stops at the first failure, also in a pipe.
    func shell(
      _ script: String, path: String = "/usr/bin:/bin", environment: [String: String] = [:]
    ) throws -> Program.Result {
      try write(script, to: ".script")
      return try Program.bash(
        ["--noprofile", "--norc", "-eo", "pipefail", ".script"],
        environment: ["PATH": path, "LC_ALL": "C.UTF-8", "HOME": folder.path].merging(environment) { $1 },
        folder: folder)
    }

    /// Runs the steps of the workflow.
    ///
    /// - Returns: what each step that ran left, with the summary that it wrote.
    func runWorkflow() throws -> [(name: String, result: Program.Result, summary: String)] {
      let yaml = try #require(BuildJob.blocks("yaml", in: page).first { $0.contains("steps:") })
      try write("", to: ".path")
      var ran: [(name: String, result: Program.Result, summary: String)] = []
      for step in try BuildJob.steps(ofGitHub: yaml) {
        guard step.isAlways || ran.allSatisfy({ $0.result.status == 0 }) else { continue }
        try write("", to: ".summary")
        let added = try text(".path").split(separator: "\n").reversed()
        let result = try shell(
          step.script, path: (added + ["/usr/bin", "/bin"]).joined(separator: ":"),
          environment: [
            "GITHUB_PATH": folder.path + "/.path", "GITHUB_STEP_SUMMARY": folder.path + "/.summary",
          ])
        ran.append((step.name, result, try text(".summary")))
      }
      return ran
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test("the workflow for GitHub passes an untouched policy, and fails a worse one with 2 and every report")
  func gitHub() throws {
    let repository = try Repository()
    let good = try repository.runWorkflow()
    #expect(good.map(\.name) == ["Install libraries", "Build ABRLab", "Put it into PATH", "Check", "Annotate"])
    #expect(good.allSatisfy { $0.result.status == 0 }, "\(good)")
    #expect(good[3].summary.contains("abrlab check: PASS 6 gates"), "\(good[3].summary)")
    #expect(good[4].result.output.hasPrefix("::notice title=abrlab check::PASS 6 gates ("), "\(good)")
    #expect(!(try repository.text("abrlab.xml").contains("<failure")))

    try repository.makeWorse()
    let bad = try repository.runWorkflow()
    #expect(bad.map(\.result.status) == [0, 0, 0, 2, 0], "\(bad)")
    #expect(bad[3].result.output.contains("FAIL") && bad[3].summary.contains("| FAIL |"))
    #expect(bad[4].result.output.hasPrefix("::error title=abrlab check::FAIL 1 of 6 gates"), "\(bad[4].result.output)")
    #expect(bad[4].result.output.contains("\n::error title=abrlab%3A"), "\(bad[4].result.output)")
    #expect(try repository.text("abrlab.xml").contains("<failure message=\"rebuffer_ratio"))
    #expect(try RunTests.json(try repository.text("abrlab.json"))["outcome"] as? String == "regression")
  }

  @Test("a check that cannot be made fails the workflow with its own code, and the later steps stand it")
  func missingBaseline() throws {
    let repository = try Repository()
    try FileManager.default.removeItem(at: repository.folder.appendingPathComponent("ci/baseline.json"))
    #expect(try repository.runWorkflow().map(\.result.status) == [0, 0, 0, 5, 0])
  }

  @Test("the job for GitLab passes an untouched policy, and fails a worse one with 2 and every artifact")
  func gitLab() throws {
    let repository = try Repository()
    let yaml = try #require(BuildJob.blocks("yaml", in: repository.page).first { $0.contains("script:") })
    let script = try BuildJob.script(ofGitLab: yaml)
    let good = try repository.shell(script)
    #expect(good.status == 0 && good.output.contains("PASS 6 gates"), "\(good.output)")

    try repository.makeWorse()
    for name in ["abrlab.xml", "abrlab.md", "abrlab.json"] {
      #expect(yaml.contains(" \(name)\n"))
      try FileManager.default.removeItem(at: repository.folder.appendingPathComponent(name))
    }
    let bad = try repository.shell(script)
    #expect(bad.status == 2, "\(bad.output)")
    #expect(try repository.text("abrlab.xml").contains("<failure message=\"rebuffer_ratio"))
    #expect(try repository.text("abrlab.md").contains("| FAIL |"))
    #expect(try RunTests.json(try repository.text("abrlab.json"))["outcome"] as? String == "regression")
  }

  @Test("the commands of the page run in a repository, the baseline of a commit among them")
  func commands() throws {
    let repository = try Repository()
    let commit = "git init -q . && git add ci && git -c user.name=a -c user.email=a@b commit -qm one"
    #expect(try repository.shell(commit).status == 0)
    let commands = BuildJob.blocks("sh", in: repository.page)
    #expect(commands.count >= 3 && commands.last?.contains("git:HEAD:") == true)
    for command in commands {
      let result = try repository.shell(
        command, path: repository.folder.path + "/abrlab/.build/release:/usr/bin:/bin")
      #expect(result.status == 0, "\(command)\(result.output)")
    }
  }

  @Test("the configuration of the check runs with abrlab run, too")
  func run() throws {
    let repository = try Repository()
    let result = try repository.shell(
      "abrlab run -c abrlab.toml", path: repository.folder.path + "/abrlab/.build/release:/usr/bin:/bin")
    #expect(result.status == 0 && result.output.contains("rebuffer %"), "\(result.output)")
  }

  @Test("the page names every key of a gate, every level, kind, format and way to fail")
  func vocabulary() throws {
    let page = try Repository().page
    let help = try Program.run(["check", "--help"]).output
    for word in ["metric", "max_regression", "limit", "level", "kind", "family", "error", "warn", "off", "corpus"]
      + ["population", "table", "md", "junit", "github", "json", "csv"]
    {
      #expect(page.contains("`\(word)`"), "\(word)")
      #expect(help.contains(word), "\(word)")
    }
    for choice in ["inconclusive", "improvement"] { #expect(page.contains("--fail-on \(choice)")) }
  }
}
