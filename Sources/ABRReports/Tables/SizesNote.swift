import ABRMedia
import ABRRuns

/// What a reader of any table must know of segment sizes that nobody measured.
package enum SizesNote {
  /// The sentence; `nil` where all sizes are measured.
  ///
  /// - Parameter videos: the videos of a run.
  package static func text(on videos: [RunRecord.Video]) -> String? {
    let prefix = Video.SizeOrigin.derivedPrefix
    let derived = videos.compactMap { video in
      video.sizes.hasPrefix(prefix) ? "\(video.name) by \(video.sizes.dropFirst(prefix.count))" : nil
    }
    guard !derived.isEmpty else { return nil }
    let named = derived.prefix(3).joined(separator: ", ")
    let rest = derived.count > 3 ? " and of \(derived.count - 3) more" : ""
    return "segment sizes are not measured but derived from the ladder: \(named)\(rest) (--sizes)"
  }
}
