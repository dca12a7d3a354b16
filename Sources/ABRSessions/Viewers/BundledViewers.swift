/// The viewer models that come with the lab, as the files in `Traces/viewers` have them.
///
/// The numbers are the project's own fits; the README beside the files says to what, and how well.
package enum BundledViewers {
  /// Their names, sorted.
  package static let names = ["long-form", "short-video", "short-video-curve"]

  /// The file of a model; `nil` when there is none of that name.
  static func text(of name: String) -> String? {
    switch name {
    case "long-form": longForm
    case "short-video": shortVideo
    case "short-video-curve": shortVideoCurve
    default: nil
    }
  }

  private static let longForm = """
    # Viewers of television streams: two in three sample channels and leave within minutes, the others stay for hours.
    # Own fit, see README.md. Times are seconds of media.
    model = "heavy-tail"
    median = "45s"
    sigma = 1.7
    tail = 0.33
    tail-scale = "7300s"
    tail-shape = 2.4

    """

  private static let shortVideo = """
    # Viewers of short videos: half of them judge within seconds, the others stay for half a minute.
    # Own fit, see README.md. Times are seconds of media.
    model = "heavy-tail"
    median = "2.9s"
    sigma = 0.8
    tail = 0.5
    tail-scale = "250s"
    tail-shape = 9.75

    """

  private static let shortVideoCurve = """
    # Viewers of short videos as a retention curve; who is left after a minute watches to the end.
    # Own fit, see README.md. Times are seconds of media.
    model = "retention"
    seconds = [0, 1, 2, 3, 5, 8, 12, 20, 30, 45, 60]
    remaining = [1, 0.94, 0.78, 0.7, 0.55, 0.43, 0.33, 0.24, 0.18, 0.1, 0.05]

    """
}
