import ABRInput

/// What a manifest and the files beside it say, before it is made a video.
struct Presentation: Sendable {
  /// The segments of one rendition.
  struct Track: Sendable {
    /// Seconds of each segment.
    var durations: [Double] = []
    /// Bytes of each segment; `nil` where nothing tells.
    var sizes: [Int?] = []
    /// Bytes of the initialisation segment and the index; 0 where there is none, `nil` where unknown.
    var initialisation: Int?
    /// Bytes of the playlist; `nil` in a presentation that has none.
    var playlist: Int?
    /// Seconds between segments that none of them covers.
    var hole = 0.0
    /// Whether nothing tells how many segments there are.
    var isLengthAssumed = false

    /// Parts of a file whose index is not there, which are segments that are not placed yet.
    var parts: [SegmentSizeList.Part] = []
    /// How many of the sizes are of declared bitrates, which are rounded.
    var declaredCount = 0
    /// How many of the sizes, the initialisation segment's among them, are from the user's list.
    var listedCount = 0
    /// What was looked for first, for a person.
    var firstName: String?

    /// Counts where a size is from.
    ///
    /// - Returns: the bytes.
    mutating func note(_ size: ManifestFolder.Size) -> Int? {
      listedCount += size.isListed ? 1 : 0
      firstName = firstName ?? size.name
      return size.bytes
    }

    /// Lays the segments of another track behind these.
    mutating func append(_ other: Track) {
      if !(sizes.isEmpty && other.sizes.isEmpty) {
        sizes += repeatElement(nil, count: durations.count - sizes.count)
        sizes += other.sizes + repeatElement(nil, count: other.durations.count - other.sizes.count)
      }
      durations += other.durations
      listedCount += other.listedCount
    }

    /// Whether any size is known.
    var hasSizes: Bool { sizes.contains { $0 != nil } }

    /// Mean bits per second of the segments whose size is known; `nil` where none is.
    var meanRate: Double? {
      var bytes = 0.0
      var seconds = 0.0
      for (size, duration) in zip(sizes, durations) {
        guard let size else { continue }
        bytes += Double(size)
        seconds += duration
      }
      return seconds > 0 ? bytes * 8 / seconds : nil
    }
  }

  /// A rung as the manifest lists it.
  struct Variant: Sendable {
    /// What the manifest declares.
    var rendition: Rendition
    /// How errors call it.
    var name: String
    /// Line of the manifest.
    var line: Int
    /// Its segments; `nil` where the manifest does not list them and the list is not there.
    var track: Track?
  }

  /// An audio rendition that is fetched apart.
  struct Audio: Sendable {
    /// Its declared bits per second, where it has such.
    var bandwidth: Int?
    /// Its segments, where they are known.
    var track: Track?
  }

  /// The manifest as it was named.
  var file: String
  /// How the segments are described to players.
  var packaging: StreamResources.Packaging
  /// Bytes of the manifest.
  var manifestSize: Int
  /// The rungs in the order of the manifest.
  var variants: [Variant] = []
  /// The audio that is played beside them.
  var audio: Audio?
  /// Bytes of the key; 0 where nothing is encrypted, `nil` where that is not known.
  var key: Int?
  /// Seconds, where the manifest declares them.
  var duration: Double?
  /// What was left out or assumed, for a person.
  var notes: [String] = []
  /// Packaging problems that later steps cannot see any more.
  var findings: [PackagingFinding] = []

  /// The video that it makes.
  ///
  /// Sizes that nothing tells are derived: those of a rendition without any by the model of the options, others at the
  /// mean rate of the rendition's other segments.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - options: what to assume where manifest and files do not say.
  /// - Throws: ``VideoError`` for segments that do not fit together, and for values that no video may have.
  /// - Complexity: O(segments × renditions).
  func video(name: String, options: VideoOptions) throws(VideoError) -> Video {
    var notes = notes
    let durations: [Double]
    if let known = variants.compactMap(\.track).first(where: { !$0.durations.isEmpty }) {
      durations = known.durations
      if let finding = misalignment { throw finding.error(in: file) }
    } else {
      let seconds = duration ?? options.ladderDuration
      do {
        durations = try SizeModel.durations(of: seconds, each: options.ladderSegmentDuration)
      } catch {
        throw error.inFile(file)
      }
      let length = duration == nil ? "\(shortest(seconds)) s of video and " : ""
      notes.append(
        "the manifest does not list its segments: \(length)segments of \(shortest(options.ladderSegmentDuration)) s are "
          + "assumed")
    }
    do throws(VideoError) {
      let ladder = try Ladder(variants.map(\.rendition))
      var budget = InputBudget.sizes
      guard budget.take(durations.count * ladder.count) else {
        throw VideoError.invalid(
          field: "segments", found: "\(durations.count) in \(ladder.count) renditions", allowed: budget.allowed)
      }
      var columns: [[Int]] = []
      var (known, declared) = (0, 0)
      var measured: Set<Int> = []
      for (index, source) in ladder.sourceOrder.enumerated() {
        let sizes = variants[source].track?.sizes ?? []
        let rounded = variants[source].track?.declaredCount ?? 0
        known += sizes.count { $0 != nil } - rounded
        declared += rounded
        if rounded == 0, sizes.count == durations.count, !sizes.contains(nil) { measured.insert(index) }
        guard let rate = variants[source].track?.meanRate else {
          columns.append(options.sizeModel.sizes(of: ladder[index], index: index, name: name, durations: durations))
          continue
        }
        columns.append(zip(sizes, durations).map { $0 ?? Self.bytes(rate: rate, duration: $1) })
      }
      let all = durations.count * ladder.count
      if declared > 0 { notes.append("\(declared) of \(all) segment sizes are of #EXT-X-BITRATE, which is rounded") }
      if known + declared < all, known > 0 {
        notes.append("\(known) of \(all) segment sizes are known, the others derived")
      }
      let rows = durations.indices.map { segment in columns.map { $0[segment] } }
      var video = try Video(
        name: name, ladder: ladder, segmentDurations: durations, sizes: rows,
        sizeOrigin: known == all ? .measured : .derived(options.sizeModel.spec), stream: resources, notes: notes)
      if known < all { video.measuredRenditions = measured }
      return video
    } catch {
      throw error.inFile(file)
    }
  }

