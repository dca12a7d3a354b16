/// A format whose files describe segments that lie elsewhere.
protocol ManifestFormat: VideoFormat {
  /// What a manifest and the files beside it say.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  static func presentation(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> Presentation
}

extension ManifestFormat {
  /// Reads the one video of a manifest; its name is the file's without the ending.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the manifest), and a look at each segment's file.
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    [try presentation(input, options: options).video(name: input.baseName, options: options)]
  }
}
