import ABRMedia

/// A video as a server has it: manifests that the lab writes, and media of true size.
///
///     let stream = ServedStream(video, as: .hls)
///     stream.resource(at: "v0/12.m4s")  // segment 12 of the lowest rendition
struct ServedStream: Sendable {
  /// A track of the video.
  enum Track: Hashable, Sendable {
    /// A rendition, by its index in the ladder.
    case video(Int)
    /// The audio that is fetched apart.
    case audio
  }

  /// What an address stands for.
  enum Resource: Hashable, Sendable {
    /// The multivariant playlist or the MPD.
    case manifest
    /// The playlist of a track.
    case playlist(Track)
    /// Initialisation data.
    case initialisation(Track)
    /// A media segment.
    case segment(Int, Track)
  }

  let video: Video
  let packaging: StreamResources.Packaging
  /// Pictures a second, as the MPD declares them.
  let frameRate: Double
  /// Bits per second of audio that is fetched apart; `nil` where it is part of each segment.
  let audioBitrate: Double?
  private let manifest: String
  /// That of every track: it names segments from its own folder.
  private let playlist: String?

  /// Writes the manifests of a video.
  ///
  /// - Parameters:
  ///   - video: with its audio apart where ``StreamResources/audioBitrate`` says so.
  ///   - packaging: what the player wants.
  ///   - frameRate: pictures a second.
  init(_ video: Video, as packaging: StreamResources.Packaging, frameRate: Double) {
    self.video = video
    self.packaging = packaging
    self.frameRate = frameRate
    let audio = video.stream?.audioBitrate ?? 0
    audioBitrate = audio > 0 ? Double(audio) : nil
    // A manifest has its true size where the video's own says it and there is room.
    let isSame = video.stream?.packaging == packaging
    switch packaging {
    case .hls:
      manifest = HLSWriter(video, audioBitrate: audioBitrate).multivariant.padded(
        to: isSame ? video.stream?.manifest : nil)
      playlist = HLSWriter(video, audioBitrate: nil).playlist.padded(to: isSame ? video.stream?.mediaPlaylist : nil)
    case .dash:
      manifest = DASHWriter(video, audioBitrate: audioBitrate, frameRate: frameRate).text.padded(
        to: isSame ? video.stream?.manifest : nil)
      playlist = nil
    }
  }

  /// Where the manifest is, below the server's root.
  var manifestPath: String { packaging == .hls ? "master.m3u8" : "manifest.mpd" }

  /// What a path below the server's root stands for; `nil` for nothing.
  func resource(at path: String) -> Resource? {
    if path == manifestPath { return .manifest }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let track = track(named: parts[0]) else { return nil }
    switch parts[1] {
    case "playlist.m3u8": return packaging == .hls ? .playlist(track) : nil
    case "init.mp4": return .initialisation(track)
    default:
      guard parts[1].hasSuffix(".m4s"), let number = Int(parts[1].dropLast(4)),
        (0..<video.segmentCount).contains(number)
      else { return nil }
      return .segment(number, track)
    }
  }

  private func track(named name: Substring) -> Track? {
    if name == "audio" { return audioBitrate == nil ? nil : .audio }
    guard name.hasPrefix("v"), let rendition = Int(name.dropFirst()),
      video.ladder.renditions.indices.contains(rendition)
    else { return nil }
    return .video(rendition)
  }

  /// Bits per second of a rendition, as the manifest declares them.
  ///
  /// - Parameter withAudio: whether sound that an MPD declares apart is part of it.
  func bandwidth(of rendition: Int, withAudio: Bool) -> Double {
    guard packaging == .dash else { return Double(video.ladder[rendition].bandwidth) }
    let pictures = DASHWriter(video, audioBitrate: audioBitrate, frameRate: frameRate).bandwidth(of: rendition)
    return Double(pictures) + (withAudio ? (audioBitrate ?? 0).rounded() : 0)
  }

  /// The text of a manifest or playlist; `nil` for media.
  func text(of resource: Resource) -> String? {
    switch resource {
    case .manifest: manifest
    case .playlist: playlist
    case .initialisation, .segment: nil
    }
  }

  /// The first bytes of media, and how many there are; `nil` for a manifest.
  ///
  /// - Parameter answer: number by which media is known again.
  func media(of resource: Resource, answer: Int) -> FragmentedMP4.Beginning? {
    switch resource {
    case .manifest, .playlist: nil
    case .initialisation(let track):
      FragmentedMP4.initialisation(isAudio: track == .audio, size: video.stream?.initialisation ?? 0)
    case .segment(let number, let track):
      FragmentedMP4.media(
        from: video.starts[number], to: video.starts[number + 1], size: size(ofSegment: number, track), answer: answer)
    }
  }

  private func size(ofSegment number: Int, _ track: Track) -> Int {
    switch track {
    case .video(let rendition): video.size(segment: number, rendition: rendition)
    case .audio: audioBitrate.map { video.bytes(ofAudio: $0, segment: number) } ?? 0
    }
  }

  /// Bytes of an answer.
  func byteCount(of resource: Resource) -> Int {
    switch resource {
    case .manifest, .playlist: text(of: resource)?.utf8.count ?? 0
    case .initialisation: media(of: resource, answer: 0)?.count ?? 0
    // Boxes of a segment take some 110 bytes.
    case .segment(let number, let track): max(size(ofSegment: number, track), Self.leastSegment)
    }
  }

  private static let leastSegment = FragmentedMP4.media(from: 0, to: 1, size: 0, answer: 0).count
}

extension String {
  /// The text with empty lines behind it up to a number of bytes.
  fileprivate func padded(to bytes: Int?) -> String {
    self + String(repeating: "\n", count: max(0, (bytes ?? 0) - utf8.count))
  }
}
