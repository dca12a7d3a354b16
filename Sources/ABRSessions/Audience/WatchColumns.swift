import ABRInput
import ABRNetwork
import ABRPlayback

/// What the columns of a table of watch times are: the text of `abrlab viewer import --columns`, such as `watched:s` or
/// `session@sid,time:ms@timestamp`.
///
/// Columns are named in their order; `-` passes one over. `@` picks one by its name in the header or by its number,
/// which begins at 1.
package struct WatchColumns: Sendable, Hashable {
  /// What a column says of a row.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    /// How long somebody watched.
    case watched
    /// What tells a session from others.
    case session
    /// When something happened in a session, or the time of a point of a curve.
    case time
    /// Share of viewers who still watch.
    case share
    /// Share of viewers who have left.
    case left
  }

  /// A column that is read.
  package struct Column: Sendable, Hashable {
    package var role: Role
    /// Number from 0, where it is not told by its name.
    package var index: Int?
    /// Name in the header.
    package var name: String?
    /// `nil` where times are calendar times, and for what is no time.
    package var unit: TimeUnit?
    /// Whether shares are written in %.
    package var isPercent = false
  }

  /// The columns that are read, each role once.
  package let columns: [Column]

  private static let meanings: [Set<Role>] = [
    [.watched], [.session, .watched], [.session, .time], [.time, .share], [.time, .left],
  ]

  /// Reads the text.
  /// - Throws: `ViewerError`.
  package init(parsing text: String) throws(ViewerError) {
    var columns: [Column] = []
    for (index, item) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() where item != "-" {
      columns.append(try Self.column(item, at: index))
    }
    guard Self.meanings.contains(Set(columns.map(\.role))), Set(columns.map(\.role)).count == columns.count else {
      throw Self.fault(text, "watched or session,watched or session,time or time,share or time,left")
    }
    self.columns = columns
  }

  /// The column of a role.
  package func column(_ role: Role) -> Column? { columns.first { $0.role == role } }

  private static func column(_ item: Substring, at place: Int) throws(ViewerError) -> Column {
    let parts: ColumnItem<Role>
    do throws(InputFault) {
      parts = try ColumnItem(item, at: place)
    } catch {
      throw fault(error.found, error.allowed)
    }
    let (role, unit) = (parts.role, parts.unit)
    var column = Column(role: role, index: parts.index, name: parts.name)
    switch role {
    case .watched, .time:
      column.unit = unit.flatMap { TimeUnit(rawValue: $0) }
      let isCalendar = role == .time && (unit == nil || unit == "iso")
      guard column.unit != nil || isCalendar else {
        let units = TimeUnit.allCases.map { "\(role.rawValue):\($0.rawValue)" }
        throw fault(item, "a unit: \(FaultText.choice(units))")
      }
    case .share, .left:
      guard unit == nil || unit == "%" else { throw fault(item, "\(role.rawValue) or \(role.rawValue):%") }
      column.isPercent = unit != nil
    case .session:
      guard unit == nil else { throw fault(item, "session, which has no unit") }
    }
    return column
  }

  private static func fault(_ found: some StringProtocol, _ allowed: String) -> ViewerError {
    .malformed(file: "--columns", line: nil, field: "column", found: "\(found)", allowed: allowed)
  }
}
