import ABRInput

/// Finds the segments of one representation in one period.
struct DASHTrack {
  /// The representation.
  let node: DASHNode
  /// Its declared bits per second.
  let bandwidth: Int
  /// Seconds of the period; `nil` where the manifest does not tell.
  let duration: Double?
  /// Whether that is where the period ends, so that nothing behind it is played.
  let isCut: Bool
  /// Seconds of a template's segments where nothing tells their number.
  let assumedDuration: Double
  /// The files beside the manifest.
  let folder: ManifestFolder

  /// How many files are looked for before it is taken for granted that none is there.
  private static let lookedFor = 1000

  /// The segments; `nil` where neither the manifest nor a file beside it lists them.
  ///
  /// - Parameter implied: how many segments may still be implied; what is used of it is taken away.
  /// - Throws: ``VideoError`` naming element and attribute.
  func read(implied: inout InputBudget) throws(VideoError) -> Presentation.Track? {
    let (base, isFolder) = try baseLocation()
    let templates = node.inheritedAll("SegmentTemplate")
    if !templates.isEmpty { return try template(templates, base: isFolder ? base : base.base, implied: &implied) }
    let lists = node.inheritedAll("SegmentList")
    if !lists.isEmpty {
      return try list(lists, base: isFolder ? base : base.base, file: isFolder ? nil : base, implied: &implied)
    }
    return isFolder ? nil : try file(at: base)
  }

  // MARK: Addresses

  /// What addresses are relative to, and whether it is a folder.
  private func baseLocation() throws(VideoError) -> (ManifestFolder.Location, isFolder: Bool) {
    var base = (ManifestFolder.Location.beside([]), true)
    for address in node.baseAddresses {
      let text = address.element.text
      guard !text.isEmpty else { continue }
      let location = try folder.location(of: text, from: base.1 ? base.0 : base.0.base) { found, allowed in
        address.fault(nil, found, allowed)
      }
      base = (location, text.hasSuffix("/") || text == "." || text.hasSuffix("/."))
    }
    return base
  }

  private func size(
    of address: String, base: ManifestFolder.Location, _ source: DASHNode, _ attribute: String,
    _ track: inout Presentation.Track
  ) throws(VideoError) -> Int? {
    let fault = { (found: String, allowed: String) in
      VideoError.malformed(
        file: source.file, line: source.line, column: source.element.column,
        field: "\(source.element.name)@\(attribute)", found: found, allowed: allowed)
    }
    return track.note(try folder.size(of: folder.location(of: address, from: base, fault: fault), fault: fault))
  }

  /// The bytes of what comes before the segments; `nil` where unknown.
  private func initialisation(
    _ sources: [DASHNode], base: ManifestFolder.Location, _ track: inout Presentation.Track,
    template: (String) throws(VideoError) -> String
  ) throws(VideoError) -> Int? {
    for source in sources {
      if let element = source.all("Initialization").first {
        if let text = element.element.attributes["range"] {
          guard let range = DASHTime.range(text) else { throw element.fault("range", text, "first-last in bytes") }
          return range.count
        }
        guard let address = element.element.attributes["sourceURL"] else { return nil }
        return try size(of: address, base: base, element, "sourceURL", &track)
      }
      if let address = source.element.attributes["initialization"] {
        return try size(of: try template(address), base: base, source, "initialization", &track)
      }
    }
    return 0
  }

  // MARK: Kinds of lists

