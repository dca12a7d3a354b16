import ABRInput

/// What the columns of a table are: the text of `--columns`, such as `time:s,rate:kbit/s`.
///
/// Columns are named in their order; `-` passes one over. `@` picks one by its name in the header or by its number,
/// which begins at 1: `time:ms@Timestamp,rate:kbit/s@DL_bitrate`.
public struct TableLayout: Sendable, Hashable {
  /// What a column holds of a row.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case time, start, end, duration, rate, bytes, total, latency, wait, session, network
  }

  /// A column that is read.
  package struct Column: Sendable, Hashable {
    package var role: Role
    /// Number from 0, where it is not found by its name.
    package var index: Int?
    /// Name in the header.
    package var name: String?
    /// `nil` where times are calendar times.
    package var time: TimeUnit?
    /// Whether numbers are times since 1970, whose size tells their unit.
    package var isEpoch = false
    /// Bits per second, or bits, of one.
    package var factor = 1.0
    /// Whether its fields are words and no numbers.
    package var isText: Bool { role == .session || role == .network }
  }

  /// The columns that are read, each role once.
  package let columns: [Column]
  private let text: String

  /// Which sets of roles make a trace.
  private static let meanings: [Set<Role>] = [
    [.time, .rate], [.time, .bytes], [.time, .total], [.duration, .rate], [.duration, .bytes], [.start, .end, .rate],
    [.start, .end, .bytes], [.start, .duration, .bytes], [.end, .duration, .bytes],
  ]

  /// Whether each row is a download, with two of start, end and duration.
  package var isOfDownloads: Bool {
    column(.bytes) != nil && (column(.start) != nil || column(.end) != nil)
  }

  /// Reads the text.
  /// - Throws: ``TraceError/invalid(field:found:allowed:)``.
  package init(parsing text: String) throws(TraceError) {
    self.text = text
    var columns: [Column] = []
    for (index, item) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
      if item == "-" { continue }
      let column = try Self.column(item, at: index)
      guard !columns.contains(where: { $0.role == column.role }) else {
        throw Self.fault(text, "each of them once")
      }
      columns.append(column)
    }
    let roles = Set(columns.map(\.role)).subtracting([.latency, .session, .wait, .network])
    guard Self.meanings.contains(roles) else {
      throw Self.fault(
        text,
        "time,rate or time,bytes or time,total or duration,rate or duration,bytes or start,end,rate or, of downloads, two of start, "
          + "end and duration with bytes")
    }
    self.columns = columns
    if column(.start) != nil || column(.end) != nil,
      let role = [Role.latency, .network].first(where: { column($0) != nil })
    {
      throw Self.fault(text, "\(role.rawValue) only beside time or duration")
    }
    if let role = [Role.session, .wait].first(where: { column($0) != nil }), !isOfDownloads {
      throw Self.fault(text, "\(role.rawValue) only beside two of start, end and duration with bytes")
    }
  }

  /// The text with another unit for a column of times and, where its times are those of the rows, for all of these.
  ///
  /// - Parameters:
  ///   - unit: the unit.
  ///   - role: what the column holds.
  package func text(with unit: TimeUnit, for role: Role) -> String {
    let isLength = role == .duration
    let items = text.split(separator: ",", omittingEmptySubsequences: false).map { item -> String in
      guard let found = Role(rawValue: String(item.prefix { $0.isLetter })), let time = column(found)?.time,
        found == role || !isLength && [.start, .end].contains(found)
      else { return String(item) }
      return String(item).replacing(":\(time.rawValue)", with: ":\(unit.rawValue)", maxReplacements: 1)
    }
    return items.joined(separator: ",")
  }

  /// The column of a role.
  package func column(_ role: Role) -> Column? { columns.first { $0.role == role } }

  private static func column(_ item: Substring, at place: Int) throws(TraceError) -> Column {
    let parts: ColumnItem<Role>
    do throws(InputFault) {
      parts = try ColumnItem(item, at: place)
    } catch {
      throw fault(error.found, error.allowed)
    }
    let (role, unit) = (parts.role, parts.unit)
    var column = Column(role: role, index: parts.index, name: parts.name)
    switch role {
    case .time, .start, .end, .duration, .latency, .wait:
      let isLength = [.duration, .latency, .wait].contains(role)
      column.isEpoch = unit == "unix" && !isLength
      if isLength || (unit != nil && unit != "iso" && unit != "unix") {
        column.time = unit.flatMap { TimeUnit(rawValue: $0) }
        let allowed =
          "a unit: \(FaultText.choice((TimeUnit.allCases.map(\.rawValue) + (isLength ? [] : ["unix"])).map { "\(role.rawValue):\($0)" }))"
        if column.time == nil { throw fault("\(item)", allowed) }
      }
    case .rate:
      guard let rate = unit.flatMap({ RateUnit(word: $0) }) else {
        throw fault("\(item)", "a unit, such as rate:kbit/s: \(RateUnit.choice)")
      }
      column.factor = rate.bitsPerSecond
    case .bytes, .total:
      guard let size = SizeUnit.bits[unit ?? "B"] else {
        let units = FaultText.choice(SizeUnit.bits.keys.sorted().map { "\(role.rawValue):\($0)" })
        throw fault("\(item)", "bytes, or another unit: \(units)")
      }
      column.factor = size
    case .session, .network:
      if let unit { throw fault("\(item)", "\(role.rawValue) without \(unit), or \(role.rawValue)@NAME") }
    }
    return column
  }

  private static func fault(_ found: String, _ allowed: String) -> TraceError {
    .invalid(field: "--columns", found: found, allowed: allowed)
  }
}
