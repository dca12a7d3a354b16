import Foundation
import Testing

/// The composite action of `Examples/Workflows/action.yml`, its steps run as they stand there.
@Suite("The action for a release", .timeLimit(.minutes(20)))
struct ActionTests {
  @Test("it checks a policy with a release, keeps the build, and refuses an archive of another checksum")
  func action() throws {
    let repository = try ContinuousIntegrationTests.Repository()
    // A release as `make dist` packs it, with a link to the program.
    let pack = """
      mkdir -p dist/abrlab-0/bin runner
      ln -s '\(Program.url.path)' dist/abrlab-0/bin/abrlab
      tar -C dist -czf release.tar.gz abrlab-0
      sha256sum release.tar.gz | cut -d ' ' -f 1 > sum
      """
    #expect(try repository.shell(pack).status == 0)
    let yaml = try String(
      contentsOf: Program.checkout.appendingPathComponent("Examples/Workflows/action.yml"), encoding: .utf8)
    func run(sha256: String) throws -> [(name: String, result: Program.Result)] {
      let given = ["archive": "release.tar.gz", "sha256": sha256, "history": "history.jsonl"]
      let defaults = ["config": "abrlab.toml", "baseline": "ci/baseline.json"]
      var environment = [
        "RUNNER_TEMP": repository.folder.path + "/runner", "GITHUB_PATH": repository.folder.path + "/.path",
        "GITHUB_STEP_SUMMARY": repository.folder.path + "/.summary", "GITHUB_SHA": "1a2b3c",
      ]
      for match in yaml.matches(of: /([A-Z0-9]+): \$\{\{ inputs\.([a-z0-9]+) \}\}/) {
        let value: String = try #require(given.merging(defaults) { $1 }[String(match.2)])
        environment[String(match.1)] = value
      }
      try repository.write("", to: ".path")
      var ran: [(name: String, result: Program.Result)] = []
      for step in try BuildJob.steps(ofGitHub: yaml) {
        guard step.isAlways || ran.allSatisfy({ $0.result.status == 0 }) else { continue }
        let added = try repository.text(".path").split(separator: "\n").map(String.init)
        ran.append(
          (
            step.name,
            try repository.shell(
              step.script, path: (added + ["/usr/bin", "/bin"]).joined(separator: ":"), environment: environment)
          ))
      }
      return ran
    }
    let sum = try repository.text("sum").trimmingCharacters(in: .whitespacesAndNewlines)
    let good = try run(sha256: sum)
    #expect(good.map(\.name) == ["Install ABRLab", "Check", "Annotate", "Keep the build"])
    #expect(good.allSatisfy { $0.result.status == 0 }, "\(good)")
    #expect(try repository.text("history.jsonl").contains("\"commit\":\"1a2b3c\""))
    #expect(try repository.text(".summary").contains("abrlab check: PASS 6 gates"))

    try repository.makeWorse()
    #expect(try run(sha256: sum).map(\.result.status) == [0, 2, 0, 0])
    #expect(try repository.text("history.jsonl").split(separator: "\n").count == 2)

    // A check that reads no baseline keeps nothing, and repeats nothing of the build before: it says what is wrong.
    let baseline = try repository.text("ci/baseline.json")
    try repository.write("", to: "ci/baseline.json")
    let unread = try run(sha256: sum)
    #expect(unread.map(\.result.status) == [0, 5, 0, 0], "\(unread)")
    let wrong = "::error title=abrlab check::ci/baseline.json:1: file: found no bytes, expected a saved run\n"
    #expect(unread[2].result.output == wrong, "\(unread)")
    #expect(try repository.text(".summary").contains("abrlab check: nothing was compared"))
    #expect(try repository.text("history.jsonl").split(separator: "\n").count == 2)
    try repository.write(baseline, to: "ci/baseline.json")

    let other = try run(sha256: String(sum.reversed()))
    #expect(other[0].result.status != 0 && !other.contains { $0.name == "Check" }, "\(other)")
  }
}
