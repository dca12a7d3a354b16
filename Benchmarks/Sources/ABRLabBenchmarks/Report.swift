import Foundation

/// Figures for people and for programs.
struct Report: Encodable {
  /// One case in the JSON file.
  struct Row: Encodable {
    let name: String
    let operation: String
    let operations: Int
    let repetitions: Int
    let nsMin: Double
    let nsMedian: Double
    let perSecondMax: Double
    let ratio: Double
    let digest: String
  }

  let schema = 1
  let machine: Machine
  let cases: [Row]

  init(machine: Machine, measurements: [Measurement]) {
    self.machine = machine
    cases = measurements.map { measured in
      Row(
        name: measured.name, operation: measured.operation, operations: measured.operations,
        repetitions: measured.nanoseconds.count, nsMin: measured.leastNanoseconds,
        nsMedian: measured.medianNanoseconds, perSecondMax: 1e9 / measured.leastNanoseconds, ratio: measured.ratio,
        digest: Digest.text(measured.digest))
    }
  }

  func write(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    try encoder.encode(self).write(to: URL(fileURLWithPath: file))
  }

  /// The heading above ``line(for:)``.
  static let heading =
    column("case", -22) + column("best", 19) + column("median", 19) + column("× plain loop", 14) + "  digest"

  /// One case.
  static func line(for measured: Measurement) -> String {
    func figure(_ nanoseconds: Double) -> String {
      measured.isRate
        ? "\(Self.figure(1e6 / nanoseconds)) k \(measured.operation)s/s"
        : "\(Self.figure(nanoseconds)) ns/\(measured.operation)"
    }
    return column(measured.name, -22) + column(figure(measured.leastNanoseconds), 19)
      + column(figure(measured.medianNanoseconds), 19) + column(Self.figure(measured.ratio), 14)
      + "  \(Digest.text(measured.digest))"
  }

  /// Three significant digits, or all before the point.
  static func figure(_ value: Double) -> String {
    value >= 100
      ? String(format: "%.0f", value) : value >= 10 ? String(format: "%.1f", value) : String(format: "%.2f", value)
  }

  /// Text in a column; a negative width aligns to the left.
  private static func column(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? text + padding : padding + text
  }
}
