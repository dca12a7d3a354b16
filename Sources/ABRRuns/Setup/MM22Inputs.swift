import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies
import ABRSessions
import ABRSessions
import FoundationEssentials

/// An experiment of settings under the model mm22: one queue of videos, policies that fetch from it, and viewers whose
/// watch times are recorded.
enum MM22Inputs {
  /// Name of the folder of retention curves, beside that of the videos.
  private static let retentionFolder = "user_ret"

  /// Reads files and specs.
  ///
  /// - Parameter traces: reads the traces of `--traces`.
  /// - Returns: the experiment, and what the user should know before it runs.
  /// - Throws: `SettingError`, and the typed errors of traces, videos, viewers and specs.
  static func experiment(
    _ given: GivenSettings, setup: SessionSetup, traces: () throws -> [TraceSource]
  ) throws -> (experiment: Experiment, warnings: [String]) {
    let policies = try setup.policies?.specs(canonical: \.name) { try MM22Registry.entry(parsing: $0) } ?? []
    let plain =
      try setup.viewers.isEmpty
      ? [ViewerSpec(parsing: "watch")]
      : setup.viewers.compactMap { if case .plain(let spec) = $0 { spec } else { nil } }
    guard plain.count == max(1, setup.viewers.count) else {
      throw SettingError("\(given.place("viewer")):", "expected recorded(FILE) with --model mm22")
    }
    let recordings = try plain.map { viewer -> String in
      guard let recording = viewer.recording else {
        throw SettingError(
          given.place("viewer"),
          QuantityError(found: given.has("viewer") ? viewer.canonical : "", allowed: "recorded(FILE) with --model mm22")
        )
      }
      return recording
    }
    let folders = given["video"]?.texts ?? []
    guard folders.count == 1 else {
      throw SettingError(
        "\(given.place("video")):",
        "found \(folders.count) paths, expected one folder with --model mm22, whose videos are one queue")
    }
    let folder = folders[0]
    let videos = try videos(in: folder)
    var settings = setup.record
    let curves =
      policies.contains(where: \.needsRetention)
      ? try retention(of: videos, beside: folder, given: given["retention"]?.texts[0]) : []
    if !curves.isEmpty {
      settings["retention"] = given["retention"]?.texts[0] ?? "\(retentionFolder) beside \(folder)"
      settings["retention_sha256"] = RunRecord.digest(of: curves.map(\.sha256))
    }
    let queue: MM22Queue
    do {
      queue = try MM22Queue(name: name(of: folder), videos: videos.map(\.video), retention: curves)
    } catch {
      throw error.inFile(folder)
    }
    let traces = try traces()
    var viewers: [(spec: ViewerSpec, recorded: RecordedViewers)] = []
    var warnings: [String] = []
    let names = Set(traces.map(\.name))
    for (viewer, recording) in zip(plain, recordings) {
      let recorded = try RecordedViewers(contentsOf: recording)
      if let bytes = try? TOMLDocument.bytes(at: recording),
        let warning = RecordedViewers.warning(bytes, file: recording, traces: names)
      {
        warnings.append(warning)
      }
      settings["\(viewer.canonical) sha256"] = recorded.sha256
      viewers.append((viewer, recorded))
    }
    var players: [PreparedSession] = []
    for policy in policies {
      for viewer in viewers {
        let configuration = try ConfiguredMM22(
          policy: policy, queue: queue, viewers: viewer.recorded, traces: traces)
        players.append(PreparedSession(configuration, viewer: viewer.spec))
      }
    }
    let experiment = Experiment(
      traces: traces, videos: videos, players: players, model: .mm22, defaultLatency: MM22Model.latency / 1000,
      settings: settings, queue: queue.name)
    return (experiment, warnings)
  }

  private static func videos(in folder: String) throws(VideoError) -> [VideoSource] {
    let options = VideoOptions(
      folderBandwidths: MM22Model.bandwidths, folderSegmentDuration: MM22Model.chunkDuration / 1000)
    return try VideoFile.loadAll(at: [folder], options: options).flatMap(\.sources)
  }

  /// The retention curves of the videos.
  ///
  /// - Throws: ``UsageError`` naming the folder that was looked for, `ViewerError` for what is wrong with a file.
  private static func retention(
    of videos: [VideoSource], beside folder: String, given: String?
  ) throws -> [RetentionCurve] {
    let place =
      given ?? URL(fileURLWithPath: folder).standardizedFileURL.deletingLastPathComponent().path + "/\(retentionFolder)"
    guard case .folder? = try? InputFile.kind(of: place) else {
      throw ViewerError.unreadable(
        file: place,
        reason: "no such folder of retention curves, which fixed-preload needs: a file for each video, "
          + "\(videos[0].video.name) and so on; --retention names another folder")
    }
    return try videos.map { source in
      try RetentionCurve(contentsOf: "\(place)/\(source.video.name)", seconds: source.video.segmentCount)
    }
  }

  private static func name(of folder: String) -> String {
    URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
  }
}
