import ABRPlayback
import Foundation
import Testing

@testable import ABRPlayerCode

/// Builds of real players that packages of PyPI carry, fetched by the tests.
private enum FetchedBuilds {
  /// Which player of a package: the file within it, and the version that it says.
  static let all = [
    (package: "octoprint==1.10.3", file: "octoprint/static/js/lib/hls.js", player: "hls.js", version: "0.14.3"),
    (package: "js.videojs==7.5.5", file: "resources/video.js", player: "video.js", version: "7.5.5"),
  ]

  /// The texts of the files, in the order of ``all``; `nil` where they cannot be fetched.
  static let texts: [String]? = {
    guard hasJavaScript else { return nil }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("abrlab-pypi-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let pip = "pip download --quiet --no-deps --retries 0 --timeout 10 --dest '\(folder.path)'"
    // Wheels are archives of zip, sources of tar.
    let script = """
      set -e
      timeout 90 python3 -m \(pip) \(all.map(\.package).joined(separator: " "))
      cd '\(folder.path)'
      for file in *; do python3 -c 'import shutil, sys; shutil.unpack_archive(sys.argv[1], "files", sys.argv[2])' \
        "$file" "$(case $file in *.whl) echo zip;; *) echo gztar;; esac)"; done
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let found = all.map { build in files.first { $0.hasSuffix("/" + build.file) } }
    return found.allSatisfy { $0 != nil }
      ? found.compactMap { try? String(contentsOfFile: "\(folder.path)/\($0 ?? "")", encoding: .utf8) } : nil
  }()
}

@Suite(
  "Builds that packages carry",
  .enabled(if: FetchedBuilds.texts != nil, "PyPI cannot be reached, or JavaScriptCore is not installed"))
struct FetchedBuildsTests {
  @Test("plays to the end over links good and bad", arguments: FetchedBuilds.all.indices)
  func plays(index: Int) throws {
    let expected = FetchedBuilds.all[index]
    let build = try PlayerBuild(try #require(FetchedBuilds.texts)[index], named: expected.file)
    #expect(build.player == expected.player)
    #expect(build.version == expected.version)
    for start in try [StandIn.start(6, 2, 1), StandIn.start(12, 0.8)] {
      let result = try CodePlayer(build, network: NetworkSettings(fixedLatency: 0.05)).play(
        StandIn.video(), over: start)
      #expect(result.failure == nil)
      #expect(result.metrics.outcome == .completed)
      #expect(abs(result.metrics.playedMedia - 60) < 0.5)
      #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
    }
  }
}