  private func template(
    _ sources: [DASHNode], base: ManifestFolder.Location, implied: inout InputBudget
  ) throws(VideoError) -> Presentation.Track? {
    let identifier = node.element.attributes["id"] ?? ""
    func parsed(_ text: String, _ name: String, _ source: DASHNode) throws(VideoError) -> DASHTemplate {
      guard let template = DASHTemplate(text, identifier: identifier, bandwidth: bandwidth) else {
        throw source.fault(
          name, text, "$RepresentationID$, $Number$, $SubNumber$, $Time$, $Bandwidth$ and $$, formats as in %05d")
      }
      var budget = InputBudget.address
      guard budget.take(template.length) else { throw source.fault(name, text, budget.allowed) }
      return template
    }
    guard let source = sources.first(where: { $0.element.attributes["media"] != nil }),
      let media = source.element.attributes["media"]
    else { throw sources[0].fault("media", nil, "the addresses of segments") }
    let template = try parsed(media, "media", source)
    var spans = try spans(sources, listed: nil, implied: &implied)
    var first = try DASHNode.integer("startNumber", of: sources, in: 0...(1 << 53)) ?? 1
    first += try cut(&spans, sources)
    var track = Presentation.Track(
      durations: spans.durations, sizes: [], hole: spans.hole, isLengthAssumed: spans.isLengthAssumed)
    track.sizes.reserveCapacity(spans.durations.count)
    var hasFiles = false
    for (index, time) in spans.times.enumerated() {
      if index == Self.lookedFor, !hasFiles, folder.listed == nil { break }
      // Whole segments are played: their parts add up.
      var size: Int? = 0
      for part in 1...(template.usesParts ? spans.partCounts[index] ?? 1 : 1) {
        let address = template.address(number: first + index, time: time, part: part)
        let more = try self.size(of: address, base: base, source, "media", &track)
        size = size.flatMap { sum in more.map { sum &+ $0 } }
        hasFiles = hasFiles || more != nil
      }
      track.sizes.append(size)
    }
    if !hasFiles { track.sizes = [] }
    track.initialisation = try initialisation(sources, base: base, &track) { text throws(VideoError) in
      try parsed(text, "initialization", source).address(number: first, time: spans.times[0])
    }
    return track
  }

  private func list(
    _ sources: [DASHNode], base: ManifestFolder.Location, file: ManifestFolder.Location?, implied: inout InputBudget
  ) throws(VideoError) -> Presentation.Track? {
    guard let entries = sources.lazy.map({ $0.all("SegmentURL") }).first(where: { !$0.isEmpty }) else {
      throw sources[0].fault(nil, nil, "at least one SegmentURL")
    }
    let spans = try spans(sources, listed: entries.count, implied: &implied)
    guard spans.durations.count == entries.count else {
      throw sources[0].fault(
        nil, "\(entries.count) SegmentURL", "\(spans.durations.count), as many as its durations say")
    }
    var track = Presentation.Track(durations: spans.durations, sizes: [], hole: spans.hole)
    track.sizes.reserveCapacity(entries.count)
    for entry in entries {
      if let text = entry.element.attributes["mediaRange"] {
        guard let range = DASHTime.range(text) else {
          throw entry.fault("mediaRange", text, "first-last in bytes")
        }
        let fault = { (found: String, allowed: String) in
          VideoError.malformed(
            file: entry.file, line: entry.line, column: entry.element.column, field: "SegmentURL@mediaRange",
            found: found,
            allowed: allowed)
        }
        let media = try entry.element.attributes["media"].map { address throws(VideoError) in
          try folder.location(of: address, from: base, fault: fault)
        }
        if let location = media ?? file { try folder.check(range, of: location, fault: fault) }
        track.sizes.append(range.count)
      } else if let address = entry.element.attributes["media"] {
        track.sizes.append(try size(of: address, base: base, entry, "media", &track))
      } else {
        track.sizes.append(nil)
      }
    }
    track.initialisation = try initialisation(sources, base: base, &track) { text throws(VideoError) in text }
    return track
  }

  /// A file whose own index lists its segments; `nil` where it is not beside the manifest.
  private func file(at location: ManifestFolder.Location) throws(VideoError) -> Presentation.Track? {
    let sources = node.inheritedAll("SegmentBase")
    let source = sources.first ?? node
    let fault = { (found: String, allowed: String) in
      VideoError.malformed(
        file: source.file, line: source.line, column: source.element.column, field: "BaseURL", found: found,
        allowed: allowed)
    }
    let path = try folder.path(of: location, fault: fault)
    var range: Range<Int>?
    if let text = sources.lazy.compactMap({ $0.element.attributes["indexRange"] }).first {
      guard let given = DASHTime.range(text) else { throw source.fault("indexRange", text, "first-last in bytes") }
      range = given
    }
    guard let path else { return range.flatMap { listed(of: location.name, behind: $0) } }
    let index = try SegmentIndex(at: path, range: range)
    var track = Presentation.Track(durations: index.durations, sizes: index.sizes.map { $0 })
    let before = try initialisation(sources, base: location.base, &track) { text throws(VideoError) in text } ?? 0
    track.initialisation = before + (range?.count ?? index.length) + index.innerLength
    return track
  }

