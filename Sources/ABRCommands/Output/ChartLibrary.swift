import ABRReports
import FoundationEssentials

/// The library that draws charts: a folder that `make charts` fills.
struct ChartLibrary {
  /// Variable that names the folder.
  static let variable = "ABRLAB_CHARTS"
  /// How to get it, for messages.
  static let remedy =
    "make charts, in the checkout, installs it into ~/.cache/abrlab/charts; \(variable) names another folder"

  /// The folder.
  let folder: String

  /// Looks for the library: in the folder of `ABRLAB_CHARTS`, else in `abrlab/charts` of the user's cache.
  ///
  /// - Returns: `nil` when there is none.
  /// - Throws: ``UsageError`` when `ABRLAB_CHARTS` names a folder without it.
  init?(environment: [String: String]) throws(UsageError) {
    if let folder = environment[Self.variable], !folder.isEmpty {
      guard FileManager.default.fileExists(atPath: Self.script(in: folder)) else {
        throw UsageError(
          "\(Self.variable): \(folder) has no vega.js; name a folder that make charts has filled")
      }
      self.folder = folder
      return
    }
    let cache =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.cache" }
    guard let folder = cache.map({ $0 + "/abrlab/charts" }),
      FileManager.default.fileExists(atPath: Self.script(in: folder))
    else { return nil }
    self.folder = folder
  }

  private static func script(in folder: String) -> String { folder + "/vega.js" }

  /// The script that pages carry.
  ///
  /// - Throws: ``UsageError`` when it cannot be read.
  func script() throws(UsageError) -> String {
    do {
      return try String(contentsOfFile: Self.script(in: folder), encoding: .utf8)
    } catch {
      throw UsageError("\(Self.script(in: folder)): cannot be read", hint: Self.remedy)
    }
  }

  /// Renders pictures into folders, which are made.
  ///
  /// - Throws: ``UsageError`` when a folder cannot be made or the renderer is missing or fails.
  func render(_ pictures: [ChartPicture], svg: String?, png: String?) throws {
    for (option, folder) in [("--svg", svg), ("--png", png)] {
      guard let folder else { continue }
      do {
        try WholeFile.makeFolder(folder)
      } catch {
        throw UsageError("\(option): \(folder): cannot be made: \(error.text)")
      }
    }
    try render(
      pictures.map { picture in
        (
          picture,
          [("svg", svg), ("png", png)].compactMap { ending, folder in folder.map { "\($0)/\(picture.id).\(ending)" } }
        )
      })
  }

  /// Renders pictures into files.
  ///
  /// - Throws: ``UsageError`` when the renderer is missing or fails.
  func render(_ pictures: [(picture: ChartPicture, files: [String])]) throws {
    let python = folder + "/venv/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw UsageError("\(python): is missing", hint: Self.remedy)
    }
    let request = ChartPicture.request(pictures).text(isPretty: false)
    let process: Subprocess
    do throws(SystemReason) {
      process = try Subprocess(python, ["-I", "-c", ChartPicture.renderer], input: Array(request.utf8))
    } catch {
      throw UsageError("\(python): cannot be run: \(error.text)", hint: Self.remedy, code: .failure)
    }
    guard process.status == 0 else {
      throw UsageError("the pictures were not made: \(process.lastError ?? "\(python) failed")", code: .failure)
    }
  }
}
