import ABRInput

/// Puts the playlists of an HLS stream together.
struct HLSPresentation {
  /// What the playlists say.
  private(set) var presentation: Presentation
  private let folder: ManifestFolder
  private var hasMissingPlaylist = false
  private var partCount = 0
  private var discontinuityCount = 0
  private var gapCount = 0
  private var emptyCount = 0
  private var encryption: String?
  private var isLive = false
  private var variables: [String: String] = [:]
  private static let aloneNote =
    "a media playlist by itself declares no bandwidth: that of its largest segment is taken"

  /// Reads a playlist and those that it lists, as far as they lie beside it.
  ///
  /// - Parameters:
  ///   - bytes: the playlist.
  ///   - path: where it is.
  ///   - sizes: sizes that the user lists.
  /// - Throws: ``VideoError`` naming playlist, line and tag.
  /// - Complexity: O(size of the playlists), and a look at each segment's file.
  init(_ bytes: [UInt8], path: String, sizes: SegmentSizeList?) throws(VideoError) {
    folder = ManifestFolder(manifest: path, listed: sizes)
    presentation = Presentation(file: path, packaging: .hls, manifestSize: bytes.count)
    if HLSText.isMultivariant(bytes) {
      try readVariants(bytes, path: path)
    } else {
      try readAlone(bytes, path: path)
    }
    addNotes()
    try presentation.check(sizes)
  }

  // MARK: Playlists

  private mutating func readVariants(_ bytes: [UInt8], path: String) throws(VideoError) {
    let playlist: HLSMultivariantPlaylist
    do {
      playlist = try HLSMultivariantPlaylist(bytes)
    } catch {
      throw VideoError(error, file: path)
    }
    variables = playlist.variables
    let variants = try unique(playlist.variants)
    var playlists: [Loaded?] = []
    for variant in variants { playlists.append(try load(variant.uri, line: variant.line)) }
    align(&playlists)
    for (variant, playlist) in zip(variants, playlists) {
      let track: Presentation.Track? = if let playlist { try self.track(of: playlist) } else { nil }
      if track == nil { hasMissingPlaylist = true }
      presentation.variants.append(
        Presentation.Variant(rendition: variant.rendition, name: variant.uri, line: variant.line, track: track))
    }
    if playlist.pictureListCount > 0 {
      presentation.notes.append(
        "\(Counted.text(playlist.pictureListCount, "list")) of single pictures for seeking: not played")
    }
    // Without its own playlist a group's audio is in the segments of the variants.
    let group = variants.first?.audioGroup
    let candidates = playlist.audio.filter { $0.group == group && $0.uri != nil }
    guard let chosen = candidates.first(where: \.isDefault) ?? candidates.first, let uri = chosen.uri else { return }
    var track: Presentation.Track?
    if let list = try load(uri, line: chosen.line) { track = try self.track(of: list) }
    presentation.audio = Presentation.Audio(bandwidth: nil, track: track)
    if track?.meanRate == nil {
      presentation.notes.append(
        "the audio rendition \(InputFault.excerpt(uri)) has no sizes: its bytes are left out, --stream 'hls(audio=128k)' adds them"
      )
    }
  }

