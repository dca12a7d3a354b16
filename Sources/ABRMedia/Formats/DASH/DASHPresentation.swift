import ABRInput

/// Puts the representations of a DASH manifest together.
struct DASHPresentation {
  /// A representation of one period.
  private struct Entry {
    var variant: Presentation.Variant
    var identifier: String?
  }

  /// What the manifest says.
  private(set) var presentation: Presentation
  private let folder: ManifestFolder
  private let period: Int?
  private let assumedDuration: Double
  private var implied = InputBudget.impliedSegments
  private var isEncrypted = false
  /// Whether the duration of the period that is read is a live window and not its own.
  private var isWindow = false
  private var noted: Set<String> = []

  /// Reads a manifest and the indices of files beside it.
  ///
  /// - Parameters:
  ///   - bytes: the manifest.
  ///   - path: where it is.
  ///   - options: sizes that the user lists, the only period that is read, and what to assume.
  /// - Throws: ``VideoError`` naming line, element and attribute.
  /// - Complexity: O(size of the manifest + segments), and a look at each segment's file.
  init(_ bytes: [UInt8], path: String, options: VideoOptions) throws(VideoError) {
    period = options.period
    assumedDuration = options.ladderDuration
    folder = ManifestFolder(manifest: path, listed: options.segmentSizes)
    presentation = Presentation(file: path, packaging: .dash, manifestSize: bytes.count)
    let root: XMLElement
    do {
      root = try XMLElement.document(bytes)
    } catch {
      throw VideoError(error, file: path)
    }
    guard root.name == "MPD" else {
      throw VideoError.malformed(
        file: path, line: root.line, column: root.column, field: "document", found: InputFault.excerpt(root.name),
        allowed: "MPD, the outermost element of a DASH manifest")
    }
    let manifest = DASHNode(root: root, file: path)
    presentation.duration = try manifest.seconds("mediaPresentationDuration")
    try readPeriods(of: manifest)
    presentation.key = 0
    if isEncrypted { note("encrypted: the licence is not simulated, see licences of session files") }
    if presentation.variants.allSatisfy({ $0.track == nil }) {
      note("neither the manifest nor a file beside it lists the segments")
    }
    try presentation.check(options.segmentSizes)
  }

  private mutating func note(_ text: String) {
    if noted.insert(text).inserted { presentation.notes.append(text) }
  }

  // MARK: Periods

  private mutating func readPeriods(of manifest: DASHNode) throws(VideoError) {
    // This address stands for an empty period (ISO/IEC 23009-1, 5.5.3).
    let periods = manifest.all("Period").filter {
      $0.element.attributes["href"] != "urn:mpeg:dash:resolve-to-zero:2013"
    }
    guard !periods.isEmpty else { throw manifest.fault(nil, nil, "at least one Period") }
    let isLive = manifest.element.attributes["type"] == "dynamic"
    let window = try manifest.seconds("timeShiftBufferDepth")
    if isLive { note("live: only the segments that are listed, or kept for seeking back, are played") }
    var starts: [Double?] = []
    for period in periods { starts.append(try period.seconds("start")) }
    var total = 0.0
    var entries: [[Entry]] = []
    if let period, !periods.indices.contains(period - 1) {
      throw manifest.fault("--period", "\(period)", "1 to \(periods.count), the number of a Period")
    }
    for (index, period) in periods.enumerated() {
      if let wanted = self.period, index != wanted - 1, period.element.attributes["href"] != nil { continue }
      if period.element.attributes["href"] != nil {
        let here = periods.firstIndex { $0.element.attributes["href"] == nil }
        throw period.fault(
          "href", period.element.attributes["href"],
          "a period in the manifest itself" + (here.map { "; --period \($0 + 1) reads one that is" } ?? ""))
      }
      var duration = try period.seconds("duration")
      let start = starts[index] ?? (index == 0 ? 0 : nil)
      if duration == nil, let start {
        let next = index + 1 < periods.count ? starts[index + 1] : presentation.duration
        if let next {
          guard next > start || isLive else {
            throw period.fault("start", period.element.attributes["start"], "periods in the order of their times")
          }
          duration = next > start ? next - start : nil
        }
      } else if duration == nil, index + 1 == periods.count {
        duration = presentation.duration.map { max(0, $0 - total) }
      }
      isWindow = duration == nil && isLive
      if isWindow { duration = window }
      total += duration ?? 0
      if let wanted = self.period {
        guard index == wanted - 1 else { continue }
        presentation.duration = duration
      }
      if presentation.duration == nil, periods.count == 1 { presentation.duration = duration }
      entries.append(try read(period, duration: duration, isFirst: entries.isEmpty))
    }
    if let period, periods.count > 1 { note("period \(period) of \(periods.count)") }
    try join(entries, of: self.period.map { [periods[$0 - 1]] } ?? periods)
  }

