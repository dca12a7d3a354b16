import ABRInput
import ABRNetwork
import FoundationEssentials

/// Where the traces and videos are that come with the lab.
enum BundledData {
  /// The folder that holds them, found from anywhere: `Traces` of the checkout the program was built in, or
  /// `share/abrlab` beside the `bin` it is installed in.
  static func folder() -> String? {
    guard var place = ResolvedPath.existing("/proc/self/exe") else { return nil }
    // `.build/<platform>/release` is three steps below the checkout; that of the tests one more.
    for _ in 0..<5 {
      place = ResolvedPath.folder(of: place)
      for name in ["share/abrlab", "Traces"] {
        if case .folder? = try? InputFile.kind(of: "\(place)/\(name)/recorded") { return "\(place)/\(name)" }
      }
    }
    return nil
  }

  /// The bundled traces that a path may mean that leads nowhere: those at its end, `generated` of `Traces/generated`,
  /// or families whose names hold its last name.
  static func traces(like path: String, in folder: String) -> [String] {
    let names = path.split(separator: "/")
    for start in names.indices {
      let own = "\(folder)/\(names[start...].joined(separator: "/"))"
      if InputFile.identity(of: own) != nil { return [own] }
    }
    let files = ["recorded", "generated"].flatMap { (try? TraceFile.paths(at: ["\(folder)/\($0)"])) ?? [] }
    let families = files.map(ResolvedPath.folder(of:)).uniqued()
    guard let wanted = names.last?.lowercased(), wanted.count > 1 else { return [] }
    return families.filter { $0.dropFirst(folder.count).contains(wanted) }
  }

  /// Values for the options among `names` that were not given, said on standard error.
  ///
  /// - Parameter shortVideos: whether sessions have several items, which want short videos.
  static func fill(
    _ arguments: ParsedArguments, _ names: [String], shortVideos: Bool, console: Console
  ) -> ParsedArguments {
    guard let folder = console.host.bundledData else { return arguments }
    let files = ["--traces": "recorded", "--video": shortVideos ? "video/short-form.json" : "video/hls-authoring.json"]
    var arguments = arguments
    for name in names where !arguments.has(name) {
      guard let file = files[name] else { continue }
      console.note("no \(name): using the bundled \(folder)/\(file)")
      arguments = arguments.setting(name, to: ["\(folder)/\(file)"], place: name)
    }
    return arguments
  }
}
