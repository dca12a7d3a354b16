import ABRInput
import ABRMedia
import ABRPlayback

/// The different cuts of videos that a session plays, one prepared player each.
struct SessionVideos {
  private struct Cut: Hashable {
    /// Index into the run's videos, then into the session's own.
    var video: Int
    var segments: Int
  }

  private let plan: SessionPlan
  private let all: [Video]
  private let runCount: Int
  private var places: [Cut: Int] = [:]
  /// The cuts.
  private(set) var cuts: [Video] = []
  /// Index of each item's cut.
  private(set) var cutOfItem: [Int] = []
  /// Indices of the cuts of each item's sources, in the order in which they are tried.
  private(set) var cutsOfSources: [[Int]] = []
  /// Cuts that items begin with; those behind them are fallbacks.
  private var baseCount = 0

  /// Chooses and cuts the videos of all items.
  ///
  /// - Throws: ``ConfigurationError`` when an item has no video, or is to last longer than its video; `SettingsError`
  ///   of a session that stands in no file.
  init(plan: SessionPlan, runVideos: [Video], seed: Int) throws {
    self.plan = plan
    runCount = runVideos.count
    all = runVideos + plan.videos.map(\.video)
    for (index, item) in plan.items.enumerated() {
      let video: Int
      let sources = plan.sourceChoice.ordered(item.sources)
      switch sources.first.map({ .own($0.video) }) ?? item.source {
      case .own(let own): video = runCount + own
      case .run:
        guard runCount > 0 else {
          throw plan.places.refusal(
            ofItem: index, named: item.name, key: "video", found: "nothing",
            allowed: "a video here, or --video for the run")
        }
        video = index % runCount
      }
      var segments = all[video].segmentCount
      if let range = item.duration {
        guard range.upperBound <= all[video].duration else {
          throw plan.places.refusal(
            ofItem: index, named: item.name, key: "duration", found: "\(range.upperBound) s",
            allowed: "at most the \(all[video].duration) s of \(all[video].name)")
        }
        var random = SeededRandom(seed: seed, path: "item duration", "\(index)")
        let share = random.uniform()
        let seconds = range.lowerBound + share * (range.upperBound - range.lowerBound)
        segments = Self.wholeSegments(of: all[video], within: seconds)
      }
      cutOfItem.append(place(of: Cut(video: video, segments: segments)))
      let duration = all[video].starts[segments]
      cutsOfSources.append(
        try sources.map { source in
          place(
            of: Cut(
              video: runCount + source.video,
              segments: try reach(duration, in: all[runCount + source.video]) { found in
                plan.places.refusal(
                  ofItem: index, named: item.name, key: "sources", found: found,
                  allowed: "sources of at least \(duration) s")
              }))
        })
    }
    baseCount = cuts.count
  }

  /// Seconds of an item.
  func duration(of item: Int) -> Double { cuts[cutOfItem[item]].duration }

  /// Adds the cuts with which items go on from another video.
  ///
  /// - Returns: for each cut that items begin with, the cut that replaces it: the fewest whole segments that reach its
  ///   length.
  ///
  /// - Parameters:
  ///   - own: index into the session's own videos.
  ///   - step: index of the step that names it.
  /// - Throws: ``ConfigurationError`` when the video is shorter than a cut, `SettingsError` of a session that stands in
  ///   no file.
  mutating func addFallback(to own: Int, step: Int) throws -> [Int] {
    let video = all[runCount + own]
    var replacements: [Int] = []
    for index in 0..<baseCount {
      let duration = cuts[index].duration
      // Sums of segment durations that mean the same moment may differ in the last bits.
      let tolerance = 1e-9 * duration
      guard video.duration >= duration - tolerance else {
        throw plan.places.refusal(
          ofStep: step, key: "video", called: "source \(video.name)", found: "\(video.duration) s",
          allowed: "at least the \(duration) s of \(cuts[index].name) that it replaces")
      }
      let segments = video.starts.firstIndex { $0 >= duration - tolerance } ?? video.segmentCount
      replacements.append(place(of: Cut(video: runCount + own, segments: segments)))
    }
    return replacements
  }

  /// The fewest whole segments that reach a length.
  private func reach(_ duration: Double, in video: Video, refusal: (String) -> any Error) throws -> Int {
    // Sums of segment durations that mean the same moment may differ in the last bits.
    let tolerance = 1e-9 * duration
    guard video.duration >= duration - tolerance else { throw refusal("\(video.name) of \(video.duration) s") }
    return video.starts.firstIndex { $0 >= duration - tolerance } ?? video.segmentCount
  }

  /// A replacement for every cut: a fallback is replaced by what replaces the cut that it replaced.
  func complete(_ replacements: [Int]) -> [Int] {
    // From a fallback of one cut the length is known, and the new source's cut of the same length is the one wanted.
    cuts.indices.map { index in
      if index < baseCount { return replacements[index] }
      let wanted = cuts[index].duration
      return replacements.min { (cuts[$0].duration - wanted).magnitude < (cuts[$1].duration - wanted).magnitude }
        ?? index
    }
  }

  private mutating func place(of cut: Cut) -> Int {
    if let place = places[cut] { return place }
    places[cut] = cuts.count
    cuts.append(all[cut.video].prefix(segments: cut.segments))
    return cuts.count - 1
  }

  /// Whole segments within so many seconds, at least one.
  private static func wholeSegments(of video: Video, within seconds: Double) -> Int {
    max(1, (video.starts.firstIndex { $0 > seconds * (1 + 1e-12) } ?? video.starts.count) - 1)
  }
}