  /// The variants without those that differ in their audio group or server alone, without those of another codec or
  /// range of brightness than the first, for a player chooses among one kind, and without audio alone.
  ///
  /// - Throws: ``VideoError`` where more are left than a ladder may have, before their playlists are read.
  private mutating func unique(
    _ listed: [HLSMultivariantPlaylist.Variant]
  ) throws(VideoError) -> [HLSMultivariantPlaylist.Variant] {
    var kept: [HLSMultivariantPlaylist.Variant] = []
    var groups = 0
    var copies = 0
    var (others, ranges): ([String: Int], [String: Int]) = ([:], [:])
    var audioOnly = 0
    let hasPictures = listed.contains { !VideoCodec.isAudioOnly($0.rendition.codecs) }
    let family = listed.lazy.compactMap { VideoCodec.family(of: $0.rendition.codecs) }.first
    let range = listed.first { VideoCodec.family(of: $0.rendition.codecs) == family }?.videoRange
    for variant in listed {
      if let own = VideoCodec.family(of: variant.rendition.codecs), let family, own != family {
        others[own, default: 0] += 1
      } else if VideoCodec.family(of: variant.rendition.codecs) == family, variant.videoRange != range {
        ranges[variant.videoRange, default: 0] += 1
      } else if hasPictures, VideoCodec.isAudioOnly(variant.rendition.codecs) {
        audioOnly += 1
      } else if let index = kept.firstIndex(where: { $0.uri == variant.uri }) {
        // BANDWIDTH includes the audio of its group; the cheapest group is played.
        if variant.rendition.bandwidth < kept[index].rendition.bandwidth { kept[index] = variant }
        groups += 1
      } else if kept.contains(where: { $0.rendition == variant.rendition }) {
        copies += 1
        presentation.findings.append(
          PackagingFinding(
            .duplicateVariant, line: variant.line, subject: variant.uri,
            found: "the same bandwidth, size and codecs as a variant before",
            expected: "another one, unless it is the same on a second server"))
      } else {
        guard kept.count < Ladder.maximumCount else {
          throw VideoError.malformed(
            file: presentation.file, line: variant.line, field: "variants", found: "more",
            allowed: "1 to \(Ladder.maximumCount)")
        }
        kept.append(variant)
      }
    }
    if groups > 0 {
      presentation.notes.append("\(Counted.text(groups, "variant")) listed again for other audio groups")
    }
    if audioOnly > 0 { presentation.notes.append("\(Counted.text(audioOnly, "variant")) of audio alone left out") }
    if copies > 0 { presentation.notes.append("\(Counted.text(copies, "variant")) left out as copies of others") }
    for (codec, count) in others.sorted(by: { $0.key < $1.key }) {
      presentation.notes.append(
        "\(Counted.text(count, "variant")) of codec \(codec) left out: \(family ?? "") comes first")
    }
    for (other, count) in ranges.sorted(by: { $0.key < $1.key }) {
      presentation.notes.append("\(Counted.text(count, "variant")) in \(other) left out: \(range ?? "") comes first")
    }
    return kept
  }

  private mutating func readAlone(_ bytes: [UInt8], path: String) throws(VideoError) {
    let track = try track(of: load(bytes, file: path, base: .beside([])))
    let rates = zip(track.sizes, track.durations).compactMap { size, duration in
      size.map { Double($0) * 8 / duration }
    }
    guard let peak = rates.max() else {
      throw VideoError.malformed(
        file: path, line: nil, field: "bandwidth", found: "nothing",
        allowed: "the multivariant playlist, which declares it; or the segments beside this one; or --segment-sizes"
          + (folder.listed.map { " (\($0.nothingMatches))" } ?? ""))
    }
    // What it would be listed in is not there.
    presentation.manifestSize = 0
    presentation.notes.append(Self.aloneNote)
    presentation.variants = [
      Presentation.Variant(
        rendition: Rendition(bandwidth: Int(min(peak.rounded(.up), Double(Ladder.maximumBandwidth)))),
        name: InputFolder.name(of: path), line: 1, track: track)
    ]
  }

  /// A playlist, and where it was found.
  private struct Loaded {
    var playlist: HLSMediaPlaylist
    let file: String
    let size: Int
    let base: ManifestFolder.Location
  }

  /// A playlist beside the first; `nil` where it is not there.
  private func load(_ uri: String, line: Int) throws(VideoError) -> Loaded? {
    let fault = { [file = presentation.file] (found: String, allowed: String) in
      VideoError.malformed(file: file, line: line, field: "URI", found: found, allowed: allowed)
    }
    let location = try folder.location(of: uri, fault: fault)
    guard let path = try folder.path(of: location, fault: fault), InputFile.size(of: path) != nil else { return nil }
    let bytes = try VideoInput.bytes(of: path)
    guard HLSText.isPlaylist(bytes) else {
      throw VideoError.malformed(file: path, line: 1, field: "playlist", found: "none", allowed: "#EXTM3U first")
    }
    return try load(bytes, file: path, base: location.base, address: uri)
  }

  private func load(
    _ bytes: [UInt8], file: String, base: ManifestFolder.Location, address: String = ""
  ) throws(VideoError) -> Loaded {
    do {
      let playlist = try HLSMediaPlaylist(bytes, importing: variables, address: address)
      return Loaded(playlist: playlist, file: file, size: bytes.count, base: base)
    } catch {
      throw VideoError(error, file: file)
    }
  }

  /// Leaves out what not all of live playlists list.
  private mutating func align(_ loaded: inout [Loaded?]) {
    let playlists = loaded.compactMap(\.?.playlist)
    guard playlists.count > 1, playlists.allSatisfy({ !$0.isEnded && $0.cut == nil }) else { return }
    guard let common = HLSAlignment.common(playlists) else {
      presentation.notes.append(
        "live: playlists have no segment in common by date or number: those at the same place are taken for the same")
      return
    }
    guard zip(playlists, common).contains(where: { $0.segments.count > $1.count }) else { return }
    presentation.notes.append(
      "live: not all playlists list the same: the \(Counted.text(common[0].count, "segment")) in all of them are played"
    )
    for (index, kept) in zip(loaded.indices.filter { loaded[$0] != nil }, common) { loaded[index]?.playlist.keep(kept) }
  }

