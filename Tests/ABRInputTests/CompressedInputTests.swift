import ABRInput
import Foundation
import Testing

@Suite struct CompressedInputTests {
  /// The bytes of a text in base64, without the line ends of the programs that made it.
  private static func bytes(_ base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

  // printf 'hello\n' | gzip -n9 | base64, and the same with zstd -19.
  private static let gzip = "H4sIAAAAAAACA8tIzcnJ5wIAIDA6NgYAAAA="
  private static let zstd = "KLUv/QRoMQAAaGVsbG8KU4i9kQ=="

  @Test("gzip and Zstandard are expanded, several parts one after another", arguments: [gzip, zstd])
  func expanded(text: String) throws {
    let bytes = try Self.bytes(text)
    #expect(try CompressedInput.expand(bytes, path: "x") == Array("hello\n".utf8))
    #expect(try CompressedInput.expand(bytes + bytes, path: "x") == Array("hello\nhello\n".utf8))
    #expect(try CompressedInput.expand(Array("hello".utf8), path: "x") == Array("hello".utf8))
  }

  @Test("a file cut at any byte, or followed by rubbish, is refused", arguments: [gzip, zstd])
  func broken(text: String) throws {
    let bytes = try Self.bytes(text)
    for length in 4..<bytes.count {
      #expect(throws: FileFault.self, "cut at \(length)") {
        try CompressedInput.expand(Array(bytes[..<length]), path: "x")
      }
    }
    let error = #expect(throws: FileFault.self) { try CompressedInput.expand(bytes + [1, 2, 3], path: "x") }
    #expect(error?.reason.hasSuffix("is broken or ends too early") ?? false)
  }

  @Test("a bomb is refused before it fills the memory")
  func bomb() throws {
    // Two megabytes of zeros: printf, head -c 2000000 /dev/zero | zstd.
    let bytes = try Self.bytes(Self.zeros)
    let error = #expect(throws: FileFault.self) { try CompressedInput.expand(bytes, path: "x") }
    #expect(error?.reason == "zstd: expands to more than 1048576 bytes, 64 times its size")
  }

  private static let zeros =
    "KLUv/QRYVAAAEAAAAQD7/znAAgIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAyQEAA7JdNc="
}
