import ABRMedia
import ABRNetwork
import ABRPlayback

/// What Pensieve's agent sees of a session (SIGCOMM'17 §4.2; `multi_agent.py` of github.com/hongzimao/pensieve): a
/// matrix of six rows, the last step on the right.
///
/// 0: bandwidth of the last segment as a share of the ladder's highest, 1: buffer level in 10 s, 2: throughput of the
/// last segment in MB/s, from the request to the last byte, 3: that time in 10 s, 4: sizes of the next segment in MB,
/// from the left, 5: segments left as a share of all, in the last column.
package struct PensieveState: Sendable {
  /// Rows of the matrix.
  package static let rows = 6
  /// Steps that a matrix goes back at least.
  static let history = 8

  /// Columns of the matrix: as many as there are renditions, where these are more than the steps.
  package let width: Int
  private let shares: [Float]
  private let sizes: [Float]
  private let left: [Float]

  /// Prepares what a video and the renditions that may be chosen have in common for all sessions.
  init(_ video: Video, eligible: [Int], segmentCount: Int) {
    width = max(Self.history, eligible.count)
    let bandwidths = eligible.map { Double(video.ladder[$0].bandwidth) }
    shares = bandwidths.map { Float($0 / bandwidths[bandwidths.count - 1]) }
    sizes =
      (0..<segmentCount).flatMap { segment in
        eligible.map { Float(Double(video.size(segment: segment, rendition: $0)) / 1e6) }
      } + Array(repeating: 0, count: eligible.count)
    left = (0...segmentCount).map { Float(Double(segmentCount - $0) / Double(segmentCount)) }
  }

  /// Shows a session that begins.
  func begin(_ matrix: inout MutableSpan<Float>, at first: Int, level: Double, segment: Int) {
    for place in first..<first + Self.rows * width { matrix[place] = 0 }
    show(&matrix, at: first, level: level, segment: segment)
  }

  /// Moves the rows of the past on, and shows what has become of a session.
  func append(_ download: Download?, to matrix: inout MutableSpan<Float>, at first: Int, level: Double, segment: Int) {
    for row in 0..<4 {
      let start = first + row * width
      for place in start..<start + width - 1 { matrix[place] = matrix[place + 1] }
    }
    let seconds = download?.totalTime ?? 0
    let last = first + width - 1
    matrix[last] = download.map { shares[$0.rendition] } ?? 0
    matrix[last + 2 * width] = seconds > 0 ? Float((download?.bytes ?? 0) / seconds / 1e6) : 0
    matrix[last + 3 * width] = Float(seconds / 10)
    show(&matrix, at: first, level: level, segment: segment)
  }

  private func show(_ matrix: inout MutableSpan<Float>, at first: Int, level: Double, segment: Int) {
    matrix[first + 2 * width - 1] = Float(level / 10)
    let count = shares.count
    for rendition in 0..<count { matrix[first + 4 * width + rendition] = sizes[segment * count + rendition] }
    matrix[first + 6 * width - 1] = left[segment]
  }
}
