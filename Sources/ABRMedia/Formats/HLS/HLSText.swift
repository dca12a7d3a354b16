import ABRInput

/// Lines of HLS playlists.
enum HLSText {
  /// A line without blanks at its ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    while isBlank(bytes.first) { bytes.removeFirst() }
    while isBlank(bytes.last) { bytes.removeLast() }
    return bytes
  }

  /// A tag and what follows its colon.
  static func tag(_ line: ArraySlice<UInt8>) -> (name: String, value: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return (String(decoding: line, as: UTF8.self), []) }
    return (String(decoding: line[..<colon], as: UTF8.self), trimmed(line[(colon + 1)...]))
  }

  /// Whether a file is a playlist: its first tag is `#EXTM3U`, with nothing but comments and empty lines before.
  static func isPlaylist(_ bytes: [UInt8]) -> Bool {
    var lines = LineScanner(Array(bytes.prefix(4096)))
    while let line = lines.next() {
      let text = trimmed(bytes[line])
      if text.starts(with: "#EXTM3U".utf8) { return true }
      guard text.isEmpty || text.first == UInt8(ascii: "#") else { break }
    }
    return false
  }

  /// Whether a playlist lists renditions and not segments.
  static func isMultivariant(_ bytes: [UInt8]) -> Bool {
    var lines = LineScanner(bytes)
    while let line = lines.next() {
      switch tag(trimmed(bytes[line])).name {
      case "#EXT-X-STREAM-INF", "#EXT-X-I-FRAME-STREAM-INF", "#EXT-X-MEDIA": return true
      case "#EXTINF", "#EXT-X-TARGETDURATION", "#EXT-X-I-FRAMES-ONLY": return false
      default: continue
      }
    }
    return false
  }
}
