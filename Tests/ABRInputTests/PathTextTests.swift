import ABRTestSupport
import Foundation
import Testing

@testable import ABRInput

@Suite("Paths of any bytes")
struct PathTextTests {
  @Test(
    "a path is the same bytes after it was a text",
    arguments: [
      Array("/tmp/Zürich.csv".utf8), [0x61, 0xff, 0x2f, 0xc3], [0xe2, 0x82], [0xf4, 0x8f, 0xbe, 0x80, 0x62], [],
      Array(0x80...0xff),
    ] as [[UInt8]])
  func roundTrip(bytes: [UInt8]) {
    let text = PathText.text(bytes)
    #expect(PathText.cString(text).map { UInt8(bitPattern: $0) } == bytes + [0])
    if String(validating: bytes, as: UTF8.self) != nil, bytes.first != 0xf4 {
      #expect(text == String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test("a file whose name is no text is found in its folder and read")
  func folder() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.csv", "1")
    let name: [CChar] = PathText.cString(folder.path).dropLast() + [0x2f, -1, 0x2e, 0x63, 0]
    let file = unsafe fopen(name, "w")
    unsafe fputs("2", file)
    unsafe fclose(file)
    let entries = try InputFolder.entries(at: folder.path)
    #expect(entries.count == 2)
    guard case .file(let path) = entries[1] else { throw CancellationError() }
    #expect(try InputFile.read(path) == Array("2".utf8) && InputFolder.name(of: path) == "\u{10ffff}.c")
  }
}
