import FoundationEssentials

/// Where the traces and videos are that come with the lab.
enum BundledData {
  /// The folder `Traces` of the checkout: below the working folder, or below a parent of the program's own place.
  static func folder() -> String? {
    var places = [URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    if let executable = ResolvedPath.existing("/proc/self/exe") {
      var parent = URL(fileURLWithPath: executable).deletingLastPathComponent()
      // `.build/<platform>/release` is three steps below the checkout; an installation has fewer.
      for _ in 0..<4 {
        places.append(parent)
        parent = parent.deletingLastPathComponent()
      }
    }
    return places.map { $0.appendingPathComponent("Traces").path }.first {
      FileManager.default.fileExists(atPath: $0 + "/bandwidth")
    }
  }
}
