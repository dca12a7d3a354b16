import ABRInput
import ABRRuns

/// The numbers behind the pictures: data sets in columns, as short as pictures allow.
enum ReportData {
  /// The data sets of some pictures, by name.
  static func datasets(of charts: [Chart]) -> [String: JSONValue] {
    charts.reduce(into: [:]) { $0.merge($1.datasets) { $1 } }
  }

  /// A number with five significant digits: a picture shows no more.
  static func short(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    let rounded = rounded(value)
    return Int(exactly: rounded).map { .integer($0) } ?? .number(rounded)
  }

  /// A number rounded to five significant digits.
  static func rounded(_ value: Double) -> Double {
    guard value != 0, value.isFinite, abs(value) < 1e15 else { return value }
    // Numbers of five digits and more are rounded to whole ones: bytes and bits are none.
    var unit = 1.0
    while abs(value) * unit < 1e4, unit < 1e12 { unit *= 10 }
    return (value * unit).rounded() / unit
  }

  /// Rows as an object of columns.
  ///
  /// - Parameters:
  ///   - names: of the columns.
  ///   - rows: each with a value for every column.
  static func columns(_ names: [String], _ rows: [[JSONValue]]) -> JSONValue {
    .object(
      Dictionary(uniqueKeysWithValues: names.indices.map { place in (names[place], .array(rows.map { $0[place] })) }))
  }
}

extension RunRecord.Session {
  /// Startup of every visit to content, `nil` without a first frame.
  var startups: [Double?] { visits.filter(\.isCounted).map(\.startup) }
}
