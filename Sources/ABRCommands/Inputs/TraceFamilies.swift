import ABRStatistics
import FoundationEssentials

/// Names of the folders that hold traces: those of one folder are a family.
///
/// Names of recordings are made of family and file (`TraceCluster`). Two folders of one name whose files would be taken
/// for parts of one recording are therefore called by the folders above them, too: `mon/lte` and `tue/lte`. Where each
/// folder is a family whatever its files are called, all folders of one name are.
struct TraceFamilies {
  /// The families that are called by more than the name of their folder.
  private(set) var toldApart: [String] = []
  /// By folder, as paths spell it.
  private var names: [Substring: String] = [:]

  /// Names the folders of files.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - isEachFolderApart: whether folders of one name are never one family.
  /// - Complexity: O(length of the paths).
  init(of paths: [String], isEachFolderApart: Bool = false) {
    // Files lie together in few folders, and taking one path apart costs more than reading a short file.
    var folders: [Substring: [String]] = [:]
    for path in paths {
      let folder = Self.folder(of: path)
      guard folders[folder] == nil else { continue }
      let url = URL(fileURLWithPath: path).deletingLastPathComponent()
      folders[folder] = url.standardizedFileURL.pathComponents.filter { $0 != "/" }
      names[folder] = url.lastPathComponent
    }
    guard Set(folders.values).count > Set(names.values).count else { return }
    // The first folder that holds a recording of a name.
    var first: [String: [String]] = [:]
    var clashes: Set<String> = []
    for path in paths {
      guard let name = names[Self.folder(of: path)], let place = folders[Self.folder(of: path)] else { continue }
      let recording = TraceCluster.name(of: path, family: name)
      let key = isEachFolderApart ? name : recording
      if first[key, default: place] != place { clashes.insert(name) }
      first[key] = place
    }
    for clash in clashes.sorted() {
      let places = folders.filter { names[$0.key] == clash }
      let distinct = Set(places.values)
      var length = 2
      while Set(distinct.map { $0.suffix(length) }).count < distinct.count { length += 1 }
      for (folder, place) in places { names[folder] = place.suffix(length).joined(separator: "/") }
      toldApart += distinct.map { $0.suffix(length).joined(separator: "/") }.sorted()
    }
  }

  /// The family of a file, one of those that were named.
  subscript(path: String) -> String { names[Self.folder(of: path)] ?? "" }

  private static func folder(of path: String) -> Substring {
    path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
  }
}