  /// A file of which a HAR has parts behind its index; `nil` where it has none. How long they last is in the index.
  private func listed(of name: String, behind index: Range<Int>) -> Presentation.Track? {
    let parts = folder.listed?.parts(of: name).filter { $0.range.lowerBound >= index.upperBound } ?? []
    guard !parts.isEmpty else { return nil }
    return Presentation.Track(
      initialisation: index.upperBound, parts: parts, listedCount: parts.count, firstName: name)
  }

  // MARK: Durations

  /// How long segments last.
  private struct Spans {
    /// Where each begins, in units of the timescale.
    var times: [Int] = []
    /// Seconds of each.
    var durations: [Double] = []
    /// Parts of those that have several, by their index.
    var partCounts: [Int: Int] = [:]
    /// Seconds between them that none covers.
    var hole = 0.0
    /// Whether nothing tells how many there are.
    var isLengthAssumed = false
  }

  /// The durations of segments.
  ///
  /// - Parameter listed: how many segments are listed by themselves.
  private func spans(_ sources: [DASHNode], listed: Int?, implied: inout InputBudget) throws(VideoError) -> Spans {
    let timescale = try DASHNode.integer("timescale", of: sources, in: 1...1_000_000_000_000) ?? 1
    if let timeline = sources.lazy.compactMap({ $0.all("SegmentTimeline").first }).first {
      let offset = try DASHNode.integer("presentationTimeOffset", of: sources, in: 0...(1 << 61)) ?? 0
      return try self.timeline(timeline, timescale: timescale, offset: offset, implied: &implied)
    }
    guard let units = try DASHNode.integer("duration", of: sources, in: 1...(1 << 53)) else {
      guard let duration, listed == 1 || listed == nil else {
        throw sources[0].fault("duration", nil, "the duration of a segment, or a SegmentTimeline")
      }
      // One segment is the whole period.
      return try spans([duration], times: [0], sources[0])
    }
    let seconds = Double(units) / Double(timescale)
    guard seconds <= Video.maximumSegmentDuration else {
      throw sources[0].fault("duration", "\(units)", "at most an hour in units of 1/\(timescale) s")
    }
    var (count, duration) = (listed ?? 0, self.duration)
    var isLengthAssumed = false
    if listed == nil {
      let first = try DASHNode.integer("startNumber", of: sources, in: 0...(1 << 53)) ?? 1
      let last = try DASHNode.integer("endNumber", of: sources, in: first...(1 << 53)).map { $0 - first + 1 }
      isLengthAssumed = duration == nil && last == nil
      if isLengthAssumed { duration = assumedDuration }
      let filling = duration.map { Int(min(($0 / seconds).rounded(.up), Double(Int.max / 2))) }
      count = min(last ?? .max, filling ?? .max)
      try take(count, from: &implied, sources[0], "duration", "\(units)")
    }
    var durations = [Double](repeating: seconds, count: max(count, 1))
    if let duration {
      // What is left for the last one; a remainder below a microsecond is rounding, not a segment.
      let rest = duration - seconds * Double(count - 1)
      if rest <= 1e-6, listed == nil, count > 1 {
        durations.removeLast()
      } else if rest > 0, rest < seconds {
        durations[durations.count - 1] = rest
      }
    }
    var spans = try spans(
      durations, times: durations.indices.map { $0.multipliedReportingOverflow(by: units).partialValue }, sources[0])
    spans.isLengthAssumed = isLengthAssumed
    return spans
  }

  private func spans(_ durations: [Double], times: [Int], _ source: DASHNode) throws(VideoError) -> Spans {
    guard durations.allSatisfy({ $0 > 0 && $0 <= Video.maximumSegmentDuration }) else {
      throw source.fault("duration", "\(durations.max() ?? 0) s", "more than 0 and at most an hour")
    }
    return Spans(times: times, durations: durations)
  }

