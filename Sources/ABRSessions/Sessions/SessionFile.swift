import ABRInput
import ABRMedia
import ABRPlayback
import ABRPolicies
import FoundationEssentials

/// Reads the description of a session from TOML.
///
///     [session]
///     preload = "network-balance"
///
///     [[item]]
///     name = "clip"
///     count = 30
///     duration = "8s..60s"
///
///     [[step]]
///     watched = "8s"
///     do = "next"
///
/// <doc:SessionFiles> explains every table and key. A rate of 0 or less counts as 1, as in the Brightcove SDK,
/// durations of items are cut to whole segments, and both are reported among the warnings; nothing else is taken
/// otherwise than written.
package struct SessionFile {
  /// The tables and arrays of tables at the top.
  package static let keys = [
    "session", "item", "visit", "step", "outage", "refusal", "side-flow", "download", "other-stream", "retry",
  ]

  /// Folder to which names of files are relative.
  let folder: String
  /// How own videos are read.
  let videoOptions: VideoOptions
  /// Name of the file, for warnings.
  let file: String
  var videos: [VideoSource] = []
  var placeOfVideo: [String: Int] = [:]
  var placeOfItem: [String: Int] = [:]
  var items: [SessionPlan.Item] = []
  var visits: [Visit] = []
  var warnings: [String] = []
  var places = SessionPlaces()
  /// The bitrates that the viewer may choose from.
  var menu: Menu?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - videoOptions: what to assume where files of videos do not say.
  /// - Throws: ``ConfigurationError``.
  package static func plan(at path: String, videoOptions: VideoOptions = VideoOptions()) throws -> SessionPlan {
    let document = try TOMLDocument(contentsOf: path)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return try plan(of: document.root, file: path, folder: folder, videoOptions: videoOptions)
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what errors call it.
  ///   - folder: what names of files are relative to.
  ///   - videoOptions: how videos that it names are read.
  /// - Throws: ``ConfigurationError``.
  package static func plan(
    parsing bytes: [UInt8], file: String, folder: String = ".", videoOptions: VideoOptions = VideoOptions()
  ) throws -> SessionPlan {
    try plan(
      of: TOMLDocument(parsing: bytes, file: file).root, file: file, folder: folder, videoOptions: videoOptions)
  }

  /// Reads a table that holds a session.
  ///
  /// - Parameters:
  ///   - root: the table.
  ///   - file: name of the file, for warnings.
  ///   - folder: what names of files are relative to.
  ///   - videoOptions: what to assume where files of videos do not say.
  /// - Throws: ``ConfigurationError``.
  package static func plan(
    of root: TOMLTable, file: String, folder: String, videoOptions: VideoOptions = VideoOptions()
  ) throws -> SessionPlan {
    try root.allow(only: keys)
    var reader = SessionFile(folder: folder, videoOptions: videoOptions, file: file)
    try reader.readItems(root)
    try reader.readVisits(root)
    var plan = SessionPlan(items: reader.items, visits: reader.visits)
    try reader.readMenu(root)
    plan.initialLimits = reader.menu.map { LimitChange(peak: $0.entries[$0.initialIndex].bitrate) }
    plan.steps = try reader.readSteps(root)
    plan.faults = try reader.readFaults(root)
    plan.retry = try reader.readRetry(root)
    plan.sideFlows = try reader.readSideFlows(root)
    plan.downloads = try reader.readDownloads(root)
    if let session = try root.table("session") {
      reader.places.session = session
      try reader.readSession(session, into: &plan)
    }
    try reader.readStreams(root, into: &plan)
    reader.warnOfUnused(in: plan)
    plan.videos = reader.videos
    plan.warnings = reader.warnings
    plan.places = reader.places
    return plan
  }

  private init(folder: String, videoOptions: VideoOptions, file: String) {
    self.folder = folder
    self.videoOptions = videoOptions
    self.file = file
  }

  private mutating func readSession(_ table: TOMLTable, into plan: inout SessionPlan) throws {
    try table.allow(only: SessionKeys.session)
    if let preload = try table.string("preload") {
      do {
        plan.preload = try PreloadSpec(parsing: preload)
      } catch {
        throw table.refused("preload", error)
      }
    }
    plan.cache = CacheSettings(
      capacity: try table.bytes("cache") ?? 0, authorisationBytes: try table.bytes("authorisation") ?? 0)
    plan.statesCache = table.has("cache")
    plan.cache.freeSpace = try table.bytes("free-space")
    plan.cache.freeFloor = try table.bytes("free-floor") ?? 0
    try readLicences(table, into: &plan)
    plan.preloadsOnExpensiveNetwork = try table.boolean("preloads-on-expensive-network") ?? true
    let choices = SessionPlan.SourceChoice.allCases.map(\.rawValue)
    let choice = try table.choice("source-choice", of: choices)
    plan.sourceChoice = choice.flatMap(SessionPlan.SourceChoice.init) ?? .hlsFirst
    plan.backBuffer = try table.duration("back-buffer")
    plan.pages = try pages(table)
    plan.render = RenderSettings(
      delay: try table.duration("render-delay") ?? 0, isAhead: try table.boolean("pre-render") ?? false)
    if plan.render.isAhead, plan.render.delay == 0 {
      warnings.append("\(table.place("pre-render")): never takes effect without render-delay")
    }
    let breaks = try table.choice("breaks-on-seek", of: ItemQueue.BreaksOnSeek.allCases.map(\.rawValue))
    plan.breaksOnSeek = breaks.flatMap(ItemQueue.BreaksOnSeek.init) ?? .last
    plan.playsOnExpensiveNetwork = try table.boolean("plays-on-expensive-network") ?? true
    // With a patience of 0 s no first frame is ever shown.
    plan.patience = try table.positiveDuration("patience") ?? .infinity
    plan.advances = try table.boolean("advances") ?? true
    plan.autoplays = try table.boolean("autoplays") ?? true
    guard let viewer = try table.string("viewer") else { return }
    guard plan.steps.isEmpty else {
      throw table.refused("viewer", "a viewer model cannot be used beside steps; leave one of them out")
    }
    for key in SessionKeys.scriptHabits where table.has(key) {
      throw table.refused(key, "the viewer model has a \(key) of its own; leave it out")
    }
    do {
      let spec = try FeedSpec(parsing: viewer)
      plan.viewer = try FeedViewer(spec, relativeTo: folder)
      plan.viewerSpec = spec.canonical
    } catch let error as SpecError {
      throw table.refused("viewer", error)
    }
  }

  /// What encrypted media needs.
  private mutating func readLicences(_ table: TOMLTable, into plan: inout SessionPlan) throws(ConfigurationError) {
    plan.licences.bytes = try table.bytes("licence-bytes", atLeast: 1) ?? plan.licences.bytes
    plan.licences.isPersistent = try table.boolean("persistent-licences") ?? false
    plan.licences.isPreloaded = try table.boolean("preloads-licences") ?? false
    plan.heldKeys = try table.strings("licences-held") ?? []
    let keys = Array(Set(items.flatMap(\.keys))).sorted()
    if !keys.isEmpty, let unknown = plan.heldKeys.first(where: { !keys.contains($0) }) {
      throw table.invalid(
        "licences-held", found: "\"\(unknown)\"" + NearestName.hint(for: unknown, among: keys),
        allowed: "keys of items: " + FaultText.choice(keys))
    }
    for key in ["preloads-licences", "licences-held"] where table.has(key) && !plan.licences.isPersistent {
      throw table.refused(key, "a licence that is not persistent goes with its visit: add persistent-licences = true")
    }
    if !items.contains(where: { !$0.keys.isEmpty }) {
      for key in SessionKeys.session where key.contains("licence") && table.has(key) {
        warnings.append("\(table.place(key)): never takes effect without an item that has keys")
      }
    }
  }

  /// The pages of the list.
  private mutating func pages(_ table: TOMLTable) throws(ConfigurationError) -> PageSettings? {
    let bytes = try table.bytes("page-bytes", atLeast: 1)
    guard let visits = try table.integer("page", in: 1...Self.mostItems) else {
      if bytes != nil { warnings.append("\(table.place("page-bytes")): never takes effect without page") }
      return nil
    }
    return bytes.map { PageSettings(visits: visits, bytes: $0) } ?? PageSettings(visits: visits)
  }

  /// A video of the session's own, read once.
  mutating func video(_ key: String, of table: TOMLTable) throws(ConfigurationError) -> Int? {
    guard let name = try table.string(key) else { return nil }
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    if let place = placeOfVideo[path] { return place }
    let sources: [VideoSource]
    do {
      sources = try VideoFile.loadAll(at: [path], options: videoOptions).flatMap(\.sources)
    } catch VideoError.unreadable(let path, let reason) {
      throw table.unreadable(key, path: path, reason: reason)
    } catch {
      throw table.refused(key, error)
    }
    guard sources.count == 1 else {
      throw table.invalid(key, found: "\(sources.count) videos in \"\(name)\"", allowed: "one video")
    }
    placeOfVideo[path] = videos.count
    videos += sources
    return videos.count - 1
  }
}
