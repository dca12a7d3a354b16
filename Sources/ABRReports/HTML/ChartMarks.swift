import ABRInput

/// What pictures have in common beside their data: their style, hatching, and samples of their marks.
enum ChartMarks {
  /// The pattern of wasted transfers, an SVG definition.
  static let hatch = """
    <pattern id="hatch" patternUnits="userSpaceOnUse" width="6" height="6" patternTransform="rotate(45)">\
    <rect width="6" height="6" fill="var(--paper)" fill-opacity="0.55"/>\
    <path d="M0 0V6" stroke="var(--hatch)" stroke-width="2.4"/></pattern>
    """

  /// The style of all charts (Vega-Lite configuration).
  static let config: JSONValue = [
    "background": nil, "font": "system-ui, sans-serif",
    "view": ["stroke": nil],
    "axis": [
      "labelColor": "var(--quiet)", "titleColor": "var(--quiet)", "domainColor": "var(--rule)",
      "tickColor": "var(--rule)", "gridColor": "var(--rule)", "gridOpacity": 0.6, "labelFontSize": 11,
      "titleFontSize": 11, "titleFontWeight": "normal", "labelOverlap": "greedy", "labelSeparation": 6,
    ],
    "legend": [
      "labelColor": "var(--ink)", "titleColor": "var(--quiet)", "labelFontSize": 11, "titleFontSize": 11,
      "titleFontWeight": "normal", "labelLimit": 220, "labelOverlap": "greedy", "labelSeparation": 6,
    ],
    "title": ["color": "var(--ink)", "subtitleColor": "var(--quiet)", "anchor": "start", "fontSize": 14],
    "text": ["color": "var(--ink)"], "autosize": ["type": "fit-x", "contains": "padding"],
  ]

  /// A sample of a configuration's line and point.
  static func sample(of look: ChartPalette.Look) -> String {
    let color = look.ink
    let pattern =
      look.dash == [1, 0] ? "" : " stroke-dasharray=\"\(look.dash.map(String.init).joined(separator: " "))\""
    let shape =
      switch look.shape {
      case "square": "<rect x=\"13\" y=\"3\" width=\"8\" height=\"8\"/>"
      case "triangle-up": "<path d=\"M17 2L22 11H12Z\"/>"
      case "triangle-down": "<path d=\"M17 12L22 3H12Z\"/>"
      case "diamond": "<path d=\"M17 1L22 7L17 13L12 7Z\"/>"
      case "cross": "<path d=\"M15 2h4v3h3v4h-3v3h-4v-3h-3v-4h3z\"/>"
      default: "<circle cx=\"17\" cy=\"7\" r=\"4.5\"/>"
      }
    return
      "<svg class=\"sample\" viewBox=\"0 0 34 14\" aria-hidden=\"true\" fill=\"\(color)\"><path d=\"M0 7H34\" stroke=\"\(color)\" "
      + "stroke-width=\"2\"\(pattern)/>\(shape)</svg>"
  }

  /// What the marks of timelines mean.
  ///
  /// - Parameter withItems: whether sessions have several items, with preloads.
  static func timelineKey(withItems: Bool) -> String {
    let entries = [
      ("<rect width=\"34\" height=\"14\" fill=\"var(--capacity)\"/>", "capacity of the network"),
      ("<path d=\"M0 10H12V4H34\" stroke=\"var(--ink)\" stroke-width=\"2\" fill=\"none\"/>", "chosen bitrate"),
      ("<rect width=\"34\" height=\"14\" fill=\"var(--stall)\" opacity=\"0.42\"/>", "stall (lighter: startup, seek)"),
      (
        "<rect x=\"1\" y=\"1\" width=\"32\" height=\"12\" fill=\"url(#hatch)\" stroke=\"var(--hatch)\"/>",
        "fetched and never shown"
      ),
      (
        "<rect x=\"1\" y=\"1\" width=\"32\" height=\"12\" fill=\"none\" stroke=\"var(--c1)\" stroke-dasharray=\"2 2\"/>",
        "preload"
      ),
      (
        "<path d=\"M0 14V5H34V14Z\" fill=\"var(--c3)\" opacity=\"0.3\"/><path d=\"M0 5H34\" stroke=\"var(--c3)\" stroke-width=\"1.5\"/>",
        "buffer level"
      ),
      ("<path d=\"M0 7H34\" stroke=\"var(--ink)\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"/>", "forward target"),
      ("<path d=\"M17 0V14\" stroke=\"var(--quiet)\" stroke-dasharray=\"1 3\"/>", "an item comes up"),
    ]
    let ofItems: Set = ["preload", "an item comes up"]
    let items = entries.filter { withItems || !ofItems.contains($0.1) }.map { mark, text in
      "<li><svg class=\"sample\" viewBox=\"0 0 34 14\" aria-hidden=\"true\">\(mark)</svg>\(text)</li>\n"
    }
    return "<ul class=\"key\">\n\(items.joined())</ul>\n"
  }
}
