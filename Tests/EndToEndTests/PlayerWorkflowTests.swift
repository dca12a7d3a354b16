import ABRPlayerCode
import ABRTestSupport
import Foundation
import Testing

/// The workflow of `Examples/Workflows/player.yml`, its steps run as they stand there in the repository of a player.
@Suite(
  "The workflow for a player's repository", .timeLimit(.minutes(20)),
  .enabled(if: JavaScriptMachine.isAvailable, "JavaScriptCore is missing: \(JavaScriptMachine.installation)"))
struct PlayerWorkflowTests {
  /// A player that looks like hls.js.
  ///
  /// - Parameter onSegment: what it does before each request for a segment.
  private static func build(onSegment: String = "") -> String {
    StandInPlayer.script(
      onLoad: """
        globalThis.Hls = class {
          on(event, report) { this.report = report; }
          loadSource(address) { this.address = address; }
          attachMedia(video) {
            this.player = new StandIn(video, this.address, 12);
            this.player.failed = (error) => this.report('', { fatal: true, type: 'other', details: error.message });
          }
        };
        Hls.isSupported = () => true;
        Hls.Events = { ERROR: 'hlsError' };
        Hls.version = '1.6.15';
        """, onSegment: onSegment)
  }

  /// What stands in for other tools of the runner: `npm` builds by copying.
  private static let tools = [
    "npm": "#!/bin/bash\nif [ \"$1\" = run ]; then mkdir -p dist; cp src/hls.js dist/hls.js; fi\n",
    "apt-get": "#!/bin/bash\n",
  ]

  @Test("a pull request passes with the same player, and fails with one that takes too much")
  func workflow() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = FileManager.default
    func write(_ text: String, to name: String) throws {
      let file = folder.appendingPathComponent(name)
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func shell(_ script: String, path: String, _ environment: [String: String] = [:]) throws -> Program.Result {
      try write(script, to: ".script")
      return try Program.bash(
        ["--noprofile", "--norc", "-eo", "pipefail", ".script"],
        environment: ["PATH": path, "LC_ALL": "C.UTF-8", "HOME": folder.path].merging(environment) { $1 },
        folder: folder)
    }
    for (name, text) in Self.tools { try write(text, to: "tools/\(name)") }
    let path = folder.path + "/tools:/usr/bin:/bin"
    try write("build:\n\t@:\n", to: "abrlab/Makefile")
    try files.createDirectory(
      at: folder.appendingPathComponent("abrlab/.build/release"), withIntermediateDirectories: true)
    try files.createSymbolicLink(
      at: folder.appendingPathComponent("abrlab/.build/release/abrlab"), withDestinationURL: Program.url)
    // Few recordings of the bundled ones, so that the test is short.
    for name in ["video", "recorded/lumos-4g"] {
      let place = folder.appendingPathComponent("abrlab/Traces/\(name)")
      try files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.createSymbolicLink(
        at: place, withDestinationURL: Program.checkout.appendingPathComponent("Traces/\(name)"))
    }
    try write(Self.build(), to: "src/hls.js")
    let commit =
      "chmod +x tools/*; git init -q -b main .; git add src; git -c user.name=a -c user.email=a@b commit -qm one; "
      + "git remote add origin ."
    #expect(try shell(commit, path: path).status == 0)

    let yaml = try String(
      contentsOf: Program.checkout.appendingPathComponent("Examples/Workflows/player.yml"), encoding: .utf8)
    let environment = Dictionary(
      uniqueKeysWithValues: ["BUILD", "PLAYED"].map { name in
        (name, String(yaml.components(separatedBy: " \(name): ")[1].prefix { $0 != "\n" }))
      })
    func runWorkflow() throws -> [(name: String, result: Program.Result)] {
      try? files.removeItem(at: folder.appendingPathComponent("target"))
      try write("", to: ".path")
      var ran: [(name: String, result: Program.Result)] = []
      for step in try BuildJob.steps(ofGitHub: yaml) {
        guard step.isAlways || ran.allSatisfy({ $0.result.status == 0 }) else { continue }
        let added = try String(contentsOf: folder.appendingPathComponent(".path"), encoding: .utf8)
          .split(separator: "\n").reversed().map(String.init)
        let given = [
          "GITHUB_PATH": folder.path + "/.path", "GITHUB_STEP_SUMMARY": folder.path + "/.summary",
          "GITHUB_BASE_REF": "main",
        ]
        let result = try shell(
          step.script, path: (added + [path]).joined(separator: ":"), environment.merging(given) { $1 })
        ran.append((step.name, result))
      }
      return ran
    }
    let same = try runWorkflow()
    #expect(same.allSatisfy { $0.result.status == 0 }, "\(same)")
    #expect(same.map(\.name).suffix(2) == ["Check the player of the pull request", "Annotate"])
    #expect(same.last?.result.output.hasPrefix("::notice title=abrlab check::PASS 3 gates") == true, "\(same)")

    try write(Self.build(onSegment: "level = this.levels.length - 1;"), to: "src/hls.js")
    let worse = try runWorkflow()
    #expect(worse.suffix(2).map(\.result.status) == [2, 0], "\(worse)")
    #expect(worse.last?.result.output.contains("FAIL") == true)
    let summary = try String(contentsOf: folder.appendingPathComponent(".summary"), encoding: .utf8)
    #expect(summary.contains("| FAIL |"), "\(summary)")
  }
}
