import ABRInput

/// What `--columns` may be for a table, from the names of its columns and its first rows.
///
/// Nothing is suggested whose unit neither a name nor a value tells: a table would be read with wrong numbers.
package enum TableHint {
  /// Units of rates in words, the longer ones first.
  private static let spelledOut: [(name: String, unit: RateUnit)] = [
    ("gbits", .gigabit), ("gigabits", .gigabit), ("mbits", .megabit), ("megabits", .megabit), ("kbits", .kilobit),
    ("kilobits", .kilobit), ("bits", .bit), ("mbytes", .megabyte), ("megabytes", .megabyte), ("kbytes", .kilobyte),
    ("kilobytes", .kilobyte), ("bytes", .byte),
  ]
  /// Names of which a program's manual tells the unit: sysstat (`sadf`) and G-NetTrack.
  private static let known: [String: RateUnit] = ["rxkB/s": .kibibyte, "txkB/s": .kibibyte, "DL_bitrate": .kilobit]
  private static let timeUnits: [(names: Set<String>, unit: TimeUnit)] = [
    (["s", "sec", "secs", "second", "seconds"], .second),
    (["ms", "msec", "millis", "milliseconds"], .millisecond),
    (["us", "usec", "micros", "microseconds"], .microsecond), (["ns", "nanos", "nanoseconds"], .nanosecond),
  ]
  private static let sizeUnits = [
    "kb": "kB", "mb": "MB", "gb": "GB", "kbytes": "kB", "mbytes": "MB", "kib": "KiB", "mib": "MiB",
  ]
  /// The text for `--columns` where nothing is known. What is to be filled in stands in capitals.
  private static let unknown = "time:s@WHEN,rate:kbit/s@RATE"
  /// Words of a server behind the one that logs: what it took is no time in which bytes were sent to the client.
  static let servers = ["server", "upstream", "backend", "origin"]

  /// The way out for a file whose lines have as many fields each.
  ///
  /// - Parameters:
  ///   - head: its beginning.
  ///   - separator: what stands between the fields.
  package static func fix(_ head: TraceHead, _ separator: FieldSplitter.Separator) -> String {
    let splitter = FieldSplitter(separator)
    var lines = head.rows.map { splitter.fields(Array($0)) }
    let general = "name its columns and their units, such as --columns "
    if let title = head.title(splitter, count: lines[0].count) {
      lines.insert(title, at: 0)
    }
    guard lines.count >= 2, lines[0].allSatisfy({ DecimalParser.parse(Array($0), 0..<$0.count) == nil }) else {
      return general + unknown
    }
    let table = Table(names: lines[0].map { String(decoding: $0, as: UTF8.self) }, rows: Array(lines.dropFirst()))
    let columns = table.columns
    return columns.isWhole
      ? "name its columns, such as --columns \(columns.text)" : general + columns.text + table.found
  }

  /// The way out for a log of the W3C, whose columns a line names; `nil` where none does.
  static func fix(ofFieldsIn head: TraceHead) -> String? {
    guard let line = head.lines.first(where: { $0.starts(with: "#Fields:".utf8) }) else { return nil }
    let names = FieldSplitter(.spaces).fields(Array(line)).dropFirst().map { String(decoding: $0, as: UTF8.self) }
    let isTabbed = head.rows.first?.contains(UInt8(ascii: "\t")) ?? false
    let splitter = FieldSplitter(isTabbed ? .byte(UInt8(ascii: "\t")) : .spaces)
    let rows = head.rows.map { splitter.fields(Array($0)) }.filter { $0.count >= names.count }
    let table = Table(names: names, rows: rows)
    let columns = table.columns
    return "name its columns, such as --columns "
      + (columns.isWhole
        ? columns.text : "end@\(names.contains("date") ? "date+time" : "WHEN"),duration:s@TOOK,bytes@SIZE")
      + table.found
  }

  /// The words of a name; a unit may have a `/`.
  static func words(_ name: String) -> [String] {
    name.split { !($0.isLetter || $0 == "/") }.map(String.init)
  }

  private struct Table {
    let names: [String]
    let rows: [[ArraySlice<UInt8>]]
    /// The words of each name in small letters, also those that capitals part.
    let words: [Set<String>]

    init(names: [String], rows: [[ArraySlice<UInt8>]]) {
      (self.names, self.rows) = (names, rows)
      words = names.map { name in
        let parted = name.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }
        return Set((TableHint.words(name) + TableHint.words(parted)).map { $0.lowercased() })
      }
    }

    var found: String { "; found \(FaultText.cut(names.prefix(12).joined(separator: ", "), to: 160))" }

    /// The first column that has one of some words and none of others.
    private func first(_ some: Set<String>, but others: Set<String> = [], where isRight: (Int) -> Bool = { _ in true })
      -> Int?
    {
      names.indices.first { !words[$0].isDisjoint(with: some) && words[$0].isDisjoint(with: others) && isRight($0) }
    }

    private func isUp(_ index: Int) -> Bool {
      !words[index].isDisjoint(with: ["ul", "up", "uplink", "upload", "tx", "cs"])
    }

    private func values(_ index: Int) -> [Double] {
      rows.compactMap { DecimalParser.parse(Array($0[index]), 0..<$0[index].count) }
    }

    /// A name that `--columns` or a shell would cut, or that others have, is called by its number.
    private func name(_ index: Int) -> String {
      let name = names[index]
      let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "_-./".contains($0) } && name.utf8.count <= 40
      return isPlain && names.count { $0 == name } == 1 ? name : "\(index + 1)"
    }

    private func timeUnit(_ index: Int) -> String? {
      TableHint.timeUnits.first { !words[index].isDisjoint(with: $0.names) }?.unit.rawValue
    }

    /// A column of times with its unit; `nil` where no time stands there or its unit is not to be seen.
    private func stamp(_ index: Int) -> String? {
      let values = values(index)
      guard let number = values.first else {
        let field = rows.first.map { Array($0[index]) } ?? []
        return CalendarTime.nanoseconds(field, field.indices) == nil ? nil : "@\(name(index))"
      }
      if let unit = timeUnit(index) { return ":\(unit)@\(name(index))" }
      // Rows that lie minutes apart have another unit than seconds.
      guard number <= 1e8 else { return ":unix@\(name(index))" }
      return zip(values, values.dropFirst()).allSatisfy { $1 - $0 < 100 } ? ":s@\(name(index))" : nil
    }

    /// The unit of durations: by its name, or the one with which the largest of the sizes came as fast as links are.
    private func unit(ofDuration index: Int, bits: [Double]) -> String? {
      if let unit = timeUnit(index) { return unit }
      guard let largest = zip(bits, values(index)).filter({ $1 > 0 }).max(by: { $0.0 < $1.0 }) else { return nil }
      let fitting = [TimeUnit.second, .millisecond, .microsecond].filter {
        (3e5..<6e8).contains(largest.0 / largest.1 * $0.perSecond)
      }
      return fitting.count == 1 ? fitting[0].rawValue : nil
    }

    private func rateUnit(_ index: Int) -> RateUnit? {
      if let unit = TableHint.known[names[index]] { return unit }
      let word = names[index].lowercased().filter { !" _-".contains($0) }
      return TableHint.spelledOut.first { word.contains("\($0.name)per") || word.hasSuffix("\($0.name)sec") }?.unit
        ?? TableHint.words(names[index]).lazy.compactMap { RateUnit(word: $0) }.first
    }

    /// The text for `--columns`, and whether nothing is to be filled in: names and values tell all.
    var columns: (text: String, isWhole: Bool) {
      let rates = names.indices.filter { rateUnit($0) != nil }
      let rate = (rates.first { !isUp($0) } ?? rates.first).flatMap { index in
        rateUnit(index).map { "rate:\($0.rawValue)@\(name(index))" }
      }
      let isSize = { (index: Int) in !rates.contains(index) && !values(index).isEmpty }
      let sizeWords: Set = ["bytes", "octets", "kbytes", "mbytes", "size", "len", "length"]
      let counters = names.indices.first { names[$0].hasSuffix("Octets") && isSize($0) && !names[$0].contains("Out") }
      let size = first(sizeWords, where: { isSize($0) && !isUp($0) }) ?? counters ?? first(sizeWords, where: isSize)
      let sizeUnit = size.flatMap { index in TableHint.sizeUnits.first { words[index].contains($0.key) }?.value }
      let bits = size.map { values($0).map { $0 * (SizeUnit.bits[sizeUnit ?? "B"] ?? 8) } } ?? []
      let sizeText = size.map { (sizeUnit.map { ":\($0)" } ?? "") + "@\(name($0))" }
      let others = Set(TableHint.servers + ["first", "ttfb", "wait"])
      let isLength = { (index: Int) in !values(index).isEmpty && !rates.contains(index) && index != size }
      let lengths = names.indices.filter { index in
        guard isLength(index), words[index].isDisjoint(with: others) else { return false }
        let transfers: Set = ["load", "fetch", "download", "transfer"]
        return !words[index].isDisjoint(with: ["duration", "elapsed", "took", "taken"])
          || words[index].contains("time") && !words[index].isDisjoint(with: transfers.union(["response", "request"]))
          || timeUnit(index) != nil && !words[index].isDisjoint(with: transfers)
      }
      let length = lengths.first { timeUnit($0) != nil } ?? lengths.first
      let times = names.indices.filter { index in
        !lengths.contains(index) && index != size
          && (["time", "date", "when"].contains { names[index].lowercased().contains($0) }
            || ["t", "ts", "s", "sec", "seconds"].contains(TableHint.words(names[index]).first))
          && words[index].isDisjoint(with: others)
      }
      var time = times.lazy.compactMap { stamp($0) }.first
      if times.count >= 2, let row = rows.first {
        let pair = Array(row[times[0]]) + [0x20] + row[times[1]]
        if CalendarTime.nanoseconds(pair, pair.indices) != nil { time = "@\(name(times[0]))+\(name(times[1]))" }
      }
      if let sizeText {
        let client = first(["ip"], but: ["type", "region", "server", "s"]) ?? first(["session", "sid"])
        let session = client.map { ",session@\(name($0))" } ?? ""
        if let start = first(["start", "begin"], but: others).flatMap(stamp),
          let end = first(["end"], but: others).flatMap(stamp)
        {
          return ("start\(start),end\(end),bytes\(sizeText)\(session)", true)
        }
        if let length, time != nil || times.isEmpty {
          guard let unit = unit(ofDuration: length, bits: bits) else { return (TableHint.unknown, false) }
          let isStart = times.first.map { words[$0].contains("start") } ?? false
          return (
            (time.map { "\(isStart ? "start" : "end")\($0)," } ?? "")
              + "duration:\(unit)@\(name(length)),bytes\(sizeText)" + (time == nil ? "" : session), true
          )
        }
      }
      if let rate {
        let when =
          time.map { "time\($0)" }
          ?? length.flatMap { index in timeUnit(index).map { "duration:\($0)@\(name(index))" } }
        return when.map { ("\($0),\(rate)", true) } ?? ("time:s@WHEN,\(rate)", false)
      }
      guard let time, let size, let sizeText else {
        return (time.map { "time\($0),rate:kbit/s@RATE" } ?? TableHint.unknown, false)
      }
      // A counter rises, unless it begins again.
      let falls = zip(bits, bits.dropFirst()).count { $0 >= $1 }
      let isCounter =
        bits.count >= 3
        && (falls == 0 || counters == size
          || falls == 1 && !words[size].isDisjoint(with: ["total", "counter", "cumulative"]))
      return ("time\(time),\(isCounter ? "total" : "bytes")\(sizeText)", true)
    }
  }
}
