internal import CCompression

/// Expands files that were compressed by gzip or Zstandard, of zlib and libzstd.
package enum CompressedInput {
  /// How much a file may grow: a bomb of a few kilobytes must not fill the memory.
  package static let maximumRatio = 64
  /// What any file may grow to, in bytes, so that short and very regular ones are read.
  package static let freeSize = 1 << 20

  /// What names of compressed files end in.
  package static let endings = [".gz", ".zst"]

  private enum Method: String { case gzip, zstd }

  /// A name without an ending that says how the file is compressed.
  package static func plainName(_ name: String) -> String {
    var name = name
    for ending in endings where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return name
  }

  /// Reads a file, a pipe, or standard input for `-`, and expands it.
  ///
  /// - Parameter takesPipes: whether a pipe will do.
  /// - Throws: ``FileFault`` when it cannot be read, or as ``expand(_:path:)``.
  /// - Complexity: O(*size of the content*).
  package static func read(_ path: String, takesPipes: Bool = true) throws(FileFault) -> [UInt8] {
    try expand(InputFile.read(path == "-" ? "/dev/stdin" : path, takesPipes: takesPipes), path: path)
  }

  /// The content of a file: as it is, or expanded where it begins as gzip or Zstandard does.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: for errors.
  /// - Throws: ``FileFault`` when it is broken, or grows to more than 64 times its size and 1 MiB, or to more than
  ///   ``InputFile/maximumSize``.
  /// - Complexity: O(*size of the content*).
  package static func expand(_ bytes: [UInt8], path: String) throws(FileFault) -> [UInt8] {
    let method: Method
    if bytes.starts(with: [0x1f, 0x8b]) {
      method = .gzip
    } else if bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) {
      method = .zstd
    } else {
      return bytes
    }
    let limit = min(InputFile.maximumSize, max(freeSize, bytes.count * maximumRatio))
    var result: Int64 = 0
    // The calls read so many bytes as the array has, and write at most the capacity of the buffer.
    let expanded = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      result =
        switch method {
        case .gzip: unsafe ccompression_expand_gzip(bytes, bytes.count, buffer.baseAddress, limit)
        case .zstd: unsafe ccompression_expand_zstd(bytes, bytes.count, buffer.baseAddress, limit)
        }
      count = max(0, Int(result))
    }
    guard result >= 0 else {
      let reason =
        result == CCOMPRESSION_TOO_LARGE
        ? "expands to more than \(limit) bytes, \(maximumRatio) times its size" : "is broken or ends too early"
      throw FileFault(path: path, reason: "\(method.rawValue): \(reason)")
    }
    return expanded
  }
}
