/// Codecs of pictures by the first part of their RFC 6381 names.
enum VideoCodec {
  private static let families: [String: String] = [
    "avc1": "avc1", "avc3": "avc1", "hvc1": "hvc1", "hev1": "hvc1", "dvh1": "dvh1", "dvhe": "dvh1", "av01": "av01",
    "dav1": "av01", "vp8": "vp08", "vp08": "vp08", "vp9": "vp09", "vp09": "vp09", "vvc1": "vvc1", "vvi1": "vvc1",
    "mp4v": "mp4v", "theora": "theora",
  ]

  /// What a decoder must know to show a rendition; `nil` where no codec of pictures is named.
  ///
  /// - Parameter codecs: a list such as `avc1.64001f,mp4a.40.2`.
  static func family(of codecs: String?) -> String? {
    codecs?.split(separator: ",").lazy.compactMap { codec in
      families[String(codec.drop { $0 == " " }.prefix { $0 != "." }).lowercased()]
    }.first
  }

  /// Whether codecs are named and none is of pictures.
  static func isAudioOnly(_ codecs: String?) -> Bool {
    guard let codecs, !codecs.isEmpty else { return false }
    let audio = ["mp4a", "ac-3", "ec-3", "ac-4", "opus", "flac", "vorbis", "alac"]
    return codecs.split(separator: ",").allSatisfy { codec in
      audio.contains(String(codec.drop { $0 == " " }.prefix { $0 != "." }).lowercased())
    }
  }
}
