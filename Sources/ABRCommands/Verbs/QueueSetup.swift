import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRRuns
import ABRSessions
import FoundationEssentials

/// The options that make a session one of several items, read; `run` and `explain` share them.
struct QueueSetup {
  /// Any of them makes a session one of several items.
  static let sources = ["--session", "--items"]
  /// They mean nothing without one of ``sources``.
  static let dependents = ["--preload", "--cache"]

  /// The session, watched by whoever it says itself.
  let plan: SessionPlan
  /// How results call it.
  let name: String
  /// How errors call what does not fit together: the file of the session, or the option.
  let place: String
  /// How warnings call the capacity of the cache; `nil` where the session says it.
  let cachePlace: String?
  /// The preload schedulers.
  let preloads: [PreloadSpec]
  /// The session with each of the viewers.
  let watched: [SessionPlan]
  /// Seed of what sessions draw.
  let seed: Int?
  /// What was set, for the record of results.
  let record: [String: String]

  /// Reads the options; `nil` when a session is one video.
  ///
  /// - Throws: ``UsageError`` for what is wrong, `ConfigurationError` for the file of a session.
  init?(
    _ arguments: ParsedArguments, viewers: [SessionViewer], videoOptions: VideoOptions, seed: Int?,
    preset: PlayerPreset?
  ) throws {
    let sources = Self.sources.filter(arguments.has)
    guard let source = sources.first else {
      for name in Self.dependents where arguments.has(name) {
        throw Self.refusal(arguments, name, found: arguments.strings(name).joined(separator: " "))
      }
      for case .model(let canonical, _) in viewers {
        throw Self.refusal(arguments, "--viewer", found: canonical)
      }
      return nil
    }
    guard sources.count == 1 else {
      throw UsageError("\(arguments.place(sources[1])) cannot be used with \(source)")
    }
    var record: [String: String] = ["session_seed": "\(seed ?? SessionPlan.defaultSeed)"]
    var plan: SessionPlan
    if let file = arguments.string("--session") {
      // Read once: a pipe has its bytes only once.
      let bytes = try TOMLDocument.bytes(at: file)
      plan = try SessionFile.plan(
        parsing: bytes, file: file, folder: URL(fileURLWithPath: file).deletingLastPathComponent().path,
        videoOptions: videoOptions)
      name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
      place = file
      record["session"] = file
      record["session_sha256"] = SHA256.hexDigest(of: bytes)
    } else {
      let count = try arguments.integer("--items", in: 1...10_000) ?? 1
      plan = SessionPlan(feedOf: count)
      name = count == 1 ? "1 item" : "\(count) items"
      place = arguments.place("--items")
      record["items"] = "\(count)"
    }
    var cachePlace: String?
    if let capacity = try arguments.bytes("--cache") {
      plan.cache.capacity = capacity
      cachePlace = arguments.place("--cache")
      record["cache"] = arguments.string("--cache")
    }
    let preloads = try arguments.specs("--preload", canonical: \.canonical) { try PreloadSpec(parsing: $0) }
    // A session in a file says itself whether it keeps anything.
    if let capacity = preset?.preloadCache, !preloads.isEmpty, arguments.has("--items"), !arguments.has("--cache") {
      plan.cache.capacity = capacity
      record["cache"] = "\(capacity)B"
    }
    self.preloads = try preloads.isEmpty ? [plan.preload ?? PreloadSpec(parsing: "none")] : preloads
    do {
      watched = try viewers.isEmpty ? [plan] : viewers.map { try plan.watched(by: $0) }
    } catch let error as SettingsError {
      throw UsageError("\(arguments.place("--viewer")): \(FaultText.of(found: error.found, allowed: error.allowed))")
    }
    for plan in watched {
      guard let spec = plan.viewerSpec, let model = SessionViewer.file(in: spec) else { continue }
      let folder = viewers.isEmpty ? URL(fileURLWithPath: place).deletingLastPathComponent() : nil
      let file = URL(fileURLWithPath: String(spec[model]), relativeTo: folder)
      record["\(spec) sha256"] = SHA256.hexDigest(of: try TOMLDocument.bytes(at: file.path))
    }
    self.plan = plan
    self.cachePlace = cachePlace
    self.seed = seed
    self.record = record
  }

  private static func refusal(_ arguments: ParsedArguments, _ name: String, found: String) -> UsageError {
    UsageError(
      "\(arguments.place(name)) \(found) needs a session of several items: add --items or --session",
      hint: "--items 20 plays the videos one after another")
  }

  /// Whether items play the videos of the run.
  var playsVideosOfRun: Bool { plan.items.contains { $0.source == .run } }

  /// A session with everything it depends on.
  ///
  /// - Throws: ``UsageError`` naming the session where settings do not fit together, `SpecError`.
  func configuration(
    _ plan: SessionPlan, policy: Policy, buffer: SessionSetup.Buffer, preload: PreloadSpec, videos: [Video],
    setup: SessionSetup
  ) throws -> ConfiguredQueue {
    do {
      return try ConfiguredQueue(
        plan: plan, policy: policy, buffer: buffer.configuration, settings: setup.settings, preload: preload,
        videos: videos, seed: seed, networkIsExpensive: setup.networkIsExpensive)
    } catch let error as SettingsError {
      throw UsageError("\(place): \(error)")
    }
  }

  /// What may surprise, each thing once.
  func warnings(policies: [Policy], videos: [Video], setup: SessionSetup) -> [String] {
    let playable = setup.settings.playable
    var warnings = policies.flatMap(plan.warnings(for:)) + plan.warnings(sender: setup.sender)
    warnings += plan.warnings(videos: videos, seed: seed, cache: cachePlace)
    warnings += preloads.flatMap {
      plan.warnings(preload: $0.settings, networkIsExpensive: setup.networkIsExpensive)
    }
    let all = videos + plan.videos.map(\.video)
    for buffer in setup.buffers {
      for video in all {
        warnings += buffer.configuration.warnings(for: video, playing: playable).map { "\(buffer.spec): \($0)" }
        for preload in preloads {
          warnings += preload.settings.warnings(with: buffer.configuration, for: video, playing: playable).map {
            "\(preload.canonical) with \(buffer.spec): \($0)"
          }
        }
      }
    }
    if playsVideosOfRun, plan.items.count < videos.count {
      warnings.append("\(name): only the first of \(videos.count) videos are played")
    }
    return RunInputs.unique(warnings)
  }
}
