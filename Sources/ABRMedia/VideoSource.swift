/// A video of a run and where it came from.
public struct VideoSource: Sendable {
  /// The file or folder, as the user named it.
  public let file: String
  /// SHA-256 of its bytes, in hexadecimal.
  public let sha256: String
  /// The video.
  public let video: Video

  /// Describes a video.
  public init(file: String, sha256: String, video: Video) {
    self.file = file
    self.sha256 = sha256
    self.video = video
  }
}
