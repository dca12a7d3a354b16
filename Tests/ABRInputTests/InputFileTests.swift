import ABRTestSupport
import Foundation
import Synchronization
import Testing

@testable import ABRInput

@Suite struct InputFileTests {
  @Test("a file's bytes are read as they are")
  func reads() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.write("a.bin", bytes)
    #expect(try InputFile.read(path) == bytes)
    #expect(try InputFile.read(try folder.write("empty", [])).isEmpty)
  }

  @Test("a file over the limit is refused before it is read")
  func limit() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", [1, 2, 3, 4])
    #expect(try InputFile.read(path, limit: 4).count == 4)
    let fault = #expect(throws: FileFault.self) { try InputFile.read(path, limit: 3) }
    #expect(fault?.reason == "has 4 bytes, at most 3 are read")
  }

  @Test("a file of more than 256 MiB is refused unless asked for")
  func hugeFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("huge", [])
    let handle = try #require(FileHandle(forWritingAtPath: path))
    // Holes take no room on the disk.
    try handle.truncate(atOffset: 257 << 20)
    try handle.close()
    #expect(throws: FileFault.self) { try InputFile.read(path) }
  }

  @Test("what is no file is refused with the reason, and nothing hangs")
  func refused() throws {
    let folder = try TemporaryFolder()
    #expect(try #require(fault(folder.path)).reason == "is a folder")
    #expect(try #require(fault(folder.path + "/none")).reason == "no such file or directory")
    #expect(try #require(fault("")).reason == "is an empty path")
    #expect(try #require(fault("/dev/null")).reason == "is not a regular file")
    #expect(try #require(fault("/dev/zero")).reason == "is not a regular file")
    #expect(try #require(fault("\(try folder.write("a", [1]))\u{0}b")).reason == "holds a zero byte")
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n".utf8)
    #expect(
      try #require(fault(try folder.write("lfs", pointer))).reason.hasPrefix("is a pointer of Git LFS; git lfs pull"))
    // A pipe that nobody writes to.
    try folder.makePipe("pipe")
    #expect(try #require(fault(folder.path + "/pipe")).reason == "is not a regular file")
    let empty = #expect(throws: FileFault.self) { try InputFile.read(folder.path + "/pipe", takesPipes: true) }
    #expect(empty?.reason.hasPrefix("is a pipe with nothing in it") == true)
  }

  private final class End: Sendable {
    let isReached = Atomic(false)
  }

  @Test("a file that grows while it is read is refused, and never read in part")
  func growing() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("growing", [UInt8](repeating: 1, count: 1 << 20))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    let end = End()
    // A thread of its own: those of tests may all be taken.
    Thread.detachNewThread { while !end.isReached.load(ordering: .relaxed) { try? handle.write(contentsOf: [1]) } }
    defer { end.isReached.store(true, ordering: .relaxed) }
    for _ in 0..<10_000 {
      guard let fault = fault(path) else { continue }
      #expect(fault.reason == "is written to while it is read" && "\(fault)".hasPrefix("\(path): cannot be read: "))
      return
    }
    Issue.record("no read met a write")
  }

  private func fault(_ path: String) -> FileFault? {
    do {
      _ = try InputFile.read(path)
      return nil
    } catch {
      return error
    }
  }
}

@Suite struct InputFolderTests {
  @Test("files come in the order of their names' bytes, folder by folder")
  func order() throws {
    let folder = try TemporaryFolder()
    for name in ["b.csv", "a/z.csv", "a/10.csv", "a/9.csv", "Z.csv", "a.csv", "a/b/c.csv"] {
      try folder.write(name, [1])
    }
    let names = try InputFolder.entries(at: folder.path).map { entry in
      guard case .file(let path) = entry else { return "?" }
      return String(path.dropFirst(folder.path.count + 1))
    }
    #expect(names == ["Z.csv", "a/10.csv", "a/9.csv", "a/b/c.csv", "a/z.csv", "a.csv", "b.csv"])
  }

  @Test(
    "names that accompany data are passed over",
    arguments: [
      ("README", true), ("README.md", true), ("Readme.txt", true), ("notes.md", true), ("LICENSE", true),
      ("licence.txt", true), ("manifest.json", true), (".DS_Store", true), ("SHA256SUMS", true),
      ("COPYING.LESSER", true),
      ("readme2.csv", false), ("manifesto.csv", false), ("trace.json", false),
      ("report.2010-09-14_1038CEST.csv", false),
      ("norway_bus_1", false),
    ])
  func ignored(name: String, isIgnored: Bool) {
    #expect(InputFolder.isIgnored(name) == isIgnored)
  }

  @Test("a file given by name is taken even if its name would be passed over in a folder")
  func explicit() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("README", [1])
    #expect(try InputFolder.entries(at: path) == [.file(path)])
    let fault = #expect(throws: FileFault.self) { try InputFolder.entries(at: folder.path) }
    #expect(fault?.reason == "holds no file to read")
  }

  @Test("a folder that contains itself through a link is refused")
  func loop() throws {
    let folder = try TemporaryFolder()
    try folder.write("a/x.csv", [1])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/up", withDestinationPath: folder.path)
    #expect(throws: FileFault.self) { try InputFolder.entries(at: folder.path) }
  }

  @Test("a link to a file or to another folder is followed")
  func links() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    try other.write("y.csv", [1])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/there", withDestinationPath: other.path)
    #expect(try InputFolder.entries(at: folder.path) == [.file(folder.path + "/there/y.csv")])
  }

  @Test("a pipe inside a folder is an error, not a wait")
  func pipe() throws {
    let folder = try TemporaryFolder()
    try folder.makePipe("pipe")
    #expect(throws: FileFault.self) { try InputFolder.entries(at: folder.path) }
  }

  @Test("an address is answered with the command that fetches it")
  func address() throws {
    let error = #expect(throws: FileFault.self) { try InputFolder.listing(at: "https://example.org/a.csv") }
    #expect(error?.reason.contains("curl -L -O 'https://example.org/a.csv'") == true)
  }

  @Test("a folder that is a unit is given as a whole")
  func units() throws {
    let folder = try TemporaryFolder()
    try folder.write("u/part_1", [1])
    try folder.write("u/part_0", [1])
    try folder.write("u/README", [1])
    let entries = try InputFolder.entries(at: folder.path) { $0.contains("part_0") }
    #expect(entries == [.unit(folder.path + "/u", names: ["part_0", "part_1"])])
  }

  @Test(
    "a path's name is its last component",
    arguments: [("a/b.csv", "b.csv"), ("b.csv", "b.csv"), ("/a/b/", "b"), ("/", "")])
  func name(path: String, name: String) {
    #expect(InputFolder.name(of: path) == name)
  }
}
