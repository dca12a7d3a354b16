import ABRInput
import ABRMedia
import ABRPlayback
import ABRPolicies

extension SessionSetup {
  /// What a session plays, watched as it says itself; a video by itself where nothing else was given.
  package var plan: SessionPlan { source?.plan ?? .oneVideo }

  /// Whether a session has several items.
  package var hasSeveralItems: Bool { plan.hasSeveralItems }

  /// The session with each of the viewers.
  ///
  /// - Throws: ``SettingError`` for a viewer that the session does not take.
  package func watchedPlans() throws(SettingError) -> [SessionPlan] {
    let plan = plan
    guard !viewers.isEmpty else { return [plan] }
    do {
      return try viewers.map { try plan.watched(by: $0) }
    } catch let error as SettingsError {
      throw SettingError("--viewer", QuantityError(found: error.found, allowed: error.allowed))
    } catch {
      throw SettingError("--viewer", error)
    }
  }

  /// The session as a player plays it: with its cache, where the session does not say what it keeps, and the back
  /// buffer that an option sets.
  ///
  /// Preloads of a player that cannot preload without a cache lie in it, whatever describes the session.
  package func plan(_ plan: SessionPlan, for choice: Choice) -> SessionPlan {
    var plan = plan
    if changedParts.contains(.cache) {
      plan.cache.capacity = choice.player.cache
    } else if !plan.statesCache, choice.preload.settings.isActive || plan.loads {
      plan.cache.capacity = choice.player.cache
    }
    if changedParts.contains(.backBuffer) { plan.backBuffer = nil }
    return plan
  }

  /// Digests of the files of viewer models, for the record.
  ///
  /// - Throws: `ConfigurationError` for one that cannot be read.
  package func viewerRecord(of plans: [SessionPlan]) throws -> [String: String] {
    var record: [String: String] = [:]
    for plan in plans where plan.viewer != nil {
      record["session_seed"] = "\(viewerSeed ?? SessionPlan.defaultSeed)"
      guard let spec = plan.viewerSpec,
        let digest = try SessionSource.digest(ofViewer: spec, relativeTo: viewers.isEmpty ? source?.place : nil)
      else { continue }
      record[digest.key] = digest.sha256
    }
    return record
  }

  /// The videos of the run, which `video` names; none where it is not given.
  ///
  /// Results tell videos apart by their names: different ones of one name have their files in it.
  ///
  /// - Throws: `VideoError` of the first file that is wrong.
  package func videos(_ given: GivenSettings) throws(VideoError) -> [VideoSource] {
    guard let paths = given["video"]?.texts else { return [] }
    let sources = try VideoFile.loadAll(at: paths, options: videoOptions).flatMap(\.sources)
    let contents = Dictionary(grouping: sources, by: \.video.name).mapValues { Set($0.map(\.sha256)) }
    return sources.map { source in
      let name = source.video.name
      guard let files = contents[name], files.count > 1 else { return source }
      return VideoSource(
        file: source.file, sha256: source.sha256, video: source.video.named("\(name) (\(source.file))"))
    }
  }

  /// A warning of each video that is given more than once, by itself and not as items in turn.
  ///
  /// - Parameter videos: those of the run.
  package func copyWarnings(_ videos: [VideoSource]) -> [String] {
    guard !hasSeveralItems else { return [] }
    let ofContent = Dictionary(grouping: videos) { [$0.sha256, $0.video.name] }
    return videos.map { [$0.sha256, $0.video.name] }.uniqued().compactMap { content in
      guard let copies = ofContent[content], copies.count > 1 else { return nil }
      return
        "--video: \(content[1]) is given \(Counted.text(copies.count, "time")): each of its sessions counts as often"
    }
  }

  /// Every video that sessions play: those of the run, and the session's own.
  package func played(_ videos: [VideoSource]) -> [VideoSource] {
    let plan = plan
    return (plan.playsVideosOfRun ? videos : []) + plan.videos
  }

  /// How warnings call the capacity of the cache; `nil` where the session says it.
  package var cachePlace: String? { changedParts.contains(.cache) ? "--cache" : nil }
}
