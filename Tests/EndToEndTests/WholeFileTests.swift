import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// Files are written whole or not at all.
@Suite("Whole files", .timeLimit(.minutes(20)))
struct WholeFileTests {
  private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private static func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("a file is made, replaced with its mode, and written through links, also one to nowhere")
  func writing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.json"
    try WholeFile.write(Array("one".utf8), to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.json")
    try WholeFile.write(Array("two".utf8), to: link)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(try Self.text(path) == "two" && mode == 0o640)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/open", withDestinationPath: "new.json")
    try WholeFile.write(Array("three".utf8), to: folder.path + "/open")
    #expect(try Self.text(folder.path + "/new.json") == "three")
    #expect(try Self.names(folder) == ["a.json", "link", "new.json", "open"])
  }

  @Test("what a killed program left is removed, what another one is writing is not")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    try folder.write(".abrlab-dead.new", "half")
    let busy = try OpenFile(folder.path + "/.abrlab-busy.new", O_RDWR | O_CREAT)
    #expect(flock(busy.descriptor, LOCK_EX) == 0)
    try WholeFile.write([0x31], to: folder.path + "/a")
    #expect(try Self.names(folder) == [".abrlab-busy.new", "a"])
  }

  @Test("a disk that is full, or a program that is killed, leaves the old file and nothing else")
  func full() throws {
    let folder = try TemporaryFolder()
    let place = try RunTests.Place()
    try folder.write("out.csv", "old")
    let words =
      "run --traces '\(place.folder.path)/traces' --video '\(place.folder.path)/movie.json' --policy fixed:0 --per-session"
    // A limit of 0 blocks of 1,024 bytes is a disk that takes nothing; the signal that comes with it is not waited for.
    let result = try Program.shell(
      "trap '' XFSZ; ulimit -f 0; $abrlab \(words) -q --export 'csv=\(folder.path)/out.csv' | cat; exit ${PIPESTATUS[0]}"
    )
    #expect(result.status == 1 && result.output.contains("out.csv: cannot be written: File too large"), "\(result)")
    #expect(try Self.text(folder.path + "/out.csv") == "old" && Self.names(folder) == ["out.csv"])
  }

  @Test("a limit of the file size is an error in words, not a signal, and leaves nothing beside the old file")
  func fileSizeLimit() throws {
    let folder = try TemporaryFolder()
    let place = try RunTests.Place()
    try folder.write("out.json", "old")
    let words =
      "run --traces '\(place.folder.path)/traces' --video '\(place.folder.path)/movie.json' --policy fixed:0 auto -q"
    // 4 blocks of 1,024 bytes; the signal that comes with it has its usual effect for who does not ignore it.
    let line = "$abrlab \(words) --export 'json=\(folder.path)/out.json' 2>&1 > /dev/null"
    let result = try Program.shell("ulimit -f 4; \(line) | cat; exit ${PIPESTATUS[0]}")
    #expect(result.status == 1 && result.output.contains("out.json: cannot be written: File too large"), "\(result)")
    #expect(try Self.text(folder.path + "/out.json") == "old" && Self.names(folder) == ["out.json"])
  }

  @Test("an input is not overwritten through another link to it")
  func hardLinks() throws {
    let place = try RunTests.Place()
    let movie = place.folder.appendingPathComponent("movie.json").path
    try FileManager.default.linkItem(atPath: movie, toPath: place.folder.appendingPathComponent("hard.json").path)
    let result = try place.run(
      ["--traces", "traces", "--video", "movie.json", "--policy", "fixed:0", "--export", "json=hard.json"])
    #expect(
      result.status == 64 && result.diagnostics.contains("hard.json would overwrite what --video reads"), "\(result)")
  }

  @Test("a program that cannot be started for want of descriptors is an error")
  func descriptors() throws {
    let result = try Program.shell("ulimit -n 4; $abrlab compare git:HEAD:README.md git:HEAD:README.md")
    #expect(result.status == 5 && result.output.contains("git cannot be run: Too many open files"), "\(result)")
  }

  @Test("names that are no text, or that would act on a terminal, are read and shown")
  func names() throws {
    let place = try RunTests.Place()
    let result = try Program.shell(
      """
      cd '\(place.folder.path)'; cp traces/slow/a.csv $'traces/slow/\\xff.csv'; cp traces/slow/a.csv $'traces/slow/b\\e[31m\\r\\n::error::c.csv'
      $abrlab trace stats traces; $abrlab trace stats $'traces/slow/\\xff.csv'; $abrlab trace inspect $'no\\e[31m\\n::error::.csv'
      """)
    #expect(
      result.output.contains(#"\xff.csv"#) && result.output.contains(#"b\u{1b}[31m\r\n::error::c.csv"#),
      "\(result.output)")
    #expect(result.output.contains(#"no\u{1b}[31m\n::error::.csv: cannot be read"#), "\(result.output)")
    #expect(!result.output.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 })
  }

  @Test("a run ends where the system gives neither threads nor processes")
  func noThreads() throws {
    let place = try RunTests.Place()
    // The limit does not hold for root, who takes the place of somebody else where that one can read the program.
    let result = try Program.shell(
      """
      cd '\(place.folder.path)'; who=; if [ $(id -u) = 0 ]; then who='setpriv --reuid=65534 --regid=65534 --clear-groups'; fi
      $who test -x $abrlab || { echo skipped; exit 0; }
      timeout -k 1 60 $who prlimit --nproc=1 $abrlab run --traces traces --video movie.json --policy fixed:0 -j 2 -q
      """)
    #expect(result.status == 0 && (result.output == "skipped\n" || result.output.hasPrefix("policy")), "\(result)")
  }
}
