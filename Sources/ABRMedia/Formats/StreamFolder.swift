import ABRInput

/// A folder that holds one packaged stream, such as that of an origin server: its manifest is what is played.
enum StreamFolder {
  /// Endings of the files that hold media.
  private static let mediaEndings = ["ts", "m4s", "mp4", "m4v", "m4a", "aac", "cmfv", "cmfa", "webm"]

  /// The path of the manifest that stands for a folder; `nil` where the folder is that of no stream, but a collection
  /// of files of which each is a video.
  ///
  /// A folder is that of a stream where a manifest lies beside files of media, or a multivariant playlist beside media
  /// playlists.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - names: the names in it.
  /// - Throws: ``VideoError`` that lists the manifests where several could be meant, or none.
  /// - Complexity: O(size of the playlists).
  static func manifest(in folder: String, names: [String]) throws(VideoError) -> String? {
    let names = names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let manifests = names.filter { ["mpd", "m3u8", "m3u"].contains(ending(of: $0)) }
    guard !manifests.isEmpty else { return nil }
    var main: [String] = []
    for name in manifests {
      var isMain = ending(of: name) == "mpd"
      if !isMain { isMain = HLSText.isMultivariant(try VideoInput.bytes(of: InputFolder.path(of: name, in: folder))) }
      if isMain { main.append(name) }
    }
    let hasMediaPlaylists = main.count < manifests.count
    let hasMedia = names.contains { mediaEndings.contains(ending(of: $0)) }
    // A folder of media playlists alone is a collection of videos with one rendition each.
    guard hasMedia || hasMediaPlaylists && !main.isEmpty else { return nil }
    let candidates = main.isEmpty ? manifests : main
    guard candidates.count == 1 else {
      throw .malformed(
        file: folder, line: nil, field: "manifest",
        found: main.isEmpty
          ? "no multivariant playlist beside \(manifests.joined(separator: ", "))" : main.joined(separator: ", "),
        allowed: "one; name the file that is meant, such as \(InputFolder.path(of: candidates[0], in: folder))")
    }
    return InputFolder.path(of: candidates[0], in: folder)
  }

  private static func ending(of name: String) -> String {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