  /// Leaves out what a timeline has before its period begins and behind its end, and gives the number of segments left
  /// out in front. A timeline that begins later than its period is taken to begin with it.
  private func cut(_ spans: inout Spans, _ sources: [DASHNode]) throws(VideoError) -> Int {
    let timescale = Double(try DASHNode.integer("timescale", of: sources, in: 1...1_000_000_000_000) ?? 1)
    let start = try DASHNode.integer("presentationTimeOffset", of: sources, in: 0...(1 << 61)) ?? 0
    guard isCut, let duration, let first = spans.times.first, first <= start,
      sources.contains(where: { !$0.all("SegmentTimeline").isEmpty })
    else { return 0 }
    let begins = spans.times.map { (Double($0 - start)) / timescale }
    let ends = zip(begins, spans.durations).map { $0 + $1 }
    // Timescales and durations of manifests round.
    let rounding = 0.1
    let kept = begins.indices.filter { ends[$0] > rounding && begins[$0] < duration - rounding }
    guard let front = kept.first, let last = kept.last else { return 0 }
    if begins[front] < -rounding { spans.durations[front] += begins[front] }
    if ends[last] > duration + rounding { spans.durations[last] -= ends[last] - duration }
    spans.partCounts = Dictionary(uniqueKeysWithValues: spans.partCounts.map { ($0.key - front, $0.value) })
    spans.times = Array(spans.times[front...last])
    spans.durations = Array(spans.durations[front...last])
    return front
  }

  private func take(
    _ count: Int, from implied: inout InputBudget, _ source: DASHNode, _ attribute: String, _ found: String
  ) throws(VideoError) {
    guard implied.take(count) else { throw source.fault(attribute, found, implied.allowed) }
  }

  private func timeline(
    _ timeline: DASHNode, timescale: Int, offset: Int, implied: inout InputBudget
  ) throws(VideoError) -> Spans {
    let entries = timeline.all("S")
    guard !entries.isEmpty else { throw timeline.fault(nil, nil, "at least one S") }
    var spans = Spans()
    var now = 0
    for (index, entry) in entries.enumerated() {
      guard let units = try entry.integer("d", in: 1...(1 << 53)) else {
        throw entry.fault("d", nil, "the duration of a segment")
      }
      let seconds = Double(units) / Double(timescale)
      guard seconds <= Video.maximumSegmentDuration else {
        throw entry.fault("d", "\(units)", "at most an hour in units of 1/\(timescale) s")
      }
      if let time = try entry.integer("t", in: 0...(1 << 61)) {
        if !spans.times.isEmpty { spans.hole += Double(max(0, time - now)) / Double(timescale) }
        now = time
      }
      var repeats = try entry.integer("r", in: -1...(1 << 53)) ?? 0
      if repeats < 0 {
        var end: Int?
        if index + 1 < entries.count { end = try entries[index + 1].integer("t", in: 0...(1 << 61)) }
        if end == nil, index + 1 == entries.count, let duration {
          end = max(spans.times.first ?? now, offset) + Int(min(duration * Double(timescale), 0x1p61))
        }
        guard let end, end > now else {
          throw entry.fault("r", "-1", "a segment behind it with a time t, or a period with a duration")
        }
        repeats = (end - now - 1) / units
      }
      try take(repeats, from: &implied, entry, "r", entry.element.attributes["r"] ?? "")
      let (length, overflow) = units.multipliedReportingOverflow(by: repeats + 1)
      let (next, isTooLate) = now.addingReportingOverflow(length)
      guard !overflow, !isTooLate, next <= 1 << 62 else { throw entry.fault("d", "\(units)", "times below 2⁶²") }
      if let count = try entry.integer("k", in: 1...1000), count > 1 {
        try take((repeats + 1) * count, from: &implied, entry, "k", "\(count)")
        for index in 0...repeats { spans.partCounts[spans.times.count + index] = count }
      }
      spans.times += (0...repeats).map { now + $0 * units }
      now = next
      spans.durations += repeatElement(seconds, count: repeats + 1)
    }
    return spans
  }
}
