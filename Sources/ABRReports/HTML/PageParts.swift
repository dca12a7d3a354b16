import FoundationEssentials

/// The style and the script of the page, from the files beside this one.
enum PageParts {
  /// The style sheet.
  static var style: String { String(decoding: PackageResources.report_css, as: UTF8.self) }

  /// The script that filters and draws.
  static var script: String { String(decoding: PackageResources.report_js, as: UTF8.self) }

  /// The script of the page of a search, behind the other.
  static var whatIfScript: String { String(decoding: PackageResources.what_if_js, as: UTF8.self) }

  /// The program that renders single pictures.
  static var renderer: String { String(decoding: PackageResources.render_py, as: UTF8.self) }

  /// What stands below the filters where they leave nothing.
  static let nothing =
    "<p class=\"notes\" id=\"nothing\" role=\"status\" hidden>"
    + "No data: select a configuration that was played over these traces.</p>\n"
}