  private mutating func track(of loaded: Loaded) throws(VideoError) -> Presentation.Track {
    let (playlist, file, base) = (loaded.playlist, loaded.file, loaded.base)
    var track = Presentation.Track(playlist: loaded.size)
    func size(
      of uri: String, _ range: HLSByteRange?, line: Int, _ track: inout Presentation.Track
    ) throws(VideoError) -> Int? {
      let fault = { (found: String, allowed: String) in
        VideoError.malformed(
          file: file, line: line, field: range == nil ? "URI" : "BYTERANGE of URI", found: found, allowed: allowed)
      }
      let location = try folder.location(of: uri, from: base, fault: fault)
      guard let range else { return track.note(try folder.size(of: location, fault: fault)) }
      if let bytes = range.bytes { try folder.check(bytes, of: location, fault: fault) }
      return range.length
    }
    track.durations = playlist.segments.map(\.duration)
    track.sizes.reserveCapacity(playlist.segments.count)
    for segment in playlist.segments {
      var bytes = try size(of: segment.uri, segment.range, line: segment.line, &track)
      if bytes == nil, let bitrate = segment.bitrate {
        bytes = Int(min(max((bitrate * segment.duration / 8).rounded(), 1), Double(Video.maximumSegmentSize)))
        track.declaredCount += 1
      }
      track.sizes.append(bytes)
    }
    track.initialisation = 0
    if let first = playlist.initialisation {
      track.initialisation = try size(of: first.uri, first.range, line: first.line, &track)
    }
    note(playlist, file: file)
    return track
  }

  private mutating func note(_ playlist: HLSMediaPlaylist, file: String) {
    partCount += playlist.partCount
    gapCount += playlist.gapCount
    emptyCount += playlist.emptyCount
    if let cut = playlist.cut {
      presentation.notes.append("\(InputFolder.name(of: file)) seems to be cut off: it ends with \(cut)")
    }
    discontinuityCount = max(discontinuityCount, playlist.discontinuityCount)
    encryption = encryption ?? playlist.encryption
    if !playlist.isEnded { isLive = true }
    let longest = playlist.segments.max { $0.duration < $1.duration }
    if let longest, let target = playlist.targetDuration, longest.duration.rounded() > Double(target) {
      presentation.findings.append(
        PackagingFinding(
          .longSegment, line: longest.line, subject: file, found: "a segment of \(shortest(longest.duration)) s",
          expected: "at most #EXT-X-TARGETDURATION, which is \(target) s (RFC 8216 §4.3.3.1)"))
    }
    if let line = playlist.unplaced {
      let found = "a byte range without an offset behind a segment of another file"
      presentation.notes.append("\(InputFolder.name(of: file)):\(line): \(found): players refuse it or begin at 0")
      presentation.findings.append(
        PackagingFinding(
          .unplacedRange, line: line, subject: file, found: found, expected: "length@offset (RFC 8216 §4.3.2.2)"))
    }
    if playlist.gapCount > 0 {
      presentation.findings.append(
        PackagingFinding(
          .missingSegment, line: nil, subject: file,
          found: "\(Counted.text(playlist.gapCount, "segment")) declared missing",
          expected: "none: players skip them or change the rendition"))
    }
  }

  private mutating func addNotes() {
    if hasMissingPlaylist {
      let all = presentation.variants.allSatisfy { $0.track == nil }
      presentation.notes.append("\(all ? "the" : "some") playlists of the variants are not beside the manifest")
    }
    if isLive { presentation.notes.append("live: only the segments that are listed are played") }
    if partCount > 0 {
      presentation.notes.append(
        "low latency: \(Counted.text(partCount, "part")) of segments not played, whole segments are")
    }
    if gapCount > 0 {
      presentation.notes.append(
        "\(Counted.text(gapCount, "segment")) declared missing (#EXT-X-GAP): played as if there, where players skip them or "
          + "change the rendition")
    }
    if emptyCount > 0 { presentation.notes.append("\(Counted.text(emptyCount, "segment")) of 0 s left out") }
    if discontinuityCount > 0 {
      presentation.notes.append(
        "\(discontinuityCount == 1 ? "1 discontinuity" : "\(discontinuityCount) discontinuities"): the cost in the player is not simulated"
      )
    }
    if let encryption {
      presentation.notes.append("encrypted (\(encryption))")
      // The only keys that are fetched as they are; others come with a licence.
      presentation.key = encryption == "AES-128" ? 16 : 0
    } else if presentation.variants.contains(where: { $0.track != nil }) {
      presentation.key = 0
    }
  }
}
