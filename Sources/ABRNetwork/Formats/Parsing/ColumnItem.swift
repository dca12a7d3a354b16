import ABRInput

/// An item of `--columns`: what a column holds of a row, its unit behind `:`, and behind `@` its name in the header or
/// its number, which begins at 1: `time:ms@Timestamp`.
package struct ColumnItem<Role: RawRepresentable<String> & CaseIterable> {
  /// The role, such as `time`.
  package let role: Role
  /// Its unit; `nil` where none is given.
  package let unit: String?
  /// Number of the column from 0; `nil` where it is found by its name.
  package let index: Int?
  /// Name in the header.
  package let name: String?

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - text: the item.
  ///   - place: which item it is, from 0: the column where neither name nor number is given.
  /// - Throws: `InputFault` for an unknown role, an empty name, or a number that no column has.
  package init(_ text: Substring, at place: Int) throws(InputFault) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let role = Role(rawValue: words[0]) else {
      throw InputFault(
        line: nil, field: "column", found: "\(text)", allowed: FaultText.choice(Role.allCases.map(\.rawValue)) + " or -"
      )
    }
    self.role = role
    unit = words.count > 1 ? words[1] : nil
    let number = parts.count == 2 ? Int(parts[1]) : place + 1
    guard number.map((1...1000).contains) ?? true else {
      throw InputFault(line: nil, field: "column", found: "\(text)", allowed: "a number of a column from 1 on")
    }
    index = number.map { $0 - 1 }
    name = number == nil ? String(parts[1]) : nil
    // Alternatives stand between bars.
    guard name?.split(separator: "|").isEmpty != true else {
      throw InputFault(
        line: nil, field: "column", found: "\(text)", allowed: "the name of a column or its number behind @")
    }
  }
}