  /// Lays the segments of periods behind each other, rendition by rendition.
  private mutating func join(_ periods: [[Entry]], of nodes: [DASHNode]) throws(VideoError) {
    presentation.variants = periods[0].map(\.variant)
    guard periods.count > 1 else { return }
    note("\(periods.count) periods are played as one: what players set up anew between them is not simulated")
    for (entries, node) in zip(periods, nodes).dropFirst() {
      guard entries.count == periods[0].count else {
        throw node.fault(
          nil, "\(entries.count) video representations",
          "\(periods[0].count), as in the first period; import each period by itself: abrlab video import FILE --period 2"
        )
      }
      var matched = entries
      let own = entries.compactMap(\.identifier)
      let first = periods[0].compactMap(\.identifier)
      if Set(own).count == entries.count, Set(own) == Set(first) {
        matched = first.compactMap { name in entries.first { $0.identifier == name } }
      }
      if zip(matched, periods[0]).contains(where: { $0.variant.rendition.bandwidth != $1.variant.rendition.bandwidth })
      {
        note("periods declare other bandwidths: those of the first are taken; --period N reads one by itself")
      }
      for (index, entry) in matched.enumerated() {
        // In its place: a copy for each period would take the square of their number.
        if let track = entry.variant.track {
          presentation.variants[index].track?.append(track)
        } else {
          presentation.variants[index].track = nil
        }
      }
    }
  }

  // MARK: Renditions

  private mutating func read(_ period: DASHNode, duration: Double?, isFirst: Bool) throws(VideoError) -> [Entry] {
    var video: [Entry] = []
    var audio: [Entry] = []
    var (family, range): (String?, String?)
    var copies = 0
    let choice = DASHChoice(period)
    for text in choice.notes { note(text) }
    var exclusion = choice.exclusion
    for set in choice.sets {
      for node in set.all("Representation") {
        let kind = node.kind
        guard kind == "video" || kind == "audio" else { continue }
        if let reason = node.exclusion {
          if kind == "video", !node.isForSeeking { exclusion = reason }
          note(reason)
          continue
        }
        if kind == "audio", !audio.isEmpty {
          note("of several audio representations the first is played")
          continue
        }
        if node.element.attributes["dependencyId"] != nil {
          note("representations that are layers of others are left out")
          continue
        }
        if kind == "video", let own = VideoCodec.family(of: node.inheritedAttribute("codecs")) {
          family = family ?? own
          guard own == family else {
            note("representations of codec \(own) are left out: \(family ?? "") comes first")
            continue
          }
        }
        if kind == "video" {
          let own = node.videoRange
          range = range ?? own
          guard own == range else {
            note("representations in \(own) are left out: \(range ?? "") comes first")
            continue
          }
        }
        let rendition = try Self.rendition(of: node)
        if kind == "video", video.contains(where: { $0.variant.rendition == rendition }) {
          copies += 1
          if isFirst {
            presentation.findings.append(
              PackagingFinding(
                .duplicateVariant, line: node.line, subject: node.element.attributes["id"] ?? "\(rendition.bandwidth)",
                found: "the same bandwidth, size and codecs as a representation before",
                expected: "another one, unless it is the same on a second server"))
          }
          continue
        }
        if kind == "video", video.count == Ladder.maximumCount {
          throw node.fault(nil, "more representations", "1 to \(Ladder.maximumCount) of video")
        }
        let entry = try read(node, rendition, duration: duration)
        if node.inherited("ContentProtection") != nil { isEncrypted = true }
        if kind == "video" { video.append(entry) } else { audio.append(entry) }
      }
    }
    if copies > 0 { note("\(Counted.text(copies, "representation")) left out as copies of others") }
    spread(over: duration, &video)
    spread(over: duration, &audio)
    if video.isEmpty, let exclusion { throw period.fault(nil, nil, "video that can be played: \(exclusion)") }
    if video.isEmpty, !audio.isEmpty {
      note("audio alone: it is played in place of video")
      return audio
    }
    guard !video.isEmpty else { throw period.fault(nil, nil, "a Representation of video or audio in an AdaptationSet") }
    if isFirst, let audio = audio.first?.variant {
      presentation.audio = Presentation.Audio(bandwidth: audio.rendition.bandwidth, track: audio.track)
    }
    return video
  }

