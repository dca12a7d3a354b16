import ABRInput

/// What a field probably means that cannot be read: numbers and dates as spreadsheets write them.
package enum FieldFix {
  /// The fix, printed behind what is allowed; empty where none is known.
  package static func text(of field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field.prefix(40), as: UTF8.self)
    let date = text.prefix { !" T".contains($0) }.split(omittingEmptySubsequences: false) { "./-".contains($0) }
    if date.count == 3, date.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) {
      // Behind two numbers the year, or a year of two digits: whether day or month comes first is not to be seen.
      return date[0].count < 4
        ? "; dates with the year first, such as 2024-02-29 10:00:00"
        : "; a day that is in the calendar, with its time, such as 2024-02-29 10:00:00"
    }
    let parts = text.drop { $0 == "-" }.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { isDigit($0) || $0 == "." } }) {
      return "; with a point and no commas, such as 1.5"
    }
    return ""
  }

  /// The fix of a line that lacks fields; empty where it ends as lines do.
  package static func text(ofLineIn lines: LineScanner) -> String {
    lines.isUnended ? "; the file ends inside of the line: delete it" : ""
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
