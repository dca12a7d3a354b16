import ABRInput

/// ``StreamResources`` in the lab's own JSON: `{"packaging": "hls", "manifest_bytes": 828, …}`.
enum StreamDocument {
  private static let sizes: [(key: String, path: WritableKeyPath<StreamResources, Int?> & Sendable)] = [
    ("media_playlist_bytes", \.mediaPlaylist), ("initialisation_bytes", \.initialisation), ("key_bytes", \.key),
    ("audio_bps", \.audioBitrate),
  ]

  /// Reads an object.
  static func read(_ reader: inout JSONReader) throws(InputFault) -> StreamResources {
    var stream = StreamResources(packaging: .hls, manifest: 1)
    let optional = Set(sizes.map(\.key))
    let start = reader.mark()
    try reader.members(["packaging", "manifest_bytes"], optional: optional) {
      (key, reader: inout JSONReader) throws(InputFault) in
      switch key {
      case "packaging": stream.packaging = try reader.choice(StreamResources.Packaging.self)
      case "manifest_bytes": stream.manifest = try reader.integer(in: 0...Video.maximumSegmentSize)
      default:
        guard let size = sizes.first(where: { $0.key == key }) else { return }
        stream[keyPath: size.path] = try reader.integer(in: 0...Video.maximumSegmentSize)
      }
    }
    // A media playlist can be played by itself, segments of DASH cannot without the manifest.
    guard stream.manifest > 0 || stream.packaging == .hls else {
      throw reader.fault("a manifest_bytes of 0", "1 or more where packaging is dash", at: start)
    }
    return stream
  }

  /// The text of an object.
  static func text(_ stream: StreamResources) -> String {
    var members = [
      "\"packaging\": \"\(stream.packaging.rawValue)\"", "\"manifest_bytes\": \(stream.manifest)",
    ]
    for size in sizes {
      if let value = stream[keyPath: size.path] { members.append("\"\(size.key)\": \(value)") }
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