  /// Places the parts of files that a HAR has and whose index is not there, and takes all segments for equally long.
  ///
  /// A part behind the index is the first segment, one behind another part of its file the next one; one that follows
  /// nothing of its file, where a player changes the rendition, comes behind what was answered before it.
  private mutating func spread(over duration: Double?, _ entries: inout [Entry]) {
    var ends = entries.map { [$0.variant.track?.initialisation ?? 0: 0] }
    var sizes: [[Int: Int]] = entries.map { _ in [:] }
    var next = 0
    let parts = entries.indices.flatMap { index in
      (entries[index].variant.track?.parts ?? []).map { (index: index, part: $0) }
    }
    for (index, part) in parts.sorted(by: { $0.part.order < $1.part.order }) {
      let place = ends[index][part.range.lowerBound] ?? next
      sizes[index][place] = part.range.count
      ends[index][part.range.upperBound] = place + 1
      next = place + 1
    }
    guard let last = sizes.flatMap(\.keys).max() else { return }
    let count = last + 1
    for index in entries.indices where !(entries[index].variant.track?.parts.isEmpty ?? true) {
      guard let duration, duration > 0, duration / Double(count) <= Video.maximumSegmentDuration else {
        entries[index].variant.track = nil
        continue
      }
      entries[index].variant.track?.durations = [Double](repeating: duration / Double(count), count: count)
      entries[index].variant.track?.sizes = (0..<count).map { sizes[index][$0] }
      note("the index of segments is not in --segment-sizes: \(count) of the same length are assumed")
    }
  }

  private static func rendition(of node: DASHNode) throws(VideoError) -> Rendition {
    guard let bandwidth = try node.integer("bandwidth", in: 1...Ladder.maximumBandwidth) else {
      throw node.fault("bandwidth", nil, "bits per second")
    }
    let sides = 1...100_000
    let parents = [node] + node.parents
    var width = try DASHNode.integer("width", of: parents, in: sides)
    var height = try DASHNode.integer("height", of: parents, in: sides)
    if width == nil || height == nil { (width, height) = (nil, nil) }
    return Rendition(bandwidth: bandwidth, width: width, height: height, codecs: node.inheritedAttribute("codecs"))
  }

  private mutating func read(
    _ node: DASHNode, _ rendition: Rendition, duration: Double?
  ) throws(VideoError) -> Entry {
    let track = try DASHTrack(
      node: node, bandwidth: rendition.bandwidth, duration: duration, isCut: !isWindow,
      assumedDuration: assumedDuration, folder: folder
    ).read(implied: &implied)
    if track?.isLengthAssumed == true {
      note("the manifest does not say how long it lasts: \(shortest(assumedDuration)) s are assumed")
    }
    // Timescales round.
    if let hole = track?.hole, hole > 0.05 {
      note("no segment covers \(shortest(hole)) s of the timeline: what follows plays that much earlier")
    }
    let identifier = node.element.attributes["id"]
    return Entry(
      variant: Presentation.Variant(
        rendition: rendition, name: identifier ?? "\(rendition.bandwidth) bit/s", line: node.line, track: track),
      identifier: identifier)
  }
}
