/// What the values of a metric are counted in, and how people read and write them. It is written as a literal, `"s"`.
package struct MeasureUnit: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The base unit: `s`, `bit/s`, `B/h`, `share`, or what is counted, such as `stalls`.
  package let name: String
  /// What people see behind a value: `%`, `s`, `MB/h`; empty for a bare number.
  package let title: String
  /// What people see behind a difference: percentage points of a share, otherwise the same.
  package let differenceTitle: String
  /// What a value is multiplied with for people.
  package let scale: Double
  /// Digits after the point for people.
  package let digits: Int
  /// Units in which a bound may be written, with what one of them is in the base unit.
  package let suffixes: [String: Double]

  private static let share = MeasureUnit(
    name: "share", title: "%", differenceTitle: "pp", scale: 100, digits: 3, suffixes: ["pp": 0.01])
  /// The unit of a name; what is not known is counted.
  package init(stringLiteral name: String) {
    switch name {
    case _ where name.hasSuffix("/h"): self = MeasureUnit(stringLiteral: String(name.dropLast(2))).perHour
    case "share": self = .share
    case "s":
      self.init(
        name: name, title: name, differenceTitle: name, scale: 1, digits: 3,
        suffixes: ["s": 1, "ms": 0.001, "min": 60])
    case "bit/s":
      self.init(
        name: name, title: "Mbit/s", differenceTitle: "Mbit/s", scale: 1e-6, digits: 3,
        suffixes: ["bit/s": 1, "kbit/s": 1e3, "Mbit/s": 1e6, "k": 1e3, "M": 1e6])
    case "B":
      self.init(
        name: name, title: "MB", differenceTitle: "MB", scale: 1e-6, digits: 2,
        suffixes: ["B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9])
    default: self.init(name: name, title: "", differenceTitle: "", scale: 1, digits: 2, suffixes: [:])
    }
  }

  /// A number or a word with the unit behind it: `0.5 %`, `3/h`.
  package func join(_ text: String) -> String {
    title.isEmpty || title.hasPrefix("/") ? text + title : [text, title].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The names of ``suffixes``, the smallest unit first.
  package var orderedSuffixes: [String] {
    suffixes.sorted { ($0.value, -$0.key.count, $0.key) < ($1.value, -$1.key.count, $1.key) }.map(\.key)
  }

  /// The unit that people see, as it is written behind a bound; empty where there is none.
  package var usualSuffix: String {
    orderedSuffixes.first { ((suffixes[$0] ?? 0) * scale - 1).magnitude < 1e-9 } ?? orderedSuffixes.first ?? ""
  }

  /// Whether values are shares of a whole, which people read in percent.
  package var isShare: Bool { self == .share }

  /// Within which values lie, so that an interval ends there.
  package var range: ClosedRange<Double> {
    switch self {
    case "score": -.infinity ... .infinity
    case .share: 0...1
    default: 0 ... .infinity
    }
  }

  /// Whether a number may be meant in several of the units.
  package var needsSuffix: Bool { suffixes.contains { $0.value != 1 } }

  private init(
    name: String, title: String, differenceTitle: String, scale: Double, digits: Int, suffixes: [String: Double]
  ) {
    self.name = name
    self.title = title
    self.differenceTitle = differenceTitle
    self.scale = scale
    self.digits = digits
    self.suffixes = suffixes
  }

  /// The same counted for each hour.
  private var perHour: MeasureUnit {
    MeasureUnit(
      name: "\(name)/h", title: "\(title)/h", differenceTitle: "\(differenceTitle)/h", scale: scale, digits: digits,
      suffixes: Dictionary(uniqueKeysWithValues: suffixes.map { ("\($0.key)/h", $0.value) } + [("/h", 1.0)]))
  }
}
