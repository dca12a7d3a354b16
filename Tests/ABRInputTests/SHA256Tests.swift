import Testing

@testable import ABRInput

@Suite struct SHA256Tests {
  @Test(
    "digests agree with the published vectors of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func vectors(text: String, digest: String) {
    #expect(SHA256.hexDigest(of: text) == digest)
  }

  @Test("a million letters a hash to the published digest")
  func million() {
    var hash = SHA256()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<1000 { hash.update(piece) }
    #expect(hash.hexDigest() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("how the bytes are cut into pieces does not matter")
  func pieces() {
    let bytes = (0..<300).map { UInt8($0 % 251) }
    let whole = SHA256.hexDigest(of: bytes)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 129, 299] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(hash.hexDigest() == whole, "pieces of \(size)")
    }
  }

  @Test("asking for the digest does not disturb what follows")
  func digestIsPure() {
    var hash = SHA256()
    hash.update("ab")
    _ = hash.hexDigest()
    hash.update("c")
    #expect(hash.hexDigest() == SHA256.hexDigest(of: "abc"))
  }
}
