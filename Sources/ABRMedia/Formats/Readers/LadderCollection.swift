import ABRInput

/// Several videos in one file: a JSON object with a name for each and, as its value, what ``NativeVideo`` reads.
///
/// Meant for collections of ladders without sizes.
public enum LadderCollection: VideoFormat {
  /// The name to ask for it by.
  public static let name = "ladders"
  /// What a file holds, in one line.
  public static let summary = "JSON object that gives each name a ladder or a video as in native"

  /// Plausible for any object, as formats with keys of their own match better.
  public static func match(_ input: VideoInput) -> FormatMatch? {
    guard case .file(let bytes) = input.content else { return nil }
    var reader = JSONReader(bytes)
    return (try? reader.kind()) == .object ? .plausible : nil
  }

  /// Reads the videos of a file in the order in which they stand.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the file).
  public static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video] {
    let documents = try input.parseJSON { reader throws(InputFault) in
      var documents: [(name: String, document: VideoDocument)] = []
      var seen: Set<String> = []
      let mark = reader.mark()
      try reader.enterObject()
      while let name = try reader.nextKey() {
        let value = reader.mark()
        guard seen.insert(name).inserted else { throw reader.fault("the name twice", "every name once", at: value) }
        documents.append((name, try VideoDocument(&reader)))
      }
      guard !documents.isEmpty else { throw reader.fault("no video", "at least one", at: mark) }
      return documents
    }
    var videos: [Video] = []
    var budget = InputBudget.sizes
    for (name, document) in documents {
      do {
        videos.append(try document.video(name: name, options: options, budget: &budget))
      } catch {
        throw error.inFile("\(input.path) (\(name))")
      }
    }
    return videos
  }
}
