import ABRPlayback
import ABRPolicies

/// Items and visits.
extension SessionFile {
  /// The most items of a session.
  static let mostItems = 10_000

  mutating func readItems(_ root: TOMLTable) throws(ConfigurationError) {
    let tables = try root.tables("item")
    guard !tables.isEmpty else { throw root.invalid("item", allowed: "at least one [[item]]") }
    for (index, table) in tables.enumerated() {
      try table.allow(only: SessionKeys.item)
      let name = try table.string("name") ?? "item \(index + 1)"
      guard !name.isEmpty else { throw table.invalid("name", allowed: "a text of at least one character") }
      let count = try table.integer("count", in: 1...Self.mostItems)
      guard items.count + (count ?? 1) <= Self.mostItems else {
        throw table.invalid("count", allowed: "at most \(Self.mostItems) items in all")
      }
      let source = try video("video", of: table).map { SessionPlan.Source.own($0) } ?? .run
      let template = SessionPlan.Item(
        "", source: source, duration: try duration(of: table), overheadBytes: try table.bytes("overhead") ?? 0,
        isCacheable: try table.boolean("cacheable") ?? true, live: try table.table("live").map(live))
      let details = try details(of: table, template)
      for number in 1...(count ?? 1) {
        var item = details
        item.name = count == nil ? name : "\(name) \(number)"
        guard placeOfItem.updateValue(items.count, forKey: item.name) == nil else {
          throw table.invalid("name", found: "\"\(item.name)\" again", allowed: "another name for each item")
        }
        items.append(item)
        places.items.append(table)
      }
    }
  }

  /// Answers, keys, address and sources of an item.
  private mutating func details(
    of table: TOMLTable, _ template: SessionPlan.Item
  ) throws(ConfigurationError) -> SessionPlan.Item {
    var item = template
    item.requestsBefore = try table.sizes("requests-before")
    if item.requestsBefore.contains(0) {
      throw table.invalid("requests-before", allowed: "sizes of at least 1 byte such as [\"12kB\"]")
    }
    item.keys = try table.strings("keys") ?? []
    item.addressLifetime = try table.positiveDuration("address-lifetime")
    item.renewal = try table.duration("renewal") ?? item.renewal
    item.renewalFails = try table.boolean("renewal-fails") ?? false
    for key in ["renewal", "renewal-fails"] where item.addressLifetime == nil && table.has(key) {
      warnings.append("\(table.place(key)): never takes effect without address-lifetime")
    }
    if item.renewalFails, table.has("renewal") {
      warnings.append("\(table.place("renewal")): never takes effect with renewal-fails")
    }
    item.isDownloaded = try table.boolean("downloaded") ?? false
    item.downloadedBitrate = try table.quantity("bitrate", Quantity.bitrate)
    if item.isDownloaded, let key = SessionKeys.requests.first(where: table.has) {
      throw table.refused(key, "a downloaded item requests nothing but licences; leave \(key) or downloaded out")
    }
    if !item.isDownloaded, table.has("bitrate") {
      warnings.append("\(table.place("bitrate")): never takes effect without downloaded = true")
    }
    let sources = try table.tables("sources")
    if table.has("sources"), sources.isEmpty { throw table.invalid("sources", allowed: "at least one source") }
    if !sources.isEmpty, table.has("video") {
      throw table.refused("sources", "an item has a video or sources; leave one of them out")
    }
    for source in sources {
      try source.allow(only: SessionKeys.source)
      let words = SessionPlan.ListedSource.Delivery.allCases.map(\.rawValue)
      item.sources.append(
        SessionPlan.ListedSource(
          video: try source.required("video", try video("video", of: source), allowed: "a file of one video"),
          delivery: try source.choice("delivery", of: words).flatMap(SessionPlan.ListedSource.Delivery.init) ?? .hls,
          isSecure: try source.boolean("secure") ?? true, isRefused: try source.boolean("refused") ?? false))
    }
    return item
  }

  /// A duration or a range of them, `"8s..60s"`.
  private func duration(of table: TOMLTable) throws(ConfigurationError) -> ClosedRange<Double>? {
    guard let text = try table.string("duration") else { return nil }
    let allowed = "a duration of more than 0 such as 20s, or a range such as 8s..60s"
    var bounds: [Double] = []
    for part in text.split(separator: "..", omittingEmptySubsequences: false) {
      do {
        bounds.append(try Quantity.duration(String(part)))
      } catch {
        throw table.invalid("duration", allowed: allowed)
      }
    }
    guard (1...2).contains(bounds.count), let first = bounds.first, let last = bounds.last, first > 0, last >= first
    else {
      throw table.invalid("duration", allowed: allowed)
    }
    return first...last
  }

  private func live(_ table: TOMLTable) throws(ConfigurationError) -> LiveSettings {
    try table.allow(only: SessionKeys.live)
    let edge = try table.required(
      "edge", try table.positiveDuration("edge"), allowed: "a duration: the media that exists when the session begins")
    var live = LiveSettings(edge: edge)
    live.startIndex = try table.integer("start-index", in: 1...1000) ?? live.startIndex
    live.maxDelay = try table.positiveDuration("max-delay") ?? live.maxDelay
    live.catchUpRate = try table.number("catch-up-rate", in: 1...4) ?? live.catchUpRate
    live.dropMargin = try table.duration("drop-margin") ?? live.dropMargin
    live.fetchesWhilePaused = try table.boolean("fetches-while-paused") ?? live.fetchesWhilePaused
    live.preservesDelay = try table.boolean("preserves-delay") ?? live.preservesDelay
    live.playlistBytes = try table.bytes("playlist") ?? 0
    return live
  }

  /// The item that a key names, by its name or its index.
  func item(_ key: String, of table: TOMLTable) throws(ConfigurationError) -> Int {
    let texts = try table.texts(key)
    let names = items.map(\.name)
    let hint = texts.first.map { NearestName.hint(for: $0, among: names) } ?? ""
    let found = hint.isEmpty ? nil : "\"\(texts[0])\"\(hint)"
    let shown = names.count <= 8 ? names.joined(separator: ", ") : "\(names[0]) to \(names[names.count - 1])"
    let allowed = "the name of an item (\(shown)) or its index, 0 to \(items.count - 1)"
    guard texts.count == 1 else { throw table.invalid(key, allowed: allowed) }
    guard let place = placeOfItem[texts[0]] ?? Int(texts[0]), items.indices.contains(place) else {
      throw table.invalid(key, found: found, allowed: allowed)
    }
    return place
  }

  mutating func readVisits(_ root: TOMLTable) throws(ConfigurationError) {
    let tables = try root.tables("visit")
    for table in tables {
      try table.allow(only: SessionKeys.visit)
      var visit = Visit(
        item: try item("item", of: table), from: try table.duration("from"),
        until: try table.positiveDuration("until") ?? .infinity, keepsBuffer: try table.boolean("keeps-buffer") ?? false
      )
      guard visit.until > visit.from ?? 0 else { throw table.invalid("until", allowed: "a time after from") }
      let skippable = try table.duration("skippable-after")
      switch try table.choice("role", of: ["content", "ad", "bumper"]) {
      case "ad": visit.role = .ad(skippableAfter: skippable ?? .infinity)
      case "bumper": visit.role = .bumper
      default: break
      }
      if skippable != nil, visit.role == .content || visit.role == .bumper {
        throw table.refused(
          "skippable-after", "only an ad can be skipped, not \(visit.isClip ? "a bumper" : "content")")
      }
      visits.append(visit)
      places.visits.append(table)
    }
    if tables.isEmpty { visits = items.indices.map { Visit(item: $0) } }
  }
}
