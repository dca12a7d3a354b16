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
    let names = head.header.filter { name in
      let unit = name.drop { $0 != "_" }.dropFirst()
      return unit.isEmpty || TimeUnit(rawValue: String(unit)) != nil
    }.map { $0.prefix { $0 != "_" } }
    return head.hasColumns("bytes")
      && ["start", "end", "duration"].count(where: { names.contains(Substring($0)) }) >= 2 ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the downloads.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let table = try HeaderTable(input)
    var columns = ["bytes"]
    for role in ["start", "end", "duration"] {
      guard let name = table.header.first(where: { $0.prefix { $0 != "_" } == role }) else { continue }
      let unit = name.dropFirst(role.count + 1)
      guard unit.isEmpty || TimeUnit(rawValue: String(unit)) != nil else {
        throw input.malformed(1, "header", name, "\(role)_s or \(role)_ms")
      }
      columns.append(unit.isEmpty ? "\(role)@\(name)" : "\(role):\(unit)@\(name)")
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
