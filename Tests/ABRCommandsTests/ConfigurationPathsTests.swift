import ABRRuns
import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// Paths in a configuration file are relative to that file, wherever they stand in it.
@Suite("Paths of a configuration file")
struct ConfigurationPathsTests {
  @Test("programs and scripts of a configuration file lie beside it, from any folder")
  func programs() throws {
    let example = try String(contentsOfFile: "\(SharedData.package)/Examples/Policies/bba0.py", encoding: .utf8)
    let inputs = "traces = [\"../links\"]\nvideo = \"../movie.json\"\n"
    let folder = try CommandFolder([
      "ci/own.py": example,
      "ci/run.toml": inputs + "policy = [\"exec(./own.py)\", \"bola\"]\nname = [\"OWN=exec(./own.py)\"]\n",
      "ci/code.toml": inputs + "player = \"code(gone.js,maxBufferLength=9)\"\n",
      "c(i)/run.toml": inputs + "policy = \"exec(own.py)\"\n",
    ])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("ci/own.py"))
    let own = "exec(\(folder.path("ci/own.py")))"
    let words = ["--policy", own, "bola", "--name", "OWN=\(own)", "--jobs", "1"] + folder.inputs
    let expected = try folder.document(["run"] + words)
    let played = try folder.document(["run", "-c", folder.path("ci/run.toml"), "--jobs", "1"])
    let policies = try #require(expected["policies"] as? NSArray)
    #expect(policies.isEqual(played["policies"]) && policies.count == 2, "\(played)")
    let gone = folder.perform(["run", "-c", folder.path("ci/code.toml")])
    #expect(gone.code == 5 && gone.diagnostics.contains(folder.path("ci/gone.js")), "\(gone)")
    let refused = folder.perform(["run", "-c", folder.path("c(i)/run.toml")])
    #expect(refused.code != 0 && refused.diagnostics.contains("run.toml:3"), "\(refused)")
    #expect(refused.diagnostics.contains("whose name has a sign of specs"), "\(refused)")
  }

  @Test(
    "only what is a path is moved",
    arguments: [
      ("code(a.js,config=b.json,maxBufferLength=9,seed=3)", "code(X/a.js,config=X/b.json,maxBufferLength=9,seed=3)"),
      ("exec(a.py,timeout=2s)+peak:3M", "exec(X/a.py,timeout=2s)+peak(3M)"), ("bola+peak:3M", "bola+peak:3M"),
      ("hls.js(config=b.json,maxBufferLength=9)", "hls.js(config=X/b.json,maxBufferLength=9)"),
      ("lab(config=b.json)", "lab(config=b.json)"), ("a b(", "a b("),
    ])
  func paths(spec: String, expected: String) {
    #expect(ExternalPolicies.replacingPaths(in: spec) { path, _ in "X/\(path)" } == expected)
  }
}
