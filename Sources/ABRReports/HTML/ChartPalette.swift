/// Colours, dashes and shapes of the report.
///
/// The colours of configurations follow M. Okabe and K. Ito, "Color Universal Design" (2008), darkened for light and
/// lightened for dark paper until each has a contrast of 3 : 1 against it (WCAG 2.2, 1.4.11).
enum ChartPalette {
  /// Number of colours for configurations; after them they come again with another dash and shape.
  static let colorCount = 8

  /// How a configuration is drawn: colour, dash and shape each say it alone.
  struct Look: Sendable {
    /// Number of the colour, from 1.
    let color: Int
    /// Lengths of strokes and gaps.
    let dash: [Int]
    /// Shape of points in the words of Vega.
    let shape: String

    /// The look of one of several configurations.
    init(of index: Int) {
      color = index % colorCount + 1
      dash = dashes[index % dashes.count]
      shape = shapes[index % shapes.count]
    }

    /// The look of one of two that belong together: one colour, and dashes for what the other is compared with.
    init(ofPair pair: Int, isReference: Bool) {
      color = pair % colorCount + 1
      dash = isReference ? [6, 3] : [1, 0]
      shape = shapes[2 * (pair % 3) + (isReference ? 1 : 0)]
    }

    /// Word of the style for the colour.
    var ink: String { "var(--c\(color))" }
  }

  /// Values of the style's words on light paper.
  static let light: [(name: String, value: String)] = [
    ("--paper", "#ffffff"), ("--panel", "#f5f6f8"), ("--ink", "#16181d"), ("--quiet", "#5b616e"),
    ("--rule", "#d5d9e0"), ("--link", "#0b5cad"),
    ("--c1", "#0072b2"), ("--c2", "#d55e00"), ("--c3", "#00835f"), ("--c4", "#b0478a"), ("--c5", "#a67700"),
    ("--c6", "#454b57"), ("--c7", "#6a51a3"), ("--c8", "#9e1b3c"),
    ("--capacity", "#c9d6e4"), ("--stall", "#d55e00"), ("--hatch", "#7a1f5c"), ("--shade", "#0000002e"),
    ("--good", "#00703c"), ("--bad", "#b3261e"),
  ]

  /// Values of the style's words on dark paper.
  static let dark: [(name: String, value: String)] = [
    ("--paper", "#14161b"), ("--panel", "#1d2027"), ("--ink", "#e8eaee"), ("--quiet", "#a3abb8"),
    ("--rule", "#363c48"), ("--link", "#7fbcf5"),
    ("--c1", "#4ea8e0"), ("--c2", "#ff8a3d"), ("--c3", "#2fc296"), ("--c4", "#e58cc4"), ("--c5", "#e0b03a"),
    ("--c6", "#c3c9d4"), ("--c7", "#b5a3e6"), ("--c8", "#ff7d93"),
    ("--capacity", "#33465a"), ("--stall", "#ff8a3d"), ("--hatch", "#f0a3d6"), ("--shade", "#ffffff40"),
    ("--good", "#4cc38a"), ("--bad", "#ff8078"),
  ]

  /// Dashes of lines, one configuration after the other; their number and that of the colours have no factor in common.
  static let dashes = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4]]

  /// Shapes of points in the words of Vega.
  static let shapes = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]

  /// From worse over the same to better, at equal lightness on both sides.
  static let diverging = ["#9a3d00", "#d9823b", "#f3c9a2", "#e9e9e9", "#a9cbe6", "#4a90c4", "#0a4f86"]

  /// The style's filter that makes of light fields dark ones of the same hue, for maps on dark paper; not as dark as
  /// that paper, so that a field where nothing differs is seen as one.
  static let darkMap = "invert(0.88) hue-rotate(180deg)"
}
