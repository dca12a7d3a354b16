import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

@Suite struct TraceFileTests {
  private static let native = "duration_s,bandwidth_bps,latency_ms\n1,8000,\n"

  @Test("a file is read with its name, format and hash")
  func load() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.csv", Self.native)
    let file = try TraceFile.load(path)
    #expect(file.trace.name == "a.csv")
    #expect(file.trace.rows == [.init(duration: 1, bandwidth: 8000)])
    #expect(file.format.name == "native")
    #expect(file.sha256 == "fd5e775bb2630db694c9e6f1b36ef9a3b702ab27c8019840dd8c9a09010e5bb8")
  }

  @Test("a format asked for by name is used, whatever the content looks like")
  func override() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.csv", Self.native)
    #expect(throws: TraceError.self) { try TraceFile.load(path, format: PensieveTrace.self) }
  }

  @Test("a folder gives its files in the order of their names, without what accompanies them")
  func folder() throws {
    let folder = try TemporaryFolder()
    for name in ["b.csv", "a.csv", "sub/c.csv"] { try folder.write(name, Self.native) }
    try folder.write("README.md", "hello")
    try folder.write("manifest.json", "{}")
    try folder.write(".hidden", "x")
    #expect(try TraceFile.loadAll(at: [folder.path]).map(\.trace.name) == ["a.csv", "b.csv", "c.csv"])
    let paths = try TraceFile.paths(at: [folder.path + "/sub", folder.path + "/a.csv"])
    #expect(paths == [folder.path + "/sub/c.csv", folder.path + "/a.csv"])
  }

  @Test("links to nowhere and in a circle and pipes below a folder are listed beside the files that can be read")
  func left() throws {
    let folder = try TemporaryFolder()
    for name in ["a.csv", "sub/b.csv"] { try folder.write(name, Self.native) }
    try folder.write("readme.md", "hello")
    try folder.link("nowhere.csv", to: "missing.csv")
    try folder.link("circle.csv", to: "circle.csv")
    try folder.link("sub/up", to: "..")
    try folder.makePipe("pipe")
    let listing = try TraceFile.listing(at: [folder.path])
    #expect(listing.paths == [folder.path + "/a.csv", folder.path + "/sub/b.csv"])
    let names = ["/circle.csv", "/nowhere.csv", "/pipe", "/sub/up"]
    #expect(listing.left.map(\.path) == names.map { folder.path + $0 })
    #expect(listing.companions == [folder.path + "/readme.md"])
    let error = #expect(throws: TraceError.self) { try TraceFile.paths(at: [folder.path]) }
    #expect(error?.description.contains("circle.csv") ?? false)
  }

  @Test("the trace of a pipe has a name that says so")
  func pipes() {
    #expect(TraceFile.name(of: "/dev/fd/63") == "pipe-63")
    #expect(TraceFile.name(of: "-") == "stdin" && TraceFile.name(of: "a/63") == "63")
  }

  @Test("a file in a folder that is no trace is an error that names it")
  func stranger() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.csv", Self.native)
    let path = try folder.write("notes.txt", "hello")
    let error = #expect(throws: TraceError.self) { try TraceFile.loadAll(at: [folder.path]) }
    #expect(error == .unrecognised(file: path, known: TraceFormats.names))
  }

  @Test("an empty file, a folder without files and a path to nowhere are errors that name them")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("x/empty.csv", "")
    #expect(
      #expect(throws: TraceError.self) { try TraceFile.load(empty) }
        == .foreign(
          file: empty, what: "an empty file", fix: "the program that writes it wrote nothing or was stopped too early"))
    try FileManager.default.createDirectory(atPath: folder.path + "/none", withIntermediateDirectories: true)
    #expect(
      #expect(throws: TraceError.self) { try TraceFile.paths(at: [folder.path + "/none"]) }
        == .unreadable(file: folder.path + "/none", reason: "holds no file to read"))
    #expect(
      #expect(throws: TraceError.self) { try TraceFile.loadAll(at: [folder.path + "/missing"]) }
        == .unreadable(file: folder.path + "/missing", reason: "no such file or directory"))
  }

  @Test(
    "all recordings of the corpus are read and have the duration and mean of its manifest",
    .enabled(if: SharedData.corpus != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"))
  func corpus() throws {
    var checked = 0
    for entry in try CorpusManifest.load(corpus: try #require(SharedData.corpus)) {
      let file = try TraceFile.load(entry.path)
      #expect(file.sha256 == entry.sha256, "\(entry.path)")
      #expect(file.trace.rows.count == entry.stats.rows, "\(entry.path)")
      #expect(abs(file.trace.duration - entry.stats.duration) < 0.01, "\(entry.path)")
      #expect(abs(file.trace.meanBandwidth - entry.stats.mean) <= 1, "\(entry.path)")
      checked += 1
    }
    #expect(checked > 3000)
  }

  @Test(
    "the networks of the golden runs are read and recognised",
    .enabled(if: SharedData.golden != nil, "skipped: set ABRLAB_GOLDEN to the folder of golden results"))
  func golden() throws {
    let golden = try #require(SharedData.golden)
    let cooked = try TraceFile.loadAll(at: ["\(golden)/pensieve/cooked_test_traces"])
    #expect(cooked.count == 142)
    #expect(cooked.allSatisfy { $0.format.name == "pensieve" })
    let example = try TraceFile.load("\(golden)/sabre/network.json")
    #expect(example.format.name == "sabre")
    #expect(example.trace.rows.map(\.bandwidth) == [5e6, 3e6, 1.5e6, 3e6])
    #expect(example.trace.rows.map(\.latency) == [0.075, 0.15, 0.2, 0.15])
  }
}
