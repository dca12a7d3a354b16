import ABRInput

/// A table of downloads whose header states its units: `start_s,end_s,bytes` or `start_ms,end_ms,bytes`, with
/// `duration_s` or `duration_ms` in place of one of the times and `session` where there are several. `start,end,bytes`
/// has dates and times.
public enum DownloadTable: TraceFormat {
  /// The name to ask for it by.
  public static let name = "downloads"
  /// What a file holds, in one line.
  public static let summary = "CSV start_s,end_s,bytes of downloads, or _ms, or duration_s for one of them; session"
  /// What its reader obeys.
  public static let options = DownloadLog.traceOptions

  /// Known by its columns: bytes and two times, as tables of others may have, too.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard head.hasColumns("bytes") else { return nil }
    let times = Set(head.header.map(Column.init).filter(\.hasKnownUnit).map(\.role)).intersection(roles)
    return times.count >= 2 ? .structure : nil
  }

  /// What times of a download there may be.
  private static let roles = ["start", "end", "duration"]

  /// A name such as `start_s` in its parts.
  private struct Column {
    let role: String
    let unit: String
    var hasKnownUnit: Bool { unit.isEmpty || TimeUnit(rawValue: unit) != nil }

    init(_ name: String) {
      role = String(name.prefix { $0 != "_" })
      unit = String(name.dropFirst(role.count + 1))
    }
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the downloads.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let table = try HeaderTable(input)
    var columns = ["bytes"]
    for role in roles {
      guard let name = table.header.first(where: { Column($0).role == role }) else { continue }
      let column = Column(name)
      guard column.hasKnownUnit else { throw input.malformed(1, "header", name, "\(role)_s or \(role)_ms") }
      columns.append(column.unit.isEmpty ? "\(role)@\(name)" : "\(role):\(column.unit)@\(name)")
    }
    // Of three times two are enough.
    if columns.count == 4 { columns.removeLast() }
    if table.header.contains("session") { columns.append("session@session") }
    columns[0] = "bytes@bytes"
    var options = input.options
    do throws(TraceError) {
      options.columns = try TableLayout(parsing: columns.joined(separator: ","))
    } catch {
      throw input.malformed(
        1, "header", table.header.joined(separator: ","), "units in the names of times, such as start_s,end_s,bytes")
    }
    let isDated = columns.contains { $0.hasPrefix("start@") || $0.hasPrefix("end@") }
    do throws(TraceError) {
      return try TableTrace.read(
        TraceInput(bytes: input.bytes, name: input.name, file: input.file, options: options))
    } catch {
      guard isDated, case .malformed(let file, let line, let column, let field, let found, let allowed) = error,
        field == "start" || field == "end", !found.contains("after start"), !allowed.contains(";")
      else { throw error }
      throw TraceError.malformed(
        file: file, line: line, column: column, field: field, found: found,
        allowed: "a date and time; numbers need a unit in the header, such as \(field)_s or \(field)_ms")
    }
  }
}