  /// Says that a list of sizes has none of this video.
  ///
  /// - Throws: ``VideoError`` where its sizes of all renditions are so small that they cannot be bytes.
  mutating func check(_ list: SegmentSizeList?) throws(VideoError) {
    let tracks = variants.map(\.track) + [audio?.track]
    let listed = variants.filter { ($0.track?.listedCount ?? 0) > 0 }
    // Blocks have 512 or 1024 bytes; what is declared is a peak.
    if let first = listed.first, let rate = first.track?.meanRate,
      listed.allSatisfy({ ($0.track?.meanRate ?? .infinity) * 200 < Double($0.rendition.bandwidth) })
    {
      throw VideoError.malformed(
        file: file, line: first.line, field: "--segment-sizes",
        found: "\(shortest(rate)) bit/s where \(first.rendition.bandwidth) are declared",
        allowed: "sizes in bytes, as du -ab prints them; du -a and du -k count blocks")
    }
    guard let list, tracks.allSatisfy({ ($0?.listedCount ?? 0) == 0 }) else { return }
    let own = tracks.lazy.compactMap { $0?.firstName }.first.map {
      ", the video \(InputFault.excerpt($0))"
    }
    notes.append(list.nothingMatches + (own ?? ""))
  }

  /// The bytes of a rate that may be anything, as a size that a segment may have.
  private static func bytes(rate: Double, duration: Double) -> Int {
    Int(min(max((rate * duration / 8).rounded(), 1), Double(Video.maximumSegmentSize)))
  }

  /// What is fetched beside the segments.
  private var resources: StreamResources {
    let tracks = variants.compactMap(\.track)
    var bitrate: Int?
    if let audio {
      let rate = audio.track?.meanRate.map { Int(min($0, Double(Ladder.maximumBandwidth)).rounded()) }
      bitrate = rate ?? audio.bandwidth
    } else if !tracks.isEmpty {
      bitrate = 0
    }
    return StreamResources(
      packaging: packaging, manifest: manifestSize, mediaPlaylist: StreamResources.mean(tracks.map(\.playlist)),
      initialisation: StreamResources.mean(tracks.map(\.initialisation)), key: key, audioBitrate: bitrate)
  }

  /// Where the segments of two renditions lie apart, so that a player could not change between them; `nil` where they
  /// do not.
  var misalignment: PackagingFinding? {
    let listed = variants.filter { $0.track?.durations.isEmpty == false }
    guard let first = listed.first, let reference = first.track?.durations else { return nil }
    for variant in listed.dropFirst() {
      guard let durations = variant.track?.durations else { continue }
      guard durations.count == reference.count else {
        return PackagingFinding(
          .unequalSegments, line: variant.line, subject: variant.name,
          found: "\(durations.count) segments",
          expected: "\(reference.count), as in \(first.name): package all renditions with the same cuts")
      }
      var shift = 0.0
      for (segment, pair) in zip(durations, reference).enumerated() {
        shift += pair.0 - pair.1
        if abs(shift) > pair.1 / 2 {
          return PackagingFinding(
            .unequalSegments, line: variant.line, subject: variant.name,
            found: "segment \(segment) ending \(shortest(abs(shift))) s \(shift > 0 ? "after" : "before") the one of "
              + first.name,
            expected: "the same cuts in all renditions")
        }
      }
    }
    return nil
  }
}

/// A number of seconds without zeros at its end.
func shortest(_ seconds: Double) -> String { DecimalPrinter.significant(seconds, digits: 6) }
